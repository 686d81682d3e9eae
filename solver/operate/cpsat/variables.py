"""The variables: what happens at each step, and what each guest is before and after it.

A step is one operation together with the mascots used on its tile just before, or, where a mascot
may touch guests that take no part, a visit of a tile without an operation. Walking by maps and
guides needs no steps: a guest touched at a step pays for the way from where it was last touched.
"""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeVar

from ortools.sat.python import cp_model

from models.theme_park.guests import GUEST_COLOURS, Colour, TileId
from solver.operate.tables import VALUES, Tables

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

    ``treated_at``: the tile of its last colour adjustment, where the rules make that matter.
    """

    place: dict[Place, Bool]
    gone: Bool
    value: dict[int, Bool]
    colour: dict[Colour, Bool]
    treated_at: dict[TileId, Bool]


@dataclass(frozen=True)
class TouchVars:
    """What a step does with one guest.

    ``arrives[tile]``: it is touched there; ``party``, ``mover``, ``leaves`` (discarded); ``seat[i]``: it
    fills slot i; ``maps[k]``: it spends k+1 maps or more to arrive; ``led``: by a guide;
    ``value``/``colour``: as adjusted, before pipping down; ``turned[k]``: k+1 value adjustments or
    more; ``recoloured``: one colour adjustment.
    """

    arrives: dict[TileId, Bool]
    touched: Bool
    party: Bool
    mover: Bool
    leaves: Bool
    seat: tuple[Bool, ...]
    maps: tuple[Bool, ...]
    led: Bool
    value: dict[int, Bool]
    colour: dict[Colour, Bool]
    turned: tuple[Bool, ...]
    recoloured: Bool


@dataclass(frozen=True)
class StepVars:
    """One step: its tile (none when idle), whether it operates, and each guest's part."""

    at: dict[TileId, Bool]
    idle: Bool
    operates: dict[TileId, Bool]
    shows: tuple[dict[int, Bool], ...]
    mascots: tuple[Bool, ...]
    guests: tuple[TouchVars, ...]


@dataclass(frozen=True)
class EndVars:
    """A guest after the last step, and after the mascots left over have turned it."""

    value: dict[int, Bool]
    turned: tuple[Bool, ...]


@dataclass(frozen=True)
class Vars:
    """Every variable of the model."""

    steps: tuple[StepVars, ...]
    guests: tuple[tuple[GuestVars, ...], ...]
    ends: tuple[EndVars, ...]
    managed: dict[TileId, cp_model.IntVar]
    visits: bool

    @property
    def touches(self) -> list[TouchVars]:
        """Every guest's part in every step."""
        return [touch for step in self.steps for touch in step.guests]

    @property
    def turned(self) -> list[Bool]:
        """Every literal that counts one value adjustment."""
        ends = [one for end in self.ends for one in end.turned]
        return [one for touch in self.touches for one in touch.turned] + ends


def make_variables(model: cp_model.CpModel, tables: Tables) -> Vars:
    """Variables for ``tables.steps`` steps; one more set of guest variables than steps."""
    position = tables.position
    return Vars(
        steps=tuple(_step(model, tables) for _ in range(tables.steps)),
        guests=tuple(tuple(_guest(model, tables) for _ in position.guests) for _ in range(tables.steps + 1)),
        ends=tuple(
            EndVars(_one_hot(model, VALUES), _bools(model, 0 if tables.visits else tables.adjustments))
            for _ in position.guests
        ),
        managed={tile.id: model.new_int_var(0, tables.managers_on(tile.id), "managed") for tile in position.tiles},
        visits=tables.visits,
    )


def _step(model: cp_model.CpModel, tables: Tables) -> StepVars:
    tiles = tuple(tile.id for tile in tables.position.tiles)
    most_seats = max(tile.attraction.requirement.size for tile in tables.position.tiles)
    return StepVars(
        at=_one_hot(model, tiles),
        idle=model.new_bool_var(""),
        operates=_one_hot(model, tiles),
        shows=tuple(_one_hot(model, VALUES) for _ in range(most_seats)),
        mascots=_bools(model, len(tables.position.mascots) if tables.visits else 0),
        guests=tuple(
            TouchVars(
                arrives=_one_hot(model, tiles),
                touched=model.new_bool_var(""),
                party=model.new_bool_var(""),
                mover=model.new_bool_var(""),
                leaves=model.new_bool_var(""),
                seat=_bools(model, most_seats),
                maps=_bools(model, tables.position.maps),
                led=model.new_bool_var(""),
                value=_one_hot(model, VALUES),
                colour=_one_hot(model, GUEST_COLOURS),
                turned=_bools(model, tables.adjustments),
                recoloured=model.new_bool_var(""),
            )
            for _ in tables.position.guests
        ),
    )


def _guest(model: cp_model.CpModel, tables: Tables) -> GuestVars:
    position = tables.position
    places = tuple(Place(spot, tile.id) for tile in position.tiles for spot in Spot)
    return GuestVars(
        place=_one_hot(model, places),
        gone=model.new_bool_var(""),
        value=_one_hot(model, VALUES),
        colour=_one_hot(model, GUEST_COLOURS),
        treated_at=_one_hot(model, tuple(tile.id for tile in position.tiles) if tables.tiles_end_colours else ()),
    )


def _bools(model: cp_model.CpModel, number: int) -> tuple[Bool, ...]:
    return tuple(model.new_bool_var("") for _ in range(number))


def _one_hot(model: cp_model.CpModel, keys: tuple[K, ...]) -> dict[K, Bool]:
    return {key: model.new_bool_var("") for key in keys}
