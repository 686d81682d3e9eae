"""A manor in one line, as people write it: ``entrance-a-b; a: 4 red office; b: 2/3, *=6 library``.

Parts stand between semicolons or on lines of their own. Ids joined by hyphens are rooms joined by doors; ``e`` is short for
``entrance``, which has its slot by itself. Behind the id of a room and a colon stand its slots with commas, each ``*``, a
number or several with slashes, with ``=`` and the number of a die that lies in it; then its type and its colours.
"""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from models.dice_manor.manor import ANY, ENTRANCE_ID, MAGIC, SLOTS, Dice, Manor, Place, Room, RoomType

SHORT = {"e": ENTRANCE_ID}
ID = re.compile(r"\w{1,40}")
SLOT = re.compile(r"(?P<accepts>\*|[1-6](/[1-6])*)(=(?P<die>[1-6]))?")
TYPES = {type.value: type for type in RoomType} | {
    "bedroom": RoomType.SMALL_BEDROOM,
    "dining": RoomType.DINING_KITCHEN,
    "kitchen": RoomType.DINING_KITCHEN,
}
"""Words for types, the long ones and some short ones."""
PURPLE = {"purple": MAGIC}


class PartError(ValueError):
    """A part that cannot be read: its number (from 1) and what would be."""

    def __init__(self, number: int, detail: str) -> None:
        super().__init__(f"Part {number}: {detail}")
        self.number = number


@dataclass(frozen=True, slots=True)
class WrittenManor:
    """A manor and the dice in it."""

    manor: Manor
    dice: Dice


@dataclass(frozen=True, slots=True)
class _Told:
    slots: tuple[frozenset[int], ...]
    dice: tuple[int | None, ...]
    type: RoomType
    colours: tuple[str, ...]


def parse_manor(text: str) -> WrittenManor:
    """The manor of a line; raises PartError for the first part that cannot be read."""
    doors: dict[str, set[str]] = {ENTRANCE_ID: set()}
    told: dict[str, tuple[int, _Told]] = {}
    last = 0
    for number, part in _parts(text):
        last = number
        if ":" in part:
            id, room = _room(number, part)
            if id in told:
                raise PartError(number, f"{id!r} is told twice; accepted: each room once.")
            told[id] = number, room
            doors.setdefault(id, set())
            continue
        ids = [_id(number, word) for word in part.split("-")]
        for one, two in itertools.pairwise(ids):
            if one == two:
                raise PartError(number, f"{one!r} is joined to itself; accepted: doors between different rooms.")
            doors.setdefault(one, set()).add(two)
            doors.setdefault(two, set())
    silent = sorted(id for id in doors if id not in told and id != ENTRANCE_ID)
    if silent:
        raise PartError(last, f"nothing tells the slots of {', '.join(silent)}; accepted: such as {silent[0]}: 4.")
    entrance = _Told((ANY,), (None,), RoomType.ENTRANCE, ())
    rooms = {id: told[id][1] if id in told else entrance for id in doors}
    manor = Manor(
        tuple(Room(id, each.type, each.slots, each.colours, tuple(sorted(doors[id]))) for id, each in rooms.items())
    )
    dice = {Place(id, slot): die for id, each in rooms.items() for slot, die in enumerate(each.dice) if die is not None}
    return WrittenManor(manor, dice)


def _parts(text: str) -> Iterator[tuple[int, str]]:
    number = 0
    for part in re.split(r"[;\n]", text):
        if part.strip():
            number += 1
            yield number, part.strip()


def _id(number: int, word: str) -> str:
    word = word.strip()
    if not ID.fullmatch(word):
        raise PartError(number, f"found {word!r}; accepted: ids of rooms joined by hyphens, such as entrance-a-b.")
    return SHORT.get(word, word)


def _room(number: int, part: str) -> tuple[str, _Told]:
    name, _, rest = part.partition(":")
    id = _id(number, name)
    words = rest.replace(",", " ").split()
    slots = [found for word in words if (found := SLOT.fullmatch(word))]
    if not 1 <= len(slots) <= SLOTS or (id == ENTRANCE_ID and [slot["accepts"] for slot in slots] != ["*"]):
        many = "one slot *, as the entrance takes any number" if id == ENTRANCE_ID else f"1 or {SLOTS} slots"
        raise PartError(number, f"found {len(slots)} slots of {id!r}; accepted: {many}, such as 4, 2/3 or *.")
    accepts, dice = [], list[int | None]()
    for slot in slots:
        numbers = ANY if slot["accepts"] == "*" else frozenset(map(int, slot["accepts"].split("/")))
        die = None if slot["die"] is None else int(slot["die"])
        if die is not None and die not in numbers:
            raise PartError(number, f"a {die} lies in a slot for {slot['accepts']}; accepted: a number of the slot.")
        accepts.append(numbers)
        dice.append(die)
    others = [word.lower() for word in words if not SLOT.fullmatch(word)]
    types = [TYPES[word] for word in others if word in TYPES]
    colours = tuple(PURPLE.get(word, word) for word in others if word not in TYPES)
    strange = [word for word in colours if not word.isalpha()]
    if strange or len(types) > 1:
        raise PartError(
            number, f"found {(strange or others)[0]!r}; accepted: slots, a type and colours, such as 4 office red."
        )
    usual = RoomType.ENTRANCE if id == ENTRANCE_ID else RoomType.LIBRARY if accepts == [ANY] else RoomType.OFFICE
    return id, _Told(tuple(accepts), tuple(dice), types[0] if types else usual, colours)


def slot_text(numbers: frozenset[int]) -> str:
    """The numbers that a slot accepts, as the line has them."""
    return "*" if numbers == ANY else "/".join(map(str, sorted(numbers)))


def print_manor(manor: Manor, dice: Dice) -> str:
    """The line of a manor; ``parse_manor`` reads it back."""
    parts = [
        f"{room.id}-{other}"
        for at, room in enumerate(manor.rooms)
        for other in sorted(manor.joined[room.id])
        if other in {each.id for each in manor.rooms[at + 1 :]}
    ]
    for room in manor.rooms:
        slots = []
        for slot, numbers in enumerate(room.slots):
            die = dice.get(Place(room.id, slot))
            accepts = slot_text(numbers)
            slots.append(accepts if die is None else f"{accepts}={die}")
        words = [", ".join(slots), room.type.value, *room.colours]
        parts.append(f"{room.id}: {' '.join(words)}")
    return "; ".join(parts)
