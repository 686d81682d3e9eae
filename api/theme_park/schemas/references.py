"""Ids in moves that name no tile or guest of the position, found in whatever of the moves is usable."""

from collections.abc import Iterator, Mapping

from models.shared.fault import Fault, named, pointer, shown
from models.theme_park.names import NAMES_IN_MOVES, PARTS_OF_MOVES, ParkPart, names_in
from models.theme_park.operate.consistency.inconsistency import Inconsistent
from models.theme_park.operate.position import Position

REROLL = "reroll"
"""How a document calls the rerolls of a move."""
FIELDS: Mapping[str, ParkPart] = {REROLL if name == "rerolls" else name: of for name, of in NAMES_IN_MOVES.items()}
SHAPES: Mapping[str, type] = {"party": list, REROLL: dict}
"""Fields of several names; the others hold one."""
CODES = {ParkPart.TILE: Inconsistent.TILE_UNKNOWN, ParkPart.GUEST: Inconsistent.GUEST_UNKNOWN}


def reference_faults(raw: object, position: Position, *path: str | int) -> Iterator[Fault]:
    """Faults of one raw move that lies at ``path``."""
    found = list(names_in(raw, _of, PARTS_OF_MOVES, path))
    for kind, known in ((ParkPart.TILE, position.tile), (ParkPart.GUEST, position.guest_index)):
        for place, of, name in found:
            if of is kind and name not in known:
                detail = f"Found {shown(name)}, which is no {kind} of this park; accepted: {named(known)}."
                yield Fault(pointer(*place), detail, CODES[kind])


def _of(field: str, value: object) -> ParkPart | None:
    """What a field names, where its value has the shape of names."""
    return FIELDS.get(field) if isinstance(value, SHAPES.get(field, str)) else None
