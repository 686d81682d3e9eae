"""Limits are made and passes go on while that pays, and a scout's own passes come first where what is asked settles nothing soon."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest

from solver import Settings
from solver.theme_park.operate.flow.prices import SPARING, THRIFTY
from solver.theme_park.operate.layered import scout as scouting
from solver.theme_park.operate.layered.beam.pass_problem import PassProblem
from solver.theme_park.operate.layered.beam.search import Beam
from solver.theme_park.operate.layered.encoding.codes import CHILDREN
from solver.theme_park.operate.layered.encoding.park import new_memo
from solver.theme_park.operate.layered.encoding.potentials import no_potentials
from solver.theme_park.operate.layered.encoding.priced_park import priced_park
from solver.theme_park.operate.layered.limits.bound_pool import Allowance, BoundPool
from solver.theme_park.operate.layered.limits.path_questions import SharedPrices
from solver.theme_park.operate.layered.pass_widths import (
    FEW_LEFT,
    FIRST_SCOUTED,
    LAST_VECTORS_WIDTH,
    LEAST_WIDTH,
    PRESSED,
    QUICK,
    SCOUTED,
    Scouted,
)
from solver.theme_park.operate.layered.plans.pass_result import Best, PassResult, as_kernel
from solver.theme_park.operate.layered.scout import Scout
from solver.theme_park.operate.layered.vectors.cube_vector_search import cube_vector_search_of
from solver.theme_park.operate.layered.vectors.cube_vectors import cube_vectors, target_layer
from solver.theme_park.operate.layered.vectors.nearby_vectors import NearbyVectors
from solver.theme_park.operate.layered.vectors.vector_questions import GivesUp, VectorQuestions, VectorRound
from solver.theme_park.operate.settings import STAGES
from solver.theme_park.operate.shared_bounds import SharedBounds
from solver.theme_park.operate.tables import Tables
from tests.bench import positions

SETTINGS = Settings(time_limit=60.0)
MANY = 1_000
"""Cube vectors, of which nobody knows anything."""


def problem_of(name: str) -> PassProblem:
    """A pass of a park for the cube vector of the most stars."""
    vectors = cube_vector_search_of(priced_park(Tables(positions.position(name)), SETTINGS, THRIFTY), SharedPrices())
    assert vectors is not None
    order = np.argsort(-vectors.problems._vectors.value)
    return next(found for number in order.tolist() if (found := vectors.problems.problem(number, 1)) is not None)


def passed(problem: PassProblem) -> tuple[int, bool]:
    """The children that a pass makes, and whether it leaves nothing out."""
    beam = Beam(problem, new_memo(problem.park), 400, Best(as_kernel((0, 0, 0))), lambda _: None, lambda: False)
    complete = beam.run().complete
    return int(beam.record[CHILDREN]), complete


@pytest.mark.parametrize("name", ["board5-10", "board-full2-02"])
def test_a_pass_ends_with_enough_children_and_the_same_ones_each_time(name: str) -> None:
    problem = problem_of(name)
    enough = 300
    made, complete = passed(replace(problem, enough=enough))
    assert made >= enough
    assert not complete
    assert passed(replace(problem, enough=enough)) == (made, complete)
    assert passed(replace(problem, enough=100 * made))[0] > made


def pass_with_uses(name: str, width: int, children_a_layer: int) -> tuple[list[int], int, PassResult]:
    """Of a pass over all sequences with one use of a mascot between two operations: the children of each layer, the stars that it comes to, and
    how it ends."""
    scout = scout_of(SharedBounds(STAGES[SETTINGS.objective]), name)
    problem = scout._pass_problem(1, adds_bounds=False, uses=1, weights=SPARING)
    best, made = Best(as_kernel((0, 0, 0))), list[int]()
    beam = Beam(
        replace(problem, children_a_layer=children_a_layer), scout._memo, width, best, lambda _: None, lambda: False
    )
    begin = beam._narrowing.begin_layer

    def note_and_begin() -> None:
        made.append(int(beam.record[CHILDREN]))
        begin()

    beam._narrowing.begin_layer = note_and_begin  # type: ignore[method-assign]
    result = beam.run()
    return np.diff([*made, int(beam.record[CHILDREN])]).tolist(), int(best.values[0]), result


def test_where_cards_can_be_used_in_very_many_ways_each_layer_has_so_many_children() -> None:
    """They fill the first layers else (board-full5-01: its stars are 54 at least)."""
    most = 100_000
    made, stars, _ = pass_with_uses("board-full5-01", 400, most)
    operations = len(made)
    assert operations > 10
    assert max(made) < most + 1_000
    assert sum(each >= most for each in made) > operations / 2
    assert stars > 40


@pytest.mark.parametrize("name", ["board-full1-07", "board-full2-01", "board-full2-08"])
def test_what_a_layer_leaves_out_is_told(name: str) -> None:
    known = positions.best_known()[name]
    assert known.proven
    _, stars, few = pass_with_uses(name, 400, 300)
    assert not few.complete
    assert stars <= known.stars <= few.limit
    assert pass_with_uses(name, 400, 1_000_000)[1:] == pass_with_uses(name, 400, 0)[1:]


@pytest.fixture
def asked() -> tuple[Callable[[Allowance], int], list[int]]:
    """Tries limits on many vectors of which none is refuted, giving how many more may be made; and those that were made."""
    tables = Tables(positions.position("board4-12"))
    priced = priced_park(tables, SETTINGS, THRIFTY)
    vectors = cube_vectors(tables, priced.park)
    assert vectors is not None
    pool = BoundPool(tables, priced.pricing, STAGES[SETTINGS.objective], 0, completing=False)
    park, layer = target_layer(tables, priced.park, vectors.cubes[:MANY])
    made, make = list[int](), pool._try_new

    def note(*args: object) -> int:
        made.append(make(*args))  # type: ignore[arg-type]
        return made[-1]

    pool._try_new = note  # type: ignore[method-assign]

    def tried(allowance: Allowance) -> int:
        none = no_potentials(tables.position, 0)
        return pool.prune(park, layer, none, as_kernel((0,)), 1, allowance)[2]

    return tried, made


def test_limits_that_refute_too_little_are_not_made_on(asked: tuple[Callable[[Allowance], int], list[int]]) -> None:
    tried, made = asked
    assert tried(Allowance(MANY / 6, 10, lambda: False)) == 0
    assert len(made) == 1, "after the first that refuted next to nothing none is worth its time"


def test_where_none_may_be_made_nothing_is_learnt_of_what_they_refute(
    asked: tuple[Callable[[Allowance], int], list[int]],
) -> None:
    """What was expected of the next one once became infinite, and stayed so."""
    tried, made = asked
    for _ in range(3):
        assert tried(Allowance(np.inf, 0, lambda: False)) == 0
    assert made == []
    assert tried(Allowance(MANY / 6, 10, lambda: False)) == 0
    assert len(made) == 1


WITH_MASCOT_CARDS, WITH_SKILLS = "board5-09", "board-full2-02"


def scout_of(known: SharedBounds, park: str = WITH_MASCOT_CARDS) -> Scout:
    tables = Tables(positions.position(park))
    return Scout(tables, SETTINGS, known, lambda _: None, VectorQuestions(known))


def test_a_wide_pass_without_uses_comes_first_while_a_proof_is_far() -> None:
    known = SharedBounds(STAGES[SETTINGS.objective])
    scout = scout_of(known)
    known.found((30, 0, 0))
    assert scout.presses_on(Scouted(PRESSED, 0, THRIFTY))
    assert not scout.presses_on(Scouted(PRESSED, 1, THRIFTY))
    assert not scout.presses_on(Scouted(PRESSED + 1, 0, THRIFTY))
    known.limit(0, 32)
    assert not scout.presses_on(Scouted(PRESSED, 0, THRIFTY))
    assert scout.presses_on(Scouted(QUICK, 0, THRIFTY))


def test_it_waits_for_the_last_vectors_that_are_likely_to_settle_the_stars(monkeypatch: pytest.MonkeyPatch) -> None:
    known = SharedBounds(STAGES[SETTINGS.objective])
    scout = scout_of(known)
    known.found((30, 0, 0))
    monkeypatch.setattr(Scout, "_look_nearby", lambda *_: True)
    assert scout._comes_nearer(NearbyVectors(), 0.0, lambda: False)
    monkeypatch.setattr(VectorQuestions, "settles_soon", True)
    assert not scout._comes_nearer(NearbyVectors(), 0.0, lambda: False)
    assert not scout.presses_on(Scouted(PRESSED, 0, THRIFTY))
    assert scout.presses_on(Scouted(QUICK, 0, THRIFTY))


def test_it_does_so_for_the_first_stage_that_is_not_proven() -> None:
    known = SharedBounds(STAGES[SETTINGS.objective])
    scout = scout_of(known)
    known.found((41, 12, 9))
    for stage, limit in enumerate((41, 12, 13)):
        known.limit(stage, limit)
    assert scout.presses_on(Scouted(PRESSED, 0, THRIFTY))
    known.limit(2, 9)
    assert not scout.presses_on(Scouted(PRESSED, 0, THRIFTY))


def test_a_scouts_passes_with_few_uses_are_for_parks_whose_mascots_have_skills() -> None:
    """Others would make the same children again: where some uses are left out, so are extra adjustments."""
    known = SharedBounds(STAGES[SETTINGS.objective])
    assert list(scout_of(known, WITH_SKILLS).scouted()) == list(SCOUTED)
    scout = scout_of(known)
    assert list(scout.scouted()) == [each for each in SCOUTED if not each.uses]
    none, one = (scout._pass_problem(1, adds_bounds=False, uses=uses, weights=THRIFTY) for uses in (0, 1))
    assert not one.prepares
    assert passed(none) == passed(one)


@pytest.mark.parametrize("park", [WITH_MASCOT_CARDS, WITH_SKILLS])
def test_after_a_second_a_scouts_first_passes_come_before_its_help(monkeypatch: pytest.MonkeyPatch, park: str) -> None:
    monkeypatch.setattr(scouting, "PRESSING_AFTER", 0.0)
    known = SharedBounds(STAGES[SETTINGS.objective])
    known.found((40, 0, 0))
    known.limit(0, 41)
    scout, done = scout_of(known, park), list[Scouted | str]()
    monkeypatch.setattr(scout, "look", lambda left, _stop: done.append(left.popleft()))
    monkeypatch.setattr(scout, "_look_nearby", lambda _nearby, _stop: False)
    monkeypatch.setattr(scout, "help", lambda *_args, **_more: done.append("help"))
    scout.scout(lambda: "help" in done)
    quick = [each for each in scout.scouted() if each.width <= (LEAST_WIDTH if each.uses else QUICK)]
    assert done[: done.index("help")] == quick


def test_the_later_passes_of_a_scout_wait_while_the_last_vectors_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(VectorQuestions, "closes_soon", True)
    monkeypatch.setattr(scouting, "PRESSING_AFTER", 0.0)
    known = SharedBounds(STAGES[SETTINGS.objective])
    known.found((30, 0, 0))
    scout, done = scout_of(known), list[Scouted | str]()
    monkeypatch.setattr(scout, "look", lambda left, _stop: done.append(left.popleft()))
    monkeypatch.setattr(scout, "_comes_nearer", lambda *_: False)
    monkeypatch.setattr(scout, "help", lambda *_args, **_more: done.append("help"))
    scout.scout(lambda: "help" in done)
    first = SCOUTED[:FIRST_SCOUTED]
    assert done[: done.index("help")] == [each for each in scout.scouted() if each in first]


def looks_of(
    monkeypatch: pytest.MonkeyPatch, passes: Sequence[Scouted], vectors: Sequence[int]
) -> list[Scouted | tuple[int, Scouted]]:
    """What a scout looks at while the pips are asked of these vectors, the stars proven: passes over all sequences, and for single vectors."""
    known = SharedBounds(STAGES[SETTINGS.objective])
    known.found((41, 12, 9))
    known.limit(0, 41)
    scout, done, left = scout_of(known), list[Scouted | tuple[int, Scouted]](), deque(passes)
    scout._questions._round = VectorRound(deque(vectors), known.values, 4_000, 3, GivesUp.NEVER)

    def look_at(number: int, scouted: Scouted, *_: object) -> None:
        scout._looked_at.add((number, scouted.uses))
        done.append((number, scouted))

    monkeypatch.setattr(scout, "_look_at", look_at)
    monkeypatch.setattr(scout, "_pass", lambda *_args, **_more: done.append(left[0]))
    while left:
        scout.look(left, lambda: False)
    return done


def test_in_later_stages_wide_passes_and_those_with_uses_are_made_for_the_last_vectors_instead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    narrow, uses = Scouted(LEAST_WIDTH, 0, THRIFTY), Scouted(LEAST_WIDTH, 1, SPARING)
    wide, wider = Scouted(QUICK, 0, THRIFTY), Scouted(PRESSED, 0, THRIFTY)
    looks = looks_of(monkeypatch, [narrow, uses, wide, wider], (7, 8))
    assert looks == [narrow, (8, uses), (7, uses), (8, wide), (7, wide)], "none is looked at twice"
    assert looks_of(monkeypatch, [narrow, wide], ()) == [narrow, wide]
    assert looks_of(monkeypatch, [wide], range(FEW_LEFT + 1)) == [wide]


def test_where_mascots_are_put_together_no_uses_are_looked_at_for_a_vector(monkeypatch: pytest.MonkeyPatch) -> None:
    scout, widths = scout_of(SharedBounds(STAGES[SETTINGS.objective])), list[int]()
    monkeypatch.setattr(scout, "_search", lambda _problem, width, _stop: widths.append(width))
    assert scout._vectors is not None
    assert scout._vectors.puts_together
    for each in (Scouted(LEAST_WIDTH, 1, THRIFTY), Scouted(QUICK, 0, THRIFTY)):
        scout._look_at(1_727, each, 3, lambda: False)
    assert widths == [LAST_VECTORS_WIDTH]


def scouting_of(monkeypatch: pytest.MonkeyPatch, limit: int, *, asked: bool) -> list[Scouted | str]:
    """What a scout does from the first second on, with 40 stars found, until it helps."""
    monkeypatch.setattr(scouting, "PRESSING_AFTER", 0.0)
    known = SharedBounds(STAGES[SETTINGS.objective])
    known.found((40, 0, 0))
    known.limit(0, limit)
    scout, done = scout_of(known), list[Scouted | str]()
    monkeypatch.setattr(Scout, "_asked", asked)
    passes = deque([Scouted(400, 1, THRIFTY), Scouted(2_000, 1, THRIFTY), Scouted(PRESSED, 0, THRIFTY)])
    monkeypatch.setattr(scout, "scouted", lambda: passes)
    monkeypatch.setattr(scout, "look", lambda left, _stop: done.append(left.popleft()))
    monkeypatch.setattr(
        scout, "_look_nearby", lambda _nearby, _stop: "nearby" not in done and not done.append("nearby")
    )
    monkeypatch.setattr(scout, "help", lambda *_args, **_more: done.append("help"))
    scout.scout(lambda: "help" in done)
    return done[: done.index("help")]


@pytest.mark.parametrize("asked", [True, False])
def test_far_from_the_limit_a_scout_makes_its_passes_and_looks_nearby_before_it_helps(
    monkeypatch: pytest.MonkeyPatch, asked: bool
) -> None:
    done = scouting_of(monkeypatch, 60, asked=asked)
    assert done == [Scouted(400, 1, THRIFTY), Scouted(2_000, 1, THRIFTY), Scouted(PRESSED, 0, THRIFTY), "nearby"]


def test_near_the_limit_a_scout_helps_instead_of_passes_with_many_uses_and_nearby_vectors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert scouting_of(monkeypatch, 41, asked=True) == [Scouted(400, 1, THRIFTY)]
    assert scouting_of(monkeypatch, 41, asked=False) == [Scouted(400, 1, THRIFTY), "nearby"]
