"""The answer to a solve of the Bid phase: turns by what they are worth."""

from operator import attrgetter
from typing import NamedTuple

from marshmallow import fields

from api.dice_manor.schemas.answers.parts import (
    DECIMALS,
    ManorRulesInForce,
    ManorTokenUse,
    RollAgain,
    by_name,
    paths_field,
)
from api.dice_manor.schemas.bids import BidTable
from api.schemas.describing import Answer, AnyNumber, inside, many, number, table, text, whole
from models.dice_manor.turn import TokenUse
from solver.dice_manor.bid_turn import BidAnswer, BidOption, Depth

EXACT = "Nobody else has dice: every turn to come is played out under these weights, rolls and tokens included."
ESTIMATE = "Worth if nobody else bids further, dice left counted by their weight"
AGAIN = {
    Depth.ONE_TURN: "; dice rolled again by the mean of the best turns",
    Depth.AT_ONCE: "; rolling dice again was not weighed: that takes longer",
}
"""What is to know of tokens that roll dice again."""
IN_PART = "There are too many turns to look at each in time: there may be a better one."


class RankedTurn(NamedTuple):
    """A turn at a table, beside the worth of the best one."""

    table: BidTable
    option: BidOption
    best: float


class Ranking(NamedTuple):
    """Turns at a table, the best first; ``more``: what else is to know of them."""

    table: BidTable
    answer: BidAnswer
    more: tuple[str, ...]
    seconds: float

    @property
    def best(self) -> BidOption | None:
        """The best turn, None where nothing is rolled yet."""
        return self.answer.options[0] if self.answer.options else None

    @property
    def options(self) -> list[RankedTurn]:
        """The turns beside the best one."""
        return [RankedTurn(self.table, option, self.answer.options[0].worth) for option in self.answer.options]

    @property
    def notes(self) -> list[str]:
        """How the worths were found, and what else is to know."""
        seat, answer = self.table.seat, self.answer
        if not seat.unplaced:
            return ["No dice are left to place.", *self.more]
        if seat.rolled is None:
            return [*self.more, "Nothing is rolled yet: tell what the dice show to get the turns."]
        again = AGAIN.get(answer.depth, "") if seat.tokens else ""
        worth = EXACT if answer.exact else f"{ESTIMATE}{again}."
        return [worth, *(() if answer.complete else (IN_PART,)), *self.more]


def _uses(option: BidOption) -> tuple[TokenUse | RollAgain, ...]:
    return (RollAgain(option.reroll),) if option.turn is None else option.turn.tokens


class ManorBidDecision(Answer):
    """A turn of the Bid phase; one that rolls dice again stops there."""

    tokens = many(ManorTokenUse, "Tokens to spend.", of=_uses)
    number = whole(
        "The number to choose, null where dice are rolled again first.",
        null=True,
        of=lambda option: option.turn and option.turn.number,
    )
    paths = paths_field(of=lambda option: option.turn.paths if option.turn else ())
    blueprint = whole("Dice under the Blueprint.", of=lambda option: option.turn.blueprint if option.turn else 0)
    advertising = whole("Dice on Advertising.", of=lambda option: option.turn.advertising if option.turn else 0)


def _text(ranked: RankedTurn) -> str:
    option, rolled = ranked.option, ranked.table.seat.rolled or ()
    if option.played is None:
        return f"Roll {' '.join(str(rolled[die]) for die in option.reroll)} again."
    return option.played.text


class ManorBidOption(Answer):
    """A turn of the Bid phase and its worth."""

    decision = inside(ManorBidDecision, of=attrgetter("option"))
    expected = number("Its worth.", of=lambda ranked: round(ranked.option.worth, DECIMALS))
    loss = number(
        "How much less it is worth than the best.", of=lambda ranked: round(ranked.best - ranked.option.worth, DECIMALS)
    )
    parts = table(AnyNumber(), "Where its worth comes from.", of=lambda ranked: by_name(ranked.option.parts))
    text = text("The turn in words.", of=_text)


class ManorWeights(Answer):
    """Prestige that a thing is worth in the Bid phase."""

    token = number("A token in hand.")
    tile = number("A tile won that tiles does not name.")
    space = number("A space of the Advertising track.")
    step = number("A step of a bonus die.")
    die = number("A die left to place.")
    tiles = table(AnyNumber(), "Tiles by their Blueprint.", of=lambda weights: by_name(weights.tiles))


class ManorBidAnswer(Answer):
    """Turns of the Bid phase on a roll, the best first, of a ``Ranking``."""

    status = text(
        "optimal: played out to the end under these weights; estimate.",
        enum=["optimal", "estimate"],
        of=lambda ranking: "optimal" if ranking.answer.exact and ranking.best else "estimate",
    )
    expected = number(
        "Worth of the best turn.", null=True, of=lambda ranking: ranking.best and round(ranking.best.worth, DECIMALS)
    )
    exact = text("Null: worths under weights are not told as fractions.", null=True, of=lambda _: None)
    decision = inside(ManorBidDecision, null=True, of=attrgetter("best"))
    options = many(ManorBidOption, "The turns, the best first.")
    weights = inside(ManorWeights, of=attrgetter("answer.weights"))
    notes = many(fields.String(), "What else is to know.")
    seconds = number("Seconds that it took.", of=lambda ranking: round(ranking.seconds, 3))
    rules = inside(ManorRulesInForce, of=attrgetter("table.seat.rulings"))
