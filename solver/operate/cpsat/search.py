"""Solving the model by stages: each stage is maximised with the earlier ones held."""

import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from ortools.sat.python import cp_model

from models.theme_park.cards import Staff
from models.theme_park.position import Position
from solver.operate.advice import STAGES, Settings, Stage
from solver.operate.cpsat.extraction import Found, Plan
from solver.operate.cpsat.fewest import fewest_moves
from solver.operate.cpsat.reading import read_plan
from solver.operate.cpsat.solvers import MOST_BUILT, make_solver, size
from solver.operate.cpsat.unlike import forbid
from solver.operate.cpsat.windows import held, spelled, windows
from solver.operate.cpsat.worlds import Worlds, build_worlds
from solver.operate.knowledge import NOTHING, Knowledge
from solver.operate.news import Limit, News, StoodAside
from solver.operate.signature import Signature, signature_of
from solver.operate.tables import Tables

ROUNDING = 1e-6
"""Bounds are whole numbers reported as floats."""

WATCHING = 0.05
"""Seconds between two looks at what the other engines have proven."""

SHARE_WITHOUT, MOST_SECONDS_WITHOUT = 0.25, 10.0
"""What of the time goes into the park without Mascot cards and skills, to have an answer early."""

REWORKING, MOST_SECONDS_REWORKING, WINDOW_SECONDS = 0.4, 20.0, 1.0
"""What of the time goes into windows of the best sequence, and into one window."""


class ModelBroken(Exception):
    """The model claims that nothing is legal, although stopping at once always is: a bug of ours."""


class _Listener(cp_model.CpSolverSolutionCallback):
    """Copies each solution into a plan; unfolding and sending happen elsewhere."""

    def __init__(self, worlds: Worlds, tell: Callable[[tuple[Plan, ...], float], None]) -> None:
        super().__init__()
        self._worlds, self._tell = worlds, tell

    def on_solution_callback(self) -> None:
        """Called by the solver at each improvement."""
        self._tell(tuple(read_plan(model, self.boolean_value) for model in self._worlds.each), self.objective_value)


def search(
    position: Position,
    settings: Settings,
    tell: Callable[[News], None],
    knowledge: Knowledge,
    ends: float,
    done: Callable[[], bool],
    *,
    names_the_answer: bool,
    may_stand_aside: bool,
) -> None:
    """Maximise stage after stage, then look for alternatives, until all is proven or it is ``ends`` o'clock.

    What ``knowledge`` has from other engines is not proven again, and ends a stage when it comes in; ``done`` says that
    they have found all that was asked for. ``names_the_answer``: which of equals it is, as no other
    engine then does. ``may_stand_aside``: whether to leave the park to the other engines if its model is too large.
    ``tell`` is called from the solver's threads and must be quick. Raises ModelBroken.
    """
    stages = STAGES[settings.objective]
    if not knowledge.any_found and Tables(position).visits:
        floor = _without_extras(position, settings, ends, tell)
        knowledge.found((floor, *knowledge.values[1:]))
    known: list[Signature] = []
    for rank in range(1 + settings.alternatives):
        last: list[Plan] = []

        def listen(news: News, last: list[Plan] = last) -> None:
            if isinstance(news, Found):
                last[:] = [news.plans[0]]
            tell(news)

        if rank == 0 and knowledge.proven(len(stages)) and knowledge.plan is not None:
            known.append(signature_of(position, knowledge.plan))
            continue
        worlds = build_worlds(position, settings.weights)
        if may_stand_aside and size(worlds.model) > MOST_BUILT:
            tell(StoodAside(size(worlds.model)))
            return
        forbid(worlds.model, position, worlds.each[0].variables, known)
        settling = Settling(worlds, settings, rank, ends, listen, knowledge if rank == 0 else Knowledge(stages), done)
        settled = settling.all_stages()
        found = last[0] if last else knowledge.plan if rank == 0 else None
        if not settled or found is None:
            return
        if rank > 0 or names_the_answer:
            answer = fewest_moves(position, settings, settling.values, known, ends)
            if answer is not None:
                listen(Found(rank, position, answer, canonical=True))
                found = answer[0]
        known.append(signature_of(position, found))


def _without_extras(position: Position, settings: Settings, ends: float, tell: Callable[[News], None]) -> int:
    """First answers at once, and what the first stage brings at least: the park without Mascot cards and skills.

    Its model needs no steps for mascots and is many times smaller; its sequences are legal in the
    whole park too, its limits are not.
    """
    plain = replace(
        position,
        mascots=(None,) * len(position.mascots),
        staff=tuple(card for card in position.staff if card is not Staff.MASCOT),
    )
    share = min(MOST_SECONDS_WITHOUT, SHARE_WITHOUT * (ends - time.monotonic()))
    best: list[int] = [0]

    def listen(plans: tuple[Plan, ...], value: float) -> None:
        best.append(round(value))
        tell(Found(0, plain, plans))

    worlds = build_worlds(plain, settings.weights)
    if len(worlds.each) > 1:
        return 0  # where dice may be rerolled this model is no smaller
    worlds.model.maximize(worlds.expression(STAGES[settings.objective][0]))
    make_solver(settings, share, worlds.model).solve(worlds.model, _Listener(worlds, listen))
    return max(best)


