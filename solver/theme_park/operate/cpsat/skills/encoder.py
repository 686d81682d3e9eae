"""What every skill's encoding has: a place in a step, a reward, and a way to be read."""

from collections.abc import Callable
from dataclasses import dataclass

from ortools.sat.python import cp_model

from models.theme_park.cards import Skill
from models.theme_park.operate.position import Position
from solver.theme_park.operate.cpsat.variables import Bool, GuestVars, StepVars, TouchVars
from solver.theme_park.operate.plan import Pick
from solver.theme_park.operate.tables import Tables

Truth = Callable[[cp_model.LiteralT], bool]
Terms = tuple[tuple[cp_model.IntVar, int], ...]
"""Variables with what each is worth."""


@dataclass(frozen=True)
class SkillSlot:
    """Where a skill may be used: the step, the guests before it, and the literal that says it is used."""

    model: cp_model.CpModel
    tables: Tables
    step: StepVars
    before: tuple[GuestVars, ...]
    skill: Skill
    used: Bool

    @property
    def position(self) -> Position:
        """The position the model is of."""
        return self.tables.position

    @property
    def parts(self) -> list[tuple[int, GuestVars, TouchVars]]:
        """Each guest's index, what it was before the step, and its part in it."""
        pairs = zip(self.before, self.step.guests, strict=True)
        return [(index, before, touch) for index, (before, touch) in enumerate(pairs)]

    def choose(self, number: int) -> list[Bool]:
        """Literals for choices of the skill; none holds unless it is used."""
        chosen = [self.model.new_bool_var("") for _ in range(number)]
        for literal in chosen:
            self.model.add_implication(literal, self.used)
        return chosen

    def of_colour(self, chosen: Bool, before: GuestVars) -> None:
        """A guest may be ``chosen`` only if its die is of the depicted colour."""
        if self.skill.colour is not None:
            self.model.add_implication(chosen, before.die[self.skill.colour])


@dataclass(frozen=True)
class Encoded:
    """A skill in a step: what it earns, which guests it changes, and how to read it from a solution.

    ``turns``, ``swaps`` and ``sends`` are the literals under which a guest, by index, is changed.
    """

    read: Callable[[Truth], tuple[Pick, ...]]
    stars: Terms = ()
    money: Terms = ()
    turns: tuple[tuple[int, Bool], ...] = ()
    swaps: tuple[tuple[int, Bool], ...] = ()
    sends: tuple[tuple[int, Bool], ...] = ()
