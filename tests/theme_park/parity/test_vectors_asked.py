"""Cube vectors asked for from a lower best: what they reach is found, and none that reaches more is closed."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from ortools.linear_solver import pywraplp

from models.theme_park.cards import SkillKind, Staff
from models.theme_park.guests import GUEST_COLOURS
from models.theme_park.operate.notation import parse_position
from models.theme_park.operate.position import Position
from models.theme_park.requirement import ANY_VALUE, Requirement, Slot
from solver import Objective, Settings
from solver.theme_park.operate.flow.prices import OutOfReach, Pricing, supplies
from solver.theme_park.operate.layered.encoding.park import exact_stages, fits
from solver.theme_park.operate.layered.engine import LayeredEngine
from solver.theme_park.operate.layered.pass_widths import WIDE
from solver.theme_park.operate.layered.plans.pass_result import as_kernel
from solver.theme_park.operate.layered.vectors.cube_vectors import settles
from solver.theme_park.operate.layered.vectors.vector_questions import GivesUp
from solver.theme_park.operate.settings import Stage
from solver.theme_park.operate.shared_bounds import SharedBounds
from solver.theme_park.operate.supported import unsolved
from solver.theme_park.operate.tables import Tables
from tests.theme_park.oracle import TooManyStates, exhaust
from tests.theme_park.parity.solving import layered_alone, never, reaches_more
from tests.theme_park.parks import random_position, skill_of, with_attractions
from tests.thorough import sampled

WIDTH, FIRST, PARKS, MOST_STATES, DEPTH = 5_000, 71_000, 3, 1_000, 3
RELAXED = [
    SkillKind.TWO_BY_ONE,
    SkillKind.MOVE_OUT,
    SkillKind.MOVE_IN,
    SkillKind.MOVE_TWO,
    SkillKind.MONEY_PER_GUEST,
]
KEPT = [SkillKind.VALUE_BY_TWO, SkillKind.TWO_FIVE, SkillKind.SWAP_COLOUR]
"""Skills that a park with skills apart gives up, and those that it has still."""


def engine_at(position: Position, objective: Objective, values: tuple[int, ...]) -> tuple[LayeredEngine, SharedBounds]:
    """An engine that knows of a sequence worth ``values``, and what it proves."""
    engine, bounds = layered_alone(position, Settings(objective=objective, time_limit=None, workers=1))
    bounds.found(values)
    return engine, bounds


def asked(
    position: Position, objective: Objective, values: tuple[int, ...], depth: int
) -> tuple[list[int] | None, tuple[int, ...]]:
    """Which vectors are left open that may bring more than ``values`` in the stages up to ``depth``, and what is best then."""
    engine, bounds = engine_at(position, objective, values)
    weighed = engine._weighed
    assert weighed is not None
    chosen = weighed.above(values[0], never) if depth == 1 else weighed.equal(as_kernel(values), never)
    assert chosen is not None
    return engine._ask(chosen, values, WIDTH, depth, never, GivesUp.NEVER), bounds.values


@pytest.mark.parametrize("skill", ["stars-per-guestG", "money-per-guestG"])
def test_a_skill_that_is_kept_has_its_own_price_where_one_before_it_is_relaxed(skill: str) -> None:
    position = parse_position(
        f"p1~f~r2~k{skill}~kvalue-by-twoB~k~k~k~k~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.x.1.0.X.b1.b6~t.y.2.0.Y.b5.b6b6"
        "~t.z.-1.0.Z.b1.b6~c.entrance.2~gb5.a.x~gb1.b.y~gb5.c.z"
    )
    assert asked(position, Objective.STARS, (7, 4, 0), 1) == (None, (8, 4, 15))


@pytest.mark.parametrize(
    ("objective", "less", "best"), [(Objective.STARS, (6, 4, 8), (6, 4, 9)), (Objective.FINAL, (7, 2, 4), (7, 3, 4))]
)
def test_where_guests_stand_matters_while_a_mascot_may_adjust_several_of_them(objective, less, best) -> None:
    position = parse_position(
        "p1~r2~k~s.mascot~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.x.1.0.X.b3.aa~t.y.2.0.Y.b1.a~c.entrance.2~c.y.1"
        "~gy2.a.x~gb6.b.x~gg1.c.y"
    )
    assert asked(position, objective, less, len(less)) == (None, best)


ONE_RIDE = "p1~f~r2~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.x.1.0.X.b3.b1~c.entrance.2~gb1.a.x"
"""One guest and one icon."""


@pytest.mark.parametrize("ended", ["FEASIBLE", "UNBOUNDED", "ABNORMAL", "NOT_SOLVED"])
def test_a_linear_program_that_is_not_solved_closes_no_vector(monkeypatch, ended: str) -> None:
    solve = pywraplp.Solver.Solve

    def gives_up(solver: Any) -> int:
        solve(solver)
        return int(getattr(pywraplp.Solver, ended))

    monkeypatch.setattr(pywraplp.Solver, "Solve", gives_up)
    assert asked(parse_position(ONE_RIDE), Objective.STARS, (4, 0, 0), 1) == (None, (5, 4, 0))


def test_where_nothing_limits_the_first_stage_no_vectors_near_the_limit_are_asked_for() -> None:
    engine, bounds = engine_at(parse_position(ONE_RIDE), Objective.STARS, (4, 0, 0))
    engine._settle_highest(WIDTH, never)
    assert not bounds.proven(1)
    assert bounds.values == (4, 0, 0)


@pytest.mark.parametrize(("few_after", "widths"), [(0, []), (1, [400]), (2, [400, 4_000]), (9, [400, 4_000, 40_000])])
def test_vectors_near_the_limit_are_asked_for_until_few_are_next_to_the_best(
    monkeypatch: pytest.MonkeyPatch, few_after: int, widths: list[int]
) -> None:
    engine, _ = engine_at(parse_position(ONE_RIDE), Objective.STARS, (4, 0, 0))
    asked = list[int]()
    monkeypatch.setattr(engine, "_settle_highest", lambda width, _stop: asked.append(width))
    monkeypatch.setattr(engine, "_settle_lowest", lambda *_: asked.append(0))
    monkeypatch.setattr(engine, "_few_cross", lambda _stop: len(asked) >= few_after)
    engine._settle_first(WIDE, never)
    assert asked[: asked.index(0)] == widths


def test_icons_that_no_guest_can_use_up_are_out_of_reach() -> None:
    tables = Tables(parse_position(ONE_RIDE))
    pricing = Pricing(tables, Settings().weights)
    assert pricing.prices_completing(Stage.PIPS, supplies(tables)) is not None
    with pytest.raises(OutOfReach):
        pricing.prices_completing(Stage.PIPS, replace(supplies(tables), guests={}))


def with_skills(rng: Random) -> Position:
    """A small park in which a skill that is relaxed comes before one that is kept, and Mascot cards never."""
    kinds = rng.choice(RELAXED), rng.choice(KEPT)
    skills = [skill_of(rng, kind) for kind in kinds]
    position = drawn(rng, [card for card in (Staff.GUIDE, Staff.MANAGER) if rng.random() < 0.4])
    return replace(position, mascots=(*skills, *(None,) * rng.randint(0, 3)))


def with_mascot_cards(rng: Random) -> Position:
    """A small park in which a mascot may adjust several guests, who stand where they like."""
    staff = [Staff.MASCOT, *(card for card in (Staff.MASCOT, Staff.MANAGER) if rng.random() < 0.3)]
    return replace(drawn(rng, staff), mascots=(None,) * rng.randint(1, 2))


def drawn(rng: Random, staff: list[Staff]) -> Position:
    """A park of few tiles whose requirements ask for values that few guests show."""
    position = random_position(
        rng,
        tiles=rng.randint(2, 4),
        guests=rng.randint(2, 4),
        maps=rng.randint(0, 1),
        mascots=1,
        staff=staff,
        full=True,
        cubes=rng.random() < 0.5,
    )
    return with_attractions(position, lambda each: replace(each, requirement=asking(rng)))


def asking(rng: Random) -> Requirement:
    colours, values = (None, *GUEST_COLOURS), (ANY_VALUE, frozenset({5}), frozenset({6}), frozenset({6}))
    return Requirement(tuple(Slot(rng.choice(colours), rng.choice(values)) for _ in range(rng.choice((1, 2, 2)))))


def parks(
    park: Callable[[Random], Position], objective: Objective, first: int, number: int
) -> Iterator[tuple[int, Position, tuple[int, ...]]]:
    """Seeds, parks in which vectors are asked for, and what the best there is worth."""
    rng, given = Random(first), 0
    while given < number:
        position = park(rng)
        tables = Tables(position)
        if unsolved(position) or tables.chance or not fits(position) or exact_stages(tables, objective) < DEPTH:
            continue
        if not settles(tables, objective) or reaches_more(position, MOST_STATES):
            continue
        with suppress(TooManyStates):
            truth = exhaust(position, Settings(objective=objective, time_limit=None), most_states=MOST_STATES).score
            given += 1
            yield given, position, tuple(map(int, truth))


@pytest.mark.parametrize("objective", [Objective.STARS, Objective.FINAL])
@pytest.mark.parametrize("park", [with_skills, with_mascot_cards])
@pytest.mark.parametrize("batch", sampled(range(4), 0, thorough=2))
def test_what_a_vector_reaches_is_found_from_any_lower_best(batch, park, objective) -> None:
    for number, position, truth in parks(park, objective, FIRST + batch, PARKS):
        for less in range(max(0, truth[0] - 3), truth[0]):
            left, found = asked(position, objective, (less, 0, 0), 1)
            assert left is None, f"park {number}: nothing better than {less} of {truth}: {position}"
            assert less < found[0] <= truth[0]
        if Tables(position).pays_beside_cubes:
            continue  # no vectors are asked for in the later stages
        for stage in range(1, DEPTH):
            less_there = (*truth[:stage], truth[stage] - 1, *truth[stage + 1 :])
            if truth[stage] > 0:
                left, found = asked(position, objective, less_there, DEPTH)
                assert left is None, f"park {number}: nothing better than {less_there} of {truth}: {position}"
                assert less_there < found <= truth


@pytest.mark.parametrize(
    ("notation", "best"),
    [
        (
            "p1~r4~m2~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.t1.-1.1.Ride__1.b4.aege.ug~gb2.g1.t1~gy6.g2.entrance~gb5.g3.t1~gg6.g4.t1",
            (10, 4, 13),
        ),
        (
            "p1~r4~m1~s.manager.mascot~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.t1.-1.0.Ride__1.g8.aoyo.i1.ug"
            "~gg6.g1.t1~gg4.g2.t1~gg4.g3.entrance~gb3.g4.entrance~gg1.g5.t1",
            (3, 6, 15),
        ),
    ],
)
def test_a_vector_that_is_reached_is_asked_for_again_in_the_later_stages(notation: str, best: tuple[int, ...]) -> None:
    engine, bounds = engine_at(parse_position(notation), Objective.STARS, (best[0] - 1, 0, 0))
    engine._small, engine._open = False, 0  # as in large parks: no pass over all sequences
    engine._settle_lowest(WIDTH, never)
    engine._settle_later(WIDTH, never)
    assert bounds.proven(DEPTH)
    assert bounds.values == best
