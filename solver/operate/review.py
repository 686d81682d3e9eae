"""A submitted sequence against the best: what was still to be had before and after each move."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from models.theme_park.cards import Staff
from models.theme_park.guests import GUEST_COLOURS
from models.theme_park.moves import MascotMove, Move
from models.theme_park.operate.skills.colours import in_bag
from models.theme_park.operate.state import State, start
from models.theme_park.position import Position
from models.theme_park.replay import OperateStep, OperateVerdict, replay
from solver.operate.advice import Settings, Status
from solver.operate.advisor import advise
from solver.operate.child import WarmChild, lent_or_own


@dataclass(frozen=True, slots=True)
class Reach:
    """The most stars of the whole phase found from one state, with the moves that bring them.

    ``bound``: no moves bring more.
    """

    stars: int
    bound: int | None
    moves: tuple[Move, ...]

    @property
    def proven(self) -> bool:
        """Whether no more can be had."""
        return self.stars == self.bound


@dataclass(frozen=True, slots=True)
class ReviewedStep:
    """A move with what could be reached before and after it.

    ``after`` is None where a colour adjustment waits for its operation: that state cannot be asked about
    alone, and a loss shows at the next step.
    """

    step: OperateStep
    before: Reach
    after: Reach | None

    @property
    def lost(self) -> int:
        """Stars that the move gave away, as far as the searches know."""
        return 0 if self.after is None else max(0, self.before.stars - self.after.stars)


@dataclass(frozen=True, slots=True)
class Review:
    """A verdict with the best sequence from the start and the reviewed moves, up to the last legal one."""

    position: Position
    verdict: OperateVerdict
    best: Reach
    steps: tuple[ReviewedStep, ...]
    at_end: Reach

    @property
    def left(self) -> int:
        """Stars given away by stopping where the sequence stops."""
        return max(0, self.at_end.stars - self.verdict.stars)


def review(position: Position, moves: Sequence[Move], settings: Settings, *, child: WarmChild | None = None) -> Review:
    """Replay ``moves`` and search on from each state; the time limit is shared among the searches.

    ``child``: a process to search in, which stays; without it one is started and ended.
    Raises NotSolvedYet and Disagreement as ``advise`` does, and KeyboardInterrupt when Ctrl-C ends one of the searches.
    """
    verdict = replay(position, moves)
    limit = settings.time_limit
    share = replace(settings, alternatives=0, time_limit=None if limit is None else limit / (len(verdict.steps) + 1))
    with lent_or_own(child) as searcher:
        best = reach = _reach(position, start(position), share, searcher)
        steps: list[ReviewedStep] = []
        for step in verdict.steps:
            after = _after(position, step, reach, share, searcher)
            steps.append(ReviewedStep(step, reach, after))
            reach = after or Reach(reach.stars, reach.bound, ())
    return Review(position, verdict, best, tuple(steps), reach)


def _after(position: Position, step: OperateStep, before: Reach, settings: Settings, child: WarmChild) -> Reach | None:
    if before.moves and before.moves[0] == step.move:
        return Reach(before.stars, before.bound, before.moves[1:])
    if any(now is not None and now.treated_as is not None for now in step.after.guests):
        return None
    return _reach(position, step.after, settings, child)


def _reach(position: Position, state: State, settings: Settings, child: WarmChild) -> Reach:
    """The best from ``state``: a park of its own, with what was taken at once so far added again."""
    earned = state.skill_stars + state.vip_stars
    advice = advise(standing(position, state), settings, child=child)
    if advice.status is Status.CANCELLED:
        raise KeyboardInterrupt
    ready = [index for index, waits in enumerate(state.mascots) if waits]
    moves = tuple(
        replace(move, mascot=ready[move.mascot]) if isinstance(move, MascotMove) else move
        for move in (step.move for step in advice.verdict.steps)
    )
    return Reach(advice.verdict.stars + earned, None if advice.bound is None else advice.bound + earned, moves)


def standing(position: Position, state: State) -> Position:
    """``state`` as a position to go on from; colour adjustments that wait, and what was taken at once, are not in it."""
    guests = tuple(
        replace(guest, at=now.at, value=now.value, colour=now.colour)
        for guest, now in zip(position.guests, state.guests, strict=True)
        if now is not None
    )
    staff = list(position.staff)
    for _ in range(position.played[Staff.GUIDE] - state.guides):
        staff.remove(Staff.GUIDE)
    bag = position.bag and tuple((colour, in_bag(position, state, colour) or 0) for colour in GUEST_COLOURS)
    return replace(
        position,
        guests=guests,
        maps=state.maps,
        mascots=tuple(skill for skill, waits in zip(position.mascots, state.mascots, strict=True) if waits),
        staff=tuple(staff),
        cubes=tuple((tile.id, cubes) for tile, cubes in zip(position.tiles, state.cubes, strict=True)),
        bag=bag,
    )
