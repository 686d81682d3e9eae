"""Records of the flow relaxation: kinds of guest, the nodes they pass, and what a unit of flow brings."""

from dataclasses import dataclass
from typing import Any, TypeAlias

from models.theme_park.guests import Colour, TileId
from models.theme_park.operate.position import Position

Kind = tuple[Colour, bool]
"""Guests that are alike but for place and value: their colour, and whether they are VIPs."""

Node = tuple[Kind, TileId, bool, int]
"""A kind of guest on a tile, or (True) about to make its compulsory move from there, with a value."""

Row: TypeAlias = Any
"""A row of the linear program; its library ships no types."""

Column: TypeAlias = Any
"""A column of the linear program."""

Use = tuple[Row, float]


@dataclass(frozen=True)
class Quantity:
    """Objective coefficients of the flow: what one unit of a column brings.

    ``cubes``: operations; ``spare``: a card left unused.
    """

    cubes: float = 0.0
    stars: float = 0.0
    money: float = 0.0
    pips: float = 0.0
    guests: float = 0.0
    spare: float = 0.0


def kinds_of(position: Position) -> tuple[Kind, ...]:
    """The kinds of guest there are, in the order that arrays count them by."""
    return tuple(sorted({(guest.colour, guest.vip) for guest in position.guests}))
