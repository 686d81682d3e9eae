"""Disputes on the command line: what else is legal, what a verdict hangs on, two sequences side by side."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.api.documents import MOVES, one_line, park, run, spoilt

EXTRA = {"do": "mascot", "mascot": 0, "tile": "ferris", "adjust": [{"guest": "g2", "by": 1}, {"guest": "g2", "by": 1}]}
TO_ENTRANCE = [*MOVES[:2], MOVES[2] | {"to": "entrance"}]
NO_RETURN = spoilt(("rules/rulings", {"move.to-entrance": "no"}))


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    documents: dict[str, Any] = {
        "park": park(),
        "no_return": NO_RETURN,
        "good": MOVES,
        "other": TO_ENTRANCE,
        "bad": [MOVES[0], EXTRA, MOVES[2]],
        "unusable": [{"do": "map", "guest": "g9", "to": "pond"}],
    }
    for name, document in documents.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(document), encoding="utf-8")
    return {name: tmp_path / f"{name}.json" for name in documents}


def test_an_illegal_verdict_names_legal_moves_that_can_be_played_instead(files: dict[str, Path]) -> None:
    told = run("check", files["park"], files["bad"], "--json")
    assert told.code == 1
    instead = told.json["instead"]
    assert 1 <= len(instead) <= 5
    assert (told.json["legal_under"], told.json["further_under"], told.json["relies_on"]) == ([], [], [])
    for each in instead:
        assert each["move"]["do"] == "mascot"
        again = run("check", files["park"], "-", "--json", stdin=[MOVES[0], each["move"]])
        assert (again.code, again.json["steps"][1]["text"]) == (0, each["text"])


def test_text_tells_them_too(files: dict[str, Path]) -> None:
    told = run("check", files["park"], files["bad"])
    assert "Legal as move 2 instead, the nearest first:" in told.out
    assert "  * Mascot 1 on Ferris Wheel: blue 4 becomes blue 5" in told.out
    assert max(map(len, told.out.splitlines())) <= 100


def test_a_ruling_that_would_make_it_legal_is_named(files: dict[str, Path]) -> None:
    told = run("check", files["no_return"], files["other"], "--json")
    assert told.json["legal_under"] == [{"ruling": "move.to-entrance", "choice": "yes"}]
    text = one_line(run("check", files["no_return"], files["other"]).out)
    assert "The sequence would be legal under the ruling move.to-entrance = yes." in text


def test_a_ruling_that_brings_it_further_is_told_apart(files: dict[str, Path]) -> None:
    moves = [*TO_ENTRANCE, MOVES[1]]
    told = run("check", files["no_return"], "-", "--json", stdin=moves)
    assert told.json["legal_under"] == []
    assert told.json["further_under"] == [{"ruling": "move.to-entrance", "choice": "yes", "step": 3}]
    text = one_line(run("check", files["no_return"], "-", stdin=moves).out)
    assert "would be legal up to move 3 under the ruling move.to-entrance = yes." in text


def test_a_legal_verdict_names_what_it_relies_on(files: dict[str, Path]) -> None:
    told = run("check", files["park"], files["other"], "--json").json
    assert told["relies_on"] == [{"ruling": "move.to-entrance", "choice": "yes"}]
    assert (told["instead"], told["legal_under"]) == ([], [])
    assert "It relies on the ruling move.to-entrance = yes." in run("check", files["park"], files["other"]).out
    assert run("check", files["park"], files["good"], "--json").json["relies_on"] == []


def test_two_sequences_are_compared(files: dict[str, Path]) -> None:
    told = run("check", files["park"], files["good"], files["bad"], "--json")
    answer = told.json
    assert told.code == 1
    assert [each["legal"] for each in answer["sequences"]] == [True, False]
    single = [run("check", files["park"], files[name], "--json").json for name in ("good", "bad")]
    assert answer["sequences"] == single
    assert answer["differ_at"] == 1
    assert answer["difference"]["stars"] == single[1]["stars"] - single[0]["stars"]
    assert answer["difference"]["money"] == single[1]["money"] - single[0]["money"]
    assert answer["difference"].keys() == {"stars", "money", "pips", "guests"}


def test_two_legal_sequences_exit_0_and_equal_ones_differ_nowhere(files: dict[str, Path]) -> None:
    assert run("check", files["park"], files["good"], files["other"]).code == 0
    told = run("check", files["park"], files["good"], "-", "--json", stdin=MOVES)
    assert (told.code, told.json["differ_at"]) == (0, None)
    assert told.json["difference"] == {"stars": 0, "money": 0, "pips": 0, "guests": 0}
    assert "The sequences are the same." in run("check", files["park"], files["good"], files["good"]).out


def test_text_puts_two_sequences_side_by_side(files: dict[str, Path]) -> None:
    told = run("check", files["park"], files["good"], files["bad"])
    lines = told.out.splitlines()
    left, right = lines[0].split(" │ ")
    assert (left[:3], right[:3]) == ("A: ", "B: ")
    assert (left.rstrip()[-9:], right[-8:]) == ("good.json", "bad.json")
    assert lines[1].split("│")[0].strip() == "legal"
    assert lines[1].split("│")[1].strip() == "illegal at move 2"
    assert any(line.startswith("  2! Mascot 1") and "│   2! illegal: operate.mascot.extra" in line for line in lines)
    assert any("│   3: not played" in line for line in lines)
    assert "They differ from move 2 on. B less A: -6 stars, $0, 0 guests, +3 pips." in told.out
    assert "Sequence B\nIllegal: move 2 breaks the rule operate.mascot.extra." in told.out
    assert max(map(len, lines)) <= 100


def test_faults_in_the_second_sequence_name_its_file(files: dict[str, Path]) -> None:
    told = run("check", files["park"], files["good"], files["unusable"], "--json")
    assert told.code == 2
    assert "unusable.json" in told.json["detail"]


@pytest.mark.parametrize("words", [["-", "-", "good"], ["park", "-", "-"], ["park", "good", "good", "good"], ["park"]])
def test_one_document_on_standard_input_and_two_sequences_at_most(words: list[str], files: dict[str, Path]) -> None:
    told = run("check", *(files.get(word, word) for word in words), stdin=park())
    assert (told.code, told.out) == (2, "")
    assert told.err
