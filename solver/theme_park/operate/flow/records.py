"""Records of the flow relaxation: kinds of guest, the nodes they pass, and what a unit of flow brings."""

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from models.theme_park.cards import SkillKind
from models.theme_park.guests import GUEST_COLOURS, Colour, TileId
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


class MadeColumn(NamedTuple):
    """A column's number, the rows that a unit uses, what it brings, and the tile where a die operates by it, if one does."""

    number: int
    uses: tuple[Use, ...]
    brings: Quantity
    tile: TileId | None


def kinds_of(position: Position) -> tuple[Kind, ...]:
    """The kinds of guest there are or, by a swap of colours, may be, in the order that arrays count them by."""
    had = {(guest.colour, guest.vip) for guest in position.guests}
    if any(skill is not None and skill.kind is SkillKind.SWAP_COLOUR for skill in position.mascots):
        had |= {(colour, vip) for colour in GUEST_COLOURS for _, vip in had}
    return tuple(sorted(had))
