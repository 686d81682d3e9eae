"""The engines of one search, in this process: what they share, and what goes wrong in one of them."""

import math
import time
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

import pytest

from models.theme_park.operate.notation import parse_position
from solver import Settings
from solver.runtime import stopping
from solver.theme_park.operate.cpsat import parameters
from solver.theme_park.operate.cpsat import search as cpsat
from solver.theme_park.operate.cpsat.parameters import make_solver, size
from solver.theme_park.operate.cpsat.scenarios import build_scenarios
from solver.theme_park.operate.layered import engine
from solver.theme_park.operate.messages import Found, ModelTooLarge
from solver.theme_park.operate.portfolio import search
from solver.theme_park.operate.settings import STAGES, Engine, Objective
from solver.theme_park.operate.shared_bounds import SharedBounds
from solver.theme_park.operate.signature import signature_of
from solver.theme_park.operate.warm_up import SMALL
from tests.bench.positions import position as park_of
from tests.theme_park.solver.test_bench_positions import bench_position

PARK = parse_position(SMALL)
ONE_RIDE = parse_position("p1~r4~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.ride.1.0.Ride.g3.a~gg3.a.ride")
SPARED = parse_position(
    "p1~r4~m1~k~s.mascot~t.entrance.0.0.Park__Entrance.x1.a1.i1.ukg~t.ride.1.0.Ride.g3.a1~gg1.a.entrance"
)
"""One guest who may operate for stars, or for a star and dollars, and a mascot with a Mascot card."""
ALONE = Settings(time_limit=None, workers=1, engines=frozenset({Engine.CPSAT}))
LAYERED = Settings(time_limit=None, workers=1, engines=frozenset({Engine.LAYERED, Engine.RELAXATION}))


def messages_of(position: Any, settings: Settings) -> tuple[list[Any], SharedBounds]:
    told: list[Any] = []
    return told, search(position, settings, told.append)


def told_by_cpsat(position: Any, settings: Settings, shared_bounds: SharedBounds, ends: float = math.inf) -> list[Any]:
    """What CP-SAT alone tells where ``shared_bounds`` are known already."""
    told: list[Any] = []
    cpsat.search(
        position,
        settings,
        told.append,
        shared_bounds,
        ends,
        lambda: False,
        names_the_answer=False,
        may_stand_aside=False,
    )
    return told


def test_what_goes_wrong_beside_the_layered_search_is_raised_by_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError("no room")

    monkeypatch.setattr(cpsat, "search", fail)
    with pytest.raises(MemoryError, match="no room"):
        search(PARK, ALONE, lambda _: None)


def test_a_model_in_which_nothing_is_legal_is_told_as_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    build = cpsat.build_in_time

    def build_without_a_way(*facts: Any, **more: Any) -> Any:
        worlds = build(*facts, **more)
        assert worlds is not None
        worlds.model.add_bool_or([])
        return worlds

    monkeypatch.setattr(cpsat, "build_in_time", build_without_a_way)
    with pytest.raises(cpsat.ModelBroken, match="INFEASIBLE"):
        search(PARK, ALONE, lambda _: None)


@pytest.mark.parametrize("engines", [Settings().engines, frozenset({Engine.CPSAT})], ids=["together", "cpsat"])
def test_a_limit_on_work_gives_the_same_news_again(engines: frozenset[Engine]) -> None:
    settings = Settings(time_limit=0.5, reproducible=True, engines=engines, alternatives=1)
    one, other = (messages_of(bench_position("round1-01"), settings)[0] for _ in range(2))
    assert one == other
    assert any(isinstance(each, Found) for each in one)


@pytest.mark.parametrize("name", ["board3-01", "board-full3-04"])
def test_a_limit_on_work_gives_the_same_news_on_a_slow_machine(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    for seconds, look in (
        (0.0, 10.0),
        (1.0, 0.0005),
    ):  # all is over in no time, or each question of the clock takes a second
        with monkeypatch.context() as patched:
            patched.setattr(time, "monotonic", partial(next, count(step=seconds)))
            patched.setattr(stopping, "LOOK", look)
            news, shared_bounds = messages_of(bench_position(name), replace(LAYERED, time_limit=0.5, reproducible=True))
        told.append((news, shared_bounds.nodes))
    assert told[0] == told[1]


def test_a_first_look_without_extras_is_limited_by_work_where_the_search_is(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = []

    def made(settings: Settings, limit: float | None, model: Any) -> Any:
        seconds.append(limit)
        return make_solver(settings, limit, model)

    monkeypatch.setattr(cpsat, "make_solver", made)
    search(SPARED, replace(ALONE, time_limit=1.0, reproducible=True), lambda _: None)
    assert set(seconds) == {None}


def test_a_first_look_without_extras_may_begin_when_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpsat, "build_in_time", lambda position, weights, *_, **__: build_scenarios(position, weights))
    shared_bounds = SharedBounds(STAGES[Objective.STARS])
    told_by_cpsat(SPARED, ALONE, shared_bounds, ends=time.monotonic() - 1.0)
    assert shared_bounds.any_found


def test_what_is_found_without_extras_is_not_held_to_bring_what_another_sequence_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stages = STAGES[Objective.STARS]
    shared_bounds = SharedBounds(stages)

    def meanwhile(*_: object) -> int:
        shared_bounds.found((1, 2, 0))
        return 3

    monkeypatch.setattr(cpsat, "_without_extras", meanwhile)
    told_by_cpsat(SPARED, ALONE, shared_bounds)
    assert shared_bounds.proven(len(stages))
    assert shared_bounds.values == (3, 0, 0)


def test_cp_sat_looks_only_for_alternatives_where_the_best_is_proven_already() -> None:
    shared_bounds = messages_of(ONE_RIDE, ALONE)[1]
    assert shared_bounds.proven(len(STAGES[Objective.STARS]))
    told = told_by_cpsat(ONE_RIDE, replace(ALONE, alternatives=1), shared_bounds)
    found = [each for each in told if isinstance(each, Found)]
    assert {each.rank for each in told} == {1}
    assert shared_bounds.plan is not None
    assert signature_of(ONE_RIDE, shared_bounds.plan) not in {signature_of(ONE_RIDE, each.plans[0]) for each in found}


@pytest.mark.parametrize(
    ("park", "engines", "stands_aside"),
    [("board-full1-02", {Engine.LAYERED, Engine.CPSAT}, True), ("made-up-full-01", {Engine.CPSAT}, False)],
)
def test_cp_sat_leaves_a_park_too_large_for_it_to_the_layered_search_but_never_to_nobody(
    park: str, engines: set[Engine], stands_aside: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cpsat, "MOST_BUILT", 1)
    monkeypatch.setattr(engine, "WIDTHS", ())  # so that CP-SAT joins at once
    told, shared_bounds = messages_of(park_of(park), replace(ALONE, time_limit=6.0, engines=frozenset(engines)))
    assert any(isinstance(each, ModelTooLarge) for each in told) == stands_aside
    found_by = Engine.LAYERED if stands_aside else Engine.CPSAT
    assert {each.engine for each in told if isinstance(each, Found)} == {found_by}
    assert shared_bounds.values[0] > 0


def test_the_larger_a_model_the_fewer_threads_work_on_copies_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    model = build_scenarios(PARK, Settings().weights).model
    for most, workers, threads in ((8, 8, 8), (3, 8, 3), (3, 2, 2), (0, 8, 1)):
        monkeypatch.setattr(parameters, "MOST_COPIED", most * size(model))
        assert make_solver(Settings(workers=workers), None, model).parameters.num_workers == threads
