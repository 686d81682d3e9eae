"""What a player sees of an answer."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from models.theme_park.guests import GUEST_COLOURS, Colour, TileId
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import State
from solver.theme_park.operate.plan import Plan
from solver.theme_park.operate.tables import VALUES


class Signature(NamedTuple):
    """How often each tile is operated, and how many guests of each colour and value are left."""

    operated: tuple[tuple[TileId, int], ...]
    left: tuple[tuple[Colour, int, int], ...]


def signature_of(position: Position, plan: Plan) -> Signature:
    """The signature of ``plan``; sequences that differ only in order share it."""
    operated = Counter(step.tile for step in plan.steps if step.operates and step.tile is not None)
    colours = {guest.id: guest.colour for guest in position.guests}
    swaps = (pick for step in plan.steps if step.skill for pick in step.skill.picks)
    colours |= {pick.guest: pick.colour for pick in swaps if pick.colour is not None}
    return _signature(position, operated, Counter((colours[last.guest], last.value) for last in plan.end))


def signature_of_end(position: Position, end: State) -> Signature:
    """The signature of the moves that led from ``position`` to ``end``."""
    placed = dict(position.cubes)
    operated = {tile.id: cubes - placed.get(tile.id, 0) for tile, cubes in zip(position.tiles, end.cubes, strict=True)}
    return _signature(position, operated, Counter((now.colour, now.value) for now in end.guests if now is not None))


def _signature(position: Position, operated: Mapping[TileId, int], left: Mapping[tuple[Colour, int], int]) -> Signature:
    return Signature(
        tuple((tile.id, operated.get(tile.id, 0)) for tile in position.tiles),
        tuple((colour, value, left.get((colour, value), 0)) for colour in GUEST_COLOURS for value in VALUES),
    )
