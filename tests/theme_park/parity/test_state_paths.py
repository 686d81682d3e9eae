"""Passes for a cube vector in the later stages, limited by prices of paths, held against what the whole search proves."""

from random import Random

import pytest

from models.theme_park.operate.position import Position
from solver import Settings
from solver.theme_park.operate.flow.prices import THRIFTY
from solver.theme_park.operate.layered.beam.search import Beam
from solver.theme_park.operate.layered.encoding.park import exact_stages, fits, new_memo
from solver.theme_park.operate.layered.encoding.priced_park import priced_park
from solver.theme_park.operate.layered.limits import state_paths
from solver.theme_park.operate.layered.limits.path_questions import SharedPrices
from solver.theme_park.operate.layered.limits.state_paths import LaterGoal
from solver.theme_park.operate.layered.plans.pass_result import Best, PassResult, as_kernel
from solver.theme_park.operate.layered.vectors.cube_vector_search import CubeVectorSearch, cube_vector_search_of
from solver.theme_park.operate.portfolio import search
from solver.theme_park.operate.settings import STAGES, Objective, Stage
from solver.theme_park.operate.supported import unsolved
from solver.theme_park.operate.tables import Tables
from tests.bench import positions
from tests.theme_park.parity.solving import full_park, introductory_park
from tests.thorough import of_batch, sampled

FIRST_PARK, PARKS_A_BATCH, WIDTH = 73_000, 6, 60_000


@pytest.fixture
def made_for_every_layer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prices are made for states of all layers, however little they refute."""
    monkeypatch.setattr(state_paths, "STATE_SECONDS", 1.0)


def passed(
    vectors: CubeVectorSearch, number: int, beyond: tuple[int, ...]
) -> tuple[tuple[int, ...], PassResult, Beam] | None:
    """What a pass for a vector comes to that wants more than ``beyond``; None where it cannot be reached."""
    problem = vectors.problems.problem(number, len(beyond))
    if problem is None:
        return None
    best = Best(as_kernel(beyond))
    beam = Beam(problem, new_memo(problem.park), WIDTH, best, lambda _: None, lambda: False)
    result = beam.run()
    return tuple(best.values.tolist()), result, beam


def vectors_of(position: Position, settings: Settings) -> CubeVectorSearch | None:
    """The vectors of a park that the layered search settles, in which cubes alone settle stars and money."""
    tables = Tables(position)
    if (
        unsolved(position)
        or tables.chance
        or not fits(position)
        or exact_stages(tables, settings.objective) < len(STAGES[settings.objective])
    ):
        return None
    vectors = cube_vector_search_of(priced_park(tables, settings, THRIFTY), SharedPrices())
    return vectors if vectors is not None and vectors.settles_both else None


def held_against_the_search(position: Position, settings: Settings) -> int:
    """Prices of paths tried on states, in passes that want the best values, and then more than them."""
    vectors = vectors_of(position, settings)
    known = search(position, settings, lambda _: None)
    open_stage = 0 if vectors is None else vectors.problems.settled
    if vectors is None or not known.proven or known.values[open_stage] == 0:
        return 0
    best = tuple(known.values)
    less = (*best[:open_stage], best[open_stage] - 1, *best[open_stage + 1 :])
    reached, tried = set(), 0
    for number in vectors.equal(as_kernel(less), lambda: False) or []:
        found, more = passed(vectors, number, less), passed(vectors, number, best)
        if found is not None:
            reached.add(found[0])
            tried += len(found[2].path_prices._known()) if found[2].path_prices else 0
        if more is not None:
            assert more[0] == best, "nothing better comes of any vector"
    assert best in reached
    return tried


@pytest.mark.parametrize(
    ("park", "objective"),
    [(introductory_park, Objective.STARS), (introductory_park, Objective.FINAL), (full_park, Objective.STARS)],
)
@pytest.mark.parametrize("batch", sampled(range(6)))
def test_the_best_values_are_found_and_nothing_better(batch, park, objective, made_for_every_layer) -> None:
    settings, tried = Settings(time_limit=60.0, objective=objective), 0
    first, parks = of_batch(batch, PARKS_A_BATCH)
    for seed in range(FIRST_PARK + first, FIRST_PARK + first + parks):
        tried += held_against_the_search(park(Random(seed)), settings)
    assert tried or park is full_park, "no park for whose states prices were tried"


def test_a_real_park_is_settled_by_few_states() -> None:
    """board3-10: its last vector leaves a pass of 40,000 incomplete without prices for pips."""
    position, settings, best = positions.position("board3-10"), Settings(time_limit=60.0), (42, 10, 0)
    vectors = vectors_of(position, settings)
    assert vectors is not None
    (number,) = vectors.equal(as_kernel(best), lambda: False) or []
    found = passed(vectors, number, best)
    assert found is not None
    values, result, beam = found
    assert result.complete
    assert values == best
    assert beam.path_prices is not None


def test_what_a_vector_settles_must_equal_the_best_for_more_to_be_wanted() -> None:
    goal = LaterGoal(Stage.PIPS, (20, 5), is_last=True)
    assert goal.beyond((20, 5, 3)) * state_paths.A_CUBE == pytest.approx(4)
    assert goal.beyond((20, 4, 3)) == 0
    assert LaterGoal(Stage.GUESTS, (20,), is_last=False).beyond((20, 3, 9)) * state_paths.A_CUBE == pytest.approx(3)
