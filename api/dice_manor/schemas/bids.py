"""The table in the Bid phase as values."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from marshmallow import post_load

from api.dice_manor.schemas.fields import (
    HIGH,
    LOW,
    MOST_PLAYERS,
    MOST_PRESTIGE,
    MOST_TOKENS,
    PLAYER,
    ROLLED,
    VERSION,
    NumberKey,
    Of,
    Phase,
    RulingsField,
)
from api.dice_manor.schemas.manors import ManorSchema, RoomSchema
from api.schemas.fields import (
    BoundedInt,
    BoundedList,
    EnumField,
    FlagField,
    MappingField,
    NestedObject,
    StrictSchema,
    TextField,
)
from models.dice_manor.manor import DICE, Manor, Room
from models.dice_manor.rulings import ManorRulings
from models.dice_manor.turn import TOKENS_IN_BOX, Bid, Board, Seat


class BidderSchema(StrictSchema):
    """A player in the Bid phase."""

    what = "a player"

    id = TextField(required=True)
    dice = BoundedInt(0, DICE, required=True)
    tokens = BoundedInt(0, MOST_TOKENS, load_default=0)
    prestige = BoundedInt(0, MOST_PRESTIGE, load_default=0)


class BidSchema(StrictSchema):
    """Dice of a player under a Blueprint."""

    what = "a bid"

    player = TextField("the id of a player", required=True)
    dice = BoundedInt(1, DICE, required=True)


class AdvertisingBidSchema(BidSchema):
    """Dice of a player on Advertising, for a number."""

    number = BoundedInt(LOW, HIGH, required=True)
    raised = FlagField(load_default=False)


class BidPhaseSchema(StrictSchema):
    """The table in the Bid phase, seen by the active player; the other players' manors may be left out."""

    what = "a position"

    of = EnumField(Of, load_default=Of.DICE_MANOR)
    version = BoundedInt(VERSION, VERSION, load_default=VERSION)
    phase = EnumField((Phase.BID,), required=True)
    round = BoundedInt(1, 4, load_default=1)
    players = BoundedList(NestedObject(BidderSchema), "players", MOST_PLAYERS, least=1, required=True)
    first = TextField("the id of a player", load_default=None, allow_none=True)
    active = TextField("the id of a player", required=True)
    tours = BoundedList(PLAYER, "ids of players", MOST_PLAYERS, load_default=())
    blueprints = MappingField(
        NumberKey(),
        BoundedList(NestedObject(BidSchema), "bids", MOST_PLAYERS),
        "Blueprint numbers and lists of bids",
        load_default=dict,
    )
    advertising = BoundedList(NestedObject(AdvertisingBidSchema), "bids", MOST_PLAYERS, load_default=())
    empty = BoundedList(BoundedInt(LOW, HIGH), "numbers of Blueprints without a tile", HIGH, load_default=())
    manors = MappingField(PLAYER, NestedObject(ManorSchema), "ids of players and their manors", load_default=dict)
    manor = NestedObject(ManorSchema, load_default=None)
    tiles = MappingField(
        NumberKey(),
        BoundedList(NestedObject(RoomSchema), "rooms of the tile", 2, least=1),
        "Blueprint numbers and the rooms of the tiles there",
        load_default=dict,
    )
    rolled = BoundedList(ROLLED, "numbers that dice show", DICE, load_default=None, allow_none=True)
    rulings = RulingsField(load_default=ManorRulings)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Mapping[str, Any]:
        """The document, as ``seat_of`` takes it."""
        return data


class BidTable(NamedTuple):
    """The Bid phase, read: the active player's seat, whether others have dice left, and the tiles that are known."""

    seat: Seat
    last: bool
    tiles: Mapping[int, tuple[Room, ...]]


def table_of(data: Mapping[str, Any]) -> BidTable:
    """The table of a consistent document of the Bid phase."""
    others = [player["dice"] for player in data["players"] if player["id"] != data["active"]]
    return BidTable(seat_of(data), not any(others), data["tiles"])


def seat_of(data: Mapping[str, Any]) -> Seat:
    """What the active player's turn starts from, of a consistent document of the Bid phase."""
    active = next(player for player in data["players"] if player["id"] == data["active"])
    manor = data["manors"].get(data["active"], data["manor"])
    blueprints = {
        number: tuple(Bid(bid["player"], bid["dice"], number) for bid in bids)
        for number, bids in data["blueprints"].items()
    }
    return Seat(
        manor=Manor(manor["rooms"]),
        dice=dict(manor["dice"]),
        unplaced=active["dice"],
        rolled=data["rolled"],
        tokens=active["tokens"],
        rulings=data["rulings"],
        player=active["id"],
        board=Board(
            blueprints,
            tuple(Bid(each["player"], each["dice"], each["number"], each["raised"]) for each in data["advertising"]),
            frozenset(data["empty"]),
        ),
        supply=TOKENS_IN_BOX - sum(player["tokens"] for player in data["players"]),
    )
