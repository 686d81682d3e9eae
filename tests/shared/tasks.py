"""Functions that worker processes run in tests, by name."""

import gc
import os
import time
from typing import Any

from api.jobs.tasks import Order, SoFar
from solver.runtime.messages import Tell

OLDEST = 2
"""Python's generation of objects that stayed through its other looks for garbage."""


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


def end_at_the_first_garbage(_payload: Any, _tell: Tell) -> str:
    """End the process as soon as it looks for garbage that is older than this task."""

    def end(_phase: str, about: dict[str, int]) -> None:
        if about["generation"] == OLDEST:
            os._exit(0)

    gc.callbacks.append(end)
    return "answered"


def job(order: Order, tell: Tell) -> dict[str, Any]:
    """Tell an answer and how far it is, then do what the request says."""
    tell(SoFar({"done": 1}, {"status": "feasible", "value": 1}))
    tell(SoFar({"done": 2}))
    time.sleep(order.request["sleep"])
    if order.request["fail"]:
        raise MemoryError
    return {"status": "optimal", "value": 2}
