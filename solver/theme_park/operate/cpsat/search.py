"""Solving the model by stages: each stage is maximised with the earlier ones held."""

import math
import time
from collections.abc import Callable
from dataclasses import replace

from ortools.sat.python import cp_model

from models.theme_park.cards import Staff
from models.theme_park.operate.position import Position
from solver.runtime.stopping import stopped_when
from solver.theme_park.operate.cpsat.counting_model import TooLarge
from solver.theme_park.operate.cpsat.exclusions import forbid
from solver.theme_park.operate.cpsat.fewest import fewest_moves
from solver.theme_park.operate.cpsat.neighbourhoods import held, spelled, windows
from solver.theme_park.operate.cpsat.parameters import MOST_BUILT, make_solver
from solver.theme_park.operate.cpsat.scenarios import Scenarios, build_in_time
from solver.theme_park.operate.cpsat.solution import read_plan
from solver.theme_park.operate.messages import Found, Limit, Message, ModelTooLarge
from solver.theme_park.operate.plan import Plan
from solver.theme_park.operate.settings import STAGES, Settings, Stage
from solver.theme_park.operate.shared_bounds import NOTHING, SharedBounds
from solver.theme_park.operate.signature import Signature, signature_of
from solver.theme_park.operate.tables import Tables

ROUNDING = 1e-6
"""Bounds are whole numbers reported as floats."""

SHARE_WITHOUT, MOST_SECONDS_WITHOUT = 0.25, 10.0
"""What of the time goes into the park without Mascot cards and skills, to have an answer early."""

NEIGHBOURHOOD_SHARE, NEIGHBOURHOOD_SECONDS, WINDOW_SECONDS = 0.4, 20.0, 1.0
"""What of the time goes into windows of the best sequence, and into one window."""


class ModelBroken(Exception):
    """The model claims that nothing is legal, although stopping at once always is: a bug of ours."""


class _Listener(cp_model.CpSolverSolutionCallback):
    """Copies each solution into a plan; unfolding and sending happen elsewhere."""

    def __init__(self, scenarios: Scenarios, tell: Callable[[tuple[Plan, ...], float], None]) -> None:
        super().__init__()
        self._scenarios, self._tell = scenarios, tell

    def on_solution_callback(self) -> None:
        """Called by the solver at each improvement."""
        self._tell(tuple(read_plan(model, self.boolean_value) for model in self._scenarios.each), self.objective_value)


def search(
    position: Position,
    settings: Settings,
    tell: Callable[[Message], None],
    shared_bounds: SharedBounds,
    ends: float,
    done: Callable[[], bool],
    *,
    names_the_answer: bool,
    may_stand_aside: bool,
) -> None:
    """Maximise stage after stage, then look for alternatives, until all is proven or time.monotonic() reaches ``ends``.

    What ``shared_bounds`` has from other engines is not proven again, and ends a stage when it comes in; ``done`` says that
    they have found all that was asked for. ``names_the_answer``: which of equals it is, as no other
    engine then does. ``may_stand_aside``: whether to leave the park to the other engines if its model is too large.
    ``tell`` is called from the solver's threads and must be quick. Raises ModelBroken.
    """
    stages = STAGES[settings.objective]
    if not shared_bounds.any_found and Tables(position).visits:
        floor = _without_extras(position, settings, ends, tell)
        shared_bounds.found(
            (floor, *(NOTHING for _ in stages[1:]))
        )  # those of another's sequence would belong to fewer stars
    known: list[Signature] = []
    for rank in range(1 + settings.alternatives):
        if rank == 0 and shared_bounds.proven(len(stages)) and shared_bounds.plan is not None:
            known.append(signature_of(position, shared_bounds.plan))
            continue
        try:
            scenarios = build_in_time(
                position, settings.weights, ends, done, MOST_BUILT if may_stand_aside else math.inf, rolling=rank == 0
            )
        except TooLarge:
            tell(ModelTooLarge(MOST_BUILT))
            return
        if scenarios is None:
            return
        forbid(scenarios.model, scenarios.each[0].variables, known)
        bounds = shared_bounds if rank == 0 else SharedBounds(stages)
        heard = _Heard(tell)
        solve = LexicographicSolve(scenarios, settings, rank, ends, heard, bounds, done)
        settled = solve.all_stages()
        found = heard.last or ((shared_bounds.plan,) if rank == 0 and shared_bounds.plan is not None else ())
        if not settled or not found:
            return
        if rank > 0 or names_the_answer:
            answer = fewest_moves(position, settings, solve.values, known, ends, rolling=rank == 0)
            if answer is not None:
                tell(Found(rank, position, answer, canonical=True))
                found = answer
        if len(set(found)) == 1:  # one that rerolls a die looks like no other: as it falls in one way or another
            known.append(signature_of(position, found[0]))


