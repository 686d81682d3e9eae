"""Ids in moves that name no tile or guest of the position, found in whatever of the moves is usable."""

from collections.abc import Iterator

from models.shared.fault import Fault, named, pointer, shown
from models.theme_park.operate.consistency.inconsistency import Inconsistent
from models.theme_park.operate.position import Position

TILE_FIELDS = frozenset({"tile", "to"})
GUEST_FIELDS = frozenset({"guest", "mover", "keep"})
LISTS = ("adjust", "guests", "moves", "assembled", "pipped")
"""Fields that hold a list of objects with ids in their fields."""
DEEPEST = 4
"""A move, one made in the middle of it, the use of its skill, one of the two dice of that."""

Place = tuple[tuple[str | int, ...], str]


def reference_faults(raw: object, position: Position, *path: str | int) -> Iterator[Fault]:
    """Faults of one raw move that lies at ``path``."""
    tiles, guests = list(position.tile), list(position.guest_index)
    for place, name in _tiles(raw, path):
        if name not in position.tile:
            detail = f"Found {shown(name)}, which is no tile of this park; accepted: {named(tiles)}."
            yield Fault(pointer(*place), detail, Inconsistent.TILE_UNKNOWN)
    for place, name in _guests(raw, path):
        if name not in position.guest_index:
            detail = f"Found {shown(name)}, which is no guest of this park; accepted: {named(guests)}."
            yield Fault(pointer(*place), detail, Inconsistent.GUEST_UNKNOWN)


def _tiles(raw: object, path: tuple[str | int, ...]) -> Iterator[Place]:
    for place, part in _objects(raw, path):
        for name, value in part.items():
            if name in TILE_FIELDS and isinstance(value, str):
                yield (*place, name), value


def _guests(raw: object, path: tuple[str | int, ...]) -> Iterator[Place]:
    for place, part in _objects(raw, path):
        for name, value in part.items():
            if name in GUEST_FIELDS and isinstance(value, str):
                yield (*place, name), value
            elif name == "reroll" and isinstance(value, dict):
                yield from (((*place, name, guest), guest) for guest in value)
            elif name == "party" and isinstance(value, list):
                yield from (((*place, name, index), each) for index, each in enumerate(value) if isinstance(each, str))


def _objects(
    raw: object, path: tuple[str | int, ...], depth: int = DEEPEST
) -> Iterator[tuple[tuple[str | int, ...], dict[str, object]]]:
    """The move and every object within it that may name a guest or a tile, each with its place."""
    if not isinstance(raw, dict) or not depth:
        return
    yield path, raw
    yield from _objects(raw.get("skill"), (*path, "skill"), depth - 1)
    for name in LISTS:
        members = raw.get(name)
        for index, member in enumerate(members if isinstance(members, list) else ()):
            yield from _objects(member, (*path, name, index), depth - 1)
