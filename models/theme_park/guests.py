"""Guests: dice whose colour is the kind of guest and whose value is the energy left."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

TileId = NewType("TileId", str)
GuestId = NewType("GuestId", str)

LOWEST, HIGHEST = 1, 6
DICE_PER_COLOUR = 21  # rulebook, Components
SOLO_DICE_PER_COLOUR = 9  # rulebook, Solo Rules, Set Up: the other 12 are put back


class Colour(StrEnum):
    """Colours of guests; attractions may also be grey."""

    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"
    GREY = "grey"


GUEST_COLOURS: tuple[Colour, ...] = (Colour.BLUE, Colour.GREEN, Colour.YELLOW)
DICE = DICE_PER_COLOUR * len(GUEST_COLOURS)
"""All the guest dice of the box."""


def dice_of_each_colour(*, solo: bool) -> int:
    """Dice of each colour that a game has at most: the box's, in a solo game those put in the bag."""
    return SOLO_DICE_PER_COLOUR if solo else DICE_PER_COLOUR


@dataclass(frozen=True, slots=True)
class Guest:
    """A guest die as the Operate phase begins; ``value`` is 1..6, ``at`` names a tile."""

    id: GuestId
    colour: Colour
    value: int
    at: TileId
    vip: bool = False
