"""Open cube vectors handed out to the threads that ask for them: each is a pass of its own, so both cores take part."""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto

from solver.theme_park.operate.layered.park import Array
from solver.theme_park.operate.layered.path_questions import SharedPrices
from solver.theme_park.operate.layered.search import Stopped
from solver.theme_park.operate.shared_bounds import SharedBounds

TRIED, ENOUGH = 8, 0.25
"""Vectors after which a round is given up where it may be, and the share of them that must be closed for it to go on."""

PATIENCE = 0.05
"""Seconds that an engine which has nothing else to do waits for cube vectors before it looks at the time."""


@dataclass
class VectorRound:
    """Vectors, by number, that are asked for in passes of one width while the best keeps its ``values`` of the stages up to ``depth``.

    ``values`` are those of the best by which the vectors were chosen: it may have been bettered since. ``closed`` [vector]
    becomes true of those whose passes left nothing out; ``gives_up``: whether the round ends where few do. ``wider``: the width
    that ``left``, vectors whose passes left something out, are asked for in by who has nothing else to do while another
    still asks, or None.
    """

    open: deque[int]
    values: tuple[int, ...]
    width: int
    depth: int
    closed: Array
    gives_up: bool
    wider: int | None = None
    left: deque[int] = field(default_factory=deque)
    being_asked: int = 0
    answered: int = 0
    closing: int = 0
    error: BaseException | None = None

    def take(self) -> tuple[int, int] | None:
        """The next vector and the width to ask for it in; None when there is none, or only another's answer to wait for."""
        if self.open:
            return self.open.popleft(), self.width
        if self.wider is not None and self.left and self.being_asked:
            return self.left.popleft(), self.wider
        return None

    def give_back(self, number: int, width: int) -> None:
        """Take back a vector that was not asked for to the end."""
        (self.open if width == self.width else self.left).appendleft(number)

    def note(self, number: int, width: int, *, complete: bool) -> None:
        """Note how a pass for a vector ended; the round is given up where few left nothing out and it may be."""
        self.answered += 1
        self.closing += complete
        if self.gives_up and self.answered >= TRIED and self.closing < ENOUGH * self.answered:
            self.open.clear()
        if not complete and width == self.width:
            self.left.append(number)

    def end(self) -> None:
        """Ask for nothing more."""
        self.open.clear()
        self.left.clear()


class Relaxation(Enum):
    """What is relaxed in a park whose vectors are asked for first."""

    SKILLS = auto()
    MASCOTS = auto()


Reached = dict[tuple[Relaxation, int, int], tuple[int, ...]]
"""Of a relaxed park, a vector and a depth the best values that were reached there."""

Answer = Callable[[int, int, int, Callable[[], bool]], bool]
"""Asks for a vector in a pass of a width and a depth, unless told to stop (Stopped); whether it left nothing out."""


class VectorQuestions:
    """One round of vectors after the other, for the engine that leads and those that help it.

    ``paths``: the prices of paths that they share; those of the park with mascots apart are the same. ``reached``: what they know
    of relaxed parks.
    """

    def __init__(self, shared_bounds: SharedBounds) -> None:
        """No vectors yet."""
        self._shared_bounds = shared_bounds
        self._changed = threading.Condition()
        self._round: VectorRound | None = None
        self._left_out: dict[tuple[int, int], tuple[tuple[int, ...], int]] = {}
        """Of a vector and a depth the best that it was asked for beyond, and the width of the widest pass, which left something out."""
        self.paths = SharedPrices()
        self.reached: Reached = {}

    @property
    def waiting(self) -> bool:
        """Whether there are vectors that nobody has begun with."""
        asked = self._round
        return asked is not None and bool(asked.open)

    def ask(self, asked: VectorRound, answer: Answer) -> bool:
        """Ask for all the vectors, with the help of others; True as soon as better than the best is known.

        A vector is closed only while the best is what it was when the vectors were chosen: a pass that has a better
        one to beat leaves out what it cannot better, reachable or not. Raises Stopped, and what went wrong in a helper.
        """
        with self._changed:
            self._skip_known(asked)
            self._round = asked
            self._changed.notify_all()
        try:
            while self._answered_one(asked, answer):
                pass
        finally:
            with self._changed:
                asked.end()
                self._changed.wait_for(lambda: not asked.being_asked)
                self._round = None
        if asked.error is not None:
            raise asked.error
        return self._improved(asked)

    def help(self, answer: Answer, *, waits: bool) -> None:
        """Ask for vectors while there are any; ``waits`` a moment for the first.

        One whose pass is stopped is left to the engine that leads, whose search may go on.
        """
        with self._changed:
            self._changed.wait_for(lambda: self.waiting, PATIENCE if waits else 0.0)
            asked = self._round
        while asked is not None:
            try:
                if not self._answered_one(asked, answer):
                    return
            except Stopped:
                return
            except BaseException as error:
                asked.error = error
                asked.end()
                return

    def _skip_known(self, asked: VectorRound) -> None:
        """Ask for no vector again in a width in which its pass is known to leave something out."""
        for number in tuple(asked.open):
            values, width = self._left_out.get((number, asked.depth), ((), 0))
            if values == asked.values[: asked.depth] and width >= asked.width:
                asked.open.remove(number)
                if asked.wider is not None and width < asked.wider:
                    asked.left.append(number)

    def _improved(self, asked: VectorRound) -> bool:
        return self._shared_bounds.values[: asked.depth] != asked.values[: asked.depth]

    def _answered_one(self, asked: VectorRound, answer: Answer) -> bool:
        """Take a vector and ask for it; False when there is none to take or a better sequence is known."""
        with self._changed:
            taken = None if self._improved(asked) else asked.take()
            if taken is None:
                return False
            number, width = taken
            asked.being_asked += 1
        complete = None
        try:
            complete = answer(number, width, asked.depth, lambda: self._improved(asked))
        except Stopped:
            if not self._improved(asked):
                asked.give_back(number, width)
                raise
        finally:
            with self._changed:
                asked.being_asked -= 1
                if complete is False and not self._improved(asked):
                    self._left_out[number, asked.depth] = asked.values[: asked.depth], width
                if complete is not None:
                    asked.note(number, width, complete=complete)
                    asked.closed[number] |= complete and not self._improved(asked)
                self._changed.notify_all()
        return True
