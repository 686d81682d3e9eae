"""What is told of the round: beyond the game's rounds, a game that is over, a short game."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from api import load_position
from api.theme_park.review_answers import review_document
from api.theme_park.schemas.position import dump_position
from models.theme_park.operate.next_round import GAME_OVER
from models.theme_park.operate.notation import parse_position, print_position
from solver import search_process
from solver.runtime.process import WarmProcess
from solver.theme_park.operate.review.review import review
from solver.theme_park.operate.settings import Settings
from tests.api.documents import MOVES, one_line, park, run, spoilt

INTRODUCTORY_5 = "Round 5 of an introductory game, which the rulebook plays over 4 rounds, is taken as its last one."
SHORT_5 = "Round 5 of a short game, which the rulebook plays over 4 rounds, is taken as its last one."
EARLY = "Round 2 of a full game, which the rulebook plays over 5 rounds, is taken as its last one, as last_round says."

# rules of the position, what is told of the round, whether the game is over after it
ROUNDS: dict[str, tuple[dict[str, Any], list[str], bool]] = {
    "introductory 3": ({"game": "introductory", "round": 3}, [], False),
    "introductory 4": ({"game": "introductory", "round": 4}, [], True),
    "introductory 5": ({"game": "introductory", "round": 5}, [INTRODUCTORY_5], True),
    "full 4": ({"game": "full", "round": 4}, [], False),
    "full 4, said to be the last": ({"game": "full", "round": 4, "last_round": True}, [], True),
    "full 5": ({"game": "full", "round": 5}, [], True),
    "full 2, said to be the last": ({"game": "full", "round": 2, "last_round": True}, [EARLY], True),
    "short 3": ({"game": "full", "round": 3, "short": True}, [], False),
    "short 4": ({"game": "full", "round": 4, "short": True}, [], True),
    "short 5": ({"game": "full", "round": 5, "short": True}, [SHORT_5], True),
}
CASES = pytest.mark.parametrize(("rules", "notes", "over"), ROUNDS.values(), ids=ROUNDS)


@pytest.fixture(scope="module")
def warm() -> Iterator[WarmProcess]:
    with closing(search_process()) as process:
        yield process


@CASES
@pytest.mark.parametrize("moves", [[], MOVES, MOVES[1:]], ids=["none", "legal", "illegal"])
def test_a_verdict_tells_what_is_strange_of_the_round_and_whether_the_game_is_over(
    tmp_path: Path, rules: dict[str, Any], notes: list[str], over: bool, moves: list[Any]
) -> None:
    file = tmp_path / "position.json"
    position = dump_position(load_position(spoilt(("rules", rules))))
    file.write_text(json.dumps(position))
    told = run("check", file, "-", "--json", stdin=moves).json
    assert told["notes"] == [*notes, *[GAME_OVER] * over]
    assert (told["over"], told["next"] is None) == (over, over)
    assert told["rules"].get("short", False) is rules.get("short", False)
    text = one_line(run("check", file, "-", stdin=moves).out)
    assert [note in text for note in (*notes, GAME_OVER)] == [*[True] * len(notes), over]


@CASES
def test_lists_of_moves_searches_and_reviews_tell_what_is_strange_of_the_round(
    tmp_path: Path, warm: WarmProcess, rules: dict[str, Any], notes: list[str], over: bool
) -> None:
    file = tmp_path / "position.json"
    file.write_text(json.dumps(spoilt(("rules", rules))))
    assert run("moves", file, "--json").json["notes"] == notes
    position = load_position(spoilt(("rules", rules), ("park/guests", [])))
    reviewed = review(position, (), Settings(time_limit=5), child=warm)
    assert review_document(reviewed)["notes"] == [*notes, *reviewed.notes]
    assert ("(the last)" in one_line(run("moves", file).out)) is over


def test_the_text_of_a_review_a_list_and_a_comparison_tells_it_too(tmp_path: Path) -> None:
    file, empty = tmp_path / "position.json", tmp_path / "none.json"
    file.write_text(json.dumps(spoilt(("rules", ROUNDS["introductory 5"][0]), ("park/guests", []))))
    empty.write_text("[]")
    for words in (("moves", file), ("review", file, empty), ("solve", file), ("check", file, empty, empty)):
        assert one_line(run(*words).out).count(INTRODUCTORY_5) == 1, words[0]


def test_a_short_game_goes_on_as_one_and_says_so_in_every_form(tmp_path: Path) -> None:
    document = spoilt(("rules", {"game": "full", "round": 3, "short": True}))
    position = load_position(document)
    assert load_position(dump_position(position)) == parse_position(print_position(position)) == position
    assert "short" not in dump_position(load_position(park()))["rules"]
    file = tmp_path / "position.json"
    file.write_text(json.dumps(document))
    told = run("check", file, "-", "--json", stdin=[])
    follows = load_position(told.json["next"])
    assert (follows.round, follows.short, follows.last_round) == (4, True, True)
    assert "Short game, round 3;" in run("moves", file).out
