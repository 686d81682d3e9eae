"""Questions that prices of paths may refute, handed out to the threads that seek such prices."""

import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.flow.prices import Supplies
from solver.theme_park.operate.flow.records import Quantity
from solver.theme_park.operate.layered.encoding.codes import SAFETY
from solver.theme_park.operate.layered.kernel.path_limits import PathLimit
from solver.theme_park.operate.paths.program import PathPrices

MOST_A_REFUTED = 0.5
"""How many more questions prices are sought for, for each that was refuted: where few are, better is likely found."""

LOOK = 0.05
"""Seconds after which one who waits for another's answer looks at the time."""


@dataclass(eq=False)
class KnownPrices:
    """Prices with what they refuted."""

    prices: PathPrices
    limit: PathLimit
    hits: int
    goal: Quantity


class PathQuestions:
    """Whether the free icons of each row of ``icons`` [question, tile] can all be used up, ``have`` telling what else there is.

    ``asked`` [question] becomes true of those that prices were sought for, ``open`` [question] false of those refuted. At
    least ``patience`` are asked, and more while enough are refuted.
    """

    def __init__(self, have: Supplies, icons: Array, asked: Array, patience: int) -> None:
        """All open."""
        self.have, self.icons, self.asked = have, icons, asked
        self.open = np.ones(len(icons), dtype=np.bool_)
        self._wanted = icons.sum(axis=1)
        self._left = float(patience)
        self._least, self._nearest = np.full(len(icons), np.inf), np.full(len(icons), None)
        self._being_asked = 0
        self._changed = threading.Condition()

    @property
    def waiting(self) -> bool:
        """Whether there are questions to begin with."""
        return self._left >= 0 and bool((self.open & ~self.asked).any())

    def begin(self, choice: random.Random) -> tuple[int, PathPrices | None] | None:
        """A question to seek prices for, with those that limit it most; None when there is none, or patience is over.

        One of those that want the most icons: what refutes it refutes most others (board2-02: 11 asked instead of 23).
        """
        with self._changed:
            if not self.waiting:
                return None
            waiting = np.flatnonzero(self.open & ~self.asked)
            wanted = self._wanted[waiting]
            question = choice.choice(waiting[wanted == wanted.max()].tolist())
            self.asked[question] = True
            self._left -= 1.0
            self._being_asked += 1
            return question, self._nearest[question]

    def end(self) -> None:
        """Nothing more will be found for a question begun with."""
        with self._changed:
            self._being_asked -= 1
            self._changed.notify_all()

    def wait_for_others(self, stop: Callable[[], bool]) -> None:
        """Until no question is being asked."""
        with self._changed:
            while self._being_asked and not stop():
                self._changed.wait(LOOK)

    def refute(self, prices: PathPrices, limits: Array) -> int:
        """Take what ``prices`` limit each question to; gives how many they refute that no others did."""
        with self._changed:
            self._nearest[limits < self._least] = prices
            np.minimum(self._least, limits, out=self._least)
            refuted = self.open & (limits < self._wanted - SAFETY)
            self.open &= ~refuted
            self._left += MOST_A_REFUTED * int(refuted.sum())
            return int(refuted.sum())


class SharedPrices:
    """What the pools of one position know together: prices, and the questions that one of them asks."""

    def __init__(self) -> None:
        """Nothing known or asked."""
        self._known: dict[Quantity, list[KnownPrices]] = {}
        self.questions: PathQuestions | None = None

    def known_for(self, goal: Quantity) -> list[KnownPrices]:
        """The prices known for a goal, to be added to."""
        return self._known.setdefault(goal, [])

    @property
    def waiting(self) -> bool:
        """Whether there are questions to begin with."""
        questions = self.questions
        return questions is not None and questions.waiting

    @contextmanager
    def asking(self, questions: PathQuestions) -> Iterator[None]:
        """Let others take part in answering these questions."""
        self.questions = questions
        try:
            yield
        finally:
            self.questions = None
