"""States that others dominate, held against the oracle; and which of two states stays."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np
import pytest

from models.theme_park.cards import Staff
from models.theme_park.guests import GUEST_COLOURS
from models.theme_park.operate.notation import parse_position
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import State, start
from solver import Objective, Settings
from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.layered.beam.pass_problem import PassProblem
from solver.theme_park.operate.layered.beam.search import Beam
from solver.theme_park.operate.layered.encoding.codes import ABSENT, CREDIT_SHIFT
from solver.theme_park.operate.layered.encoding.park import exact_stages, fits, new_memo, row_of
from solver.theme_park.operate.layered.kernel.layers import new_layer
from solver.theme_park.operate.layered.limits.dominance import detours_of, drop_dominated
from solver.theme_park.operate.layered.pass_widths import WIDE
from solver.theme_park.operate.layered.plans.pass_result import Best
from solver.theme_park.operate.tables import Tables
from tests.theme_park.oracle import Oracle, TooManyStates
from tests.theme_park.parity.solving import full_park, introductory_park, layered_alone, never
from tests.theme_park.parity.wild_parks import park_of_larger_parties, wild_park
from tests.thorough import sampled

FIRST, PARKS, MOST_PARKS, MOST_STATES, PAIRS, FEW_GUESTS = 3_200_000, 2, 60, 2_000, 300, 3


def park_with_skills(rng: Random) -> Position:
    """A park of the full game with few cards and a nearly empty bag, of which some mascots have skills and none Mascot cards: a mascot turns one die too."""
    while True:
        park = full_park(rng)
        skills = tuple(skill for skill in park.mascots if skill is not None)[:2]
        if skills and len(park.guests) <= FEW_GUESTS:
            staff = tuple(card for card in park.staff if card is not Staff.MASCOT)
            bag = tuple((colour, rng.randint(0, 1)) for colour in GUEST_COLOURS)
            return replace(park, mascots=(*skills, None), maps=min(2, park.maps), staff=staff, bag=bag)


KINDS = (introductory_park, full_park, wild_park, park_of_larger_parties, park_with_skills)
CASES = [
    (kind, batch, list(Objective)[(number + turn) % len(Objective)])
    for batch in range(8)
    for turn in range(len(Objective))
    for number, kind in enumerate(KINDS)
]
"""All kinds with all objectives, batch by batch: of the first ones each kind has two of them."""


def problem_of(position: Position, settings: Settings) -> PassProblem:
    """What a pass over all sequences of a position is to find, in its first stage."""
    return layered_alone(position, settings)[0]._problem([], 1, adds_bounds=False)


def stay(problem: PassProblem, rows: list[tuple[Array, int, int]], *, depth: int) -> list[bool]:
    """Which of these rows, with their stars and money, stay."""
    layer = new_layer(len(rows), len(rows[0][0]), 0)
    layer.rows[:], layer.stars[:], layer.money[:] = (list(column) for column in zip(*rows, strict=True))
    layer.number[0], alive = len(rows), np.ones(len(rows), dtype=np.bool_)
    detours = detours_of(problem.park)
    drop_dominated(problem.park, detours, layer, alive, never, turned=problem.turns_one_die, absent=depth == 1)
    return [bool(each) for each in alive]


def states_of(oracle: Oracle) -> list[list[State]]:
    """The states reached in which no colour adjustment waits, those with the same cubes together."""
    together: dict[tuple[int, ...], list[State]] = defaultdict(list)
    for state in oracle._known:
        if all(now is None or now.treated_as is None for now in state.guests):
            together[tuple(state.cubes)].append(state)
    return list(together.values())


def differ(one: State, other: State) -> int:
    """In how many guests two states differ."""
    return sum(now != there for now, there in zip(one.guests, other.guests, strict=True))


@pytest.mark.parametrize(("kind", "batch", "objective"), sampled(CASES, 2 * len(KINDS), 13 * len(KINDS)))
def test_a_state_that_is_dropped_is_worth_no_more_than_the_one_that_stays(
    kind: Callable[[Random], Position], batch: int, objective: Objective
) -> None:
    """As many parks as it takes until states have been dropped."""
    settings, dropped = Settings(objective=objective, time_limit=None, workers=1), 0
    for number in range(MOST_PARKS):
        if number >= PARKS and dropped:
            break
        seed = FIRST + batch * MOST_PARKS + number
        rng = Random(seed)
        position = kind(rng)
        exact = exact_stages(Tables(position), objective) if fits(position) else 0
        oracle = Oracle(position, settings, MOST_STATES)
        try:
            oracle.worth(start(position))
        except TooManyStates:
            continue
        if not exact:
            continue
        problem = problem_of(position, settings)
        together = states_of(oracle)
        pairs = [pair for states in together for pair in combinations(states, 2) if differ(*pair) <= 1]
        for one, other in rng.sample(pairs, min(PAIRS, len(pairs))):
            rows = [row_of(problem.tables, problem.park, each) for each in (one, other)]
            for depth in (1, exact):
                stays = stay(problem, rows, depth=depth)
                worth = [oracle.worth(each)[:depth] for each in (one, other)]
                dropped += not all(stays)
                assert stays[0] or worth[0] <= worth[1], (seed, depth, one, other)
                assert stays[1] or worth[1] <= worth[0], (seed, depth, one, other)
    assert dropped


@pytest.mark.parametrize(
    ("objective", "most"), [(Objective.STARS, 19), (Objective.FINAL, 20), (Objective.BALANCED, 125)]
)
def test_a_guest_who_left_may_be_missed_less_than_its_die_in_the_bag(objective: Objective, most: int) -> None:
    position = parse_position(
        "p1~f~m2~kswap-colour~k~b.b3.g0.y3~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.x.1.0.X.b2.g123~t.y.1.-1.Y.b5.g3456.ug"
        "~t.z.2.-1.Z.b5.g3456~c.entrance.2~gg2.a.x~gb6.b.y"
    )
    problem = problem_of(position, Settings(objective=objective))
    best = Best(np.array([0, -1, -1]))
    assert Beam(problem, new_memo(problem.park), WIDE, best, lambda _best: None, never).run().complete
    assert best.values[0] == most


@pytest.mark.parametrize(
    ("better", "lesser", "dropped"),
    [
        ("m2~k~gb3.a.x", "m1~k~gb3.a.y", True),
        ("m1~k~gb3.a.x", "m1~k~gb3.a.y", False),
        ("m2~k~gb3.a.x", "m1~k~k~gb3.a.y", False),
        ("m1~k~k~gb3.a.x", "m1~k~gb4.a.x", True),
        ("m1~k~gb3.a.x", "m1~k~gb4.a.x", False),
        ("m1~k~k~gb3.a.x", "m1~k~gb5.a.x", False),
        ("m2~k~k~gb3.a.x", "m1~k~gb4.a.y", True),
        ("m2~k~gb3.a.x", "m1~k~gy3.a.y", False),
        ("m2~k~gb3.a.x~c.x.1", "m1~k~gb3.a.y", False),
        ("m2~k~k~s.mascot~gb3.a.x", "m1~k~k~s.mascot~gb3.a.y", True),
        ("m1~k~k~s.mascot~gb3.a.x", "m1~k~s.mascot~gb4.a.x", True),
        ("m1~k~k~s.mascot~gb3.a.x", "m1~k~s.mascot~gb5.a.x", True),
        ("m1~k~k~s.mascot~gb3.a.x", "m1~k~s.mascot~gb6.a.x", False),
        ("m1~kmove-out~k~s.mascot~gb3.a.x", "m1~kmove-out~s.mascot~gb4.a.x", False),
    ],
)
def test_a_state_is_dropped_where_another_has_the_maps_and_mascots_for_the_one_guest_that_differs(
    better: str, lesser: str, dropped: bool
) -> None:
    """With a Mascot card a mascot turns a die twice, but while a skill is left dice must show the same."""
    tiles = "t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.x.1.0.X.b2.b3~t.y.1.-1.Y.b3.b5~gy2.z.entrance"
    first, second = (parse_position(f"p1~{each}~{tiles}") for each in (better, lesser))
    problem = problem_of(first, Settings())
    rows = [row_of(problem.tables, problem.park, start(each)) for each in (first, second)]
    assert stay(problem, rows, depth=3) == [True, not dropped]
    assert stay(problem, rows[::-1], depth=3) == [not dropped, True]


@pytest.mark.parametrize(
    ("better", "given", "lesser", "kept", "dropped"),
    [
        ("k~gb3.a.x", 1, "k~gb3.a.x", 0, True),
        ("k~k~gb3.a.x", 0, "k~gb3.a.x", 2, True),
        ("k~k~gb3.a.x", 0, "k~gb3.a.x", 3, False),
        ("k~k~gb3.a.x", 1, "k~gb4.a.x", 2, True),
        ("k~gb3.a.x", 1, "k~gb4.a.x", 0, True),
        ("k~gb3.a.x", 1, "k~gb4.a.x", 1, False),
        ("k~kmove-out~gb3.a.x", 1, "k~kmove-out~gb3.a.x", 0, True),
        ("k~kmove-out~gb3.a.x", 1, "k~kmove-out~gb4.a.x", 0, False),
    ],
)
def test_a_credit_of_the_one_guest_that_differs_is_an_adjustment_that_mascots_may_make(
    better: str, given: int, lesser: str, kept: int, dropped: bool
) -> None:
    """With a Mascot card a mascot makes two."""
    tiles = "t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.x.1.0.X.b2.b3~t.y.1.-1.Y.b3.b5"
    first, second = (parse_position(f"p1~m1~s.mascot~{each}~{tiles}") for each in (better, lesser))
    problem, rows = problem_of(first, Settings()), []
    for position, credits in ((first, given), (second, kept)):
        row, stars, money = row_of(problem.tables, problem.park, start(position))
        slot = int(np.flatnonzero(np.asarray(row[: len(problem.park.kinds)]) != ABSENT)[0])
        row[slot] += credits << CREDIT_SHIFT
        rows.append((row, stars, money))
    assert stay(problem, rows, depth=3) == [True, not dropped]
    assert stay(problem, rows[::-1], depth=3) == [not dropped, True]
