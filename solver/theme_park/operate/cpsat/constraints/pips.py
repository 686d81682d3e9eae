"""Values: adjusted before the operation, pipped down by it."""

from ortools.sat.python import cp_model

from models.theme_park.guests import HIGHEST, LOWEST
from solver.theme_park.operate.cpsat.variables import GuestVars, TouchVars, Vars
from solver.theme_park.operate.tables import VALUES, Tables

ENCODES = ()
"""Pipping down is no rule that a move can break: it is what an operation does."""


def constrain_pips(model: cp_model.CpModel, tables: Tables, variables: Vars) -> None:
    """Add the constraints of this file."""
    for guest, first in zip(tables.position.guests, variables.guests[0], strict=True):
        model.add(first.value[guest.value] == 1)
    for number, step in enumerate(variables.steps):
        for touch, after in zip(step.guests, variables.guests[number + 1], strict=True):
            _pip_down(model, tables, touch, after)
    for moment in variables.guests:
        for now in moment:
            model.add_exactly_one([*now.value.values(), now.gone])
    _balance(model, tables, variables)


def _balance(model: cp_model.CpModel, tables: Tables, variables: Vars) -> None:
    """Implied by the rest, but as a sum it bounds what can be left: pips go in parties and come by mascots."""
    had = sum(guest.value for guest in tables.position.guests)
    lost = sum(touch.party - touch.kept - HIGHEST * touch.rerolled for touch in variables.touches)
    turned = tables.pips_per_adjustment * sum(variables.turned)
    skilled = sum(
        tables.pips_per_skill(skill.kind) * step.skill[mascot]
        for step in variables.steps
        for mascot, skill in enumerate(tables.position.mascots)
        if skill
    )
    left = sum(value * shows for end in variables.ends for value, shows in end.value.items())
    model.add(left <= had - lost + turned + skilled)


def _pip_down(model: cp_model.CpModel, tables: Tables, touch: TouchVars, after: GuestVars) -> None:
    spared = (touch.party.negated(), touch.kept, touch.rerolled)
    if tables.result is not None:
        model.add_implication(touch.rerolled, after.value[tables.result])
    for value in VALUES:
        for how in spared[:2]:
            model.add_bool_or([touch.late[value].negated(), how.negated(), after.value[value]])
        if value > LOWEST:
            model.add_bool_or([touch.late[value].negated(), *spared, after.value[value - 1]])
    for how in spared:
        model.add_implication(touch.leaves, how.negated())
    model.add_implication(touch.leaves, touch.late[LOWEST])
    model.add_bool_or([touch.late[LOWEST].negated(), *spared, touch.leaves])
