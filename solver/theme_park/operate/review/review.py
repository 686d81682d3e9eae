"""A submitted sequence against the best: what was still to be had before and after each move, and what each gave away.

Nothing is told that is not proven: the most stars of a state lie between what was found and what nothing exceeds, and so
does a loss between them.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from models.theme_park.operate.consistency.inconsistency import InconsistentPosition
from models.theme_park.operate.mid_phase import colour_waits, moves_from, standing, taken_at_once
from models.theme_park.operate.moves import Move
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import replay
from solver.runtime.not_solved import NotSolvedYet
from solver.runtime.process import WarmProcess, lent_or_own
from solver.theme_park.operate.advisor import advise
from solver.theme_park.operate.result import Advice, Progress, Status
from solver.theme_park.operate.review.bounds_along import Reaches, until_chance
from solver.theme_park.operate.review.elsewhere import Elsewhere, Nobody
from solver.theme_park.operate.review.losses import Stars, loss
from solver.theme_park.operate.review.records import Memory, Review, ReviewedStep, ReviewProgress
from solver.theme_park.operate.search_process import PRELOAD
from solver.theme_park.operate.settings import Objective, Settings, Stage
from solver.theme_park.operate.supported import refuse_unsolved

LEAST_SECONDS = 0.02
"""Seconds of a search below which it is not begun."""


PATIENCE = 1.0
"""Seconds that a search which has nothing more to tell may go on: ended from outside, its process has to start anew."""


def review(
    position: Position,
    moves: Sequence[Move],
    settings: Settings,
    *,
    complete: bool = True,
    known: Sequence[Move] = (),
    total: float | None = None,
    memory: Memory | None = None,
    on_progress: Callable[[ReviewProgress], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    child: WarmProcess | None = None,
    elsewhere: Elsewhere | None = None,
) -> Review:
    """Replay ``moves`` and search on from each state whose most stars do not follow from those of others.

    ``settings.time_limit`` holds for each state, ``total`` seconds for all of them. ``complete``: the player stops
    after ``moves``, so that stopping is judged too; never of an illegal sequence. ``known``: moves from the start that may
    be better, as far as they are legal. ``cancelled`` (asked ten times a second) and Ctrl-C end it with what is known so
    far. ``child``: a process to search in, which stays; without it one is started and ended. ``elsewhere``: others who
    search some of the states meanwhile. Raises NotSolvedYet and Disagreement as ``advise`` does.
    """
    refuse_unsolved(position)
    asked = replace(settings, objective=Objective.STARS, alternatives=0)
    others = elsewhere or Nobody()
    reviewing = _Reviewing(position, moves, asked, complete, total, memory, on_progress, cancelled, others)
    reviewing.take_in(known)
    try:
        with lent_or_own(child, PRELOAD) as searcher:
            reviewing.search(searcher)
    except KeyboardInterrupt:
        reviewing.stopped = True
    return reviewing.review()


class _Reviewing:
    """A review while it runs."""

    def __init__(
        self,
        position: Position,
        moves: Sequence[Move],
        settings: Settings,
        complete: bool,
        total: float | None,
        memory: Memory | None,
        on_progress: Callable[[ReviewProgress], None] | None,
        cancelled: Callable[[], bool] | None,
        elsewhere: Elsewhere,
    ) -> None:
        self.elsewhere, self.offered = elsewhere, dict[int, int]()
        self.position, self.settings = position, settings
        self.verdict = replay(position, moves)
        self.complete = complete and self.verdict.legal
        self.reaches = Reaches(position, self.verdict)
        self.memory, self.on_progress, self.cancelled = memory, on_progress, cancelled
        self.began = time.monotonic()
        self.ends = None if total is None else self.began + total
        self.searched = 0
        self.stopped = False
        self.notes: dict[str, None] = {}

    def take_in(self, known: Sequence[Move]) -> None:
        """Take in moves from the start that someone believes to be good."""
        self.reaches.learn(0, (self.reaches.legal_part(0, until_chance(known)),))

    def search(self, child: WarmProcess) -> None:
        """Look at every state of which not all is known, those first that tell most of the others."""
        agenda = self._agenda()
        self._offer(agenda)
        others = list[int]()
        for number, index in enumerate(agenda):
            self.searched = number - len(others)
            place = self.offered.get(index)
            if self.reaches[index].proven:
                self._drop_proven()
            elif place is None or self.elsewhere.take_back(place):
                self._look_at(index, child, len(agenda) - number)
                self._drop_proven()
            else:
                others.append(index)
            if self.stopped:
                return
        for number, index in enumerate(others):
            self.searched = len(agenda) - len(others) + number
            if not self.reaches[index].proven:
                self._hear_of(index, child)
            if self.stopped:
                return
        self.searched = len(agenda)

    def _offer(self, agenda: Sequence[int]) -> None:
        """Let others search all but the first state, as long as this review would search each."""
        open_ = [each for each in agenda if not (self.reaches[each].proven or colour_waits(self.reaches.states[each]))]
        self.offered = {index: place for place, index in enumerate(open_[1:])}
        seconds = self._seconds(max(1, len(agenda)))
        if seconds is not None and seconds < LEAST_SECONDS:
            self.offered = {}
        if self.offered:
            settings = replace(self.settings, time_limit=seconds)
            self.elsewhere.offer(
                [(standing(self.position, self.reaches.states[each]), settings) for each in self.offered]
            )

    def _drop_proven(self) -> None:
        """Nobody needs to search what is known by now."""
        for index in [each for each in self.offered if self.reaches[each].proven]:
            self.elsewhere.drop(self.offered.pop(index))

    def _hear_of(self, index: int, child: WarmProcess) -> None:
        """Wait for another's search of a state; one that came to nothing is made here."""
        found = self.elsewhere.wait(self.offered[index], self._over)
        if found is None:
            self._look_at(index, child, 1)
        else:
            state = self.reaches.states[index]
            most = None if found.most is None else found.most + taken_at_once(state)
            self.reaches.learn(index, tuple(moves_from(state, moves) for moves in found.plan), most)
        self.stopped = self.stopped or (self.cancelled is not None and self.cancelled())
        self.tell()
        self._drop_proven()

    def _over(self) -> bool:
        """Whether nobody waits any more."""
        late = self.ends is not None and time.monotonic() > self.ends
        return late or (self.cancelled is not None and self.cancelled())

    def _agenda(self) -> list[int]:
        """The start, the end, and the middles between; then where a colour waits, of which only the least can be found."""
        waits = [colour_waits(state) for state in self.reaches.states]
        free = [index for index, each in enumerate(waits) if not each]
        return [*(free[place] for place in halving(len(free))), *(index for index, each in enumerate(waits) if each)]

    def _look_at(self, index: int, child: WarmProcess, left: int) -> None:
        state = self.reaches.states[index]
        position, waits = standing(self.position, state), colour_waits(state)
        for known in () if self.memory is None or waits else self.memory.recall(position):
            most = None if known.most is None else known.most + taken_at_once(state)
            self.reaches.learn(index, tuple(moves_from(state, moves) for moves in known.plan), most)
        self.tell()
        if self.reaches[index].proven:
            return
        seconds = self._seconds(left)
        if seconds is not None and seconds < LEAST_SECONDS:
            return
        looking = _Looking(self, index, waits=waits)
        settings = replace(self.settings, time_limit=seconds)
        try:
            advice = advise(position, settings, on_progress=looking.hear, cancelled=looking.over, child=child)
        except (NotSolvedYet, InconsistentPosition):  # a die treated as another colour may be one more than there are
            return
        self.learn(index, advice, waits=waits)
        self.notes |= dict.fromkeys(advice.notes)
        self.stopped = advice.status is Status.CANCELLED and not looking.settled
        if self.memory is not None and not waits:
            self.memory.keep(position, advice)
        self.tell()

    def learn(self, index: int, advice: Advice, *, waits: bool) -> None:
        """What a search from state ``index`` found so far."""
        state = self.reaches.states[index]
        verdicts = advice.branches or (advice.verdict,)
        plan = tuple(moves_from(state, [step.move for step in verdict.steps]) for verdict in verdicts)
        if waits:
            # the die stood there in its other colour for good: what it brings so is sure only as far as it is legal
            if len(plan) == 1:
                self.reaches.learn(index, (self.reaches.legal_part(index, plan[0]),))
            return
        most = star_bound_of(advice)
        self.reaches.learn(index, plan, None if most is None else most + taken_at_once(state))

    def _seconds(self, left: int) -> float | None:
        """The time for the next of ``left`` states: its own, as far as there is enough for all."""
        limit = self.settings.time_limit
        if self.ends is None:
            return limit
        share = max(0.0, self.ends - time.monotonic()) / left
        return share if limit is None else min(limit, share)

    def tell(self) -> None:
        """Calls the listener with what is known by now."""
        if self.on_progress is not None:
            lost = self.reaches.lost(by_stopping=self.complete)
            seconds = time.monotonic() - self.began
            states = len(self.reaches)
            self.on_progress(ReviewProgress(self.searched, states, self.reaches[0], lost, seconds, self.review))

    def review(self) -> Review:
        """The review as far as it is known by now."""
        reaches = self.reaches
        return Review(
            position=self.position,
            verdict=self.verdict,
            complete=self.complete,
            best=reaches[0],
            steps=tuple(self._steps()),
            at_end=reaches[len(reaches) - 1],
            lost=reaches.lost(by_stopping=self.complete),
            left=reaches.left() if self.complete else None,
            searched=self.searched,
            states=len(reaches),
            stopped=self.stopped,
            seconds=time.monotonic() - self.began,
            notes=tuple(self.notes),
        )

    def _steps(self) -> Iterator[ReviewedStep]:
        reaches, since = self.reaches, 0
        for index, step in enumerate(self.verdict.steps):
            if reaches.rolls(index):
                since = index
            waits, lost = colour_waits(step.after), reaches.loss(index)
            together = lost if since == index else loss(reaches[since], reaches[index + 1])
            yield ReviewedStep(
                step,
                reaches[index],
                reaches[index + 1],
                lost,
                reaches.rolls(index),
                waits,
                index + 1 - since,
                together,
            )
            if reaches.rolls(index) or not waits or reaches[index + 1].proven:
                since = index + 1


