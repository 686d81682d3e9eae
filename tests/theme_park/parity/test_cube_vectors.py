"""Proofs by cube vectors and by limits made on the way, held against the oracle where they do all the work."""

from dataclasses import replace

import pytest

from solver import Settings
from solver.theme_park.operate.layered import engine
from solver.theme_park.operate.layered.beam import narrowing, search
from solver.theme_park.operate.layered.encoding.park import fits
from solver.theme_park.operate.layered.limits import bound_pool
from solver.theme_park.operate.layered.vectors import (
    cube_vector_search,
    cube_vectors,
    vector_problems,
    vector_questions,
)
from solver.theme_park.operate.layered.vectors.cube_vectors import limits_first, settles
from solver.theme_park.operate.settings import Engine
from solver.theme_park.operate.tables import Tables
from tests.theme_park.parity.solving import (
    full_park,
    introductory_park,
    layered_alone,
    never,
    park_with_stars_of_guests,
    proves_what_the_oracle_knows,
    small_parks,
)
from tests.theme_park.solver.test_bench_positions import bench_position
from tests.thorough import sampled

ALONE = frozenset({Engine.LAYERED, Engine.RELAXATION})
PARKS_A_BATCH = 10
FIRST_PARK = 20_320
"""Park 20,367 once had a limit below its best: a vector was reached, and taken for refuted."""


@pytest.fixture(autouse=True)
def narrow_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passes too narrow to prove anything by themselves, of which those between the narrowest and a wide one end early, vectors from the
    first, all by the prices of one, and a limit for every single state."""
    monkeypatch.setattr(engine, "OPENING", ())
    monkeypatch.setattr(engine, "WIDTHS", (1, 2, 6, 50, 5_000))
    for each in (engine, vector_questions):
        monkeypatch.setattr(each, "LEAST_WIDTH", 1)
        monkeypatch.setattr(each, "WIDE", 50)
    monkeypatch.setattr(engine, "VECTOR_SHARE", 1e-6)
    monkeypatch.setattr(vector_problems, "PRICED_APART", 1)
    monkeypatch.setattr(narrowing, "LEAST_YIELD", 1.0)
    monkeypatch.setattr(cube_vector_search, "YIELD", 1.0)
    monkeypatch.setattr(search, "NARROW", 0)
    monkeypatch.setattr(bound_pool, "LEFT_FOR_EACH", 1)


@pytest.mark.parametrize("park", [introductory_park, full_park, park_with_stars_of_guests])
@pytest.mark.parametrize("batch", sampled(range(5)))
def test_cube_vectors_prove_the_optimum_of_the_oracle(batch, park) -> None:
    by_vectors = 0
    for seed, position, settings, truth in small_parks(
        FIRST_PARK + batch * PARKS_A_BATCH, PARKS_A_BATCH, most_states=1_500, park=park
    ):
        if not fits(position):
            continue
        proves_what_the_oracle_knows(seed, position, replace(settings, engines=ALONE), truth)
        settled = settles(Tables(position), settings.objective)
        by_vectors += settled or (
            park is park_with_stars_of_guests and limits_first(Tables(position), settings.objective)
        )
    assert by_vectors, "no park in which vectors are asked for"


SHORT_OF_ROOM = {
    "vectors listed": (cube_vectors, "MOST_VECTORS"),
    "vectors weighed": (cube_vector_search, "MOST_WEIGHED"),
}


@pytest.mark.parametrize(("module", "limit"), SHORT_OF_ROOM.values(), ids=SHORT_OF_ROOM)
def test_without_room_for_vectors_passes_prove_the_same(module, limit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, limit, 0)
    prove_some()


def test_limits_that_were_forgotten_are_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    forgetting, halve = list[int](), bound_pool.BoundPool._halve

    def forget(refuter: bound_pool.BoundPool) -> None:
        forgetting.append(refuter._count)
        halve(refuter)

    settings = Settings(time_limit=None, workers=1)
    engine, known = layered_alone(bench_position("round3-06"), settings)
    assert engine.run(engine.widths(), never)
    monkeypatch.setattr(bound_pool, "ROOM", 8)
    monkeypatch.setattr(bound_pool.BoundPool, "_halve", forget)
    engine, bounds = layered_alone(bench_position("round3-06"), settings)
    assert engine.run(engine.widths(), never)
    assert forgetting, "no limit was forgotten"
    assert bounds.values == known.values


def prove_some(park=introductory_park, first: int = FIRST_PARK) -> None:
    exact = 0
    for seed, position, settings, truth in small_parks(first, 4, most_states=600, park=park):
        if fits(position):
            exact += proves_what_the_oracle_knows(seed, position, replace(settings, engines=ALONE), truth)
    assert exact, "no park in which the layered search is exact"
