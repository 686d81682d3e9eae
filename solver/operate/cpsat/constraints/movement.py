"""Where guests are: ways paid with maps and guides, and the compulsory move."""

from itertools import pairwise

from ortools.sat.python import cp_model

from models.theme_park.guests import TileId
from models.theme_park.operate.movement import destinations
from models.theme_park.rules import Rule
from solver.operate.cpsat.variables import Bool, GuestVars, Place, Spot, StepVars, TouchVars, Vars
from solver.operate.tables import Tables

ENCODES = (
    Rule.MAP_READY,
    Rule.MAP_GUEST,
    Rule.MAP_ADJACENT,
    Rule.GUIDE_READY,
    Rule.GUIDE_GUEST,
    Rule.GUIDE_ELSEWHERE,
    Rule.GUIDE_ENTRANCE,
    Rule.MOVER_REQUIRED,
    Rule.MOVER_OF_PARTY,
    Rule.MOVER_LEFT,
    Rule.MOVER_ADJACENT,
)


def constrain_movement(model: cp_model.CpModel, tables: Tables, variables: Vars, guides: int) -> None:
    """Add the constraints of this file; ``guides`` Guide cards are at hand."""
    for guest, first in zip(tables.position.guests, variables.guests[0], strict=True):
        model.add(first.place[Place(Spot.ON, guest.at)] == 1)
    for number, step in enumerate(variables.steps):
        for before, touch, after in zip(
            variables.guests[number], step.guests, variables.guests[number + 1], strict=True
        ):
            _arrive(model, tables, step, before, touch)
            _depart(model, before, touch, after)
        _one_mover(model, tables, step)
    for moment in variables.guests:
        for now in moment:
            model.add_exactly_one([*now.place.values(), now.gone])
    model.add(sum(spent for touch in variables.touches for spent in touch.maps) <= tables.position.maps)
    model.add(sum(touch.led for touch in variables.touches) <= guides)


def _arrive(model: cp_model.CpModel, tables: Tables, step: StepVars, before: GuestVars, touch: TouchVars) -> None:
    """A touched guest comes to the step's tile and pays for the way."""
    model.add_exactly_one([*touch.arrives.values(), touch.touched.negated()])
    model.add_implication(touch.led, touch.touched)
    model.add_implication(touch.touched, before.gone.negated())
    for tile, arrives in touch.arrives.items():
        model.add_implication(arrives, step.at[tile])
        for place, stood in before.place.items():
            on_foot, led = _way(tables, place, tile)
            _pay(model, [stood, arrives], touch.led, touch.maps, on_foot)
            _pay(model, [stood, arrives, touch.led], None, touch.maps, led)
    for less, more in pairwise(touch.maps):
        model.add_implication(more, less)


def _way(tables: Tables, place: Place, tile: TileId) -> tuple[int, int]:
    if place.spot is Spot.ON:
        return tables.walks[place.tile][tile], tables.led_walks[place.tile][tile]
    return tables.maps_after_move(place.tile, tile, led=False), tables.maps_after_move(place.tile, tile, led=True)


def _pay(model: cp_model.CpModel, when: list[Bool], unless: Bool | None, maps: tuple[Bool, ...], price: int) -> None:
    """When all of ``when`` hold, and not ``unless``, at least ``price`` maps are spent."""
    if price == 0:
        return
    clause = [literal.negated() for literal in when]
    if unless is not None:
        clause.append(unless)
    if price <= len(maps):
        clause.append(maps[price - 1])
    model.add_bool_or(clause)


def _depart(model: cp_model.CpModel, before: GuestVars, touch: TouchVars, after: GuestVars) -> None:
    """An untouched guest stays as it was; a touched one is on the tile, next to it, or gone."""
    model.add_implication(before.gone, after.gone)
    model.add_implication(touch.leaves, after.gone)
    model.add_bool_or([after.gone.negated(), before.gone, touch.leaves])
    for place, stood in before.place.items():
        model.add_bool_or([stood.negated(), touch.touched, after.place[place]])
    for tile, arrives in touch.arrives.items():
        model.add_bool_or([arrives.negated(), touch.mover.negated(), after.place[Place(Spot.NEXT_TO, tile)]])
        model.add_bool_or([arrives.negated(), touch.mover, touch.leaves, after.place[Place(Spot.ON, tile)]])


def _one_mover(model: cp_model.CpModel, tables: Tables, step: StepVars) -> None:
    """Exactly one die of the party moves if any is left; it needs somewhere to go."""
    model.add_at_most_one(touch.mover for touch in step.guests)
    movers = [touch.mover for touch in step.guests]
    for touch in step.guests:
        model.add_implication(touch.mover, touch.party)
        model.add_implication(touch.mover, touch.leaves.negated())
        model.add_bool_or([touch.party.negated(), touch.leaves, *movers])
        for tile, arrives in touch.arrives.items():
            if not destinations(tables.position, tile):
                model.add_bool_or([arrives.negated(), touch.mover.negated()])
