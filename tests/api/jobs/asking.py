"""Requests of the tests of jobs."""

import time
from collections.abc import Callable
from typing import Any

from models.shared.data import read_json

SOON = 60.0
EASY, HARD = "theme_park/positions/log-flume", "theme_park/bench/positions/round5-03"
"""A park that is proven at once, and one whose proof takes longer than any test waits."""


def park(name: str, **changes: Any) -> dict[str, Any]:
    """A position document."""
    document: dict[str, Any] = read_json(f"{name}.json")
    return document | changes


def wait_for(fact: Callable[[], Any], seconds: float = SOON) -> Any:
    """What ``fact`` gives once it is true."""
    until = time.monotonic() + seconds
    while not (value := fact()):
        assert time.monotonic() < until, "it did not come true"
        time.sleep(0.05)
    return value
