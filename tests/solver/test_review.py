"""A submitted sequence against the best, and what one thing more would bring."""

import json
from dataclasses import replace

import pytest

from api.schemas.loading import load_moves, load_position
from models.data import read_json
from models.theme_park.moves import Move, OperateMove
from models.theme_park.operate.phase import legal_moves_of
from models.theme_park.operate.state import start
from models.theme_park.position import Position
from models.theme_park.replay import replay
from solver.operate.advice import Settings, Status
from solver.operate.advisor import advise
from solver.operate.review import review, standing
from solver.operate.what_if import what_if
from tests.api.documents import run

LIMIT = Settings(time_limit=60)


@pytest.fixture(scope="module")
def park() -> Position:
    return load_position(read_json("positions/log-flume.json"))


def test_the_best_sequence_loses_nothing(park: Position) -> None:
    best = advise(park, LIMIT)
    told = review(park, [step.move for step in best.verdict.steps], LIMIT)
    assert [step.lost for step in told.steps] == [0] * len(told.steps)
    assert told.left == 0
    assert told.best.proven


def test_losses_and_what_is_left_add_up_to_the_difference_from_the_best(park: Position) -> None:
    for first in list(legal_moves_of(OperateMove, park, start(park)))[:3]:
        told = review(park, [first], LIMIT)
        assert sum(step.lost for step in told.steps) + told.left == told.best.stars - told.verdict.stars


def test_better_moves_are_legal_and_bring_what_they_promise(park: Position) -> None:
    moves: tuple[Move, ...] = load_moves(read_json("positions/log-flume.moves.json"), park)
    told = review(park, moves, LIMIT)
    played: list[Move] = []
    for step in told.steps:
        assert replay(park, (*played, *step.before.moves)).stars == step.before.stars
        played.append(step.step.move)


def test_a_state_stands_as_a_position_of_its_own(park: Position) -> None:
    first = next(iter(legal_moves_of(OperateMove, park, start(park))))
    reached = replay(park, [first]).reached
    assert start(standing(park, reached)).cubes == reached.cubes
    assert replay(standing(park, reached), ()).stars == replay(park, [first]).stars


def test_ctrl_c_in_one_search_ends_the_searches_that_would_follow(
    park: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped = replace(advise(park, LIMIT), status=Status.CANCELLED)
    for module in ("review", "what_if"):
        monkeypatch.setattr(f"solver.operate.{module}.advise", lambda *_, **__: stopped)
    with pytest.raises(KeyboardInterrupt):
        review(park, (), LIMIT)
    with pytest.raises(KeyboardInterrupt):
        what_if(stopped, LIMIT)


def test_one_thing_more_never_takes_stars_away(park: Position) -> None:
    short = replace(park, maps=0)
    advice = advise(short, LIMIT)
    gains = what_if(advice, LIMIT)
    assert {gain.name.split(" on ")[0] for gain in gains} == {"one more map", "one more mascot", "one more pip"}
    more = next(gain for gain in gains if gain.name == "one more map")
    assert more.gain == advise(replace(short, maps=1), LIMIT).verdict.stars - advice.verdict.stars


def test_the_command_tells_stars_lost_at_each_step() -> None:
    told = run("review", "fixtures/positions/log-flume.json", "fixtures/positions/log-flume.moves.json", "--json")
    assert told.code == 0
    document = json.loads(told.out)
    assert {"legal", "stars", "best", "steps", "lost", "violation"} <= document.keys()
    assert all(step["better"] for step in document["steps"] if step["lost"])
