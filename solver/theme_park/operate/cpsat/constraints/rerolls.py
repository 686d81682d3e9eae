"""Rerolls of Surprises: which die may be rerolled in an operation, and that at most one is rerolled at all."""

from ortools.sat.python import cp_model

from models.theme_park.cards import SkillKind
from models.theme_park.operate.kept_and_rerolled import may_reroll
from models.theme_park.operate.rules import Rule
from solver.theme_park.operate.cpsat.variables import Bool, StepVars, TouchVars, Vars
from solver.theme_park.operate.tables import Tables

ENCODES = (Rule.REROLL_DIE, Rule.REROLL_SYMBOL, Rule.REROLL_RESULT, Rule.SKILL_VIP)


def constrain_rerolls(model: cp_model.CpModel, tables: Tables, variables: Vars) -> None:
    """Add the constraints of this file; the model weighs one reroll, wherever it comes."""
    model.add(sum(roll for step in variables.steps for roll in rolls(tables, step)) <= 1)
    for step in variables.steps:
        for guest, touch in zip(tables.position.guests, step.guests, strict=True):
            model.add_implication(touch.rerolled, touch.party)
            model.add_implication(touch.rerolled, touch.kept.negated())
            if guest.vip or not tables.operations_reroll:
                model.add(touch.rerolled == 0)
            elif not tables.rerolls_anywhere:
                _on_a_symbol(model, tables, step, touch)


def rolls(tables: Tables, step: StepVars) -> list[Bool]:
    """The literals that say a die is rolled in ``step``."""
    return [*(touch.rerolled for touch in step.guests), *skill_rolls(tables, step)]


def skill_rolls(tables: Tables, step: StepVars) -> list[Bool]:
    """The literals that say a mascot's skill rolls a die in ``step``."""
    mascots = tables.position.mascots
    kinds = {mascot: skill.kind for mascot in step.skill if (skill := mascots[mascot]) is not None}
    return [used for mascot, used in step.skill.items() if kinds[mascot] is SkillKind.REROLL]


def _on_a_symbol(model: cp_model.CpModel, tables: Tables, step: StepVars, touch: TouchVars) -> None:
    for tile in tables.position.tiles:
        slots = tile.attraction.requirement.slots
        seats = [touch.seat[place] for place, slot in enumerate(slots) if may_reroll(tables.position, slot)]
        model.add_bool_or([touch.rerolled.negated(), step.operates[tile.id].negated(), *seats])
