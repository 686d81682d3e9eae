"""Open cube vectors handed out to the threads that ask for them: each is a pass of its own, so both cores take part."""

import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum, auto

from solver.theme_park.operate.layered.beam.search import Beam
from solver.theme_park.operate.layered.encoding.park import Memo, memo_beside
from solver.theme_park.operate.layered.limits.path_questions import SharedPrices
from solver.theme_park.operate.layered.limits.reaching import Reaching
from solver.theme_park.operate.layered.pass_widths import FEW_LEFT, LEAST_WIDTH, WIDE
from solver.theme_park.operate.layered.plans.pass_result import Stopped
from solver.theme_park.operate.shared_bounds import SharedBounds

TRIED, ENOUGH = 8, 0.25
"""Vectors after which a round is given up where it may be, and the share of them that must be closed for it to go on."""

PATIENCE, A_MOMENT = 0.05, 0.005
"""Seconds that an engine which has nothing else to do waits for cube vectors before it looks at the time, and for a pass to help."""


class GivesUp(Enum):
    """When a round of vectors ends before all were asked for: where all must be closed, at the first that is not."""

    NEVER = auto()
    WHERE_FEW_CLOSE = auto()
    AT_THE_FIRST_LEFT = auto()


@dataclass
class VectorRound:
    """Vectors, by number, that are asked for in passes of one width: do they bring more than ``values`` in the stages up to ``depth``?

    ``being_asked``: those that passes are made for now. ``closed`` takes those whose passes left nothing out. ``wider``: the width
    that ``left``, vectors whose passes left something out, are asked for in by who has nothing else to do while another still asks, or
    None. ``matters``: what of ``values`` the answers depend on. ``stars``: of vectors that are reached or not, what they bring: a wide
    pass for one goes on where better than ``values`` is known and less than that.
    """

    open: deque[int]
    values: tuple[int, ...]
    width: int
    depth: int
    gives_up: GivesUp
    wider: int | None = None
    matters: tuple[int, ...] = ()
    stars: Mapping[int, int] = field(default_factory=dict)
    closed: set[int] = field(default_factory=set)
    left: deque[int] = field(default_factory=deque)
    being_asked: list[int] = field(default_factory=list)
    answered: int = 0
    closing: int = 0
    given_up: bool = False
    error: BaseException | None = None

    def complete_only(self, width: int) -> bool:
        """Whether a pass of this width ends as soon as it leaves something out: a narrower one mostly finds what there is to find, or a
        wider one is to come."""
        if self.gives_up is GivesUp.AT_THE_FIRST_LEFT:
            return width >= WIDE
        return not self.matters and LEAST_WIDTH < width < WIDE

    @property
    def settles_soon(self) -> bool:
        """Whether the last few vectors that are open in the first stage wait for passes that are likely to close them."""
        last = self._are_last and LEAST_WIDTH < self.width <= WIDE
        return last and 0 < len(self.open) + len(self.left) <= FEW_LEFT

    @property
    def closes_soon(self) -> bool:
        """Whether they wait for such passes, or the last of these is being made, and each wide one so far has closed one."""
        last = self._are_last and self.width > LEAST_WIDTH and not (self.left and self.width >= WIDE)
        return last and 0 < len(self.open) + len(self.left) + len(self.being_asked) <= FEW_LEFT

    @property
    def _are_last(self) -> bool:
        """Whether the first stage is settled once all are closed."""
        return self.depth == 1 and self.gives_up is not GivesUp.AT_THE_FIRST_LEFT

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
        """Note how a pass for a vector ended, after which the round may be given up."""
        self.answered += 1
        self.closing += complete
        if complete:
            self.closed.add(number)
        few = self.answered >= TRIED and self.closing < ENOUGH * self.answered
        if (self.gives_up is GivesUp.WHERE_FEW_CLOSE and few) or (
            self.gives_up is GivesUp.AT_THE_FIRST_LEFT and not complete
        ):
            self.given_up = True
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


