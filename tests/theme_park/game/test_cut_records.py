"""A record that ends in the middle of a round: what the table has told stands in the sheet."""

import pytest

from api import check_game_document
from models.theme_park.game.state import START_MONEY
from tests.theme_park.examples import FIXTURES, read

RECORD = read(FIXTURES / "games" / "introductory-4-sensible.json")
EVENTS = RECORD["events"]


def cut_after(do, time=0):
    """The answer on the record up to an event of a kind, and the event."""
    number = [at for at, event in enumerate(EVENTS) if event["do"] == do][time]
    return check_game_document({**RECORD, "events": EVENTS[: number + 1]}), EVENTS[number]


def rows(answer):
    return {each["player"]: each["rounds"][-1] for each in answer["sheet"]}


@pytest.mark.parametrize("time", [0, 1, 3])
def test_what_was_just_earned_stands_in_the_sheet_and_in_the_standings(time):
    answer, earn = cut_after("earn", time)
    assert {name: sum(row["stars"].values()) for name, row in rows(answer).items()} == earn["stars"]
    assert {name: row["earned"] for name, row in rows(answer).items()} == earn["money"]
    assert {name: row["total"] for name, row in rows(answer).items()} == {
        each["player"]: each["stars"] for each in answer["standings"]
    }


def test_order_and_incomes_just_announced_stand_in_the_sheet():
    answer, announced = cut_after("announce")
    told = rows(answer)
    assert {name: row["income"] for name, row in told.items()} == announced["income"]
    assert sorted(told, key=lambda name: told[name]["place"]) == announced["order"]
    assert {name: row["money"] for name, row in told.items()} == {
        name: START_MONEY + income for name, income in announced["income"].items()
    }


def test_the_shares_of_an_objective_just_scored_stand_in_the_sheet():
    answer, objective = cut_after("objective")
    assert {name: row["stars"].get("objective", 0) for name, row in rows(answer).items()} == objective["stars"]


@pytest.mark.parametrize("do", ["announce", "build", "earn", "objective", "fill", "end"])
def test_a_park_has_the_money_that_the_sheet_shows(do):
    answer, _ = cut_after(do, -1)
    held = {name: row["money"] for name, row in rows(answer).items()}
    assert {name: park["money"] for name, park in answer["parks"].items()} == held
    assert {each["player"]: each["money"] for each in answer["standings"]} == held
    assert not any(park.get("cubes") for park in answer["parks"].values())


def test_what_nobody_has_told_yet_is_not_in_the_sheet():
    answer, _ = cut_after("operate", 3)
    assert all(row["earned"] == 0 and row["stars"] == {} for row in rows(answer).values())


def test_an_event_refused_after_the_earnings_leaves_them_in_the_sheet():
    number = next(at for at, event in enumerate(EVENTS) if event["do"] == "earn")
    answer = check_game_document({**RECORD, "events": [*EVENTS[: number + 1], EVENTS[number]]})
    assert answer["violation"]["rule"] == "game.phase.once"
    assert {name: row["earned"] for name, row in rows(answer).items()} == EVENTS[number]["money"]


VERDICT = {"legal", "violation", "legal_under", "further_under", "relies_on"}


@pytest.mark.parametrize(
    ("do", "refused", "rule"),
    [
        ("plan", {"do": "welcome", "by": "dan", "monorail": "m1"}, "game.turn"),
        ("operate", {"do": "fill", "dice": [["blue-1"]]}, "game.fill"),
        ("display", {"do": "plan", "by": "ann", "staff": ["mascot", "mascot"]}, "game.plan"),
    ],
)
def test_after_a_refused_event_everything_is_as_the_last_legal_one_left_it(do, refused, rule):
    number = [at for at, event in enumerate(EVENTS) if event["do"] == do][3]
    events = EVENTS[: number + 1]
    before = check_game_document({**RECORD, "events": events})
    answer = check_game_document({**RECORD, "events": [*events, refused]})
    assert answer["violation"]["rule"].startswith(rule)
    assert {name: answer[name] for name in answer.keys() - VERDICT} == {
        name: before[name] for name in before.keys() - VERDICT
    }
