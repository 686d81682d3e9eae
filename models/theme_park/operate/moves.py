"""Moves of the Operate phase (models/theme_park/README.md, Moves). Whether one is legal is for ``operate`` to say."""

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
class Walk:
    """One guest moved by a skill."""

    guest: GuestId
    to: TileId


@dataclass(frozen=True, slots=True)
class SkillUse:
    """What is chosen when a skill is used; which fields a card takes is for the card to say.

    ``by``: pips; ``result``: what a rerolled die shows; ``guests``: two dice turned by one each;
    ``moves``: one or two walks.
    """

    guest: GuestId | None = None
    by: int | None = None
    to: TileId | None = None
    to_colour: Colour | None = None
    result: int | None = None
    guests: tuple[AdjustValue, ...] = ()
    moves: tuple[Walk, ...] = ()


@dataclass(frozen=True, slots=True)
class MascotMove:
    """Place mascot number ``mascot`` (from 0) on ``tile`` to adjust dice or to use its skill.

    Without ``skill`` the first adjustment is the mascot's own; with it all are extras, of which
    ``skill_after`` are made before the skill (ruling ``mascot.extra-order``).
    """

    mascot: int
    tile: TileId
    adjust: tuple[Adjustment, ...]
    skill: SkillUse | None = None
    skill_after: int = 0


Between = MapMove | GuideMove | MascotMove
"""What is used between operations, or by ruling in the midst of one."""


@dataclass(frozen=True, slots=True)
class OperateMove:
    """Operate ``tile`` with ``party``; ``mover`` walks to ``to`` (both None when no die is left to move).

    ``keep``: the die an administrator leaves un-pipped; ``rerolls``: dice rerolled instead of pipped
    down, with what they show. ``assembled`` and ``pipped``: maps, guides and mascots used after the
    party was assembled and after pipping down (ruling ``timing.between-operations``).
    """

    tile: TileId
    party: tuple[GuestId, ...]
    mover: GuestId | None = None
    to: TileId | None = None
    manager: bool = False
    keep: GuestId | None = None
    rerolls: tuple[tuple[GuestId, int], ...] = ()
    assembled: tuple[Between, ...] = ()
    pipped: tuple[Between, ...] = ()


Move = Between | OperateMove