class KnownOfRelaxed:
    """What the engines of one search know of relaxed parks.

    ``reached``: of a park, a vector and a depth the best values that were reached there. ``reaching``: of a vector and a depth what
    mattered (as of a round), and the states with mascots apart that reach it, None where those are too many.
    """

    def __init__(self) -> None:
        """Nothing known."""
        self.reached: dict[tuple[Relaxation, int, int], tuple[int, ...]] = {}
        self.reaching: dict[tuple[int, int], tuple[tuple[int, ...], Reaching | None]] = {}
        self._lock = threading.Lock()

    @contextmanager
    def looking(self, meanwhile: Callable[[], object]) -> Iterator[None]:
        """Be the one who looks for what reaches a vector; ``meanwhile`` is done again and again while another is."""
        while not self._lock.acquire(blocking=False):
            meanwhile()
        try:
            yield
        finally:
            self._lock.release()


Answer = Callable[[VectorRound, int, int, Callable[[], bool]], bool]
"""Asks for a vector of a round in a pass of a width, unless told to stop (Stopped); whether it left nothing out."""


class VectorQuestions:
    """One round of vectors after the other, for the engine that leads and those that help it.

    ``paths``: the prices of paths that they share; those of the park with mascots apart are the same. ``relaxed``: what they know
    of relaxed parks.
    """

    def __init__(self, shared_bounds: SharedBounds) -> None:
        """No vectors yet."""
        self._shared_bounds = shared_bounds
        self._changed = threading.Condition()
        self._round: VectorRound | None = None
        self._closed_soon = False
        self._left_out: dict[tuple[int, int, bool], tuple[tuple[int, ...], int]] = {}
        """Of a vector, a depth and ``complete_only`` what mattered, and the width of the widest pass, which left something out."""
        self._shared: list[Beam] = []
        self._memos: dict[int, tuple[Memo, Memo]] = {}
        """Of the memo of a pass, by its id, that and the one for who helps."""
        self.paths = SharedPrices()
        self.relaxed = KnownOfRelaxed()

    @property
    def waiting(self) -> bool:
        """Whether there are vectors that nobody has begun with, or a pass that nobody helps."""
        asked = self._round
        return (asked is not None and bool(asked.open)) or self._wants_help() is not None

    @property
    def settles_soon(self) -> bool:
        """Whether what is asked is likely to settle the first stage."""
        asked = self._round
        return asked is not None and asked.settles_soon

    @property
    def closes_soon(self) -> bool:
        """Whether it is likely to be settled by what is being asked, or was by the round before until the next one begins."""
        asked = self._round
        return self._closed_soon if asked is None else asked.closes_soon

    def still_open(self, depth: int) -> tuple[int, ...]:
        """The vectors asked for in the stages up to ``depth`` that are not closed, the last ones first, then those being asked for."""
        with self._changed:
            asked = self._round
            if asked is None or asked.depth != depth:
                return ()
            return (*reversed(asked.open), *reversed(asked.left), *reversed(asked.being_asked))

    def ask(self, asked: VectorRound, answer: Answer) -> bool:
        """Ask for all the vectors, with the help of others; True as soon as better than the round's values is known.

        Raises Stopped, and what went wrong in a helper.
        """
        with self._changed:
            self._skip_known(asked)
            self._round = asked
            self._changed.notify_all()
        try:
            while self._answered_one(asked, answer):
                pass
            while asked.being_asked:
                self.help_pass()
        finally:
            with self._changed:
                self._closed_soon = asked.closes_soon
                asked.end()
                self._changed.wait_for(lambda: not asked.being_asked)
                self._round = None
        if asked.error is not None:
            raise asked.error
        return self._improved(asked)

    def help(self, answer: Answer, *, waits: bool, leaves: Callable[[], bool]) -> None:
        """Ask for vectors while there are any, then take part in the pass of another; ``waits`` a moment for the first.

        Nothing more is begun once the one who helps ``leaves``.
        One whose pass is stopped is left to the engine that leads, whose search may go on.
        """
        with self._changed:
            self._changed.wait_for(lambda: self.waiting, PATIENCE if waits else 0.0)
            asked = self._round
        while asked is not None and not leaves():
            try:
                if not self._answered_one(asked, answer) and not self.help_pass():
                    return
            except Stopped:
                return
            except BaseException as error:
                asked.error = error
                asked.end()
                return

    @contextmanager
    def helped(self, beam: Beam) -> Iterator[None]:
        """Let a thread that has nothing else to do take part in a pass."""
        with self._changed:
            self._shared.append(beam)
        try:
            yield
        finally:
            with self._changed:
                self._shared.remove(beam)

    def _wants_help(self) -> Beam | None:
        """A pass that nobody helps yet, or None."""
        return next((beam for beam in tuple(self._shared) if beam.states.wants_help), None)

    def _memo_beside(self, memo: Memo) -> Memo:
        if id(memo) not in self._memos:
            self._memos[id(memo)] = memo, memo_beside(memo)
        return self._memos[id(memo)][1]

    def help_pass(self) -> bool:
        """Take part in the pass that is shared now until it ends; where there is none, wait a moment for it and say so."""
        with self._changed:
            self._changed.wait_for(lambda: self._wants_help() is not None, A_MOMENT)
            shared = self._wants_help()
            if shared is None or not shared.states.begin_to_help():
                return False
            helper = shared.share(self._memo_beside(shared.memo))
        helper.help(shared)
        return True

    def _skip_known(self, asked: VectorRound) -> None:
        """Ask for no vector again in a width in which its pass is known to leave something out."""
        for number in tuple(asked.open):
            width = self._width_left_out(asked, number)
            if width >= asked.width:
                asked.open.remove(number)
                if asked.wider is not None and width < asked.wider:
                    asked.left.append(number)
                if asked.gives_up is GivesUp.AT_THE_FIRST_LEFT:
                    asked.open.clear()
                    return

    def _width_left_out(self, asked: VectorRound, number: int) -> int:
        """The width of the widest pass that is known to leave something out, and found nothing where that was looked for."""
        known = [self._left_out.get((number, asked.depth, False), ((), 0))]
        if asked.complete_only(asked.width):
            known.append(self._left_out.get((number, asked.depth, True), ((), 0)))
        return max(width if matters == asked.matters else 0 for matters, width in known)

    def _improved(self, asked: VectorRound) -> bool:
        return self._shared_bounds.values[: asked.depth] > asked.values[: asked.depth]

    def _over(self, asked: VectorRound, number: int, width: int) -> bool:
        """Whether a pass for one of the vectors is to end: better is known, which this does not exceed, or another one's left out what this
        cannot mend."""
        in_vain = asked.given_up and asked.gives_up is GivesUp.AT_THE_FIRST_LEFT
        exceeds = width >= WIDE and asked.stars.get(number, 0) > self._shared_bounds.values[0]
        return (self._improved(asked) and not exceeds) or (in_vain and asked.complete_only(asked.width))

    def _answered_one(self, asked: VectorRound, answer: Answer) -> bool:
        """Take a vector and ask for it; False when there is none to take or a better sequence is known."""
        with self._changed:
            taken = None if self._improved(asked) else asked.take()
            if taken is None:
                return False
            number, width = taken
            asked.being_asked.append(number)
        complete = None
        try:
            complete = answer(asked, number, width, lambda: self._over(asked, number, width))
        except Stopped:
            if not self._over(asked, number, width):
                asked.give_back(number, width)
                raise
        finally:
            with self._changed:
                asked.being_asked.remove(number)
                if complete is False and not self._improved(asked):
                    self._left_out[number, asked.depth, asked.complete_only(width)] = asked.matters, width
                if complete is not None:
                    asked.note(number, width, complete=complete)
                self._changed.notify_all()
        return True
