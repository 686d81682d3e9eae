"""The full game as players see it: cards and innovations in the picture, in the key, at hand and in the answers."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from api import check_document, load_moves, load_position
from api.theme_park.text.answers import wrapped
from api.theme_park.text.board import board
from api.theme_park.text.disputes import verdict_text
from api.theme_park.text.park import moves_text, park
from models.theme_park.operate.disputes import judge
from models.theme_park.operate.state import start
from tests.api.documents import changed, full, one_line, run, spoilt
from tests.theme_park.parks import random_position

T, G = "park/tiles", "park/guests"

FULL = full(
    *((f"{T}/0/innovation", "cable-car"), (f"{T}/1/innovation", "statue-1"), (f"{T}/2/innovation", "photo-booth")),
    *((f"{T}/1/attraction/requirement/dice/0/reroll", True), (f"{G}/1/vip", True)),
    ("administrator", {"kind": "mascots"}),
    ("mascots", [{"skill": {"kind": "two-five", "colour": "blue"}}, {"skill": None}, {"skill": {"kind": "move-in"}}]),
)
PICTURE = """\
┌───────────────────────┬───────────────────────┐
│ Park Entrance    grey │ Ferris Wheel   yellow │
│ any                   │ odd yellow↻ + even    │
│ 1★ $2            C □□ │ 4★ +2★          S1 □□ │
│ y5                    │ b4v                   │
└───────────┬───────────┴───────────┬───────────┘
            │ Duck Pond       green │
            │ any < blue            │
            │ 3★                P □ │
            └───────────────────────┘"""
KEYS = ("C cable car, P photo booth, S1 S2 S3 statue", "v a VIP", "↻ may be rerolled")


def test_innovations_the_reroll_symbol_and_vips_are_in_the_picture_and_in_its_key() -> None:
    position = load_position(FULL)
    assert board(position, start(position)) == PICTURE
    assert all(key in one_line(park(position, 100)) for key in KEYS)


def test_the_key_of_an_introductory_park_does_not_speak_of_what_is_not_there() -> None:
    text = one_line(park(load_position(spoilt()), 100))
    assert not any(key in text for key in (*KEYS, "Administrator", "Skills", "Expansions", "In the bag"))


def test_cards_are_at_hand() -> None:
    text = one_line(park(load_position(FULL), 100))
    assert "Administrator: mascots." in text
    assert "Skills: mascot 1 two five (blue), mascot 3 move in." in text
    assert "Expansions: innovations, promo and surprises." in text
    assert "In the bag: 9 blue, 9 green and 9 yellow." in text
    assert " used;" not in text
    used = {"maps": 2, "mascots": [{"skill": None}]}
    assert "ready; 2 maps and 1 mascot used; staff played" in one_line(park(load_position(FULL | {"used": used}), 100))
    assert "Administrator: keep pips (yellow)." in one_line(park(load_position(full()), 100))


def test_moves_tell_which_guests_are_vips() -> None:
    position = load_position(FULL)
    assert "g2 blue 4 VIP on ferris" in one_line(" ".join(moves_text(position, (), 100)))


@pytest.mark.parametrize(
    ("changes", "upkeep", "said"),
    [
        ((), {"statues": 1, "administrator": 1}, "not counted here: 1 from statues and 1 from administrator."),
        ((("administrator", None),), {"statues": 1, "administrator": 0}, "not counted here: 1 from statues."),
        ((("administrator", None), (f"{T}/1/innovation", None)), {"statues": 0, "administrator": 0}, ""),
    ],
)
def test_stars_of_upkeep_that_nothing_changes_are_told_apart(changes: Any, upkeep: dict[str, int], said: str) -> None:
    position = load_position(changed(deepcopy(FULL), *changes))
    judgement = judge(position, ())
    document = check_document(judgement)
    assert (document["upkeep"], document["stars"]) == (upkeep, 0)
    text = one_line(verdict_text(judgement, 100))
    assert said in text
    assert ("Upkeep brings more" in text) == bool(said)


def test_a_solve_document_tells_them_too() -> None:
    told = run(
        *("solve", "-", "--json"),
        stdin=spoilt(
            *(
                ("rules/expansions", ["innovations"]),
                (f"{T}/0/innovation", "cable-car"),
                (f"{T}/1/innovation", "statue-1"),
            )
        ),
    )
    assert told.json["upkeep"] == {"statues": 1, "administrator": 0}


def test_a_swap_leaves_another_bag_behind() -> None:
    position = load_position(full(("mascots", [{"skill": {"kind": "swap-colour"}}])))
    swap = {"do": "mascot", "mascot": 0, "tile": "ferris", "skill": {"guest": "g2", "to_colour": "green"}, "adjust": []}
    document = check_document(judge(position, load_moves([swap], position)))
    assert document["bag"] == {"blue": 10, "green": 8, "yellow": 9}
    assert document["park"]["guests"][1]["colour"] == "green"


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("seed", range(10))
def test_a_park_of_the_full_game_fits(seed: int, width: int) -> None:
    position = random_position(Random(seed), tiles=9, guests=12, full=True)
    assert max(map(len, board(position, start(position), width).splitlines())) <= max(width, 9 * 12)
    assert max(map(len, park(position, width).splitlines()[-8:])) <= width


@pytest.mark.parametrize("width", range(30, 60))
def test_a_die_treated_as_another_colour_and_an_id_are_never_cut_at_the_end_of_a_line(width: int) -> None:
    sentence = (
        "Mascot on log-flume-of-the-park: treat yellow 5 (as blue) and green 1 (as blue), g-1 on ferris-wheel-two."
    )
    lines = wrapped(sentence, width, "  - ")
    assert " ".join(line.strip() for line in lines) == f"- {sentence}"
    assert all(len(line) <= width for line in lines)
    assert all(line.startswith("    ") for line in lines[1:])
    for whole in ("5 (as blue)", "1 (as blue)", "log-flume-of-the-park", "ferris-wheel-two"):
        assert any(whole in line for line in lines), whole


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"last_round": True}, "After Upkeep "),
        ({"solo": True, "round": 4}, "After Upkeep "),
        ({"solo": True}, "After an Upkeep like that of other rounds "),
    ],
)
def test_who_stays_is_no_fact_in_the_last_round_of_a_solo_game(rules: dict[str, Any], said: str) -> None:
    changes = [("rules/round", 5), *((f"rules/{name}", value) for name, value in rules.items()), ("bag", {"blue": 6})]
    plain = full(*changes)
    assert said in one_line(verdict_text(judge(load_position(plain), []), 80))
