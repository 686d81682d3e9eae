"""Moves of the Operate phase (contract, section 2). Whether one is legal is for ``operate`` to say."""

from dataclasses import dataclass

from models.theme_park.guests import Colour, GuestId, TileId


@dataclass(frozen=True, slots=True, order=True)
class MapMove:
    """Flip a map: one guest walks to an adjacent attraction."""

    guest: GuestId
    to: TileId


@dataclass(frozen=True, slots=True, order=True)
class GuideMove:
    """Use a Guide: one guest goes to any other attraction."""

    guest: GuestId
    to: TileId


@dataclass(frozen=True, slots=True)
class AdjustValue:
    """Turn one guest die by ``by`` pips."""

    guest: GuestId
    by: int


@dataclass(frozen=True, slots=True)
class AdjustColour:
    """Treat one guest die as ``colour`` for an operation."""

    guest: GuestId
    colour: Colour


Adjustment = AdjustValue | AdjustColour


@dataclass(frozen=True, slots=True)
class MascotMove:
    """Place mascot number ``mascot`` (from 0) on ``tile``; the first adjustment is its own."""

    mascot: int
    tile: TileId
    adjust: tuple[Adjustment, ...]


@dataclass(frozen=True, slots=True)
class OperateMove:
    """Operate ``tile`` with ``party``; ``mover`` walks to ``to`` (both None when no die is left to move)."""

    tile: TileId
    party: tuple[GuestId, ...]
    mover: GuestId | None = None
    to: TileId | None = None
    manager: bool = False


Move = MapMove | GuideMove | MascotMove | OperateMove
