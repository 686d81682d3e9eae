"""How long a computation that may be endless goes on, where somebody waits for it.

Who asks says so with ``within``; what every move is judged by (``models.theme_park.operate.rules.first_broken``) asks ``spend``
now and then. Without ``within`` nothing is limited.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

BRIEF = 0.03
"""Seconds of a processor that nobody notices."""
SELDOM = 32
"""Questions between two looks at the clock."""


class TimeOver(Exception):
    """The patience is over; what was found until then stands."""


@dataclass(frozen=True, slots=True)
class Patience:
    """``work``: seconds of a processor; ``seconds``: by the clock; ``left``: whether nobody waits any more.

    ``longer``: asked once the work is no longer ``BRIEF``, with the seconds that are left by the clock: it may wait until
    there is room for long work, and says whether there is.
    """

    work: float
    seconds: float
    left: Callable[[], bool] | None = None
    longer: Callable[[float], bool] | None = None


class _Watch:
    """A patience that runs; the clocks are monotonic."""

    __slots__ = ("_asked", "_brief_until", "_clock_ends", "_left", "_longer", "_work_ends")

    def __init__(self, patience: Patience) -> None:
        now = time.thread_time()
        self._work_ends, self._brief_until = now + patience.work, now + BRIEF
        self._clock_ends = time.monotonic() + patience.seconds
        self._left, self._longer, self._asked = patience.left, patience.longer, 0

    def share(self, part: float) -> Patience:
        """A part of the time that is left."""
        work, seconds = self._work_ends - time.thread_time(), self._clock_ends - time.monotonic()
        return Patience(part * max(0.0, work), part * max(0.0, seconds), self._left, self._longer)

    def spend(self) -> None:
        self._asked += 1
        if self._asked % SELDOM:
            return
        worked, left = time.thread_time(), self._clock_ends - time.monotonic()
        over = worked > self._work_ends or left < 0
        if not over and self._longer is not None and worked > self._brief_until:
            over, self._longer = not self._longer(left), None
        if over or (self._left is not None and self._left()):
            raise TimeOver


_WATCH: ContextVar[_Watch | None] = ContextVar("patience", default=None)


@contextmanager
def within(patience: Patience | None) -> Iterator[None]:
    """Raises TimeOver from whatever calls ``spend`` inside once ``patience`` is over; None limits nothing."""
    before = _WATCH.set(None if patience is None else _Watch(patience))
    try:
        yield
    finally:
        _WATCH.reset(before)


def within_share(part: float) -> AbstractContextManager[None]:
    """As ``within`` with a part of the patience that is left; nothing is limited where there is none."""
    watch = _WATCH.get()
    return within(None if watch is None else watch.share(part))


def spend() -> None:
    """Raises TimeOver when the patience of whoever asked is over."""
    watch = _WATCH.get()
    if watch is not None:
        watch.spend()
