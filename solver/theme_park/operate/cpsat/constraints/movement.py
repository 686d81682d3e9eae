"""Where guests are: ways paid with maps and guides, and the compulsory move."""

from itertools import pairwise

from ortools.sat.python import cp_model

from models.theme_park.guests import TileId
from models.theme_park.operate.movement import destinations
from models.theme_park.operate.rules import Rule
from models.theme_park.rulings import Choice, Ruling
from solver.theme_park.operate.cpsat.variables import Bool, EndVars, GuestVars, Place, Spot, StepVars, TouchVars, Vars
from solver.theme_park.operate.tables import Tables

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


def constrain_movement(model: cp_model.CpModel, tables: Tables, variables: Vars) -> None:
    """Add the constraints of this file."""
    for guest, first in zip(tables.position.guests, variables.guests[0], strict=True):
        model.add(first.place[Place(Spot.ON, guest.at)] == 1)
    for number, step in enumerate(variables.steps):
        following = variables.guests[number + 1]
        for before, touch, after in zip(variables.guests[number], step.guests, following, strict=True):
            _come(model, tables, before, touch)
            _stay_or_go_away(model, tables, step, touch)
            _depart(model, tables, before, touch, after)
        _one_mover(model, tables, step)
    for moment in variables.guests:
        for now in moment:
            model.add_exactly_one([*now.place.values(), now.gone])
    paid: list[TouchVars | EndVars] = [*variables.touches, *variables.ends]
    for part in paid:
        for less, more in (*pairwise(part.maps), *pairwise(part.led)):
            model.add_implication(more, less)
    model.add(sum(one for part in paid for one in part.maps) <= tables.position.maps)
    model.add(sum(one for part in paid for one in part.led) <= tables.guides)


def _come(model: cp_model.CpModel, tables: Tables, before: GuestVars, touch: TouchVars) -> None:
    """A touched guest comes to a tile and pays for the way."""
    model.add_exactly_one([*touch.comes.values(), touch.touched.negated()])
    model.add_implication(touch.touched, before.gone.negated())
    for one in (*touch.led[:1], *touch.maps[:1]):
        model.add_implication(one, touch.touched)
    for tile, comes in touch.comes.items():
        for place, stood in before.place.items():
            on_foot, led = _way(tables, place, tile)
            _pay(model, [stood, comes], touch.led[:1], touch.maps, on_foot)
            if touch.led:
                _pay(model, [stood, comes, touch.led[0]], (), touch.maps, led)


def _stay_or_go_away(model: cp_model.CpModel, tables: Tables, step: StepVars, touch: TouchVars) -> None:
    """The guest is on the step's tile, unless a skill takes it from or to another one (``skills``)."""
    for tile, arrives in touch.arrives.items():
        model.add_implication(arrives, step.at[tile])
    if tables.skills_that_walk:
        away = list(touch.away.values())
        model.add_exactly_one([*touch.arrives.values(), touch.present.negated()])
        model.add_exactly_one([touch.present, *away, touch.touched.negated()])


def _way(tables: Tables, place: Place, tile: TileId) -> tuple[int, int]:
    if place.spot is Spot.ON:
        return tables.walks[place.tile][tile], tables.led_walks[place.tile][tile]
    return tables.maps_after_move(place.tile, tile, led=False), tables.maps_after_move(place.tile, tile, led=True)


def _pay(
    model: cp_model.CpModel, when: list[Bool], unless: tuple[Bool, ...], maps: tuple[Bool, ...], price: int
) -> None:
    """When all of ``when`` hold, and none of ``unless``, at least ``price`` maps are spent."""
    if price == 0:
        return
    clause = [*(literal.negated() for literal in when), *unless]
    if price <= len(maps):
        clause.append(maps[price - 1])
    model.add_bool_or(clause)


def _depart(model: cp_model.CpModel, tables: Tables, before: GuestVars, touch: TouchVars, after: GuestVars) -> None:
    """An untouched guest stays as it was; a touched one is on the tile, next to it, sent away, or gone.

    Where dice may be rerolled, the neighbour must be chosen at once: later would be after the roll.
    """
    model.add_implication(before.gone, after.gone)
    model.add_implication(touch.leaves, after.gone)
    model.add_bool_or([after.gone.negated(), before.gone, touch.leaves])
    for place, stood in before.place.items():
        model.add_bool_or([stood.negated(), touch.touched, after.place[place]])
    for tile, arrives in touch.arrives.items():
        next_to = [Place(Spot.NEXT_TO, tile)]
        if tables.chance:
            next_to = [Place(Spot.ON, step) for step in destinations(tables.position, tile)]
        model.add_bool_or([arrives.negated(), touch.mover.negated(), *(after.place[place] for place in next_to)])
        model.add_bool_or([arrives.negated(), touch.mover, touch.leaves, after.place[Place(Spot.ON, tile)]])
    for tile, away in touch.away.items():
        model.add_implication(away, after.place[Place(Spot.ON, tile)])


def _one_mover(model: cp_model.CpModel, tables: Tables, step: StepVars) -> None:
    """Exactly one die of the party moves if any is left to move; it needs somewhere to go."""
    movers = [touch.mover for touch in step.guests]
    model.add_at_most_one(movers)
    says = tables.position.rulings.says
    sole = says(Ruling.MOVE_SOLE_KEPT_DIE, Choice.MUST_MOVE)
    rerolled, kept = says(Ruling.MOVE_REROLLED_DIE, Choice.YES), says(Ruling.MOVE_KEPT_DIE, Choice.YES)
    alone = _party_of_one(model, step) if tables.keeps_pips or tables.operations_reroll else None
    for touch in step.guests:
        model.add_implication(touch.mover, touch.party)
        model.add_implication(touch.mover, touch.leaves.negated())
        model.add_bool_or([touch.party.negated(), touch.leaves, touch.kept, touch.rerolled, *movers])
        if alone is not None:
            for spared, of_one, of_more in ((touch.kept, sole, kept), (touch.rerolled, rerolled or sole, rerolled)):
                for others, moves in ((alone.negated(), of_one), (alone, of_more)):
                    model.add_bool_or([spared.negated(), others, *(movers if moves else [touch.mover.negated()])])
        for tile, arrives in touch.arrives.items():
            if not destinations(tables.position, tile):
                model.add_bool_or([arrives.negated(), touch.mover.negated()])


def _party_of_one(model: cp_model.CpModel, step: StepVars) -> Bool:
    """Whether the party is a single die, as far as a die that is not pipped down makes that matter."""
    alone = model.new_bool_var("")
    number = sum(touch.party for touch in step.guests)
    model.add(number <= 1).only_enforce_if(alone)
    for touch in step.guests:
        for spared in (touch.kept, touch.rerolled):
            model.add(number >= 2).only_enforce_if([alone.negated(), spared])
    return alone
