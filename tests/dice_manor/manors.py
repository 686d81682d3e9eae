"""Manors for tests: written in one line, or drawn at random."""

from models.dice_manor.manor import ANY, Manor, Room, RoomType


def room(id, *slots, doors=(), type=RoomType.OFFICE, colours=()):
    """A room; a slot is "*", a number or several."""
    read = tuple(ANY if slot == "*" else frozenset(map(int, str(slot).split("/"))) for slot in slots)
    return Room(id, type, read, tuple(colours), tuple(doors))


def manor(*rooms):
    """A manor of the entrance and ``rooms``."""
    return Manor((room("entrance", "*", type=RoomType.ENTRANCE), *rooms))


LINE = manor(room("a", 4, doors=["entrance"]), room("b", 4, doors=["a"]))
"""entrance-A(4)-B(4)"""


def random_manor(rng, rooms, loops=0, doubles=0, libraries=0.1):
    """A manor of so many rooms in one piece, with more doors than a tree has and rooms with two slots."""
    ids = ["entrance", *(f"r{number}" for number in range(rooms))]
    doors = {id: {ids[rng.randrange(max(0, at - 4), at)]} if at else set() for at, id in enumerate(ids)}
    for _ in range(loops if rooms > 1 else 0):
        one, two = rng.sample(ids, 2)
        doors[one].add(two)
    double = set(rng.sample(ids[1:], min(doubles, rooms)))
    entrance = room("entrance", "*", type=RoomType.ENTRANCE, doors=sorted(doors["entrance"]))
    others = (
        room(id, *(_slot(rng, libraries) for _ in range(2 if id in double else 1)), doors=sorted(doors[id]))
        for id in ids[1:]
    )
    return Manor((entrance, *others))


def _slot(rng, libraries):
    kind = rng.random()
    if kind < libraries:
        return "*"
    return "/".join(map(str, rng.sample(range(1, 7), 2 if kind < libraries + 0.25 else 1)))