class _Heard:
    """Passes messages on, and remembers the last plan among them, a sequence for each face of a rerolled die."""

    def __init__(self, tell: Callable[[Message], None]) -> None:
        self._tell = tell
        self.last: tuple[Plan, ...] = ()

    def __call__(self, news: Message) -> None:
        """Pass one on."""
        if isinstance(news, Found):
            self.last = news.plans
        self._tell(news)


def _without_extras(position: Position, settings: Settings, ends: float, tell: Callable[[Message], None]) -> int:
    """First answers at once, and what the first stage brings at least: the park without Mascot cards and skills.

    Its model needs no steps for mascots and is many times smaller; its sequences are legal in the
    whole park too, its limits are not.
    """
    plain = replace(
        position,
        mascots=(None,) * len(position.mascots),
        staff=tuple(card for card in position.staff if card is not Staff.MASCOT),
    )
    left = (settings.time_limit or math.inf) if settings.reproducible else ends - time.monotonic()
    seconds: float | None = min(MOST_SECONDS_WITHOUT, SHARE_WITHOUT * left)
    if settings.reproducible:
        settings, seconds = replace(settings, time_limit=seconds), None
    best: list[int] = [0]

    def listen(plans: tuple[Plan, ...], value: float) -> None:
        best.append(round(value))
        tell(Found(0, plain, plans))

    scenarios = build_in_time(plain, settings.weights, ends)
    if scenarios is None or len(scenarios.each) > 1:
        return 0  # where dice may be rerolled this model is no smaller
    scenarios.model.maximize(scenarios.expression(STAGES[settings.objective][0]))
    make_solver(settings, seconds, scenarios.model).solve(scenarios.model, _Listener(scenarios, listen))
    return max(best)


