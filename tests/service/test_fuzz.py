"""A few requests that schemathesis draws for each operation; ``python -m tests.service.fuzz`` draws more."""

from collections import Counter
from pathlib import Path

import pytest

from api.app import close
from tests.service.fuzz import fuzz, operations, service


@pytest.mark.thorough
def test_every_drawn_request_is_answered_as_described(tmp_path: Path) -> None:
    app = service(tmp_path)
    statuses = Counter[int]()
    drawn = operations(app)
    for operation in drawn:
        fuzz(operation, 2, 1, statuses)
    close(app)
    assert len(drawn) > 25
    assert {200, 404, 422} <= set(statuses)
