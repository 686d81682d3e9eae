"""Turns of a player, read as values and written."""

from enum import StrEnum
from operator import attrgetter
from typing import Any

from marshmallow import post_load

from api.dice_manor.schemas.fields import HIGH, LOW, MOST_TOKENS, ROLLED
from api.dice_manor.schemas.manors import PlaceSchema
from api.schemas.describing import ABSENT, Document
from api.schemas.fields import (
    BoundedInt,
    BoundedList,
    DescribedField,
    EnumField,
    NestedObject,
    StrictSchema,
)
from models.dice_manor.turn import Nudge, Reroll, TokenUse, Turn

MOST_TOLD = 36
"""Dice that a turn may tell of; that they are more than are left is for the rules to say."""


DIE = BoundedInt(0, MOST_TOLD - 1)


class NudgeSchema(StrictSchema):
    """A token that turns a die by 1."""

    what = "a token's use"

    die = BoundedInt(0, MOST_TOLD - 1, required=True)
    by = BoundedInt(-1, 1, but_not=0, required=True)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Nudge:
        """Makes the use of the loaded fields."""
        return Nudge(**data)


class RerollSchema(StrictSchema):
    """A token that rolls dice again."""

    what = "a token's use"

    reroll = BoundedList(DIE, "indices of dice", MOST_TOLD, least=1, of=attrgetter("dice"), required=True)
    result = BoundedList(ROLLED, "numbers that those dice show then", MOST_TOLD, least=1, required=True)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Reroll:
        """Makes the use of the loaded fields."""
        return Reroll(data["reroll"], data["result"])


class TokenField(DescribedField[TokenUse]):
    """What a token does: it turns a die or rolls dice again."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            '{"die", "by"}, which turns a die by 1 or -1, or {"reroll", "result"}, which rolls dice again', **kwargs
        )

    def read(self, value: Any) -> TokenUse:
        """Reads the use; raises ValidationError for anything else."""
        if not isinstance(value, dict):
            raise self.refusal(value)
        schema = RerollSchema() if "reroll" in value else NudgeSchema()
        use: TokenUse = schema.load(value)
        return use

    def write(self, value: TokenUse) -> Document:
        """The use as a turn tells it."""
        return RerollSchema.write(value) if isinstance(value, Reroll) else NudgeSchema.write(value)


class Do(StrEnum):
    """Kinds of moves, as ``do`` names them."""

    TURN = "turn"


def _bids(turn: Turn) -> bool:
    return bool(turn.blueprint or turn.advertising)


class ManorTurnSchema(StrictSchema):
    """A turn: the roll, tokens, the number chosen, what is placed."""

    what = "a turn"

    do = EnumField(Do, load_default=Do.TURN, of=lambda _: Do.TURN)
    rolled = BoundedList(ROLLED, "numbers that the dice rolled show", MOST_TOLD, required=True)
    tokens = BoundedList(TokenField(), "uses of tokens", MOST_TOKENS, load_default=())
    number = BoundedInt(LOW, HIGH, required=True)
    paths = BoundedList(
        BoundedList(NestedObject(PlaceSchema), "slots of rooms", MOST_TOLD, least=1),
        "paths",
        MOST_TOLD,
        load_default=(),
    )
    blueprint = BoundedInt(0, MOST_TOLD, load_default=0, of=lambda turn: turn.blueprint if _bids(turn) else ABSENT)
    advertising = BoundedInt(0, MOST_TOLD, load_default=0, of=lambda turn: turn.advertising if _bids(turn) else ABSENT)
    unhappy = BoundedInt(
        0,
        MOST_TOLD,
        load_default=None,
        allow_none=True,
        of=lambda turn: ABSENT if turn.unhappy is None else turn.unhappy,
    )

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Turn:
        """The turn; unhappy guests that are told are a claim, as they follow from the rest."""
        return Turn(**{name: value for name, value in data.items() if name != "do"})
