"""Documents of Dice Manor as values (models/dice_manor/README.md, Documents)."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from marshmallow import ValidationError, post_load

from api.schemas.fields import (
    BoundedInt,
    BoundedList,
    DescribedField,
    EnumField,
    FlagField,
    MappingField,
    NestedObject,
    StrictSchema,
    TextField,
    read_each,
)
from models.dice_manor.manor import ANY, DICE, MOST_ROOMS, NUMBERS, SLOTS, Manor, Place, Room, RoomType
from models.dice_manor.rulings import Choice, ManorRulings, Ruling, questions
from models.dice_manor.scoring import EndOfGame, Finisher
from models.dice_manor.turn import TOKENS_IN_BOX, Bid, Board, Nudge, Reroll, Seat, TokenUse, Turn
from models.shared.fault import found, named

VERSION = 1
SLUG = "dice-manor"
LOW, HIGH = min(NUMBERS), max(NUMBERS)
MOST_TOKENS = 99
MOST_PRESTIGE = 999
MOST_PLAYERS = 4
MOST_COLOURS = 6
MOST_DOORS = MOST_ROOMS
MOST_TYPES = 12


class Phase(StrEnum):
    """What a document tells of."""

    GRAND_OPENING = "grand-opening"
    BID = "bid"
    BUILD = "build"
    END = "end"


class Of(StrEnum):
    """The game that a document is of."""

    DICE_MANOR = SLUG


class SlotField(DescribedField[frozenset[int]]):
    """The numbers that a slot accepts: ``"any"``, or a list of them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(f'"any", or a list of 1 to {HIGH} different numbers from {LOW} to {HIGH}', **kwargs)

    def read(self, value: Any) -> frozenset[int]:
        """The numbers."""
        if value == "any":
            return ANY
        if not isinstance(value, list) or not 1 <= len(value) <= HIGH:
            raise self.refusal(value)
        numbers = read_each(enumerate(value), BoundedInt(LOW, HIGH)).values()
        if len(set(numbers)) < len(numbers):
            raise self.refusal(value)
        return frozenset(numbers)


class RulingsField(DescribedField[ManorRulings]):
    """Choices that differ from the defaults, by ruling."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("an object of rulings and their choices", {"type": "object"}, **kwargs)

    def read(self, value: Any) -> ManorRulings:
        """The choices in force."""
        if not isinstance(value, dict):
            raise self.refusal(value)
        errors, choices = {}, dict[Ruling, Choice]()
        for name, choice in value.items():
            if name not in {ruling.value for ruling in Ruling}:
                errors[name] = [f"Unknown ruling; accepted here: {named(ruling.value for ruling in Ruling)}."]
            elif choice not in [each.value for each in questions()[Ruling(name)].choices]:
                errors[name] = [found(choice, named(each.value for each in questions()[Ruling(name)].choices))]
            else:
                choices[Ruling(name)] = Choice(choice)
        if errors:
            raise ValidationError(errors)
        return ManorRulings.of(choices)


class DoorsSchema(StrictSchema):
    """A room as the final score needs it."""

    what = "a room"

    id = TextField(required=True)
    type = EnumField(RoomType, required=True)
    colours = BoundedList(TextField("a colour"), "colours", MOST_COLOURS, load_default=())
    doors = BoundedList(TextField("the id of a room"), "ids of rooms", MOST_DOORS, load_default=())
    slots = BoundedList(SlotField(), "slots", SLOTS, load_default=())

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Room:
        """The room."""
        return Room(**data)


class RoomSchema(DoorsSchema):
    """A room of a manor that is toured."""

    slots = BoundedList(SlotField(), "slots", SLOTS, least=1, required=True)


class PlaceSchema(StrictSchema):
    """A die slot."""

    what = "a slot of a room"

    room = TextField("the id of a room", required=True)
    slot = BoundedInt(0, SLOTS - 1, load_default=0)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Place:
        """The place."""
        return Place(**data)


class DieSchema(StrictSchema):
    """A die in a manor."""

    what = "a die in a slot"

    room = TextField("the id of a room", required=True)
    slot = BoundedInt(0, SLOTS - 1, load_default=0)
    value = BoundedInt(LOW, HIGH, required=True)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> tuple[Place, int]:
        """The place and the number."""
        return Place(data["room"], data["slot"]), data["value"]


class ManorSchema(StrictSchema):
    """Rooms and the dice in them."""

    what = "a manor"

    rooms = BoundedList(NestedObject(RoomSchema), "rooms", MOST_ROOMS, least=1, required=True)
    dice = BoundedList(NestedObject(DieSchema), "dice", DICE, load_default=())


ROLLED = BoundedInt(LOW, HIGH)


class OpeningSchema(StrictSchema):
    """One player in the Grand Opening."""

    what = "a position"

    of = EnumField(Of, load_default=Of.DICE_MANOR)
    version = BoundedInt(VERSION, VERSION, load_default=VERSION)
    phase = EnumField((Phase.GRAND_OPENING,), load_default=Phase.GRAND_OPENING)
    manor = NestedObject(ManorSchema, required=True)
    unplaced = BoundedInt(0, DICE, required=True)
    rolled = BoundedList(ROLLED, "numbers that dice show", DICE, load_default=None, allow_none=True)
    tokens = BoundedInt(0, MOST_TOKENS, load_default=0)
    unhappy = BoundedInt(0, DICE, load_default=0)
    rulings = RulingsField(load_default=ManorRulings)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Seat:
        """What the next turn starts from."""
        return Seat(
            manor=Manor(data["manor"]["rooms"]),
            dice=dict(data["manor"]["dice"]),
            unplaced=data["unplaced"],
            rolled=data["rolled"],
            tokens=data["tokens"],
            unhappy=data["unhappy"],
            rulings=data["rulings"],
        )


class BidderSchema(StrictSchema):
    """A player in the Bid phase."""

    what = "a player"

    id = TextField(required=True)
    dice = BoundedInt(0, DICE, required=True)
    tokens = BoundedInt(0, MOST_TOKENS, load_default=0)
    prestige = BoundedInt(0, MOST_PRESTIGE, load_default=0)


class BidSchema(StrictSchema):
    """A bid under a Blueprint."""

    what = "a bid"

    player = TextField("the id of a player", required=True)
    dice = BoundedInt(1, DICE, required=True)


class AdvertisingBidSchema(BidSchema):
    """A bid on Advertising."""

    number = BoundedInt(LOW, HIGH, required=True)
    raised = FlagField(load_default=False)


class NumberKey(DescribedField[int]):
    """A number of a die as the key of an object."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(f'a number of a die, "{LOW}" to "{HIGH}"', {"type": "string"}, **kwargs)

    def read(self, value: Any) -> int:
        """The number."""
        if value in {str(number) for number in NUMBERS}:
            return int(value)
        raise self.refusal(value)


