"""What a request tells the server that answers it: that it waits for now, so that another one may compute."""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

_here = threading.local()


def answer_with(aside: Callable[[], AbstractContextManager[None]]) -> None:
    """Have this thread's requests enter ``aside`` while they wait; servers that count nothing need not call it."""
    _here.aside = aside


@contextmanager
def waiting() -> Iterator[None]:
    """The time in which a request waits for others, or computes where few at once may, for a ``with``."""
    aside: Callable[[], AbstractContextManager[None]] = getattr(_here, "aside", nullcontext)
    with aside():
        yield
