"""A manor as positions hold it."""

from operator import attrgetter
from typing import NamedTuple

from marshmallow import fields

from api.dice_manor.schemas.fields import SlotField
from api.dice_manor.schemas.manors import DieSchema
from api.schemas.describing import Answer, inside, many, one_of, text
from models.dice_manor.manor import Room, RoomType
from models.dice_manor.notation import WrittenManor


class JoinedRoom(NamedTuple):
    """A room with all that doors join to it, from whichever side the door was told."""

    room: Room
    doors: list[str]


class ManorRoom(Answer):
    """A room of a manor, as a position has it."""

    id = text("Its id.", of=attrgetter("room.id"))
    type = one_of(RoomType, "What it is.", of=attrgetter("room.type"))
    colours = many(fields.String(), "Its colours.", of=attrgetter("room.colours"))
    slots = many(SlotField(), "The numbers that its slots accept.", of=attrgetter("room.slots"))
    doors = many(fields.String(), "The rooms that doors join to it.")


def _joined(written: WrittenManor) -> list[JoinedRoom]:
    manor = written.manor
    return [JoinedRoom(room, sorted(manor.joined[room.id])) for room in manor.rooms]


class ManorAsPositions(Answer):
    """Rooms and the dice in them, as a position has them."""

    rooms = many(ManorRoom, "The rooms.", of=_joined)
    dice = many(DieSchema, "The dice.", of=lambda written: written.dice.items())


class ManorAnswer(Answer):
    """A manor as positions hold it."""

    manor = inside(ManorAsPositions, of=lambda written: written)
