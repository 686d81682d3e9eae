"""Ending work that looks neither at a clock nor at a flag while it runs."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LOOK = 0.05
"""Seconds between two looks at whether the end is wanted."""


@contextmanager
def stopped_when(wanted: Callable[[], bool], stop: Callable[[], None]) -> Iterator[None]:
    """Call ``stop`` from another thread as soon as that is ``wanted``, and again until the work is over.

    Again, as a stop before the work has begun may be lost.
    """
    finished = threading.Event()

    def watch() -> None:
        while not finished.wait(LOOK):
            if wanted():
                stop()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        finished.set()
        watcher.join()
