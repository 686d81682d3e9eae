"""``solve`` on the command line: the replayed answer, its limits, and what Ctrl-C leaves behind."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api import load_position
from api.theme_park.text.advice import advice_text
from models.theme_park.operate.replay import replay
from solver.theme_park.operate.result import Advice, StageResult, Status
from solver.theme_park.operate.review.what_if import Thing, WhatIf
from solver.theme_park.operate.settings import Settings, Stage
from tests.api.documents import park, press_ctrl_c, run

ROOT = Path(__file__).parents[2]
BIG = ROOT / "fixtures" / "theme_park" / "bench" / "positions" / "round5-09.json"


@pytest.fixture(scope="module")
def solved() -> Any:
    told = run("solve", "-", "--json", "--alternatives", "2", stdin=park())
    assert told.code == 0
    return told.json


def test_the_answer_holds_what_is_promised(solved: Any) -> None:
    assert solved.keys() >= {
        *("status", "stars", "bound", "money", "objective", "moves", "alternatives", "breakdown", "seconds", "rules"),
        "versions",
    }
    assert (solved["status"], solved["bound"], solved["objective"]) == ("optimal", solved["stars"], "stars")
    assert solved["versions"].keys() == {"park-advisor", "ortools", "python"}
    assert solved["rules"]["rulings"]["party.size"] == "exact"
    assert [stage["name"] for stage in solved["stages"]] == ["stars", "money", "pips"]
    assert solved["score"] == solved["stars"] == sum(solved["breakdown"].values())


def test_the_referee_agrees_with_every_sequence(solved: Any, tmp_path: Path) -> None:
    for answer in (solved, *solved["alternatives"]):
        moves = tmp_path / "moves.json"
        moves.write_text(json.dumps(answer["moves"]), encoding="utf-8")
        checked = run("check", "-", moves, "--json", stdin=park()).json
        assert (checked["legal"], checked["stars"], checked["money"]) == (True, answer["stars"], answer["money"])


def test_alternatives_tell_their_difference_from_the_best(solved: Any) -> None:
    assert solved["alternatives"]
    for other in solved["alternatives"]:
        assert other["difference"].keys() == {"stars", "money", "pips", "guests"}
        assert other["difference"]["stars"] == other["stars"] - solved["stars"] <= 0
        assert other["difference"]["money"] == other["money"] - solved["money"]
    told = run("solve", "-", "--alternatives", "1", stdin=park()).out
    stars = solved["alternatives"][0]["difference"]["stars"]
    assert re.search(rf"Alternative 1: .*\({stars or '0'}.stars?, ", told)


def test_text_tells_the_park_the_moves_and_how_sure_it_is(solved: Any) -> None:
    told = run("solve", "-", stdin=park())
    assert told.code == 0
    assert "│ Park Entrance    grey │" in told.out
    assert "  1. " in told.out
    assert f"{solved['stars']} stars and ${solved['money']}: proven best for the objective stars" in told.out
    assert "Guests at the end: " in told.out
    assert "Rulings that differ from the defaults: none." in told.out
    assert told.err == ""


@pytest.mark.parametrize(("objective", "stages"), [("final", ["final", "guests", "money"]), ("balanced", ["balanced"])])
def test_objectives_have_their_stages(objective: str, stages: list[str]) -> None:
    told = run("solve", "-", "--json", "--objective", objective, stdin=park())
    assert [stage["name"] for stage in told.json["stages"]] == stages


@pytest.mark.parametrize(("written", "stars"), [("00060", 60), ("0100", 100), ("00101", None), ("0000600", None)])
def test_a_weight_with_zeros_before_it_is_the_number_it_says(written: str, stars: int | None) -> None:
    """00060 was read as 6, and 0000600 as 0 instead of being refused."""
    told = run("solve", "-", "--json", "--objective", "balanced", "--weights", f"{written},2,1", stdin=park())
    assert told.code == (2 if stars is None else 0)
    assert stars is None or told.json["settings"]["weights"]["stars"] == stars


def test_weights_reach_the_settings() -> None:
    told = run("solve", "-", "--json", "--objective", "balanced", "--weights", "3, 0,1", stdin=park())
    assert told.json["settings"]["weights"] == {"stars": 3, "money": 0, "pips": 1}


def test_a_time_limit_gives_the_best_so_far_and_a_limit() -> None:
    told = run("solve", BIG, "--json", "--time-limit", "1.5")
    assert told.code == 0
    assert told.json["status"] in ("feasible", "optimal")
    assert told.json["stars"] <= told.json["bound"]
    assert told.json["seconds"] < 10


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent in another way there")
def test_ctrl_c_prints_the_best_so_far_and_exits_130() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", _INTERRUPTIBLE, str(BIG)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    process.stderr.readline()  # the search has begun
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert json.loads(out)["status"] == "cancelled"
    assert "Traceback" not in err


def test_ctrl_c_before_the_search_begins_prints_that_no_move_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.theme_park.operate.advisor.advise", press_ctrl_c)
    told = run("solve", "-", "--json", stdin=park())
    assert (told.code, told.json["status"], told.json["moves"]) == (130, "cancelled", [])
    assert told.json["bound"] > 0


def test_ctrl_c_while_one_thing_more_is_tried_leaves_the_answer_and_what_was_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def each(*_: object) -> Iterator[WhatIf]:
        yield WhatIf("one more map", 2, proven=True, thing=Thing.MAP, guest=None, at_least=2, at_most=2)
        press_ctrl_c()

    monkeypatch.setattr("solver.theme_park.operate.review.what_if.each_what_if", each)
    told = run("solve", "-", "--json", "--what-if", stdin=park())
    assert (told.code, told.json["status"]) == (130, "optimal")
    assert [gain["name"] for gain in told.json["what_if"]] == ["one more map"]
    said = run("solve", "-", "--what-if", stdin=park()).out
    assert said.endswith("With one more map: 2 stars more.\nStopped before every thing more was weighed.\n")


_INTERRUPTIBLE = """
import signal, sys
if __name__ == "__main__":
    from api.cli import main
    from api.theme_park.commands import live
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
    hear, said = live._Line.hear, []
    def heard(line, news):
        hear(line, news)
        if not said:
            said.append(print("begun", file=sys.stderr, flush=True))
    live._Line.hear = heard
    main(["solve", sys.argv[1], "--json"])
"""


def _advice(**changes: Any) -> Advice:
    position = load_position(park())
    stages = (StageResult(Stage.STARS, 0, 9), StageResult(Stage.MONEY, 0, None), StageResult(Stage.PIPS, 8, 8))
    settled: dict[str, Any] = {"status": Status.FEASIBLE, "bound": 9, "stages": stages, "seconds": 1.0}
    return Advice(position=position, settings=Settings(), verdict=replay(position, ()), **settled | changes)


def test_what_is_not_proven_is_never_called_best() -> None:
    text = advice_text(_advice(), 1000)
    assert "proven best" not in text.replace("not proven best", "")
    assert "no sequence brings more than 9 stars; still open: stars and money" in text


def test_an_unknown_limit_and_a_stopped_search_are_said() -> None:
    assert "no limit on the stars is known yet" in advice_text(_advice(bound=None), 100)
    assert "best found, stopped" in advice_text(_advice(status=Status.CANCELLED), 100)
