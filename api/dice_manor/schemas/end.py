"""The end of a game as values."""

from typing import Any

from marshmallow import post_load

from api.dice_manor.schemas.fields import (
    DIVERSITY,
    MOST_PLAYERS,
    MOST_PRESTIGE,
    MOST_TOKENS,
    VERSION,
    Of,
    Phase,
    RulingsField,
)
from api.dice_manor.schemas.manors import DoorsSchema
from api.schemas.fields import (
    BoundedInt,
    BoundedList,
    EnumField,
    NestedObject,
    StrictSchema,
    TextField,
)
from models.dice_manor.manor import DICE, MOST_ROOMS
from models.dice_manor.rulings import ManorRulings
from models.dice_manor.scoring import EndOfGame, Finisher


class FinisherSchema(StrictSchema):
    """A player after the Grand Opening."""

    what = "a player"

    id = TextField(required=True)
    prestige = BoundedInt(0, MOST_PRESTIGE, required=True)
    tokens = BoundedInt(0, MOST_TOKENS, load_default=0)
    unhappy = BoundedInt(0, DICE, load_default=0)
    dice_in_manor = BoundedInt(0, DICE, load_default=0)
    rooms = BoundedList(NestedObject(DoorsSchema), "rooms", MOST_ROOMS, required=True)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Finisher:
        """Makes the player of the loaded fields."""
        return Finisher(**data)


class EndSchema(StrictSchema):
    """The end of a game, of which points are counted."""

    what = "the end of a game"

    of = EnumField(Of, load_default=Of.DICE_MANOR)
    version = BoundedInt(VERSION, VERSION, load_default=VERSION)
    phase = EnumField((Phase.END,), required=True)
    players = BoundedList(NestedObject(FinisherSchema), "players", MOST_PLAYERS, least=1, required=True)
    diversity = DIVERSITY
    rulings = RulingsField(load_default=ManorRulings)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> EndOfGame:
        """Makes the values that are scored of the loaded fields."""
        return EndOfGame(data["players"], data["diversity"], data["rulings"])
