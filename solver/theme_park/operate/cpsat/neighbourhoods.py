"""Windows: a sequence held but for a few of its steps, which are then chosen anew.

Large neighbourhood search (Shaw 1998) on the order of steps. Only what the steps are is held, their tile, party and mover;
how dice are turned and brought stays open, so that a step put in between may change what the later ones cost.
"""

from collections.abc import Iterator
from typing import NamedTuple

from solver.theme_park.operate.cpsat.model import OperateModel
from solver.theme_park.operate.cpsat.variables import Bool, StepVars
from solver.theme_park.operate.plan import Plan, StepPlan

SIZES = (2, 4)
"""Steps chosen anew at once."""

MOST_MORE = 2
"""Steps that a window may gain."""


class Window(NamedTuple):
    """Steps ``begin`` to ``end`` of a plan are replaced by ``more`` steps more."""

    begin: int
    end: int
    more: int


def windows(length: int, horizon: int) -> Iterator[Window]:
    """Windows on a plan of ``length`` steps in a model of ``horizon`` steps: small ones first, from the end on."""
    for size in SIZES:
        for begin in range(length, -1, -1):
            for more in range(min(MOST_MORE, horizon - length) + 1):
                if begin < length or more:
                    yield Window(begin, min(length, begin + size), more)


def held(model: OperateModel, plan: Plan, window: Window) -> list[Bool]:
    """Literals that hold the plan outside the window."""
    steps = model.variables.steps
    before = zip(plan.steps[: window.begin], steps, strict=False)
    after = zip(plan.steps[window.end :], steps[window.end + window.more :], strict=False)
    return [literal for step, variables in (*before, *after) for literal in _spelled(model, step, variables)]


def spelled(model: OperateModel, plan: Plan) -> list[Bool]:
    """Literals that are true in a solution which spells the plan: its tiles, parties and movers."""
    return held(model, plan, Window(len(plan.steps), len(plan.steps), 0))


def _spelled(model: OperateModel, step: StepPlan, variables: StepVars) -> Iterator[Bool]:
    if step.tile is None:
        return
    yield variables.at[step.tile]
    if not step.operates:
        return
    yield variables.operates[step.tile]
    parts = {part.guest: part for part in step.touches if part.party}
    for guest, touch in zip(model.tables.position.guests, variables.guests, strict=True):
        if guest.id in parts:
            yield touch.party
            if parts[guest.id].mover:
                yield touch.mover
