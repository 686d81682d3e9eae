"""What a player sees of an answer."""

from collections import Counter
from typing import NamedTuple

from models.theme_park.guests import GUEST_COLOURS, Colour, TileId
from models.theme_park.position import Position
from solver.operate.cpsat.extraction import Plan
from solver.operate.tables import VALUES


class Signature(NamedTuple):
    """How often each tile is operated, and how many guests of each colour and value are left."""

    operated: tuple[tuple[TileId, int], ...]
    left: tuple[tuple[Colour, int, int], ...]


def signature_of(position: Position, plan: Plan) -> Signature:
    """The signature of ``plan``; sequences that differ only in order share it."""
    operated = Counter(step.tile for step in plan.steps if step.operates)
    colours = {guest.id: guest.colour for guest in position.guests}
    left = Counter((colours[last.guest], last.value) for last in plan.end)
    return Signature(
        tuple((tile.id, operated[tile.id]) for tile in position.tiles),
        tuple((colour, value, left[colour, value]) for colour in GUEST_COLOURS for value in VALUES),
    )
