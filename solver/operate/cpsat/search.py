"""Solving the model by stages: each stage is maximised with the earlier ones held."""

import math
import time
from collections.abc import Callable

from ortools.sat.python import cp_model

from models.theme_park.guests import GUEST_COLOURS
from models.theme_park.position import Position
from solver.operate.advice import STAGES, Settings, Stage
from solver.operate.cpsat.assembly import OperateModel, build_model
from solver.operate.cpsat.extraction import EndPlan, Found, Plan, StepPlan, TouchPlan
from solver.operate.cpsat.signature import Signature, forbid, signature_of
from solver.operate.news import Limit
from solver.operate.tables import VALUES

ROUNDING = 1e-6
"""Bounds are whole numbers reported as floats."""


News = Found | Limit


class ModelBroken(Exception):
    """The model claims that nothing is legal, although stopping at once always is: a bug of ours."""


def make_solver(settings: Settings, seconds: float | None) -> cp_model.CpSolver:
    """The one place that makes solvers.

    Ctrl-C is the parent's to handle; a solver that caught it would abort the process.
    """
    solver = cp_model.CpSolver()
    solver.parameters.catch_sigint_signal = False
    solver.parameters.num_workers = settings.workers
    solver.parameters.random_seed = settings.seed
    if seconds is not None:
        solver.parameters.max_time_in_seconds = max(0.01, seconds)
    return solver


class _Listener(cp_model.CpSolverSolutionCallback):
    """Copies each solution into a plan; unfolding and sending happen elsewhere."""

    def __init__(self, model: OperateModel, tell: Callable[[Plan], None]) -> None:
        super().__init__()
        self._model, self._tell = model, tell

    def on_solution_callback(self) -> None:
        """Called by the solver at each improvement."""
        self._tell(read_plan(self._model, self.boolean_value))


def search(position: Position, settings: Settings, tell: Callable[[News], None]) -> None:
    """Maximise stage after stage, then look for alternatives, until all is proven or time is up.

    ``tell`` is called from the solver's threads and must be quick. Raises ModelBroken.
    """
    ends = math.inf if settings.time_limit is None else time.monotonic() + settings.time_limit
    known: list[Signature] = []
    for rank in range(1 + settings.alternatives):
        last: list[Plan] = []

        def listen(news: News, last: list[Plan] = last) -> None:
            if isinstance(news, Found):
                last[:] = [news.plan]
            tell(news)

        model = build_model(position, settings.weights)
        forbid(model.model, position, model.variables, known)
        if not _settle_all(model, settings, rank, ends, listen) or not last:
            return
        known.append(signature_of(position, last[0]))


def _settle_all(model: OperateModel, settings: Settings, rank: int, ends: float, tell: Callable[[News], None]) -> bool:
    for stage in STAGES[settings.objective]:
        solver = make_solver(settings, None if ends == math.inf else ends - time.monotonic())
        if not _settle(model, rank, stage, solver, tell):
            return False
    return True


def _settle(
    model: OperateModel, rank: int, stage: Stage, solver: cp_model.CpSolver, tell: Callable[[News], None]
) -> bool:
    """Solve one stage; True when it is proven and held for those that follow."""
    goal = model.goals.expression(stage)
    model.model.maximize(goal)
    solver.best_bound_callback = lambda bound: tell(Limit(rank, stage, math.floor(bound + ROUNDING)))
    status = solver.solve(model.model, _Listener(model, lambda plan: tell(Found(rank, plan))))
    if status == cp_model.INFEASIBLE and rank > 0:
        return False  # every signature there is has been shown
    if status in (cp_model.INFEASIBLE, cp_model.MODEL_INVALID):
        raise ModelBroken(solver.status_name(status))
    if status != cp_model.OPTIMAL:
        return False
    best = round(solver.objective_value)
    tell(Limit(rank, stage, best))
    model.model.add(goal == best)
    model.model.clear_hints()  # type: ignore[no-untyped-call]
    for index, value in enumerate(solver.response_proto.solution):
        model.model.add_hint(model.model.get_int_var_from_proto_index(index), value)
    return True


def read_plan(model: OperateModel, true: Callable[[cp_model.LiteralT], bool]) -> Plan:
    """The plan that the literals of a solution spell."""
    guests = model.tables.position.guests
    steps = []
    for number, step in enumerate(model.variables.steps):
        tile = next((tile for tile, here in step.at.items() if true(here)), None)
        if tile is None:
            break
        touches = tuple(
            TouchPlan(
                guest.id,
                next(tile for tile, comes in touch.comes.items() if true(comes)),
                maps=sum(map(true, touch.maps)),
                guides=sum(map(true, touch.led)),
                present=true(touch.present),
                value=next(value for value in VALUES if true(touch.value[value])),
                colour=next(colour for colour in GUEST_COLOURS if true(touch.colour[colour])),
                party=true(touch.party),
                mover=true(touch.mover),
                kept=true(touch.kept),
            )
            for guest, touch in zip(guests, step.guests, strict=True)
            if true(touch.touched)
        )
        steps.append(StepPlan(tile, true(step.operates[tile]), touches, model.skills.read(number, true)))
    end = tuple(
        EndPlan(guest.id, value, sum(map(true, last.maps)), sum(map(true, last.led)))
        for guest, last in zip(guests, model.variables.ends, strict=True)
        for value in VALUES
        if true(last.value[value])
    )
    return Plan(tuple(steps), end)
