"""How a park stands after moves, as a position of its own: what was taken and used is not forgotten."""

from dataclasses import replace
from typing import Any

import pytest

from api import load_moves, load_position
from models.theme_park.guests import Colour
from models.theme_park.operate.earnings import earnings
from models.theme_park.operate.mid_phase import standing
from models.theme_park.operate.moves import Move
from models.theme_park.operate.position import MOST_MAPS, MOST_MASCOTS, Position
from models.theme_park.operate.replay import replay
from models.theme_park.operate.state import start
from solver.runtime.process import WarmProcess
from solver.theme_park.operate.advisor import advise
from solver.theme_park.operate.result import StageResult
from solver.theme_park.operate.review.what_if import Thing, what_if
from solver.theme_park.operate.settings import Objective, Settings, Stage
from tests.theme_park.oracle import Oracle

STARS = Settings(time_limit=60)
FINAL = Settings(objective=Objective.FINAL, time_limit=60)
DIE: dict[str, Any] = {}
PARK: dict[str, Any] = {
    "version": 1,
    "rules": {"game": "full", "round": 3},
    "park": {
        "tiles": [
            {"id": "entrance", "hex": [0, 0], "attraction": "park-entrance"},
            {"id": "a", "hex": [-1, 0],
             "attraction": {"name": "A", "colour": "yellow", "stars": 1, "requirement": {"dice": [DIE]}}},
            {"id": "b", "hex": [1, 0], "upgrades": ["merch-kiosk"],
             "attraction": {"name": "B", "colour": "yellow", "stars": 1, "requirement": {"dice": [DIE, DIE]}}},
        ],
        "guests": [{"id": "y", "colour": "yellow", "value": 3, "at": "entrance"},
                   {"id": "z", "colour": "blue", "value": 2, "at": "b"}],
    },
    "maps": 1, "mascots": [{"skill": {"kind": "money-per-guest", "colour": "blue"}}], "money": 2,
    "cubes": {"entrance": 2},
}  # fmt: skip
PAID = [{"do": "mascot", "mascot": 0, "tile": "b", "skill": {}, "adjust": []}]


LEAVES = {"do": "operate", "tile": "entrance", "party": ["y"], "mover": None, "to": None}


def park(**fields: Any) -> Position:
    return load_position(PARK | fields)


def moves_in(position: Position, *moves: Any) -> tuple[Move, ...]:
    return load_moves(list(moves), position)


def test_money_that_a_skill_brought_is_in_hand() -> None:
    position = park()
    reached = replay(position, moves_in(position, *PAID)).reached
    now = standing(position, reached)
    assert (reached.money, now.money) == (2, 4)
    assert now.money + earnings(now, start(now)).money == position.money + earnings(position, reached).money


def test_the_best_of_the_last_round_counts_the_money_that_a_skill_brought() -> None:
    position = park(rules=PARK["rules"] | {"last_round": True})
    reached = replay(position, moves_in(position, *PAID)).reached
    stage = advise(standing(position, reached), FINAL).stages[0]
    assert stage.value == stage.bound == Oracle(position, FINAL, 100_000).worth(reached)[0]


def test_a_bag_known_to_be_empty_takes_in_the_dice_that_leave() -> None:
    tiles, (rider, _) = PARK["park"]["tiles"], PARK["park"]["guests"]
    position = replace(park(park={"tiles": tiles, "guests": [rider | {"value": 1}]}, cubes={}), bag=())
    reached = replay(position, moves_in(position, LEAVES)).reached
    assert reached.guests == (None,)
    assert dict(standing(position, reached).bag or ()) == {Colour.BLUE: 0, Colour.GREEN: 0, Colour.YELLOW: 1}


def test_what_was_used_is_told_and_stays_told() -> None:
    position = park(mascots=[*PARK["mascots"], {"skill": None}])
    card, plain = position.mascots
    first = standing(position, replay(position, moves_in(position, *PAID)).reached)
    assert (first.mascots, first.used_mascots, first.used_maps) == ((plain,), (card,), 0)
    walk = moves_in(first, {"do": "map", "guest": "y", "to": "b"})
    then = standing(first, replay(first, walk).reached)
    assert (then.maps, then.used_maps, then.used_mascots) == (0, 1, (card,))
    assert (then.maps_owned, then.mascots_owned) == (1, 2)


def test_one_more_mascot_pays_as_much_after_another_was_used(process: WarmProcess) -> None:
    position = park(mascots=[{"skill": None}] * 2, administrator={"kind": "mascots"})
    turn = {"do": "mascot", "mascot": 0, "tile": "entrance", "adjust": [{"guest": "y", "by": 1}]}
    now = standing(position, replay(position, moves_in(position, turn)).reached)
    gains = [
        {one.thing: one.gain for one in what_if(advise(each, STARS, child=process), STARS, process)}
        for each in (position, now)
    ]
    assert gains[0][Thing.MASCOT] == gains[1][Thing.MASCOT]


def test_no_more_is_weighed_than_can_be_owned(process: WarmProcess) -> None:
    position = park(mascots=[], used={"maps": MOST_MAPS - 1, "mascots": [{}] * MOST_MASCOTS})
    things = {one.thing for one in what_if(advise(position, STARS, child=process), STARS, process)}
    assert Thing.PIP in things
    assert not things & {Thing.MAP, Thing.MASCOT}


def test_what_limits_leave_no_doubt_of_is_proven_though_the_best_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """3 stars were found of 4 at most, and with one thing more 3 of 3: so it brings none."""
    told = advise(park(), STARS)
    before, after = (replace(told, stages=(StageResult(Stage.STARS, 3, bound),)) for bound in (4, 3))
    monkeypatch.setattr("solver.theme_park.operate.review.what_if.advise", lambda *_, **__: after)
    assert {(one.gain, one.at_least, one.at_most, one.proven) for one in what_if(before, STARS)} == {(0, 0, 0, True)}
