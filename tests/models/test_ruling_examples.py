"""What each choice of a ruling allows: the same moves, judged once under every choice."""

import pytest

from models.theme_park.rulings import Ruling, questions
from tests.examples import FIXTURES, guests_after, play, read, refusal

FOLDER = FIXTURES / "ruling_examples"
FILES = sorted(FOLDER.glob("*.json"))
CASES = [
    pytest.param(read(path)["ruling"], choice, case, id=f"{path.stem}-{number}-{choice}")
    for path in FILES
    for number, case in enumerate(read(path)["cases"])
    for choice in case["verdicts"]
]
INTRODUCTORY = {
    Ruling.PARTY_SIZE,
    Ruling.VALUE_BOUNDS,
    Ruling.MASCOT_COLOUR_LASTS,
    Ruling.MASCOT_TWO_CARDS_COLOUR,
    Ruling.MANAGER_TWICE_SAME_TILE,
    Ruling.GUIDE_ENTRANCE,
    Ruling.MOVE_TO_ENTRANCE,
    Ruling.CUBES_LIMIT,
}
"""Rulings with more than one choice that decide something without skills, administrators and expansions."""


def under(position, ruling, choice):
    """The position's document with the one ruling chosen."""
    rules = position.get("rules", {})
    return {**position, "rules": {**rules, "rulings": {**rules.get("rulings", {}), ruling: choice}}}


@pytest.mark.parametrize(("ruling", "choice", "case"), CASES)
def test_a_choice_gives_its_verdict(ruling, choice, case):
    park, verdict = play(under(case["position"], ruling, choice), case["moves"])
    expected = case["verdicts"][choice]
    refused = None if expected.get("legal") else (expected["rule"], expected["step"])
    assert refusal(verdict) == refused, f"{case['why']}: {verdict.violation}"
    if "guests" in expected:
        assert guests_after(park, verdict) == expected["guests"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_default_is_what_holds_when_nothing_is_chosen(path):
    example = read(path)
    default = questions()[Ruling(example["ruling"])].default
    for case in example["cases"]:
        expected = case["verdicts"][default]
        _, verdict = play(case["position"], case["moves"])
        assert verdict.legal == bool(expected.get("legal"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_choice_is_judged_and_the_choices_differ_somewhere(path):
    example = read(path)
    choices = {choice.value for choice in questions()[Ruling(example["ruling"])].choices}
    assert all(set(case["verdicts"]) == choices for case in example["cases"])
    assert any(len({str(verdict) for verdict in case["verdicts"].values()}) > 1 for case in example["cases"])


def test_no_ruling_of_the_introductory_game_lacks_examples():
    assert {ruling.value for ruling in INTRODUCTORY} <= {path.stem for path in FILES}
