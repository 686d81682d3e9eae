"""Answers of the referee of Dice Manor: turns judged, next turns listed, points counted."""

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from marshmallow import fields

from api.dice_manor.schemas.answers.parts import (
    ManorDice,
    ManorFurtherUnder,
    ManorRulesInForce,
    ManorRulingChoice,
    by_name,
)
from api.dice_manor.schemas.bids import BidSchema
from api.dice_manor.schemas.turns import ManorTurnSchema
from api.schemas.describing import ABSENT, Answer, flag, inside, many, table, text, whole
from api.schemas.verdicts import Violation, hanging_fields
from models.dice_manor.replay import Played, Verdict
from models.dice_manor.scoring import EndOfGame, room_types, scores, winners
from models.dice_manor.turn import TOKENS_IN_BOX, Board, Seat


class JudgedTurns(NamedTuple):
    """Turns judged from a seat."""

    seat: Seat
    verdict: Verdict

    @property
    def board(self) -> Board | None:
        """The bids after the last legal turn; None in the Grand Opening."""
        return self.verdict.reached.board

    @property
    def most_tokens(self) -> int:
        """The most tokens that players had at once."""
        seats = (self.seat, *(step.after for step in self.verdict.steps))
        return TOKENS_IN_BOX - min(seat.in_supply for seat in seats)


class ManorStep(Answer):
    """A turn that was played, and what it left."""

    move = inside(ManorTurnSchema, of=attrgetter("turn"))
    prestige = whole("Rewards of its paths.")
    tokens = whole("Tokens in hand after it.", of=attrgetter("after.tokens"))
    unhappy = whole("Its unhappy guests.")
    text = text("The turn in words.")


class ManorAdvertisingBid(Answer):
    """Dice of a player on Advertising, for a number."""

    player = text("The player.")
    number = whole("What the dice show.")
    dice = whole("How many.")
    raised = flag(
        "Whether dice were added to a bid that lay; absent: no.",
        x_optional=True,
        of=lambda bid: bid.raised or ABSENT,
    )


def token_notes(tokens: int) -> list[str]:
    """A warning where players have more ``tokens`` than the box."""
    return [f"{tokens} tokens are in hand, and the box has {TOKENS_IN_BOX}."] if tokens > TOKENS_IN_BOX else []


class ManorCheckAnswer(Answer):
    """The referee's answer on turns, of ``JudgedTurns``; the bids are told as a position has them."""

    legal = flag("Whether every turn is legal.", of=attrgetter("verdict.legal"))
    prestige = whole("Rewards of the paths.", of=attrgetter("verdict.prestige"))
    tokens = whole("Tokens in hand afterwards.", of=attrgetter("verdict.reached.tokens"))
    unplaced = whole("Dice left to place.", of=attrgetter("verdict.reached.unplaced"))
    unhappy = whole("Unhappy guests so far.", of=attrgetter("verdict.reached.unhappy"))
    steps = many(ManorStep, "The turns up to the last legal one.", of=attrgetter("verdict.steps"))
    violation = inside(Violation, null=True, of=attrgetter("verdict.violation"))
    manor = inside(ManorDice, of=attrgetter("verdict.reached"))
    blueprints = table(
        many(BidSchema, "Bids."),
        "Of the Bid phase: bids under each Blueprint.",
        x_optional=True,
        of=lambda judged: by_name(dict(sorted(judged.board.blueprints.items()))) if judged.board else ABSENT,
    )
    advertising = many(
        ManorAdvertisingBid,
        "Of the Bid phase: bids on Advertising.",
        x_optional=True,
        of=lambda judged: judged.board.advertising if judged.board else ABSENT,
    )
    empty = many(
        fields.Integer(),
        "Of the Bid phase: Blueprints without a tile; absent: none.",
        x_optional=True,
        of=lambda judged: (judged.board and sorted(judged.board.empty)) or ABSENT,
    )
    legal_under, further_under, relies_on = hanging_fields(
        "sequence", ManorRulingChoice, ManorFurtherUnder, attrgetter("verdict")
    )
    notes = many(fields.String(), "What else is to know.", of=lambda judged: token_notes(judged.most_tokens))
    rules = inside(ManorRulesInForce, of=attrgetter("seat.rulings"))


class NextTurns(NamedTuple):
    """Legal turns on a roll, each played; ``more``: there may be others."""

    moves: Sequence[Played]
    more: bool
    notes: Sequence[str]


class ManorNextTurn(Answer):
    """A turn that could be played."""

    move = inside(ManorTurnSchema, of=attrgetter("turn"))
    prestige = whole("Rewards of its paths.")
    text = text("The turn in words.")


class ManorMovesAnswer(Answer):
    """Legal turns on a roll, tokens left aside."""

    moves = many(ManorNextTurn, "The turns.")
    more = flag("Whether the list was cut: there were too many, or the time for it was over.")
    notes = many(fields.String(), "What else is to know.")


class ManorScore(Answer):
    """A player's points at the end, by where they come from."""

    id = text("The player.")
    grand_opening = whole("For dice in the manor.")
    colours = whole("For majorities of colours.")
    largest = whole("For the largest manor.")
    diversity = whole("For different types of rooms.")
    tokens = whole("For tokens left.")
    total = whole("All of it, and the prestige earned before.")


def untold_diversity(end: EndOfGame) -> list[str]:
    """Numbers of room types that the table of diversity does not name."""
    notes = []
    for player in end.players:
        types = room_types(player.rooms, end.rulings)
        if types not in end.diversity and types:
            notes.append(f"diversity names no prestige for {types} room types ({player.id}); counted as 0.")
    return notes


class ManorScoreAnswer(Answer):
    """Everybody's points at the end of a game, and who wins."""

    players = many(ManorScore, "The points of each player.", of=scores)
    winners = many(fields.String(), "Who wins.", of=winners)
    notes = many(fields.String(), "What else is to know.", of=untold_diversity)
