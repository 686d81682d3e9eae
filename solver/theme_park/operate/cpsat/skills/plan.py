"""A skill used in a solution, before the rules see it as a move."""

from dataclasses import dataclass

from models.theme_park.guests import Colour, GuestId, TileId


@dataclass(frozen=True, slots=True)
class Pick:
    """What a skill does to one guest: a new value, a new colour, or the tiles it is moved over."""

    guest: GuestId
    value: int | None = None
    colour: Colour | None = None
    route: tuple[TileId, ...] = ()


@dataclass(frozen=True, slots=True)
class SkillPlan:
    """Mascot ``mascot`` uses its skill on the guests picked."""

    mascot: int
    picks: tuple[Pick, ...]
