"""Reading the data files that ship in the ``fixtures`` package."""

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def read_json(name: str) -> Any:
    """The parsed content of ``fixtures/<name>``; callers treat it as read-only."""
    return json.loads(files("fixtures").joinpath(name).read_text(encoding="utf-8"))
