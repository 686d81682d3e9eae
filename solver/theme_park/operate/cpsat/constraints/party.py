"""Who takes part: the party sits in the slots of the requirement, one die a slot."""

from ortools.sat.python import cp_model

from models.theme_park.attraction import Innovation, Tile
from models.theme_park.operate.rules import Rule
from models.theme_park.requirement import Requirement
from solver.theme_park.operate.cpsat.variables import Bool, StepVars, Vars
from solver.theme_park.operate.tables import VALUES, Tables, clashing_pairs

ENCODES = (Rule.PARTY_CHOSEN, Rule.PARTY_PRESENT, Rule.PARTY_SIZE, Rule.PARTY_REQUIREMENT)


def constrain_party(model: cp_model.CpModel, tables: Tables, variables: Vars) -> None:
    """Add the constraints of this file."""
    for step in variables.steps:
        for guest in step.guests:
            model.add_implication(guest.party, guest.present)
            model.add_bool_or([guest.party.negated(), *step.operates.values()])
            if tables.any_size:
                model.add(sum(guest.seat) <= guest.party)
            else:
                model.add(sum(guest.seat) == guest.party)
            if not tables.visits:
                model.add(guest.party == guest.touched)
        for place, shown in enumerate(step.shows):
            sitting = [guest.seat[place] for guest in step.guests]
            needed = [
                step.operates[tile.id] for tile in tables.position.tiles if tile.attraction.requirement.size > place
            ]
            model.add(sum(sitting) == sum(needed))
            model.add_at_most_one(shown.values())
            for guest in step.guests:
                for value in VALUES:
                    model.add_bool_or([guest.seat[place].negated(), guest.value[value].negated(), shown[value]])
        for tile in tables.position.tiles:
            _fulfil(model, step, tile)


def _fulfil(model: cp_model.CpModel, step: StepVars, tile: Tile) -> None:
    operates = step.operates[tile.id]
    requirement = tile.attraction.requirement
    freed = _freed_slots(model, tile)
    for place, slot in enumerate(requirement.slots):
        for value in VALUES:
            if value not in slot.values:
                model.add_bool_or([operates.negated(), step.shows[place][value].negated()])
        if slot.colour is not None:
            for guest in step.guests:
                model.add_bool_or(
                    [operates.negated(), guest.seat[place].negated(), guest.colour[slot.colour], *freed.get(place, ())]
                )
    for i, j, v, w in clashing_pairs(requirement):
        model.add_bool_or([operates.negated(), step.shows[i][v].negated(), step.shows[j][w].negated()])
    _one_seating(model, step, operates, requirement)


def _freed_slots(model: cp_model.CpModel, tile: Tile) -> dict[int, list[Bool]]:
    """A photo booth lets one coloured slot, chosen anew each time, take any colour."""
    if tile.innovation is not Innovation.PHOTO_BOOTH:
        return {}
    freed = {place: [model.new_bool_var("")] for place in range(tile.attraction.requirement.size)}
    model.add_at_most_one(literal for literals in freed.values() for literal in literals)
    return freed


def _one_seating(model: cp_model.CpModel, step: StepVars, operates: Bool, requirement: Requirement) -> None:
    """Equal slots of a symmetric relation are filled in order of guest, to look at each party once."""
    if requirement.relation.ordered:
        return
    for place in range(requirement.size - 1):
        if requirement.slots[place] != requirement.slots[place + 1]:
            continue
        for later, guest in enumerate(step.guests):
            for other in step.guests[:later]:
                model.add_bool_or([operates.negated(), guest.seat[place].negated(), other.seat[place + 1].negated()])
