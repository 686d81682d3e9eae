"""How much memory a process may take before it rather does with less."""

import time
from collections.abc import Callable

import psutil

MEBIBYTE = 1 << 20
LOOK = 0.25
"""Seconds between two looks."""


def beyond(mebibytes: float) -> Callable[[], bool]:
    """Gives a function that says whether this process holds more than so much memory; it may be called often."""
    process, looked, full = psutil.Process(), 0.0, False

    def asked() -> bool:
        nonlocal looked, full
        if time.monotonic() - looked > LOOK:
            looked, full = time.monotonic(), process.memory_info().rss > mebibytes * MEBIBYTE
        return full

    return asked
