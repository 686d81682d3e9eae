"""Functions that worker processes run in tests, by name."""

import time
from typing import Any

from solver.runtime.messages import Tell


def count_to(number: int, tell: Tell) -> str:
    """Tell the numbers from 1 to ``number``."""
    for each in range(1, number + 1):
        tell(each)
    return f"counted to {number}"


def fail(payload: Any, _tell: Tell) -> None:
    """Raise."""
    raise MemoryError(payload)


def sleep(seconds: float, tell: Tell) -> None:
    """Tell that the sleep begins, and sleep."""
    tell("asleep")
    time.sleep(seconds)


def fill(mebibytes: int, tell: Tell) -> int:
    """Hold so much memory for a while."""
    held = bytearray(mebibytes << 20)
    tell("full")
    time.sleep(30)
    return len(held)
