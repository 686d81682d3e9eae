"""A manor as a graph: rooms with die slots, joined by doors (README, A manor in a minute)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple, TypeAlias

NUMBERS = range(1, 7)
ANY = frozenset(NUMBERS)
MAGIC = "magic"
"""The colour of Magic Rooms (purple)."""
ENTRANCE_ID = "entrance"
MOST_ROOMS = 100
SLOTS = 2
"""Die slots a room has at most."""
DICE = 9
"""Dice a player owns at most; 7 of them from the start."""


class RoomType(StrEnum):
    """What a tile is; each of the two rooms of a Dining & Kitchen is a room of that type."""

    ENTRANCE = "entrance"
    OFFICE = "office"
    BATHROOM = "bathroom"
    SMALL_BEDROOM = "small-bedroom"
    LARGE_BEDROOM = "large-bedroom"
    DINING_KITCHEN = "dining-kitchen"
    LIBRARY = "library"


@dataclass(frozen=True, slots=True)
class Room:
    """A room: the numbers that each of its slots accepts, its colours, and the rooms that its doors lead to."""

    id: str
    type: RoomType
    slots: tuple[frozenset[int], ...] = ()
    colours: tuple[str, ...] = ()
    doors: tuple[str, ...] = ()


class Place(NamedTuple):
    """A die slot: the room's id and the slot's index in it."""

    room: str
    slot: int


Dice: TypeAlias = Mapping[Place, int]
"""Dice that lie in a manor, by their place."""


@dataclass(frozen=True)
class Manor:
    """Rooms, the entrance among them; a door told on one side leads both ways."""

    rooms: tuple[Room, ...]

    @cached_property
    def by_id(self) -> Mapping[str, Room]:
        """The rooms of the manor by their ids."""
        return {room.id: room for room in self.rooms}

    @cached_property
    def entrance(self) -> str:
        """The id of the entrance room; a manor has one."""
        return next(room.id for room in self.rooms if room.type is RoomType.ENTRANCE)

    @cached_property
    def joined(self) -> Mapping[str, frozenset[str]]:
        """The rooms that each room shares a door with."""
        return doors_both_ways(self.rooms)

    @cached_property
    def in_one_piece_with(self) -> Mapping[str, frozenset[str]]:
        """The other rooms that some way of doors leads to, from each room."""
        return {room.id: reached_from(room.id, self.joined) - {room.id} for room in self.rooms}

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Every die slot, room by room."""
        return tuple(Place(room.id, slot) for room in self.rooms for slot in range(len(room.slots)))

    def accepts(self, place: Place, number: int) -> bool:
        """Whether the slot is printed for ``number``."""
        return number in self.by_id[place.room].slots[place.slot]


def doors_both_ways(rooms: Iterable[Room]) -> Mapping[str, frozenset[str]]:
    """The rooms joined to each room of ``rooms``; a door may be told on one side or on both."""
    joined: dict[str, set[str]] = {room.id: set() for room in rooms}
    for room in rooms:
        for other in room.doors:
            if other in joined:
                joined[room.id].add(other)
                joined[other].add(room.id)
    return {id: frozenset(others) for id, others in joined.items()}


def reached_from(start: str, joined: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """The rooms that some way of doors leads to from ``start``, itself included."""
    reached, waiting = {start}, [start]
    while waiting:
        for other in joined[waiting.pop()] - reached:
            reached.add(other)
            waiting.append(other)
    return frozenset(reached)
