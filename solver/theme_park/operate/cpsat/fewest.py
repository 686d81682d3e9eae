"""The sequence that stands for all worth as much, where only the model knows all the moves there are."""

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ortools.sat.python import cp_model

from models.theme_park.operate.position import Position
from solver.theme_park.operate.cpsat.exclusions import forbid
from solver.theme_park.operate.cpsat.model import OperateModel
from solver.theme_park.operate.cpsat.parameters import make_solver
from solver.theme_park.operate.cpsat.scenarios import build_in_time
from solver.theme_park.operate.cpsat.solution import read_plan
from solver.theme_park.operate.cpsat.variables import Bool
from solver.theme_park.operate.plan import Plan
from solver.theme_park.operate.settings import STAGES, Settings
from solver.theme_park.operate.signature import Signature

MOST_WORK = 2.0
"""CP-SAT's deterministic time, about seconds of one thread, that the choice among equal answers may take."""


def fewest_moves(
    position: Position,
    settings: Settings,
    values: Sequence[int],
    known: Sequence[Signature],
    ends: float,
    *,
    rolling: bool,
) -> tuple[Plan, ...] | None:
    """A plan of the stage values ``values`` (summed over a die's faces where one may be rerolled: ``rolling``), unlike those ``known``,
    with few moves; None when none is come upon.

    The fewest where the work allowed proves it. One thread, a model of its own and no hint: the plan depends on the
    position and its values, not on what was found before, unless time.monotonic() reaches ``ends``.
    """
    scenarios = build_in_time(position, settings.weights, ends, rolling=rolling)
    if scenarios is None:
        return None
    forbid(scenarios.model, scenarios.each[0].variables, known)
    for stage, value in zip(STAGES[settings.objective], values, strict=True):
        scenarios.model.add(scenarios.expression(stage) == value)
    scenarios.model.minimize(
        cp_model.LinearExpr.sum([move for scenario in scenarios.each for move in _moves(scenario)])
    )
    seconds = None if ends == math.inf else ends - time.monotonic()
    solver = make_solver(replace(settings, reproducible=True, time_limit=MOST_WORK), seconds, scenarios.model)
    if solver.solve(scenarios.model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return tuple(read_plan(scenario, solver.boolean_value) for scenario in scenarios.each)


def _moves(scenario: OperateModel) -> Iterator[Bool]:
    """A literal for each move: operations, maps, Guides and mascots."""
    visits = scenario.tables.visits
    for step in scenario.variables.steps:
        yield from (*step.operates.values(), *step.mascots, *step.skill.values())
        for touch in step.guests:
            yield from (*touch.maps, *touch.led)
            if not visits:
                yield from (*touch.turned, touch.recoloured)
    for end in scenario.variables.ends:
        yield from (*end.turned, *end.maps, *end.led)
