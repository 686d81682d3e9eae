"""The answer of a review: stars lost at each move against the best. Its numbers of stars are fractions where dice are rolled."""

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any, NamedTuple

from marshmallow import fields
from marshmallow.fields import Field

from api.schemas.describing import Answer, flag, inside, many, number, one_of, text, whole
from api.schemas.verdicts import Violation
from api.theme_park.schemas.answers.parts import move_field, played_fields, rolled_fields
from models.theme_park.operate.replay import OperateStep
from solver.theme_park.operate.policies import rolled
from solver.theme_park.operate.result import Status
from solver.theme_park.operate.review.continuation import Continuation, better, better_at_end, continuation, luck
from solver.theme_park.operate.review.losses import Loss
from solver.theme_park.operate.review.records import Review, ReviewedStep


class Held(NamedTuple):
    """A move held against the best, and how the moves before it could have gone on for more."""

    reviewed: ReviewedStep
    better: Continuation | None


class BranchOf(NamedTuple):
    """What rerolled dice show, one after the other, and how a sequence then goes on to the end."""

    results: tuple[int, ...]
    stars: int
    steps: tuple[OperateStep, ...]


def _lost(
    loss: Callable[[Any], Loss | None],
    gave: str,
    spared: str,
    unknown: str = "that is not proven",
    *,
    null: bool = False,
) -> tuple[Field[Any], Field[Any], Field[Any]]:
    """Fields that tell stars given away: exactly where that is proven, at least, at most; ``null``: perhaps nothing is told."""

    def of(tell: Callable[[Loss], Any]) -> Callable[[Any], Any]:
        def told(source: Any) -> Any:
            found = loss(source)
            return None if found is None else tell(found)

        return told

    return (
        number(f"Stars {gave}; null where {unknown}.", null=True, minimum=0, of=of(attrgetter("proven"))),
        number(f"Stars {gave} for certain.", null=null, minimum=0, of=of(attrgetter("at_least"))),
        number(f"More stars {spared}.", null=null, minimum=0, of=of(attrgetter("at_most"))),
    )


class TogetherAnswer(Answer):
    """Moves between which no state could be searched, as a colour adjustment waited for its operation; they end here."""

    moves = whole("How many.", minimum=2, of=attrgetter("moves_together"))
    lost, lost_at_least, lost_at_most = _lost(attrgetter("together"), "they gave away", "they did not give away")


class ReviewBranch(Answer):
    """How a sequence goes on after the results of its rerolls."""

    result, results = rolled_fields()
    stars = whole("Stars.")
    moves, texts = played_fields(attrgetter("steps"))


def _where_found(
    follows: Callable[[Any], Continuation | None], tell: Callable[[Continuation], Any]
) -> Callable[[Any], Any]:
    """What is told of a continuation, None where there is none."""

    def told(source: Any) -> Any:
        found = follows(source)
        return None if found is None else tell(found)

    return told


def _sequence(follows: Callable[[Any], Continuation | None], about: str, words: str) -> tuple[Field[Any], Field[Any]]:
    """Fields that tell how a sequence goes on: moves, texts."""
    return played_fields(_where_found(follows, Continuation.steps), about, words, null=True)


def _stars(follows: Callable[[Any], Continuation | None]) -> Field[Any]:
    return number("Stars of the whole phase with it.", null=True, of=_where_found(follows, attrgetter("stars")))


def _chance(follows: Callable[[Any], Continuation | None]) -> Field[Any]:
    about = "Where it rerolls a die, how it goes on for each result."
    return many(ReviewBranch, about, null=True, of=_where_found(follows, _branches))


def _branches(found: Continuation) -> list[BranchOf] | None:
    if found.branches is None:
        return None
    steps = [found.steps(verdict) for verdict in found.branches]
    return [
        BranchOf(rolled([step.move for step in follows]), verdict.stars, follows)
        for verdict, follows in zip(found.branches, steps, strict=True)
    ]


