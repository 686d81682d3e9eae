"""Skills in the model: an encoder for each kind of card, and what holds for all of them."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from ortools.sat.python import cp_model

from models.theme_park.cards import SkillKind
from models.theme_park.guests import GUEST_COLOURS
from models.theme_park.operate.rules import Rule
from solver.theme_park.operate.cpsat.skills.colours import encode_swap
from solver.theme_park.operate.cpsat.skills.encoder import Encoded, SkillSlot, Truth
from solver.theme_park.operate.cpsat.skills.rewards import encode_reward
from solver.theme_park.operate.cpsat.skills.values import encode_turning
from solver.theme_park.operate.cpsat.skills.walks import encode_walking
from solver.theme_park.operate.cpsat.variables import Bool, GuestVars, StepVars, TouchVars, Vars
from solver.theme_park.operate.plan import SkillPlan
from solver.theme_park.operate.tables import VALUES, Tables

ENCODES = (
    Rule.SKILL_CARD,
    Rule.SKILL_CHOICES,
    Rule.SKILL_GUEST,
    Rule.SKILL_COLOUR,
    Rule.SKILL_VALUE,
    Rule.SKILL_SIGNS,
    Rule.SKILL_WALK,
    Rule.SKILL_TWICE,
    Rule.SKILL_BAG,
)

ENCODERS: dict[SkillKind, Callable[[SkillSlot], Encoded]] = {
    SkillKind.VALUE_BY_TWO: encode_turning,
    SkillKind.TWO_FIVE: encode_turning,
    SkillKind.TWO_BY_ONE: encode_turning,
    SkillKind.REROLL: encode_turning,
    SkillKind.MONEY_PER_GUEST: encode_reward,
    SkillKind.STARS_PER_GUEST: encode_reward,
    SkillKind.MOVE_OUT: encode_walking,
    SkillKind.MOVE_IN: encode_walking,
    SkillKind.MOVE_TWO: encode_walking,
    SkillKind.SWAP_COLOUR: encode_swap,
}
"""Every kind of card; a test fails while one is missing."""


@dataclass(frozen=True)
class Skills:
    """Every skill in every step, by step and mascot."""

    encoded: dict[tuple[int, int], Encoded]
    variables: Vars

    @property
    def stars(self) -> list[tuple[cp_model.IntVar, int]]:
        """Stars that skills earn, as weighted variables."""
        return [term for each in self.encoded.values() for term in each.stars]

    @property
    def money(self) -> list[tuple[cp_model.IntVar, int]]:
        """Dollars that skills and the rides they give earn, as weighted variables."""
        return [term for each in self.encoded.values() for term in each.money]

    def read(self, number: int, true: Truth) -> SkillPlan | None:
        """The skill used in step ``number`` of a solution, if any."""
        for mascot, used in self.variables.steps[number].skill.items():
            if true(used):
                return SkillPlan(mascot, self.encoded[number, mascot].read(true))
        return None


def encode_skills(model: cp_model.CpModel, tables: Tables, variables: Vars) -> Skills:
    """Add every skill at hand to every step; one a step, each mascot once."""
    encoded: dict[tuple[int, int], Encoded] = {}
    for number, step in enumerate(variables.steps):
        before = variables.guests[number]
        for mascot, used in step.skill.items():
            skill = tables.position.mascots[mascot]
            assert skill is not None
            encoded[number, mascot] = ENCODERS[skill.kind](SkillSlot(model, tables, step, before, skill, used))
        here = [encoded[number, mascot] for mascot in step.skill]
        _leave_others_alone(model, tables, step, before, here)
    for mascot, skill in enumerate(tables.position.mascots):
        if skill is not None:
            model.add_at_most_one(step.skill[mascot] for step in variables.steps)
    if tables.skills_that_swap:
        _keep_dice(model, tables, variables)
    return Skills(encoded, variables)


def _leave_others_alone(
    model: cp_model.CpModel, tables: Tables, step: StepVars, before: tuple[GuestVars, ...], here: list[Encoded]
) -> None:
    """What no skill changes stays as it was."""
    turns, swaps, sends = (
        _by_guest([each.turns for each in here]),
        _by_guest([each.swaps for each in here]),
        _by_guest([each.sends for each in here]),
    )
    for index, (was, touch) in enumerate(zip(before, step.guests, strict=True)):
        if tables.skills_that_turn:
            model.add_exactly_one([*touch.skilled.values(), was.gone])
            for value in VALUES:
                model.add_bool_or([was.value[value].negated(), touch.skilled[value], *turns[index]])
        if tables.skills_that_swap:
            model.add_exactly_one([*touch.die.values(), was.gone])
            model.add_exactly_one(touch.shade.values())
            for colour in GUEST_COLOURS:
                model.add_bool_or([was.die[colour].negated(), touch.die[colour], *swaps[index]])
                model.add_bool_or([was.colour[colour].negated(), touch.shade[colour], *swaps[index]])
        if tables.skills_that_walk:
            _stand_where_it_came(model, touch, sends[index])


def _stand_where_it_came(model: cp_model.CpModel, touch: TouchVars, sends: list[Bool]) -> None:
    """A guest that no skill moves is on the tile it came to; one sent away is moved by a skill."""
    for tile, comes in touch.comes.items():
        model.add_bool_or([comes.negated(), touch.arrives[tile], *sends])
    for away in touch.away.values():
        model.add_bool_or([away.negated(), *sends])
    model.add_at_most_one(sends)


def _by_guest(changes: list[tuple[tuple[int, Bool], ...]]) -> defaultdict[int, list[Bool]]:
    found: defaultdict[int, list[Bool]] = defaultdict(list)
    for each in changes:
        for index, literal in each:
            found[index].append(literal)
    return found


def _keep_dice(model: cp_model.CpModel, tables: Tables, variables: Vars) -> None:
    """A die keeps its colour from step to step until it is gone."""
    for guest, first in zip(tables.position.guests, variables.guests[0], strict=True):
        model.add(first.die[guest.colour] == 1)
    for number, step in enumerate(variables.steps):
        for touch, after in zip(step.guests, variables.guests[number + 1], strict=True):
            for colour in GUEST_COLOURS:
                model.add_bool_or([touch.die[colour].negated(), touch.leaves, after.die[colour]])
    for moment in variables.guests:
        for now in moment:
            model.add_exactly_one([*now.die.values(), now.gone])
