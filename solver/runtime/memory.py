"""How much memory a process takes, and how it gives back what it needs no more."""

import ctypes
import gc
import sys
import time
from collections.abc import Callable
from typing import Any

import psutil

MEBIBYTE = 1 << 20
LOOK, LOOK_FULL = 0.25, 2.0
"""Seconds between two looks, and after one that found too much: what could be given back was."""

MMAP_THRESHOLD, LARGE = -3, 1 << 23
"""The parameter's number in malloc.h (mallopt(3)), and the bytes from which on an array lies apart."""


def beyond(mebibytes: float) -> Callable[[], bool]:
    """Gives a function that says whether this process needs more than so much memory; it may be called often.

    What has been freed is given back first where it holds more: after many tasks that is a hundred MiB, and may be as much in one.
    """
    process, look, full = psutil.Process(), 0.0, False

    def holds_more() -> bool:
        held: int = process.memory_info().rss
        return held > mebibytes * MEBIBYTE

    def asked() -> bool:
        nonlocal look, full
        if time.monotonic() > look:
            full = holds_more()
            if full:
                give_back()
                full = holds_more()
            look = time.monotonic() + (LOOK_FULL if full else LOOK)
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
