"""``review`` at the command line: at least and at most, unfinished sequences, Ctrl-C."""

from dataclasses import replace
from typing import Any

import pytest

from api.theme_park import game_reviews
from api.theme_park.text.game_reviews import game_review_text
from models.shared.data import read_json
from models.theme_park.operate.moves import Move
from models.theme_park.operate.position import Position
from solver.theme_park.operate.incumbent import Incumbent
from solver.theme_park.operate.result import Advice, Status
from solver.theme_park.operate.review.records import Review
from solver.theme_park.operate.review.review import review
from solver.theme_park.operate.settings import Settings
from tests.api.documents import Run, run


def said(told: Run) -> str:
    """The text without its line breaks."""
    return " ".join(told.out.split())


PARK, MOVES = "fixtures/theme_park/positions/log-flume.json", "fixtures/theme_park/positions/log-flume.moves.json"


@pytest.fixture
def _interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C comes in the first search, before it has found anything."""

    def advise(position: object, settings: Settings, **_: object) -> Advice:
        return replace(Incumbent(position, settings, None).advice(None), status=Status.CANCELLED)  # type: ignore[arg-type]

    monkeypatch.setattr("solver.theme_park.operate.review.review.advise", advise)


@pytest.mark.usefixtures("_interrupted")
def test_ctrl_c_tells_what_is_known_so_far() -> None:
    told = run("review", PARK, MOVES)
    assert told.code == 130
    assert "12 stars of at least 12 and at most 18 (not proven): at most 6 stars lost." in said(told)
    assert "Stopped after 0 of 4 states" in said(told)
    document = run("review", PARK, MOVES, "--json")
    assert document.code == 130
    assert (document.json["status"], document.json["lost"], document.json["best"]) == ("cancelled", None, 12)


@pytest.mark.usefixtures("_interrupted")
def test_a_sequence_that_is_known_to_be_better_is_shown_and_an_unfinished_one_not_judged_by_its_end() -> None:
    told = run("review", PARK, "-", "--known", MOVES, stdin=[])
    assert "Stopping here: at least 12 and at most 18 stars lost." in said(told)
    unfinished = run("review", PARK, "-", "--known", MOVES, "--unfinished", stdin=[])
    assert "0 stars so far; the best sequence brings at least 12 and at most 18 (not proven)." in said(unfinished)
    assert "Stopping" not in said(unfinished)
    assert run("review", PARK, "-", "--known", "-", stdin=[]).code == 2


def test_the_better_moves_are_told_whole() -> None:
    first = {"do": "operate", "tile": "log-flume", "party": ["g1", "g2"], "mover": "g1", "to": "ferris-wheel"}
    told = run("review", PARK, "-", "--time-limit", "60", stdin=[first])
    assert told.code == 0
    assert "stars lost]" in said(told)
    lines = told.out.splitlines()
    assert any(line.startswith("   Better (12 stars):") for line in lines)
    assert sum(line.startswith("   - Operate") for line in lines) == 3


GAME = "fixtures/theme_park/games/introductory-2-random.txt"


def record(*, events: int, then: int = 0) -> dict[str, Any]:
    """The beginning of a game, in which further events are told twice."""
    document: dict[str, Any] = read_json("theme_park/games/introductory-2-random.json")
    return {**document, "events": document["events"][:events] + document["events"][events - then : events]}


@pytest.mark.usefixtures("_interrupted")
def test_a_whole_game_is_reviewed_without_moves_and_ctrl_c_tells_what_is_known_of_it() -> None:
    told = run("review", GAME)
    assert told.code == 130
    assert "Round 1, ann: 3 stars of" in said(told)
    assert "Stopped; what is told here holds all the same." in said(told)
    answer = run("review", GAME, "--json")
    assert (answer.code, answer.json["status"], answer.json["states"]) == (130, "cancelled", 62)
    assert [(each["round"], each["player"]) for each in answer.json["phases"]] == [(1, "ann")]


@pytest.fixture
def _unsearched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews in no time, which tell what is known without a search."""

    def unsearched(position: Position, moves: tuple[Move, ...], settings: Settings, **more: Any) -> Review:
        return review(position, moves, settings, **{**more, "total": 0.0})

    monkeypatch.setattr(game_reviews, "review", unsearched)


