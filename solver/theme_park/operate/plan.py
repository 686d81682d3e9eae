"""A solution before the rules see it as moves: the records that all engines share."""

from dataclasses import dataclass

from models.theme_park.guests import Colour, GuestId, TileId
from models.theme_park.operate.state import State


@dataclass(frozen=True, slots=True)
class Pick:
    """What a skill does to one guest: a new value, a new colour, or the tiles it is moved over.

    None of them: it is moved next door, where its next way begins best.
    """

    guest: GuestId
    value: int | None = None
    colour: Colour | None = None
    route: tuple[TileId, ...] = ()

    @property
    def moves_next_door(self) -> bool:
        """Whether the guest is moved to a tile that is still to be chosen."""
        return self.value is None and self.colour is None and not self.route


@dataclass(frozen=True, slots=True)
class SkillPlan:
    """Mascot ``mascot`` (an index) uses its skill on the guests picked."""

    mascot: int
    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class TouchPlan:
    """A guest's part in a step: the tile it comes to, the maps and Guides it spends on the way, and what it does there.

    ``rerolled``: what it shows when it is rerolled. ``comes``: None where it is touched wherever it stands. ``value`` and ``late``: the values it shows when the party assembles and when it pips down, 1..6. ``to``: where the
    mover goes, None where the step does not settle it.
    """

    guest: GuestId
    comes: TileId | None
    maps: int
    guides: int
    present: bool
    value: int
    late: int
    colour: Colour
    party: bool
    mover: bool
    kept: bool
    rerolled: int | None
    to: TileId | None


@dataclass(frozen=True, slots=True)
class StepPlan:
    """A step: its tile (None: where its one guest stands), whether it operates, the guests touched, and the skill used.

    ``plain``: the indices of the mascots that adjust, where the engine chose them; ``first``: how many adjustments, and
    how many colours among them, are extras of the next step's skill.
    """

    tile: TileId | None
    operates: bool
    touches: tuple[TouchPlan, ...]
    skill: SkillPlan | None
    plain: tuple[int, ...]
    first: tuple[int, int]


@dataclass(frozen=True, slots=True)
class EndPlan:
    """A guest after the last step: its value 1..6, and the maps and Guides it still spends on cable cars."""

    guest: GuestId
    value: int
    maps: int
    guides: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A solution in terms that every engine writes and ``unfolding`` turns into moves."""

    steps: tuple[StepPlan, ...]
    end: tuple[EndPlan, ...]


@dataclass(frozen=True, slots=True)
class Begun:
    """The steps with which a plan begins, and the state that they lead to."""

    steps: tuple[StepPlan, ...]
    state: State