class ReviewStep(Answer):
    """A move held against the best. Numbers of stars are expected ones, perhaps with a fraction, where a die may be rerolled."""

    move = move_field(of=attrgetter("reviewed.step.move"))
    text = text("The move in words.", of=attrgetter("reviewed.step.text"))
    best_before = number(
        "Most stars found from before it; never less than were played.", of=attrgetter("reviewed.before.least")
    )
    bound_before = number("What nothing from before it exceeds.", of=attrgetter("reviewed.before.most"))
    best_after = number("Most stars found from after it.", of=attrgetter("reviewed.after.least"))
    bound_after = number("What nothing from after it exceeds.", of=attrgetter("reviewed.after.most"))
    proven = flag(
        "Whether the most before and after it are known exactly.",
        of=lambda held: held.reviewed.before.proven and held.reviewed.after.proven,
    )
    lost, lost_at_least, lost_at_most = _lost(attrgetter("reviewed.lost"), "it gave away", "it did not give away")
    rolls = flag("Whether it rolls dice; what they show is not lost by the move.", of=attrgetter("reviewed.rolls"))
    luck = number(
        "Stars beyond what was to be expected that its dice brought; null without dice or proof.",
        null=True,
        of=lambda held: luck(held.reviewed),
    )
    together = inside(
        TogetherAnswer,
        null=True,
        of=lambda held: held.reviewed if held.reviewed.moves_together > 1 else None,
    )
    better, better_texts = _sequence(
        attrgetter("better"),
        "A sequence from before it for more stars than were found after it; else null.",
        "The same in words.",
    )
    better_stars = _stars(attrgetter("better"))
    better_chance = _chance(attrgetter("better"))


class Reviewed(NamedTuple):
    """A review, with the best sequence found and how the moves could go on at their end for more."""

    review: Review
    best: Continuation
    at_end: Continuation | None

    @classmethod
    def of(cls, review: Review) -> "Reviewed":
        """The review with what its answer tells of sequences, each replayed once."""
        position, moves = review.position, [step.move for step in review.verdict.steps]
        more = better_at_end(review)
        at_end = None if more is None else continuation(position, moves, more)
        return cls(review, continuation(position, (), review.best), at_end)


def _held(told: Reviewed) -> Iterator[Held]:
    review = told.review
    moves = [step.move for step in review.verdict.steps]
    for count, each in enumerate(review.steps):
        instead = better(each)
        yield Held(each, None if instead is None else continuation(review.position, moves[:count], instead))


class ReviewAnswer(Answer):
    """Stars lost at each step against the best: what was ``Reviewed``."""

    status = one_of(
        Status,
        "optimal: all is proven; feasible: some is told as least and most; cancelled.",
        of=attrgetter("review.status"),
    )
    legal = flag("Whether every move is legal.", of=attrgetter("review.verdict.legal"))
    complete = flag("Whether stopping was judged too; never of an illegal sequence.", of=attrgetter("review.complete"))
    stars = whole("Stars of the sequence.", of=attrgetter("review.verdict.stars"))
    best = number(
        "Most stars found from the start; never less than were played, unless dice were lucky.",
        of=attrgetter("review.best.least"),
    )
    bound = number("What no sequence exceeds.", of=attrgetter("review.best.most"))
    proven = flag("Whether the most stars from the start are known exactly.", of=attrgetter("review.best.proven"))
    lost, lost_at_least, lost_at_most = _lost(attrgetter("review.lost"), "given away", "were not given away")
    left_at_end, left_at_least, left_at_most = _lost(
        attrgetter("review.left"),
        "given away by stopping",
        "were not given away by stopping",
        "not proven or not judged",
        null=True,
    )
    better_at_end, better_at_end_texts = _sequence(
        attrgetter("at_end"),
        "How to go on for more stars where stopping is judged; null where none is known.",
        "The same in words.",
    )
    better_at_end_stars = _stars(attrgetter("at_end"))
    better_at_end_chance = _chance(attrgetter("at_end"))
    moves, texts = played_fields(lambda told: told.best.steps(), "The best sequence found.", "Its moves in words.")
    chance = _chance(attrgetter("best"))
    steps = many(ReviewStep, "The moves, up to the last legal one.", of=_held)
    violation = inside(Violation, null=True, of=attrgetter("review.verdict.violation"))
    searched = whole("States that were looked at.", of=attrgetter("review.searched"))
    states = whole("States that the moves come through.", of=attrgetter("review.states"))
    notes = many(
        fields.String(),
        "What a reader should know of the round and of how the searches went.",
        of=lambda told: [*told.review.position.notes, *told.review.notes],
    )
    seconds = number("Seconds of the review.", of=lambda told: round(told.review.seconds, 3))
