"""``review`` at the command line: at least and at most, unfinished sequences, Ctrl-C."""

from dataclasses import replace

import pytest

from solver.theme_park.operate.incumbent import Incumbent
from solver.theme_park.operate.result import Advice, Status
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

    monkeypatch.setattr("solver.theme_park.operate.review.advise", advise)


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
