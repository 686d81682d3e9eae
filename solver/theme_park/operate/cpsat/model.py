"""The whole model, put together."""

from dataclasses import dataclass

from ortools.sat.python import cp_model

from solver.theme_park.operate.cpsat.constraints.administrators import constrain_kept_dice
from solver.theme_park.operate.cpsat.constraints.cubes import constrain_cubes
from solver.theme_park.operate.cpsat.constraints.mascots import constrain_mascots
from solver.theme_park.operate.cpsat.constraints.movement import constrain_movement
from solver.theme_park.operate.cpsat.constraints.party import constrain_party
from solver.theme_park.operate.cpsat.constraints.pips import constrain_pips
from solver.theme_park.operate.cpsat.constraints.rerolls import constrain_rerolls
from solver.theme_park.operate.cpsat.constraints.symmetry import order_independent_steps
from solver.theme_park.operate.cpsat.objective import Goals
from solver.theme_park.operate.cpsat.skills.encoding import Skills, encode_skills
from solver.theme_park.operate.cpsat.variables import Vars, make_variables
from solver.theme_park.operate.settings import Weights
from solver.theme_park.operate.tables import Tables


@dataclass(frozen=True)
class OperateModel:
    """A CP-SAT model of a position with its variables and goals."""

    tables: Tables
    model: cp_model.CpModel
    variables: Vars
    skills: Skills
    goals: Goals


def assemble(model: cp_model.CpModel, tables: Tables, weights: Weights) -> OperateModel:
    """Add to ``model`` what makes its solutions the legal sequences of a position, up to merged moves."""
    variables = make_variables(model, tables)
    constrain_cubes(model, tables, variables)
    constrain_movement(model, tables, variables)
    constrain_party(model, tables, variables)
    constrain_pips(model, tables, variables)
    constrain_mascots(model, tables, variables)
    constrain_kept_dice(model, tables, variables)
    constrain_rerolls(model, tables, variables)
    skills = encode_skills(model, tables, variables)
    order_independent_steps(model, tables, variables)
    return OperateModel(tables, model, variables, skills, Goals(model, tables, variables, skills, weights))
