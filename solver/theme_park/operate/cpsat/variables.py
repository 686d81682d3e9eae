"""The variables: what happens at each step, and what each guest is before and after it.

A step is one operation together with the mascots used on its tile just before, or, where a mascot
may touch guests that take no part, a visit of a tile without an operation. Walking by maps and
guides needs no steps: a guest touched at a step pays for the way from where it was last touched.
"""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeVar

from ortools.sat.python import cp_model

from models.theme_park.guests import GUEST_COLOURS, Colour, Guest, TileId
from solver.theme_park.operate.tables import VALUES, Tables

Bool = cp_model.IntVar
K = TypeVar("K")


class Spot(Enum):
    """How a guest relates to the tile it was last touched on."""

    ON = "on"
    NEXT_TO = "next to"  # it made the compulsory move; to which neighbour is decided when it matters


class Place(NamedTuple):
    """Where a guest is between steps."""

    spot: Spot
    tile: TileId


@dataclass(frozen=True)
class GuestVars:
    """One guest between two steps, one-hot: place or gone, value (none when gone), colour it counts as.

    ``die``: the colour of the die itself (none when gone); ``treated_at``: the tile of its last
    colour adjustment, where the rules make that matter.
    """

    place: dict[Place, Bool]
    gone: Bool
    value: dict[int, Bool]
    colour: dict[Colour, Bool]
    die: dict[Colour, Bool]
    treated_at: dict[TileId, Bool]


@dataclass(frozen=True)
class TouchVars:
    """What a step does with one guest.

    It ``comes`` to a tile, spending k+1 maps or more if ``maps[k]``, guides likewise (``led``); a skill
    may turn it (``skilled``), swap it (``die``, ``shade``) or send it ``away``; if it ``arrives`` on the
    step's tile it may be adjusted to ``value`` and ``colour``, by k+1 or more turns if ``turned[k]`` and
    one colour if ``recoloured``, and join the ``party`` in slot i if ``seat[i]``, as ``mover``, ``kept``
    un-pipped, ``rerolled``, or one that ``leaves`` the park. By ruling it may be turned to ``late`` after the
    party was assembled. Names that coincide without skills share variables.
    """

    comes: dict[TileId, Bool]
    touched: Bool
    maps: tuple[Bool, ...]
    led: tuple[Bool, ...]
    skilled: dict[int, Bool]
    die: dict[Colour, Bool]
    shade: dict[Colour, Bool]
    away: dict[TileId, Bool]
    arrives: dict[TileId, Bool]
    present: Bool
    value: dict[int, Bool]
    colour: dict[Colour, Bool]
    turned: tuple[Bool, ...]
    recoloured: Bool
    party: Bool
    seat: tuple[Bool, ...]
    late: dict[int, Bool]
    late_turned: tuple[Bool, ...]
    kept: Bool
    rerolled: Bool
    mover: Bool
    leaves: Bool


@dataclass(frozen=True)
class StepVars:
    """One step: its tile (none when idle), whether it operates, mascots used, and each guest's part.

    ``mascots[k]``: k+1 mascots or more adjust dice, ``plain[m]`` among them where it matters which;
    ``skill[m]``: mascot m uses its skill; ``first[k]``: k+1 extras or more of the next step's skill are
    made already here, a colour among them if ``first_colour``.
    """

    at: dict[TileId, Bool]
    idle: Bool
    operates: dict[TileId, Bool]
    shows: tuple[dict[int, Bool], ...]
    mascots: tuple[Bool, ...]
    plain: dict[int, Bool]
    first: tuple[Bool, ...]
    first_colour: Bool
    skill: dict[int, Bool]
    guests: tuple[TouchVars, ...]


@dataclass(frozen=True)
class EndVars:
    """A guest after the last step: turned by mascots left over, riding cable cars with maps and guides left over."""

    value: dict[int, Bool]
    turned: tuple[Bool, ...]
    maps: tuple[Bool, ...]
    led: tuple[Bool, ...]


@dataclass(frozen=True)
class Vars:
    """Every variable of the model but the choices within a skill, which its encoder keeps."""

    steps: tuple[StepVars, ...]
    guests: tuple[tuple[GuestVars, ...], ...]
    ends: tuple[EndVars, ...]
    managed: dict[TileId, cp_model.IntVar]

    @property
    def touches(self) -> list[TouchVars]:
        """Every guest's part in every step."""
        return [touch for step in self.steps for touch in step.guests]

    @property
    def turned(self) -> list[Bool]:
        """Every literal that counts one value adjustment."""
        ends = [one for end in self.ends for one in end.turned]
        return [one for touch in self.touches for one in (*touch.turned, *touch.late_turned)] + ends


