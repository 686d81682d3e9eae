"""A scout asks for each open vector near the best sequence's once, the nearest first; linear programs that are copied price alike."""

from collections import Counter

import numpy as np
import pytest

from solver import Settings
from solver.theme_park.operate.flow.network import FlowNetwork, network_of
from solver.theme_park.operate.flow.prices import THRIFTY, Pricing, supplies
from solver.theme_park.operate.layered.encoding.priced_park import priced_park
from solver.theme_park.operate.layered.limits.path_questions import SharedPrices
from solver.theme_park.operate.layered.vectors.cube_vector_search import NEAR, CubeVectorSearch, cube_vector_search_of
from solver.theme_park.operate.layered.vectors.nearby_vectors import NearbyVectors
from solver.theme_park.operate.plan import Plan
from solver.theme_park.operate.portfolio import search
from solver.theme_park.operate.settings import STAGES, Stage
from solver.theme_park.operate.shared_bounds import SharedBounds
from solver.theme_park.operate.tables import Tables
from tests.bench import positions

SETTINGS = Settings(time_limit=60.0)
PARK = "board1-03"


def vectors_of(name: str) -> tuple[CubeVectorSearch, Plan, int]:
    """All vectors of a park, open, with a best plan of it and its stars."""
    position = positions.position(name)
    known = search(position, SETTINGS, lambda _: None)
    vectors = cube_vector_search_of(priced_park(Tables(position), SETTINGS, THRIFTY), SharedPrices())
    assert vectors is not None
    assert known.plan is not None
    return vectors, known.plan, known.values[0]


def test_vectors_near_a_plan_bring_more_and_come_by_their_distance() -> None:
    vectors, plan, stars = vectors_of(PARK)
    near = vectors.near(plan, stars - 1)
    operated = Counter(step.tile for step in plan.steps if step.operates)
    cubes = np.array([operated[tile.id] for tile in positions.position(PARK).tiles])
    distances = np.abs(vectors.problems._vectors.cubes[near] - vectors.problems.placed - cubes).sum(axis=1)
    assert distances[0] == 0, "the plan's own vector brings more than a star less"
    assert (np.diff(distances) >= 0).all()
    assert distances.max() <= NEAR
    assert (vectors.problems._vectors.value[near] >= stars).all()


def test_a_scout_gets_every_vector_near_once_and_then_none() -> None:
    vectors, plan, stars = vectors_of(PARK)
    known = SharedBounds(STAGES[SETTINGS.objective])
    known.found((stars - 1, 0, 0), plan)
    nearby = NearbyVectors()
    given = []
    while (number := nearby.next(vectors, known)) is not None:
        given.append(number)
    assert given == vectors.near(plan, stars - 1)


@pytest.mark.parametrize("name", ["board2-04", "board-full3-01", "board-all2-01"])
def test_a_copied_linear_program_prices_as_one_just_built(name: str) -> None:
    tables = Tables(positions.position(name))
    built, copied = FlowNetwork(tables), network_of(tables)
    assert [row.index() for row in copied.nodes.values()] == [row.index() for row in built.nodes.values()]
    assert copied.solver is not network_of(tables).solver
    pricing, anew = Pricing(tables, SETTINGS.weights), Pricing(tables, SETTINGS.weights)
    anew.network = built
    for stage in (Stage.STARS, Stage.MONEY, Stage.PIPS):
        prices, others = pricing.prices(stage, supplies(tables)), anew.prices(stage, supplies(tables))
        assert prices is not None
        assert others is not None
        assert prices.limit == pytest.approx(others.limit)