class Settling:
    """Settles the stages of one model in their order."""

    def __init__(
        self,
        worlds: Worlds,
        settings: Settings,
        rank: int,
        ends: float,
        tell: Callable[[News], None],
        knowledge: Knowledge,
        done: Callable[[], bool],
    ) -> None:
        """Ready to settle; ``knowledge`` is shared with other engines for rank 0 only."""
        self._worlds, self._settings, self._rank, self._ends = worlds, settings, rank, ends
        self._tell, self._knowledge, self._all_done = tell, knowledge, done
        self._known: list[int] = []

    @property
    def values(self) -> tuple[int, ...]:
        """Of the stages settled, summed over the worlds."""
        return tuple(self._known)

    def all_stages(self) -> bool:
        """Settle stage after stage; False when one is not settled in time."""
        return all(self._settle(index, stage) for index, stage in enumerate(STAGES[self._settings.objective]))

    def _settle(self, index: int, stage: Stage) -> bool:
        """Solve one stage; True when it is proven and held for those that follow."""
        worlds, knowledge, goal = self._worlds, self._knowledge, self._worlds.expression(stage)
        if knowledge.proven(index + 1):
            return self._hold(goal, knowledge.values[index])
        floor = self._floor(index)
        if floor is not None:
            worlds.model.add(goal >= floor)
        if knowledge.bound(index) < math.inf:
            worlds.model.add(goal <= math.floor(knowledge.bound(index)) * len(worlds.each))
        worlds.model.maximize(goal)
        if index == 0:
            self._rework()
            self._hint()
        seconds = None if self._ends == math.inf else self._ends - time.monotonic()
        solver = make_solver(self._settings, seconds, worlds.model)
        solver.best_bound_callback = lambda bound: self._tell(Limit(self._rank, stage, math.floor(bound + ROUNDING)))
        with _stopping(solver, lambda: knowledge.proven(index + 1) or self._all_done()):
            status = solver.solve(worlds.model, _Listener(worlds, self._found))
        knowledge.count(solver.num_branches)
        if status == cp_model.INFEASIBLE and self._rank > 0:
            return False  # every signature there is has been shown
        if status in (cp_model.INFEASIBLE, cp_model.MODEL_INVALID):
            raise ModelBroken(solver.status_name(status))
        if status != cp_model.OPTIMAL:
            return knowledge.proven(index + 1) and self._hold(goal, knowledge.values[index])
        best = round(solver.objective_value)
        self._tell(Limit(self._rank, stage, best))
        if len(worlds.each) == 1:
            knowledge.found((*self._known, best, *(NOTHING for _ in knowledge.values[index + 1 :])))
            knowledge.limit(index, best)
        worlds.model.clear_hints()  # type: ignore[no-untyped-call]
        for variable, value in enumerate(solver.response_proto.solution):
            worlds.model.add_hint(worlds.model.get_int_var_from_proto_index(variable), value)
        return self._hold(goal, best)

    def _rework(self) -> None:
        """Solve windows of the best plan anew while that brings more, in parks that only this model knows all of."""
        model, knowledge, world = self._worlds.model, self._knowledge, self._worlds.each[0]
        if self._rank > 0 or len(self._worlds.each) > 1 or not world.tables.visits or self._settings.reproducible:
            return
        began = time.monotonic()
        ends = began + min(MOST_SECONDS_REWORKING, REWORKING * (self._ends - began))
        while (plan := knowledge.plan) is not None:
            for window in windows(len(plan.steps), len(world.variables.steps)):
                left = ends - time.monotonic()
                if left <= 0 or knowledge.proven(1):
                    return
                model.add_assumptions(held(world, plan, window))
                solver = make_solver(self._settings, min(WINDOW_SECONDS, left), model)
                with _stopping(solver, lambda: knowledge.proven(1)):
                    solver.solve(model, _Listener(self._worlds, self._found_better))
                knowledge.count(solver.num_branches)
                model.clear_assumptions()
                if knowledge.plan is not plan:
                    break
            else:
                return

    def _hint(self) -> None:
        """Start from the best plan known."""
        if self._rank == 0 and len(self._worlds.each) == 1 and self._knowledge.plan is not None:
            for literal in spelled(self._worlds.each[0], self._knowledge.plan):
                self._worlds.model.add_hint(literal, value=True)

    def _hold(self, goal: cp_model.LinearExpr, value: int) -> bool:
        self._worlds.model.add(goal == value)
        self._known.append(value)
        return True

    def _floor(self, index: int) -> int | None:
        """What a sequence known to the other engines brings, as far as it agrees with the stages held."""
        values = self._knowledge.values
        if len(self._worlds.each) > 1 or list(values[:index]) != self._known or values[index] == NOTHING:
            return None
        return values[index]

    def _found(self, plans: tuple[Plan, ...], value: float) -> None:
        self._note(plans, value)
        self._tell(Found(self._rank, self._worlds.position, plans))

    def _found_better(self, plans: tuple[Plan, ...], value: float) -> None:
        if self._note(plans, value):
            self._tell(Found(self._rank, self._worlds.position, plans))

    def _note(self, plans: tuple[Plan, ...], value: float) -> bool:
        """Share a plan with the other engines; True when it is the best so far."""
        if len(plans) > 1:
            return False
        later = self._knowledge.values[len(self._known) + 1 :]
        return self._knowledge.found((*self._known, round(value), *(NOTHING for _ in later)), plans[0])


@contextmanager
def _stopping(solver: cp_model.CpSolver, wanted: Callable[[], bool]) -> Iterator[None]:
    """Stop the solver as soon as that is wanted; asked again and again, as a stop before the start is lost."""
    finished = threading.Event()

    def watch() -> None:
        while not finished.wait(WATCHING):
            if wanted():
                solver.stop_search()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        finished.set()
        watcher.join()
