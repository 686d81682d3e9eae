"""Reading the data files that ship in the ``fixtures`` package."""

import json
import pkgutil
from functools import cache
from typing import Any


@cache
def read_json(name: str) -> Any:
    """The parsed content of ``fixtures/<name>``; callers treat it as read-only."""
    data = pkgutil.get_data("fixtures", name)  # importlib.resources takes longer to load than a verdict to make
    assert data is not None
    return json.loads(data)
