"""What tests of the solver share."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from solver.runtime.process import WarmProcess
from solver.theme_park.operate.search_process import PRELOAD


@pytest.fixture(scope="module")
def process() -> Iterator[WarmProcess]:
    """One process for all searches of a module: most of an early round's time is the start of its process."""
    with closing(WarmProcess(PRELOAD)) as made:
        yield made