PLAYER = TextField("the id of a player")


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
        """The use."""
        return Nudge(**data)


class RerollSchema(StrictSchema):
    """A token that rolls dice again."""

    what = "a token's use"

    reroll = BoundedList(DIE, "indices of dice", MOST_TOLD, least=1, required=True)
    result = BoundedList(ROLLED, "numbers that those dice show then", MOST_TOLD, least=1, required=True)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Reroll:
        """The use."""
        return Reroll(data["reroll"], data["result"])


class TokenField(DescribedField[TokenUse]):
    """What a token does."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            '{"die", "by"}, which turns a die by 1 or -1, or {"reroll", "result"}, which rolls dice again', **kwargs
        )

    def read(self, value: Any) -> TokenUse:
        """The use."""
        if not isinstance(value, dict):
            raise self.refusal(value)
        schema = RerollSchema() if "reroll" in value else NudgeSchema()
        use: TokenUse = schema.load(value)
        return use


class Do(StrEnum):
    """What a move is."""

    TURN = "turn"


class TurnSchema(StrictSchema):
    """A turn."""

    what = "a turn"

    do = EnumField(Do, load_default=Do.TURN)
    rolled = BoundedList(ROLLED, "numbers that the dice rolled show", MOST_TOLD, required=True)
    tokens = BoundedList(TokenField(), "uses of tokens", MOST_TOKENS, load_default=())
    number = BoundedInt(LOW, HIGH, required=True)
    paths = BoundedList(
        BoundedList(NestedObject(PlaceSchema), "slots of rooms", MOST_TOLD, least=1),
        "paths",
        MOST_TOLD,
        load_default=(),
    )
    blueprint = BoundedInt(0, MOST_TOLD, load_default=0)
    advertising = BoundedInt(0, MOST_TOLD, load_default=0)
    unhappy = BoundedInt(0, MOST_TOLD, load_default=None, allow_none=True)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Turn:
        """The turn; its unhappy guests follow from the rest."""
        return Turn(**{name: value for name, value in data.items() if name not in ("do", "unhappy")})


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
        """The player."""
        return Finisher(**data)


class TypesKey(DescribedField[int]):
    """A number of room types as the key of an object."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(f'a number of room types, "0" to "{MOST_TYPES}"', {"type": "string"}, **kwargs)

    def read(self, value: Any) -> int:
        """The number."""
        if value in {str(number) for number in range(MOST_TYPES + 1)}:
            return int(value)
        raise self.refusal(value)


DIVERSITY = MappingField(
    TypesKey(), BoundedInt(0, MOST_PRESTIGE), "numbers of room types and their prestige", load_default=dict
)


class EndSchema(StrictSchema):
    """The end of a game."""

    what = "the end of a game"

    of = EnumField(Of, load_default=Of.DICE_MANOR)
    version = BoundedInt(VERSION, VERSION, load_default=VERSION)
    phase = EnumField((Phase.END,), required=True)
    players = BoundedList(NestedObject(FinisherSchema), "players", MOST_PLAYERS, least=1, required=True)
    diversity = DIVERSITY
    rulings = RulingsField(load_default=ManorRulings)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> EndOfGame:
        """The values of the score."""
        return EndOfGame(data["players"], data["diversity"], data["rulings"])
