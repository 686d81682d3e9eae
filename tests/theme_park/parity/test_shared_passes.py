"""A pass that another thread helps, held against the same pass alone: it comes to the same states and to a best worth as much."""

import math
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from functools import partial, reduce
from random import Random

import pytest

from models.theme_park.operate.phase import play
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import start
from solver import Settings
from solver.theme_park.operate.flow.prices import THRIFTY
from solver.theme_park.operate.layered.beam import helper, search
from solver.theme_park.operate.layered.beam.pass_problem import PassProblem, problem_from_start
from solver.theme_park.operate.layered.beam.search import Beam
from solver.theme_park.operate.layered.encoding.codes import MEMO_FULL, OMITTED
from solver.theme_park.operate.layered.encoding.park import exact_stages, fits, memo_beside, new_memo
from solver.theme_park.operate.layered.encoding.priced_park import priced_park
from solver.theme_park.operate.layered.kernel import shared_states
from solver.theme_park.operate.layered.kernel.expanding import Work
from solver.theme_park.operate.layered.kernel.layers import Layer
from solver.theme_park.operate.layered.limits.bound_pool import BoundPool
from solver.theme_park.operate.layered.plans.decode import plan_of
from solver.theme_park.operate.layered.plans.pass_result import Best, PassResult, as_kernel
from solver.theme_park.operate.score import score
from solver.theme_park.operate.settings import STAGES
from solver.theme_park.operate.supported import unsolved
from solver.theme_park.operate.tables import Tables
from solver.theme_park.operate.unfolding import unfold
from tests.theme_park.parity.solving import full_park, introductory_park

FIRST_PARK, PARKS, WIDTH, MOST_STATES = 61_000, 20, 60_000, 30_000


class Short(Beam):
    """A pass that is stopped where it would take long."""

    def __init__(self, problem: PassProblem, best: Best) -> None:
        super().__init__(problem, new_memo(problem.park), WIDTH, best, lambda _: None, lambda: self._made > MOST_STATES)
        self._made = 0

    def _narrow(self, layer: Layer) -> None:
        self._made += int(layer.number[0])
        super()._narrow(layer)


@contextmanager
def helped(beam: Beam) -> Iterator[None]:
    """Another thread that helps the pass from its first layer on."""
    beam.share(memo_beside(beam.memo))
    assert beam.helper is not None
    assert beam.states.begin_to_help()
    thread = threading.Thread(target=beam.helper.help, args=(beam,), daemon=True)
    thread.start()
    try:
        yield
    finally:
        thread.join(10)
        assert not thread.is_alive()


@pytest.fixture
def few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """States are taken by fours, so that small layers are shared, too."""
    monkeypatch.setattr(shared_states, "CHUNK", 4)
    monkeypatch.setattr(helper, "FIRST_CHUNK", 1)
    monkeypatch.setattr(search, "FIRST_CHUNK", 1)


def problem_of(position: Position, settings: Settings) -> PassProblem | None:
    """All sequences of a park that the layered search settles; None where it does not."""
    tables = Tables(position)
    if unsolved(position) or tables.chance or not fits(position) or not exact_stages(tables, settings.objective):
        return None
    priced, stages = priced_park(tables, settings, THRIFTY), STAGES[settings.objective]
    pool = BoundPool(tables, priced.pricing, stages, settings.seed, completing=False)
    return problem_from_start(tables, priced.park, priced.skills, [], pool, len(stages), adds_bounds=False)


def ran(beam: Beam, *, help_it: bool) -> PassResult | None:
    """How a pass ends, alone or helped; None where it would take long."""
    with suppress(search.Stopped), helped(beam) if help_it else nullcontext():
        return beam.run()
    return None


def best_of(problem: PassProblem, *, help_it: bool) -> tuple[tuple[int, ...], Best, bool] | None:
    """What a pass comes to, and whether it left nothing out; None where it would take long."""
    best = Best(as_kernel((-1, -1, -1)))
    passed = ran(Short(problem, best), help_it=help_it)
    return None if passed is None else (tuple(best.values[: problem.depth].tolist()), best, passed.complete)


@pytest.mark.usefixtures("few_at_a_time")
@pytest.mark.parametrize("park", [introductory_park, full_park])
def test_two_threads_come_to_the_best_of_one_by_a_sequence_that_the_rules_allow(park) -> None:  # type: ignore[no-untyped-def]
    compared = 0
    for seed in range(FIRST_PARK, FIRST_PARK + PARKS):
        position, settings = park(Random(seed)), Settings()
        problem = problem_of(position, settings)
        alone = None if problem is None else best_of(problem, help_it=False)
        if problem is None or alone is None or not alone[2]:
            continue
        values, best, complete = best_of(problem, help_it=True) or ((), Best(as_kernel(())), False)
        assert (values, complete) == (alone[0], True), f"park {seed}"
        moves = unfold(position, (plan_of(problem.tables, best.path, None),))[0]
        end = reduce(partial(play, position), moves, start(position))
        assert score(position, end, settings)[0] == values[0], f"park {seed}"
        compared += 1
    assert compared > PARKS // 2


class Noting(Short):
    """A pass that records its ways and notes them by the rows that they lead from and to."""

    def __init__(self, problem: PassProblem, best: Best) -> None:
        super().__init__(problem, best)
        self.noted: list[frozenset[tuple[bytes, bytes]]] = []
        self._before = [problem.row.tobytes()]

    def _record(self) -> None:
        rows = [row.tobytes() for row in self.there.rows[: self.there.number[0]]]
        ways = self.there.ways[: self.there.recorded[0]].tolist()
        self.noted.append(frozenset((self._before[parent], rows[child]) for parent, child in ways))
        self._before = rows


def noted(problem: PassProblem, *, help_it: bool) -> list[frozenset[tuple[bytes, bytes]]] | None:
    """All ways of a pass, layer by layer; None where it would take long."""
    beam = Noting(problem, Best(as_kernel((-1, -1, -1))))
    return None if ran(beam, help_it=help_it) is None else beam.noted


@pytest.mark.usefixtures("few_at_a_time")
@pytest.mark.parametrize("park", [introductory_park, full_park])
def test_a_helped_pass_goes_all_the_ways_of_one_alone(park) -> None:  # type: ignore[no-untyped-def]
    compared = 0
    for seed in range(FIRST_PARK, FIRST_PARK + PARKS):
        problem = problem_of(park(Random(seed)), Settings())
        if problem is None:
            continue
        # guests who serve no more are not set apart: which of two states alike stands for both depends on their order
        everything = replace(problem, sets_idle_apart=False, records=True)
        alone = noted(everything, help_it=False)
        if alone is not None:
            assert noted(everything, help_it=True) == alone, f"park {seed}"
            compared += 1
    assert compared > PARKS // 2


def test_who_helps_may_leave_uses_out_before_its_memo_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = next(
        filter(
            None, (problem_of(full_park(Random(seed)), Settings()) for seed in range(FIRST_PARK, FIRST_PARK + PARKS))
        )
    )
    beam = Short(problem, Best(as_kernel((-1, -1, -1))))

    def expanded(by: Work, _begin: int, _end: int) -> int:
        by.record[OMITTED] = 1
        return MEMO_FULL

    monkeypatch.setattr(beam, "expanded", expanded)
    who_helps = beam.share(memo_beside(beam.memo))
    beam.states.open(10)
    assert beam.states.begin_to_help()
    assert beam.states.first(5) == (0, 5)
    who_helps.help(beam)
    beam._gather()
    assert beam.dropped == math.inf
    assert beam.states.first(5) == (5, 10)
