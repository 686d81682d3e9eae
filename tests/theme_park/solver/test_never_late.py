"""The largest parks that a position may hold are answered in time, with a plan that scores."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from random import Random
from time import monotonic

import pytest

from models.theme_park.operate.notation import parse_position
from models.theme_park.operate.position import MOST_TILES
from solver import Progress, Settings, advise, search_process
from solver.runtime.process import WarmProcess
from solver.theme_park.operate.cpsat.counting_model import TooLarge
from solver.theme_park.operate.cpsat.scenarios import build_in_time, build_scenarios
from solver.theme_park.operate.warm_up import SETTINGS, SMALL
from tests.bench.made_up import STAFF, THEMES, Size, full, introductory

LIMIT, LATE = 0.5, 0.5
"""Seconds a search may take, and those after which its answer would be late even while other tests share the machine;
``tests.bench.survey`` counts answers later than 0.2 s."""
LARGEST = Size(4, MOST_TILES, 16, 8, 6, 3)
CROWDED = replace(LARGEST, tiles=12)
PARKS = {
    "introductory": introductory(Random("largest"), LARGEST, STAFF[0]),
    "full": full(Random("largest"), LARGEST, THEMES[0]),
    "crowded": full(Random("crowded"), CROWDED, THEMES[2]),
}


@pytest.fixture(scope="module")
def warm() -> Iterator[WarmProcess]:
    with closing(search_process()) as process:
        advise(parse_position(SMALL), SETTINGS, child=process)
        yield process


@pytest.mark.parametrize("name", PARKS)
def test_the_largest_parks_are_answered_in_time_with_a_plan_that_scores(name: str, warm: WarmProcess) -> None:
    began = monotonic()
    advice = advise(PARKS[name], Settings(time_limit=LIMIT), child=warm)
    assert monotonic() - began - LIMIT < LATE
    assert advice.verdict.stars > 0
    assert advice.failure is None


def test_news_of_a_search_bring_the_moves_of_the_best_so_far(warm: WarmProcess) -> None:
    plans: list[int] = []

    def hear(news: Progress) -> None:
        assert news.so_far is not None
        answer = news.so_far()
        assert answer.verdict.stars == news.stars
        plans.append(len(answer.verdict.steps))

    advise(PARKS["crowded"], Settings(time_limit=LIMIT), child=warm, on_progress=hear)
    assert plans[-1] > 0


def test_a_model_is_given_up_when_time_is_over_when_nobody_wants_it_and_when_it_is_too_large() -> None:
    park, weights = PARKS["full"], Settings().weights
    began = monotonic()
    assert build_in_time(park, weights, began + 0.1) is None
    assert build_in_time(park, weights, began + 100, lambda: True) is None
    with pytest.raises(TooLarge):
        build_in_time(park, weights, began + 100, most=1000)
    assert monotonic() - began < 5.0


def test_a_model_that_is_built_may_grow() -> None:
    small = introductory(Random(1), Size(2, 4, 3, 2, 1, 1), STAFF[0])
    constraints = len(build_scenarios(small, Settings().weights).model.proto.constraints)
    scenarios = build_in_time(small, Settings().weights, monotonic() + 100, most=constraints)
    assert scenarios is not None
    scenarios.model.add(scenarios.model.new_bool_var("") == 1)


@pytest.mark.parametrize("maps", [0, 1])
def test_a_crowd_of_which_no_party_fulfils_anything_is_answered_in_time(maps: int, warm: WarmProcess) -> None:
    guests = "".join(f"~g{colour}5.{colour}{number}.t" for number in range(8) for colour in "gy")
    position = parse_position(
        f"p1~m{maps}~j.party.size.superset~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.t.1.0.T.b5.b6b6{guests}"
    )
    began = monotonic()
    advise(position, Settings(time_limit=LIMIT), child=warm)
    assert monotonic() - began - LIMIT < LATE
