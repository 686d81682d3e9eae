"""One model for each face of the rerolled die, bound to decide alike until the die is rolled."""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ortools.sat.python import cp_model

from models.shared.deadline import Patience, TimeOver, within
from models.theme_park.operate.position import Position
from solver.theme_park.operate.cpsat.constraints.rerolls import rolls, skill_rolls
from solver.theme_park.operate.cpsat.counting_model import CountingModel
from solver.theme_park.operate.cpsat.model import OperateModel, assemble
from solver.theme_park.operate.cpsat.skills.encoder import Encoded
from solver.theme_park.operate.cpsat.variables import Bool, EndVars, GuestVars, StepVars
from solver.theme_park.operate.settings import Stage, Weights
from solver.theme_park.operate.tables import VALUES, Tables


@dataclass(frozen=True)
class Scenarios:
    """Models that share one CP-SAT model: a single one, or one a face where a die may be rerolled."""

    model: cp_model.CpModel
    each: tuple[OperateModel, ...]

    @property
    def position(self) -> Position:
        """The position the models are of."""
        return self.each[0].tables.position

    def expression(self, stage: Stage) -> cp_model.LinearExpr:
        """The sum of ``stage`` over the scenarios, which is the expectation times their number."""
        total = self.each[0].goals.expression(stage)
        for scenario in self.each[1:]:
            total = total + scenario.goals.expression(stage)
        return total


def build_scenarios(position: Position, weights: Weights, most: float = math.inf, *, rolling: bool = True) -> Scenarios:
    """The model to solve for ``position``; raises TooLarge beyond ``most`` constraints. ``rolling``: whether a die may be rerolled in it."""
    model = CountingModel(most)
    results: tuple[int | None, ...] = VALUES if rolling and Tables(position).chance else (None,)
    scenarios = tuple(assemble(model, Tables(position, result), weights) for result in results)
    for other in scenarios[1:]:
        _decide_alike(model, scenarios[0], other)
    if not rolling:
        model.add(_rolled_in(model, scenarios[0].tables, scenarios[0].variables.steps) == 0)
    model.is_built()
    return Scenarios(model, scenarios)


def build_in_time(
    position: Position,
    weights: Weights,
    ends: float,
    unwanted: Callable[[], bool] | None = None,
    most: float = math.inf,
    *,
    rolling: bool = True,
) -> Scenarios | None:
    """The model as ``build_scenarios`` makes it, or None once time.monotonic() reaches ``ends`` or nobody wants it any more.

    Raises TooLarge beyond ``most`` constraints.
    """
    patience = Patience(work=math.inf, seconds=ends - time.monotonic(), left=unwanted)
    try:
        with within(patience):
            return build_scenarios(position, weights, most, rolling=rolling)
    except TimeOver:
        return None


def _decide_alike(model: cp_model.CpModel, first: OperateModel, other: OperateModel) -> None:
    """What is decided before the roll is the same in both scenarios."""
    tables, steps = first.tables, first.variables.steps
    for number, step in enumerate(steps):
        done = _rolled_in(model, tables, steps[:number])
        by_skill = model.new_bool_var("")
        model.add(by_skill == sum(skill_rolls(tables, step)))
        by_party = model.new_bool_var("")
        model.add(by_party == sum(touch.rerolled for touch in step.guests))
        twin = other.variables.steps[number]
        _equal(model, [done], _before_skill(step), _before_skill(twin))
        _equal(model, [done], _choices(first, number), _choices(other, number))
        _equal(model, [done, by_skill], _before_operation(step), _before_operation(twin))
        _equal(model, [done, by_skill, by_party], _after(first, number), _after(other, number))
    rolled = _rolled_in(model, tables, steps)
    for end, twin_end in zip(first.variables.ends, other.variables.ends, strict=True):
        _equal(model, [rolled], _at_the_end(end), _at_the_end(twin_end))


def _rolled_in(model: cp_model.CpModel, tables: Tables, steps: Sequence[StepVars]) -> Bool:
    """Whether a die is rolled in one of these steps: at most one is in all."""
    rolled = model.new_bool_var("")
    model.add(rolled == sum(roll for step in steps for roll in rolls(tables, step)))
    return rolled


def _equal(model: cp_model.CpModel, unless: list[Bool], ones: Iterator[Bool], others: Iterator[Bool]) -> None:
    when = [literal.negated() for literal in unless]
    for one, other in zip(ones, others, strict=True):
        model.add(one == other).only_enforce_if(when)


def _before_skill(step: StepVars) -> Iterator[Bool]:
    """Where the step is, who comes, which mascots are used."""
    yield from step.at.values()
    yield step.idle
    yield from step.operates.values()
    yield from (*step.first, step.first_colour, *step.mascots, *step.plain.values(), *step.skill.values())
    for touch in step.guests:
        yield from (*touch.comes.values(), touch.touched, *touch.maps, *touch.led)


def _choices(scenario: OperateModel, number: int) -> Iterator[Bool]:
    """What a skill is used on."""
    for mascot in scenario.variables.steps[number].skill:
        yield from _literals(scenario.skills.encoded[number, mascot])


def _literals(encoded: Encoded) -> Iterator[Bool]:
    for changes in (encoded.turns, encoded.swaps, encoded.sends):
        yield from (literal for _, literal in changes)


def _before_operation(step: StepVars) -> Iterator[Bool]:
    """What a mascot did and adjusted, and the party with the die to be rerolled."""
    for touch in step.guests:
        yield from (*touch.skilled.values(), *touch.die.values(), *touch.shade.values(), *touch.away.values())
        yield from (*touch.arrives.values(), touch.present)
        yield from (*touch.value.values(), *touch.colour.values(), *touch.turned, touch.recoloured)
        yield from (*touch.late.values(), *touch.late_turned)
        yield from (touch.party, *touch.seat, touch.kept, touch.rerolled)


def _after(scenario: OperateModel, number: int) -> Iterator[Bool]:
    """The die that moves, and where everyone is then."""
    for touch in scenario.variables.steps[number].guests:
        yield touch.mover
    for guest in scenario.variables.guests[number + 1]:
        yield from _state(guest)


def _at_the_end(end: EndVars) -> Iterator[Bool]:
    """What is done with a guest by what is left over: where no die was rolled, nothing tells the scenarios apart."""
    yield from (*end.value.values(), *end.turned, *end.maps, *end.led)


def _state(guest: GuestVars) -> Iterator[Bool]:
    yield from (*guest.place.values(), guest.gone, *guest.value.values(), *guest.colour.values())
