"""Waiting for what comes true in another thread or process."""

import time
from collections.abc import Callable
from typing import Any

SOON = 60.0
PAUSE = 0.02


def wait_for(fact: Callable[[], Any], seconds: float = SOON) -> Any:
    """What ``fact`` gives once it is true."""
    until = time.monotonic() + seconds
    while not (value := fact()):
        assert time.monotonic() < until, "it did not come true"
        time.sleep(PAUSE)
    return value
