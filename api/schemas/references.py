"""Ids in moves that name no tile or guest of the position, found in whatever of the moves is usable."""

from collections.abc import Iterator

from models.fault import Fault, FaultCode, named, pointer, shown
from models.theme_park.position import Position

Place = tuple[tuple[str | int, ...], str]


def reference_faults(raw: object, position: Position, *path: str | int) -> Iterator[Fault]:
    """Faults of one raw move that lies at ``path``."""
    tiles, guests = list(position.tile), list(position.guest_index)
    for place, name in _ids(raw, ("tile", "to"), path):
        if name not in position.tile:
            detail = f"Found {shown(name)}, which is no tile of this park; accepted: {named(tiles)}."
            yield Fault(pointer(*place), detail, FaultCode.TILE_UNKNOWN)
    for place, name in _guests(raw, path):
        if name not in position.guest_index:
            detail = f"Found {shown(name)}, which is no guest of this park; accepted: {named(guests)}."
            yield Fault(pointer(*place), detail, FaultCode.GUEST_UNKNOWN)


def _ids(raw: object, names: tuple[str, ...], path: tuple[str | int, ...]) -> Iterator[Place]:
    if isinstance(raw, dict):
        for name in names:
            if isinstance(raw.get(name), str):
                yield (*path, name), raw[name]


def _guests(raw: object, path: tuple[str | int, ...]) -> Iterator[Place]:
    yield from _ids(raw, ("guest", "mover"), path)
    if not isinstance(raw, dict):
        return
    for name in ("party", "adjust"):
        members = raw.get(name)
        for index, member in enumerate(members if isinstance(members, list) else ()):
            if isinstance(member, str):
                yield (*path, name, index), member
            else:
                yield from _ids(member, ("guest",), (*path, name, index))
