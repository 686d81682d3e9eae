"""The answer of a review of a whole game, and news of one that runs."""

from collections.abc import Sequence
from fractions import Fraction
from operator import attrgetter
from typing import NamedTuple

from marshmallow import fields

from api.schemas.describing import Answer, Document, flag, kept_as, many, number, one_of, text, whole
from api.theme_park.schemas.answers.reviews import ReviewAnswer
from models.theme_park.game.parks import OperatedPark
from models.theme_park.game.validate import GameVerdict
from solver.theme_park.operate.result import Status


class GameReviewProgress(NamedTuple):
    """How far the review of a game is."""

    searched: int
    states: int
    reviewed: int
    phases: int
    round: int
    player: str
    seconds: float


class GameReviewProgressAnswer(Answer):
    """News of a review of a whole game."""

    searched = whole("States looked at.", minimum=0)
    states = whole("States that the moves of all Operate phases come through.", minimum=0)
    reviewed = whole("Operate phases reviewed.", minimum=0)
    phases = whole("Operate phases of the record.", minimum=0)
    round = whole("The round that is looked at.", minimum=1)
    player = text("Whose Operate phase is looked at.")
    seconds = number("Seconds since the review began.", of=lambda progress: round(progress.seconds, 3))


class PhaseReview(NamedTuple):
    """A player's Operate phase with its review as a document, or why there is none."""

    phase: OperatedPark
    review: Document | None
    why_not: str | None


class ReviewedPhase(Answer):
    """A player's Operate phase held against the best."""

    round = whole("The round.", minimum=1, of=attrgetter("phase.round"))
    player = text("The player.", of=attrgetter("phase.player"))
    events = many(fields.Integer(), "The events that tell it, from 0.", of=attrgetter("phase.events"))
    review = kept_as(ReviewAnswer, null=True)
    why_not = text("What of it the solver does not weigh; null where it is reviewed.", null=True)


class Losses(NamedTuple):
    """What a player lost in so many phases."""

    player: str
    phases: int
    stars: int | float
    least: Fraction
    most: Fraction


class LostByPlayer(Answer):
    """What a player lost in the Operate phases that were reviewed, luck apart."""

    player = text("The player.")
    phases = whole("Phases reviewed.", minimum=1)
    stars = number("Stars of these phases.")
    lost = number(
        "Stars given away; null where that is not proven.",
        null=True,
        of=lambda losses: losses.least if losses.least == losses.most else None,
    )
    lost_at_least = number("Stars given away for certain.", of=attrgetter("least"))
    lost_at_most = number("More stars were not given away.", of=attrgetter("most"))


class GameReview(NamedTuple):
    """The review of a game; ``phases``: documents of those looked at, as far as it is known."""

    status: Status
    verdict: GameVerdict
    players: Sequence[Losses]
    phases: Sequence[Document]
    searched: int
    states: int
    seconds: float


class GameReviewAnswer(Answer):
    """Every Operate phase of a game held against the best."""

    status = one_of(Status, "optimal: all is proven; feasible: some is told as at least and at most; cancelled.")
    legal = flag("Whether every event of the record is legal.", of=attrgetter("verdict.legal"))
    events = whole(
        "Events up to the last legal one; what follows is not reviewed.", minimum=0, of=attrgetter("verdict.played")
    )
    violation = text(
        "The rule that the next event breaks; null where none does.",
        null=True,
        of=lambda game: game.verdict.violation and game.verdict.violation.message,
    )
    players = many(LostByPlayer, "What each player lost.")
    phases = many(kept_as(ReviewedPhase), "The Operate phases in the order they began.")
    searched = whole("States looked at.", minimum=0)
    states = whole("States that the moves come through.", minimum=0)
    seconds = number("Seconds that this search took.", of=lambda game: round(game.seconds, 3))
