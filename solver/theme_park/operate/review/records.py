"""What a review tells, what it tells on its way, and what it takes in of earlier searches."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import OperateStep, OperateVerdict
from solver.theme_park.operate.policies import Policy
from solver.theme_park.operate.result import Advice, Status
from solver.theme_park.operate.review.losses import NO_LOSS, Loss, Reach, Stars


@dataclass(frozen=True, slots=True)
class Known:
    """What an earlier search knows of a position: a plan, and a limit on the stars of the phase if there is one."""

    plan: Policy
    most: Stars | None = None


class Memory(Protocol):
    """A store of what searches found of positions; both methods may do nothing."""

    def recall(self, position: Position) -> Iterable[Known]:
        """What is known of a position, often nothing."""

    def keep(self, position: Position, advice: Advice) -> None:
        """Keep what a search for most stars found of it."""


@dataclass(frozen=True, slots=True)
class ReviewedStep:
    """A move with what could be reached before and after it.

    ``lost``: what the move gave away; not what dice that it rolled took. ``rolls``: whether it rolled dice. ``waits``: a
    colour adjustment waits after it, so that the state could not be searched alone; the loss of such moves and of the next is known better
    ``together``, of ``moves_together`` moves that end here.
    """

    step: OperateStep
    before: Reach
    after: Reach
    lost: Loss
    rolls: bool = False
    waits: bool = False
    moves_together: int = 1
    together: Loss = NO_LOSS


@dataclass(frozen=True, slots=True)
class Review:
    """A verdict with what could be reached from each state, up to the last legal move.

    ``lost`` by the moves and, if the sequence is ``complete``, by stopping where it stops (``left``, else None). ``searched`` of
    ``states`` were looked at; ``stopped``: the rest was not, since someone ended it.
    """

    position: Position
    verdict: OperateVerdict
    complete: bool
    best: Reach
    steps: tuple[ReviewedStep, ...]
    at_end: Reach
    lost: Loss
    left: Loss | None
    searched: int
    states: int
    stopped: bool
    seconds: float
    notes: tuple[str, ...]

    @property
    def proven(self) -> bool:
        """Whether every number is known exactly."""
        losses = (self.lost, *(step.lost for step in self.steps))
        reaches = (self.best, self.at_end, *(step.before for step in self.steps))
        return all(each.proven is not None for each in losses) and all(reach.proven for reach in reaches)

    @property
    def status(self) -> Status:
        """``optimal``: all is proven; ``feasible``: some is told as at least and at most; ``cancelled``."""
        if self.proven:
            return Status.OPTIMAL
        return Status.CANCELLED if self.stopped else Status.FEASIBLE


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """News from a running review: state ``searched`` + 1 of ``states`` is looked at; ``so_far`` gives the review as it stands."""

    searched: int
    states: int
    best: Reach
    lost: Loss
    seconds: float
    so_far: Callable[[], Review] = field(compare=False, repr=False)
