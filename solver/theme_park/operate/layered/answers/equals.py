"""Sequences worth as much as the best, by two lines of passes: what one line comes to depends on none of the other."""

from collections.abc import Callable
from functools import partial
from threading import Condition, Lock
from typing import Generic, TypeVar

from solver.theme_park.operate.layered.answers.canonical_passes import (
    NARROW,
    WIDER,
    WIDEST,
    CanonicalPasses,
    PricedStages,
)
from solver.theme_park.operate.layered.plans.pass_result import Path, Stopped

A = TypeVar("A")

WIDTHS_BY_LINE = ((True, NARROW), (False, WIDER), (True, WIDEST))
"""Widths of the passes limited by the relaxation, and whether the second line makes them."""

MakeLine = Callable[[Callable[[], bool]], CanonicalPasses]
"""Makes the passes of a line, which end when they are asked to."""


class Equals(Generic[A]):
    """Looks for equals of the best, by one thread or more. What comes first in the order of all passes counts, whichever is over first.

    A line's passes are made one after the other: two lines share nothing that a thread changes.
    """

    def __init__(self, make_line: MakeLine, choose: Callable[[list[Path]], A], stop: Callable[[], bool]) -> None:
        """``choose`` is asked once, when it is known what comes first; with no paths where no pass came to any. A line is made when it is
        first needed."""
        self._make_line, self._choose, self._stop = make_line, choose, stop
        self._changed, self._making = Condition(), Lock()
        self._lines: dict[bool, CanonicalPasses] = {}
        self._prices: PricedStages | None = None
        self._passes = self._in_order()
        self._begun: set[int] = set()
        self._running: dict[bool, int] = {}
        self._come_to: dict[int, list[Path]] = {}
        self._answers: list[A] = []
        self._error: BaseException | None = None

    def look(self, most: int | None = None, *, beside: bool = True) -> None:
        """Make passes that nobody makes, of all or the first ``most``; ``beside``: even while others make some."""
        while (number := self._take(most, beside=beside)) is not None:
            try:
                self._put(number, self._unless_stopped(number))
            except BaseException as error:
                self._fail(error)
                raise

    def answer(self, *, beside: bool = True) -> A:
        """What was chosen: makes the passes that are left, as ``look`` does, and waits for those that others make.

        Raises what went wrong in any of them.
        """
        while not self._answers:
            self.look(beside=beside)
            with self._changed:
                self._changed.wait_for(lambda: self._answers or self._error or self._next(beside=beside) is not None)
            if self._error is not None:
                raise self._error
        return self._answers[0]

    def _in_order(self) -> list[tuple[bool, Callable[[], list[Path]]]]:
        """All passes in the order in which they count, and whether the second line makes them."""
        return [
            (False, lambda: self._line(False).by_counting()),
            *((second, partial(self._with_few_uses, second, width)) for second, width in WIDTHS_BY_LINE),
            (False, lambda: self._line(False).with_all_uses(self._priced())),
        ]

    def _with_few_uses(self, second: bool, width: int) -> list[Path]:
        prices = self._priced()
        return self._line(second).with_few_uses(prices, width)

    def _line(self, second: bool) -> CanonicalPasses:
        if second not in self._lines:
            self._lines[second] = self._make_line(partial(self._over, second))
        return self._lines[second]

    def _priced(self) -> PricedStages:
        """The prices of the second line, which both use."""
        with self._making:
            if self._prices is None:
                self._prices = self._line(True).prices()
            return self._prices

    def _over(self, second: bool) -> bool:
        """Whether nothing is wanted any more of what a line makes."""
        return self._stop() or self._first_found < self._running.get(second, 0)

    @property
    def _first_found(self) -> int:
        """The first pass of those over that came to anything; their number where none did."""
        return min((number for number, paths in list(self._come_to.items()) if paths), default=len(self._passes))

    def _next(self, most: int | None = None, *, beside: bool) -> int | None:
        """The first pass that counts and that may begin."""
        if self._running and not beside:
            return None
        for number in range(self._first_found)[:most]:
            if number not in self._begun and self._passes[number][0] not in self._running:
                return number
        return None

    def _take(self, most: int | None, *, beside: bool) -> int | None:
        with self._changed:
            number = self._next(most, beside=beside)
            if number is not None:
                self._begun.add(number)
                self._running[self._passes[number][0]] = number
        return number

    def _unless_stopped(self, number: int) -> list[Path]:
        second, make = self._passes[number]
        try:
            return [] if self._over(second) else make()
        except Stopped:
            return []

    def _put(self, number: int, paths: list[Path]) -> None:
        """Note what a pass came to, and choose once it is known what comes first."""
        with self._changed:
            before = self._decided
            self._come_to[number] = paths
            del self._running[self._passes[number][0]]
            chooses = self._decided and not before
            self._changed.notify_all()
        if chooses:
            answer = self._choose(self._come_to.get(self._first_found, []))
            with self._changed:
                self._answers.append(answer)
                self._changed.notify_all()

    @property
    def _decided(self) -> bool:
        """Whether no pass that is not over may come before."""
        last = min(self._first_found, len(self._passes) - 1)
        return all(number in self._come_to for number in range(last + 1))

    def _fail(self, error: BaseException) -> None:
        with self._changed:
            self._error = error
            self._changed.notify_all()
