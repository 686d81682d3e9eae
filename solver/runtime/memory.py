"""How much memory a process takes, and how it gives back what it needs no more."""

import ctypes
import gc
import sys
import time
from collections.abc import Callable
from typing import Any

import psutil

MEBIBYTE = 1 << 20
LOOK = 0.25
"""Seconds between two looks."""

MMAP_THRESHOLD, LARGE = -3, 1 << 23
"""The parameter's number in malloc.h (mallopt(3)), and the bytes from which on an array lies apart."""


def beyond(mebibytes: float) -> Callable[[], bool]:
    """Gives a function that says whether this process holds more than so much memory; it may be called often."""
    process, looked, full = psutil.Process(), 0.0, False

    def asked() -> bool:
        nonlocal looked, full
        if time.monotonic() - looked > LOOK:
            looked, full = time.monotonic(), process.memory_info().rss > mebibytes * MEBIBYTE
        return full

    return asked


def free_large_arrays_at_once() -> None:
    """Let glibc map large arrays apart from others, as it does at first: with time it puts them where small ones keep the room."""
    if (fix := _of_glibc("mallopt")) is not None:
        fix(MMAP_THRESHOLD, LARGE)


def give_back() -> None:
    """Give the memory that a task has freed back to the system.

    Models and arrays of a task hold each other, and would stay for many more tasks; of its own glibc gives back only what lies last.
    """
    gc.collect()
    if (trim := _of_glibc("malloc_trim")) is not None:
        trim(0)


def _of_glibc(name: str) -> Any:
    """A function of glibc; None where another library is in its place."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
