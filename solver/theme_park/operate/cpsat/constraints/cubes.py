"""Operate icons, Managers, the supply of cubes, and the order of steps."""

from itertools import pairwise

from ortools.sat.python import cp_model

from models.theme_park.operate.rules import Rule
from solver.theme_park.operate.cpsat.variables import Vars
from solver.theme_park.operate.tables import Tables

ENCODES = (
    Rule.CUBE_ICON,
    Rule.CUBE_SUPPLY,
    Rule.MANAGER_READY,
    Rule.MANAGER_ICONS_COVERED,
    Rule.MANAGER_SAME_TILE,
)
"""Which operation of a tile a Manager pays for is settled afterwards: those beyond its icons."""


def constrain_cubes(model: cp_model.CpModel, tables: Tables, variables: Vars) -> None:
    """Add the constraints of this file."""
    for step in variables.steps:
        model.add_exactly_one([*step.at.values(), step.idle])
        for tile, here in step.at.items():
            if tables.visits:
                model.add_implication(step.operates[tile], here)
            else:
                model.add(step.operates[tile] == here)
    for before, after in pairwise(variables.steps):
        model.add_implication(before.idle, after.idle)
    for tile, free in tables.free_icons.items():
        model.add(sum(step.operates[tile] for step in variables.steps) <= free + variables.managed[tile])
    model.add(sum(variables.managed.values()) <= tables.managers)
    model.add(sum(sum(step.operates.values()) for step in variables.steps) <= tables.cubes_left)