@pytest.mark.usefixtures("_unsearched")
def test_a_game_is_reviewed_as_far_as_it_is_legal() -> None:
    assert run("review", "-", stdin=record(events=24)).code == 0
    broken = run("review", "-", stdin=record(events=24, then=1))
    assert (broken.code, "Illegal after 24 events:" in said(broken)) == (1, True)
    assert said(broken).startswith("2 Operate phases reviewed")


def test_what_is_lost_in_a_game_is_told_as_proven_as_bounds_or_as_not_known() -> None:
    none = {"complete": True, "steps": [], "left_at_least": 0, "left_at_most": 0}
    proven = {"stars": 9, "best": 12, "bound": 12, "lost_at_least": 3, "lost_at_most": 3, **none}
    bounds = {"stars": 9, "best": 10, "bound": 14, "lost_at_least": 1, "lost_at_most": 5, **none}
    phases = [
        {"round": 1, "player": "ann", "review": proven, "why_not": None},
        {"round": 1, "player": "bob", "review": bounds, "why_not": None},
        {"round": 2, "player": "ann", "review": None, "why_not": "Dice of a kind of their own."},
    ]
    lost = {"player": "ann", "phases": 1, "stars": 9, "lost_at_least": 3, "lost_at_most": 3}
    whole = {"status": "feasible", "players": [lost], "violation": None, "searched": 4, "states": 5, "phases": phases}
    told = game_review_text(whole, 200).splitlines()
    assert "ann: 9 stars in 1 Operate phase, 3 stars lost, luck apart." in told
    assert "Round 1, ann: 9 stars of 12 (the most there is), 3 stars lost." in told
    bob = "Round 1, bob: 9 stars of at least 10 and at most 14 (not proven), at least 1 and at most 5 stars lost."
    assert bob in told
    assert "Round 2, ann: not reviewed. Dice of a kind of their own." in told


def test_what_is_expected_where_dice_are_rolled_is_told_as_an_average_and_its_limits_stay_true() -> None:
    """Lucky dice bring more than "the most there is"; 17/6 is no 2.83, and 23/6 no 3.84."""
    rolling = {
        "text": "Roll.",
        "rolls": True,
        "lost_at_least": 0,
        "lost_at_most": 17 / 6,
        "together": None,
        "better_stars": 23 / 6,
        "better_texts": ["Roll later."],
        "better_chance": [{}],
    }
    lost = {"lost_at_least": 0, "lost_at_most": 17 / 6, "left_at_least": 0, "left_at_most": 0}
    review_ = {"complete": True, "stars": 6, "best": 23 / 6, "bound": 25 / 6, "steps": [rolling], **lost}
    phase = {"round": 1, "player": "ann", "review": review_, "why_not": None}
    whole = {"status": "feasible", "players": [], "violation": None, "searched": 1, "states": 2, "phases": [phase]}
    told = game_review_text(whole, 200)
    held = (
        "6 stars, at least 3.83 and at most 4.17 were to be expected (not proven), at most 2.84 stars lost, luck apart."
    )
    assert f"Round 1, ann: {held}" in told
    assert "1. Roll. [at most 2.84 stars lost by the choice]" in told
    assert "Perhaps better, as nothing is proven (about 3.83 stars expected):" in told


def test_a_position_without_moves_is_no_game() -> None:
    missing = run("review", PARK)
    assert (missing.code, "Missing argument 'MOVES.json'" in missing.err) == (2, True)
    assert run("review", GAME, "--unfinished").code == 2