class LexicographicSolve:
    """Settles the stages of one model in their order."""

    def __init__(
        self,
        scenarios: Scenarios,
        settings: Settings,
        rank: int,
        ends: float,
        tell: Callable[[Message], None],
        shared_bounds: SharedBounds,
        done: Callable[[], bool],
    ) -> None:
        """Ready to settle; ``shared_bounds`` is shared with other engines for rank 0 only."""
        self._scenarios, self._settings, self._rank, self._ends = scenarios, settings, rank, ends
        self._tell, self._shared_bounds, self._all_done = tell, shared_bounds, done
        self._known: list[int] = []

    @property
    def values(self) -> tuple[int, ...]:
        """The values of the settled stages, summed over the scenarios."""
        return tuple(self._known)

    def all_stages(self) -> bool:
        """Settle stage after stage; False when one is not settled in time."""
        return all(self._solve_stage(index, stage) for index, stage in enumerate(STAGES[self._settings.objective]))

    def _solve_stage(self, index: int, stage: Stage) -> bool:
        """Solve one stage; True when it is proven and held for those that follow."""
        scenarios, shared_bounds, goal = self._scenarios, self._shared_bounds, self._scenarios.expression(stage)
        if shared_bounds.proven(index + 1):
            return self._hold_proven(goal, index)
        floor = self._floor(index)
        if floor is not None:
            scenarios.model.add(goal >= floor)
        if shared_bounds.bound(index) < math.inf:
            scenarios.model.add(goal <= math.floor(shared_bounds.bound(index)) * len(scenarios.each))
        scenarios.model.maximize(goal)
        if index == 0:
            self._improve_by_neighbourhoods()
            self._hint()
        seconds = None if self._ends == math.inf else self._ends - time.monotonic()
        solver = make_solver(self._settings, seconds, scenarios.model)
        solver.best_bound_callback = lambda bound: self._tell(Limit(self._rank, stage, math.floor(bound + ROUNDING)))
        with stopped_when(lambda: shared_bounds.proven(index + 1) or self._all_done(), solver.stop_search):
            status = solver.solve(scenarios.model, _Listener(scenarios, self._found))
        shared_bounds.count(solver.num_branches)
        if status == cp_model.INFEASIBLE and self._rank > 0:
            return False  # every signature there is has been shown
        if status in (cp_model.INFEASIBLE, cp_model.MODEL_INVALID):
            raise ModelBroken(solver.status_name(status))
        if status != cp_model.OPTIMAL:
            return shared_bounds.proven(index + 1) and self._hold_proven(goal, index)
        best = round(solver.objective_value)
        self._tell(Limit(self._rank, stage, best))
        if len(scenarios.each) == 1:
            shared_bounds.found((*self._known, best, *(NOTHING for _ in shared_bounds.values[index + 1 :])))
            shared_bounds.limit(index, best)
        scenarios.model.clear_hints()  # type: ignore[no-untyped-call]
        for variable, value in enumerate(solver.response_proto.solution):
            scenarios.model.add_hint(scenarios.model.get_int_var_from_proto_index(variable), value)
        return self._hold(goal, best)

    def _improve_by_neighbourhoods(self) -> None:
        """Solve windows of the best plan anew while that brings more, in parks that only this model knows all of."""
        model, shared_bounds, scenario = self._scenarios.model, self._shared_bounds, self._scenarios.each[0]
        if self._rank > 0 or len(self._scenarios.each) > 1 or not scenario.tables.visits or self._settings.reproducible:
            return
        began = time.monotonic()
        ends = began + min(NEIGHBOURHOOD_SECONDS, NEIGHBOURHOOD_SHARE * (self._ends - began))
        while (plan := shared_bounds.plan) is not None:
            for window in windows(len(plan.steps), len(scenario.variables.steps)):
                left = ends - time.monotonic()
                if left <= 0 or shared_bounds.proven(1):
                    return
                model.add_assumptions(held(scenario, plan, window))
                solver = make_solver(self._settings, min(WINDOW_SECONDS, left), model)
                with stopped_when(lambda: shared_bounds.proven(1), solver.stop_search):
                    solver.solve(model, _Listener(self._scenarios, self._found_better))
                shared_bounds.count(solver.num_branches)
                model.clear_assumptions()
                if shared_bounds.plan is not plan:
                    break
            else:
                return

    def _hint(self) -> None:
        """Start from the best plan known."""
        if self._rank == 0 and len(self._scenarios.each) == 1 and self._shared_bounds.plan is not None:
            for literal in spelled(self._scenarios.each[0], self._shared_bounds.plan):
                self._scenarios.model.add_hint(literal, value=True)

    def _hold_proven(self, goal: cp_model.LinearExpr, index: int) -> bool:
        """Hold what all engines together have proven of a stage, in every scenario."""
        return self._hold(goal, self._shared_bounds.values[index] * len(self._scenarios.each))

    def _hold(self, goal: cp_model.LinearExpr, value: int) -> bool:
        self._scenarios.model.add(goal == value)
        self._known.append(value)
        return True

    def _floor(self, index: int) -> int | None:
        """What a sequence known to the other engines brings, as far as it agrees with the stages held."""
        values = self._shared_bounds.values
        if len(self._scenarios.each) > 1 or list(values[:index]) != self._known or values[index] == NOTHING:
            return None
        return values[index]

    def _found(self, plans: tuple[Plan, ...], value: float) -> None:
        self._note(plans, value)
        self._tell(Found(self._rank, self._scenarios.position, plans))

    def _found_better(self, plans: tuple[Plan, ...], value: float) -> None:
        if self._note(plans, value):
            self._tell(Found(self._rank, self._scenarios.position, plans))

    def _note(self, plans: tuple[Plan, ...], value: float) -> bool:
        """Share a plan with the other engines; True when it is the best so far."""
        if len(plans) > 1:
            return False
        later = self._shared_bounds.values[len(self._known) + 1 :]
        return self._shared_bounds.found((*self._known, round(value), *(NOTHING for _ in later)), plans[0])
