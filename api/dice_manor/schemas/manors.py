"""Manors and positions of the Grand Opening as values (models/dice_manor/README.md, Documents)."""

from typing import Any

from marshmallow import post_load

from api.dice_manor.schemas.fields import (
    HIGH,
    LOW,
    MOST_COLOURS,
    MOST_DOORS,
    MOST_TOKENS,
    ROLLED,
    VERSION,
    Of,
    Phase,
    RulingsField,
    SlotField,
)
from api.schemas.fields import (
    BoundedInt,
    BoundedList,
    EnumField,
    NestedObject,
    StrictSchema,
    TextField,
)
from models.dice_manor.manor import DICE, MOST_ROOMS, SLOTS, Manor, Place, Room, RoomType
from models.dice_manor.rulings import ManorRulings
from models.dice_manor.turn import Seat


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
        """Makes the room of the loaded fields."""
        return Room(**data)


class RoomSchema(DoorsSchema):
    """A room of a manor that is toured."""

    slots = BoundedList(SlotField(), "slots", SLOTS, least=1, required=True)


class PlaceSchema(StrictSchema):
    """A slot for a die: its room, and which of the two."""

    what = "a slot of a room"

    room = TextField("the id of a room", required=True)
    slot = BoundedInt(0, SLOTS - 1, load_default=0)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Place:
        """Makes the place of the loaded fields."""
        return Place(**data)


class DieSchema(StrictSchema):
    """A die in a manor: its slot and what it shows."""

    what = "a die in a slot"

    room = TextField("the id of a room", required=True, of=lambda die: die[0].room)
    slot = BoundedInt(0, SLOTS - 1, load_default=0, of=lambda die: die[0].slot)
    value = BoundedInt(LOW, HIGH, required=True, of=lambda die: die[1])

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> tuple[Place, int]:
        """The place and the number."""
        return Place(data["room"], data["slot"]), data["value"]


class ManorSchema(StrictSchema):
    """Rooms and the dice in them."""

    what = "a manor"

    rooms = BoundedList(NestedObject(RoomSchema), "rooms", MOST_ROOMS, least=1, required=True)
    dice = BoundedList(NestedObject(DieSchema), "dice", DICE, load_default=())


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
