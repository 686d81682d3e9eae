"""What a review found instead of the moves that were played: how they could have gone on, and what was luck."""

from collections.abc import Sequence
from dataclasses import dataclass

from models.theme_park.operate.moves import Move
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import OperateStep, OperateVerdict, replay
from solver.theme_park.operate.review.losses import Reach, Stars
from solver.theme_park.operate.review.records import Review, ReviewedStep


@dataclass(frozen=True, slots=True)
class Continuation:
    """What follows ``played`` moves: of the ways that rerolled dice may fall that which brings least.

    ``stars`` of the whole phase, expected ones where a die is rerolled; ``branches``: the whole sequence for each of those
    ways, None where no die is rerolled.
    """

    played: int
    stars: Stars
    least: OperateVerdict
    branches: tuple[OperateVerdict, ...] | None

    def steps(self, of: OperateVerdict | None = None) -> tuple[OperateStep, ...]:
        """The steps that follow, of one branch or else of the least."""
        return (of or self.least).steps[self.played :]


def continuation(position: Position, played: Sequence[Move], reach: Reach) -> Continuation:
    """The plan of ``reach``, replayed after the moves ``played`` from ``position``."""
    verdicts = tuple(replay(position, (*played, *moves)) for moves in reach.plan)
    least = min(verdicts, key=lambda verdict: verdict.stars)
    return Continuation(len(played), reach.least, least, verdicts if len(verdicts) > 1 else None)


def better(each: ReviewedStep) -> Reach | None:
    """What was to be had instead of a move, where more was found before it than after it."""
    return each.before if each.before.least > each.after.least else None


def better_at_end(review: Review) -> Reach | None:
    """How the moves could go on, where stopping is judged and more was found than they bring."""
    more = review.left is not None and review.at_end.least > review.verdict.stars
    return review.at_end if more else None


def luck(each: ReviewedStep) -> Stars | None:
    """Stars that dice rolled by the move brought beyond what was to be expected, where that is proven; None without a roll."""
    lost = each.lost.proven
    if not each.rolls or lost is None or not (each.before.proven and each.after.proven):
        return None
    return each.after.least - each.before.least + lost
