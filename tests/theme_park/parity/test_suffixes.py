"""The rest of a best sequence, sought anew from each state on its way, is worth what it was worth: neither less nor more."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from models.theme_park.operate.notation import parse_position
from models.theme_park.operate.position import Position
from solver import Objective, Settings
from solver.theme_park.operate.flow.prices import THRIFTY
from solver.theme_park.operate.layered.encoding.park import fits
from solver.theme_park.operate.layered.pass_widths import Scouted
from solver.theme_park.operate.layered.scout import Scout
from solver.theme_park.operate.layered.suffixes import Suffixes
from solver.theme_park.operate.layered.vectors.vector_questions import VectorQuestions
from solver.theme_park.operate.messages import Found
from solver.theme_park.operate.plan import Plan
from solver.theme_park.operate.settings import STAGES
from solver.theme_park.operate.shared_bounds import SharedBounds
from solver.theme_park.operate.tables import Tables
from tests.bench import positions
from tests.theme_park.parity.solving import full_park, introductory_park, layered_alone, never, weighed_without_chance
from tests.theme_park.parity.wild_parks import wild_park
from tests.thorough import sampled

NARROW, ALL = Scouted(40, 0, THRIFTY), Scouted(4_000, 0, THRIFTY)
WIDTHS, FIRST, PARKS = (400, 4_000), 2_950_000, 24
KINDS = (introductory_park, full_park, wild_park)


def best_of(position: Position, settings: Settings) -> tuple[Plan, tuple[int, ...]] | None:
    """A best plan and what it is worth, where the layered search alone proves its stars."""
    if not fits(position) or not weighed_without_chance(position):
        return None
    engine, bounds = layered_alone(position, settings)
    engine.open(never)
    engine.run(WIDTHS, never)
    return None if bounds.plan is None or not bounds.proven(1) else (bounds.plan, bounds.values)


def rests(position: Position, settings: Settings, plan: Plan, values: tuple[int, ...]) -> list[int]:
    """The stars found by a pass over all that may follow each state on the way of a plan."""
    known = SharedBounds(STAGES[settings.objective])
    known.found(values, plan)
    suffixes, found = Suffixes(position, [ALL]), []
    while (suffix := suffixes.next(known, ALL.width)) is not None:
        bounds, told = SharedBounds(STAGES[settings.objective]), list[Found]()
        bounds.found((values[0] - 1, *values[1:]))
        scout = Scout(Tables(position), settings, bounds, told.append, VectorQuestions(bounds))
        scout._search(replace(scout.rest_after(suffix), uses=None, enough=0), ALL.width, never)
        assert all(each.plans[0].steps[: len(suffix.begun.steps)] == suffix.begun.steps for each in told)
        found.append(bounds.values[0])
    return found


@pytest.mark.parametrize(("kind", "seed"), sampled([(kind, seed) for seed in range(PARKS) for kind in KINDS], 9, 33))
def test_the_rest_of_a_best_sequence_is_found_again_and_nothing_better(
    kind: Callable[[Random], Position], seed: int
) -> None:
    rng = Random(FIRST + seed)
    settings = Settings(time_limit=None, workers=1)
    while (found := best_of(position := kind(rng), settings)) is None or len(found[0].steps) < 2:
        pass
    plan, values = found
    assert set(rests(position, settings, plan, values)) <= {values[0]}


def test_whoever_moved_last_stands_where_a_skill_counts_guests_afterwards() -> None:
    position = parse_position(
        "p1~f~r5~esip~j.party.size.superset~kmoney-per-guestB~s.ticket-agent.ticket-agent~areroll.key"
        "~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg.nc~t.t1.0.1.Ride__1.x1.aoao.afirst-aid.uk.n1"
        "~t.t2.-1.1.Ride__2.g7.Caaa.i1.afirst-aid.np~gb5.g1.t1~gy6.g2.entrance~gb2.g3.t2~gg1.g4.entrance"
    )
    settings = Settings(objective=Objective.FINAL, time_limit=None, workers=1)
    found = best_of(position, settings)
    assert found is not None
    assert rests(position, settings, *found) == [found[1][0]] * 3


def test_a_state_on_the_way_is_given_once_for_each_pass_and_anew_on_the_way_of_a_better_plan() -> None:
    position, settings = positions.position("board1-03"), Settings(time_limit=None, workers=1)
    found = best_of(position, settings)
    assert found is not None
    plan, values = found
    known = SharedBounds(STAGES[settings.objective])
    suffixes = Suffixes(position, [NARROW, ALL])
    assert suffixes.next(known, ALL.width) is None
    known.found((values[0] - 1, 0, 0), Plan(plan.steps[:-2], ()))
    before = list(iter(partial(suffixes.next, known, NARROW.width), None))
    before += list(iter(partial(suffixes.next, known, ALL.width), None))
    lengths = [len(each.begun.steps) for each in before]
    half = len(lengths) // 2
    assert [each.scouted for each in before] == [NARROW] * half + [ALL] * half
    assert lengths == sorted(lengths[:half], reverse=True) * 2
    known.found(values, plan)
    after = list(iter(partial(suffixes.next, known, ALL.width), None))
    assert 0 < len(after) < len(before)
    assert min(len(each.begun.steps) for each in after) > max(lengths)
