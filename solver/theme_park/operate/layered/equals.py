"""Sequences worth as much as the best, by two lines of passes: what one line comes to depends on none of the other."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event, Lock

from solver.theme_park.operate.layered.canonical_passes import (
    NARROW,
    WIDER,
    WIDEST,
    CanonicalPasses,
    PricedStages,
)
from solver.theme_park.operate.layered.pass_result import Path, Stopped

MakeLine = Callable[[Callable[[], bool]], CanonicalPasses]
"""Makes the passes of a line, which end when they are asked to."""


class Equals:
    """Looks for equals of the best. What comes first in the order of all passes counts, whichever is over first."""

    def __init__(self, make_line: MakeLine, stop: Callable[[], bool]) -> None:
        """Two lines must share nothing that a thread changes; the second is not made before it is needed."""
        self._found, self._stop = Event(), stop
        self._make_line, self._first = make_line, make_line(self._over)
        self._making = Lock()
        self._second: tuple[CanonicalPasses, PricedStages] | None = None

    def one_by_one(self) -> list[Path]:
        """One pass after the other."""
        return next((paths for _, each in self._passes() if (paths := each())), [])

    def by_two_threads(self) -> list[Path]:
        """The same by a thread for each line: a pass may have been made in vain."""
        with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(1) as other:
            passes = [(other if second else one).submit(each) for second, each in self._passes()]
            try:
                return next((paths for each in passes if (paths := each.result())), [])
            finally:
                self._found.set()
                for thread in (one, other):
                    thread.shutdown(wait=False, cancel_futures=True)

    def _passes(self) -> list[tuple[bool, Callable[[], list[Path]]]]:
        """All passes in the order in which they count, and whether the second line makes them."""
        widths = ((True, NARROW), (False, WIDER), (True, WIDEST))
        passes: list[tuple[bool, Callable[[], list[Path]]]] = [
            (False, self._first.by_counting),
            *((second, partial(self._with_few_uses, second, width)) for second, width in widths),
            (False, lambda: self._first.with_all_uses(self._priced()[1])),
        ]
        return [(second, partial(self._unless_stopped, each)) for second, each in passes]

    def _with_few_uses(self, second: bool, width: int) -> list[Path]:
        line, prices = self._priced()
        return (line if second else self._first).with_few_uses(prices, width)

    def _priced(self) -> tuple[CanonicalPasses, PricedStages]:
        """The second line and its prices, which both lines use."""
        with self._making:
            if self._second is None:
                line = self._make_line(self._over)
                self._second = line, line.prices()
            return self._second

    def _unless_stopped(self, make: Callable[[], list[Path]]) -> list[Path]:
        try:
            return [] if self._over() else make()
        except Stopped:
            return []

    def _over(self) -> bool:
        return self._found.is_set() or self._stop()