class _Looking:
    """The search of one state while it runs: what it finds holds at once, and once all is known of the state it may end."""

    def __init__(self, reviewing: _Reviewing, index: int, *, waits: bool) -> None:
        self._reviewing, self._index, self._waits = reviewing, index, waits
        self._heard: tuple[object, ...] = ()
        self._since: float | None = None

    @property
    def settled(self) -> bool:
        """Whether the search has nothing more to tell that matters here."""
        return self._reviewing.reaches[self._index].proven

    def hear(self, news: Progress) -> None:
        """Takes in one message of a search."""
        heard = (news.stage, news.stars, news.bound)
        if heard != self._heard and news.so_far is not None:
            self._heard = heard
            self._reviewing.learn(self._index, news.so_far(), waits=self._waits)
        self._reviewing.tell()

    def over(self) -> bool:
        """Whether the search is to end: someone wants so, or what it still does, such as settling its tie-breaks, takes long."""
        now = time.monotonic()
        if self._since is None and self.settled:
            self._since = now
        cancelled = self._reviewing.cancelled
        return (cancelled is not None and cancelled()) or (self._since is not None and now - self._since > PATIENCE)


def star_bound_of(advice: Advice) -> Stars | None:
    """What the stars of no sequence exceed, expected ones where a die may be rerolled; None where that is unknown."""
    first = next((stage for stage in advice.stages if stage.stage is Stage.STARS), None)
    if first is None or first.bound is None or advice.bound is None:
        return None
    return first.bound if advice.branches else max(first.bound, advice.bound)


def halving(number: int) -> list[int]:
    """0 to ``number`` - 1 in an order in which the first few lie as far apart as they can: both ends, the middle, the quarters."""
    order = dict.fromkeys([0, number - 1])
    gaps = deque([(0, number - 1)])
    while gaps:
        low, high = gaps.popleft()
        if high - low > 1:
            middle = (low + high) // 2
            order[middle] = None
            gaps.extend([(low, middle), (middle, high)])
    return list(order)
