"""Values: adjusted before the operation, pipped down by it."""

from ortools.sat.python import cp_model

from models.theme_park.guests import LOWEST
from solver.operate.cpsat.variables import GuestVars, TouchVars, Vars
from solver.operate.tables import VALUES, Tables

ENCODES = ()
"""Pipping down is no rule that a move can break: it is what an operation does."""


def constrain_pips(model: cp_model.CpModel, tables: Tables, variables: Vars) -> None:
    """Add the constraints of this file."""
    for guest, first in zip(tables.position.guests, variables.guests[0], strict=True):
        model.add(first.value[guest.value] == 1)
    for number, step in enumerate(variables.steps):
        for touch, after in zip(step.guests, variables.guests[number + 1], strict=True):
            _pip_down(model, touch, after)
    for moment in variables.guests:
        for now in moment:
            model.add_exactly_one([*now.value.values(), now.gone])
    _balance(model, tables, variables)


def _balance(model: cp_model.CpModel, tables: Tables, variables: Vars) -> None:
    """Implied by the rest, but as a sum it bounds what can be left: pips are lost in parties and gained by adjustments."""
    had = sum(guest.value for guest in tables.position.guests)
    lost = sum(touch.party for touch in variables.touches)
    turned = sum(variables.turned)
    left = sum(value * shows for end in variables.ends for value, shows in end.value.items())
    model.add(left <= had - lost + tables.pips_per_adjustment * turned)


def _pip_down(model: cp_model.CpModel, touch: TouchVars, after: GuestVars) -> None:
    for value in VALUES:
        model.add_bool_or([touch.value[value].negated(), touch.party, after.value[value]])
        if value > LOWEST:
            model.add_bool_or([touch.value[value].negated(), touch.party.negated(), after.value[value - 1]])
    model.add_implication(touch.leaves, touch.party)
    model.add_implication(touch.leaves, touch.value[LOWEST])
    model.add_bool_or([touch.party.negated(), touch.value[LOWEST].negated(), touch.leaves])