def make_variables(model: cp_model.CpModel, tables: Tables) -> Vars:
    """Variables for ``tables.steps`` steps; one more set of guest variables than steps."""
    position = tables.position
    guests = tuple(tuple(_guest(model, tables, guest) for guest in position.guests) for _ in range(tables.steps + 1))
    left_over_turns = 0 if tables.visits else tables.most_turns
    left_over_maps = position.maps if tables.fares_matter else 0
    return Vars(
        steps=tuple(_step(model, tables, before) for before in guests[:-1]),
        guests=guests,
        ends=tuple(
            EndVars(
                _one_hot(model, VALUES),
                _bools(model, left_over_turns),
                _bools(model, left_over_maps),
                _bools(model, tables.guides_a_way if tables.fares_matter else 0),
            )
            for _ in position.guests
        ),
        managed={tile.id: model.new_int_var(0, tables.managers_on(tile.id), "managed") for tile in position.tiles},
    )


def _step(model: cp_model.CpModel, tables: Tables, before: tuple[GuestVars, ...]) -> StepVars:
    tiles = tuple(tile.id for tile in tables.position.tiles)
    return StepVars(
        at=_one_hot(model, tiles),
        idle=model.new_bool_var(""),
        operates=_one_hot(model, tiles),
        shows=tuple(_one_hot(model, VALUES) for _ in range(tables.most_seats)),
        mascots=_bools(model, len(tables.position.mascots) if tables.visits else 0),
        plain=_one_hot(model, tuple(range(len(tables.position.mascots))) if tables.chance and tables.visits else ()),
        first=_bools(model, tables.extras_before_skill),
        first_colour=model.new_bool_var(""),
        skill={mascot: model.new_bool_var("") for mascot, skill in enumerate(tables.position.mascots) if skill},
        guests=tuple(_touch(model, tables, guest) for guest in before),
    )


def _touch(model: cp_model.CpModel, tables: Tables, before: GuestVars) -> TouchVars:
    tiles = tuple(tile.id for tile in tables.position.tiles)
    comes, touched = _one_hot(model, tiles), model.new_bool_var("")
    walks, swaps = tables.skills_that_walk, tables.skills_that_swap
    value = _one_hot(model, VALUES)
    return TouchVars(
        comes=comes,
        touched=touched,
        maps=_bools(model, tables.position.maps),
        led=_bools(model, tables.guides_a_way),
        skilled=_one_hot(model, VALUES) if tables.skills_that_turn else before.value,
        die=_one_hot(model, GUEST_COLOURS) if swaps else before.die,
        shade=_one_hot(model, GUEST_COLOURS) if swaps else before.colour,
        away=_one_hot(model, tiles) if walks else {},
        arrives=_one_hot(model, tiles) if walks else comes,
        present=model.new_bool_var("") if walks else touched,
        value=value,
        colour=_one_hot(model, GUEST_COLOURS),
        late=_one_hot(model, VALUES) if tables.turns_in_the_midst else value,
        late_turned=_bools(model, tables.turns_in_the_midst),
        turned=_bools(model, tables.most_turns),
        recoloured=model.new_bool_var(""),
        party=model.new_bool_var(""),
        seat=_bools(model, tables.most_seats),
        kept=model.new_bool_var(""),
        rerolled=model.new_bool_var(""),
        mover=model.new_bool_var(""),
        leaves=model.new_bool_var(""),
    )


def _guest(model: cp_model.CpModel, tables: Tables, guest: Guest) -> GuestVars:
    tiles = tuple(tile.id for tile in tables.position.tiles)
    return GuestVars(
        place=_one_hot(model, tuple(Place(spot, tile) for tile in tiles for spot in Spot)),
        gone=model.new_bool_var(""),
        value=_one_hot(model, VALUES),
        colour=_one_hot(model, GUEST_COLOURS),
        die=_one_hot(model, GUEST_COLOURS) if tables.skills_that_swap else _fixed(model, guest.colour),
        treated_at=_one_hot(model, tiles if tables.tiles_end_colours else ()),
    )


def _fixed(model: cp_model.CpModel, colour: Colour) -> dict[Colour, Bool]:
    """A die that no skill swaps keeps its colour, here even after it is gone."""
    return {each: model.new_constant(each is colour) for each in GUEST_COLOURS}


def _bools(model: cp_model.CpModel, number: int) -> tuple[Bool, ...]:
    return tuple(model.new_bool_var("") for _ in range(number))


def _one_hot(model: cp_model.CpModel, keys: tuple[K, ...]) -> dict[K, Bool]:
    return {key: model.new_bool_var("") for key in keys}
