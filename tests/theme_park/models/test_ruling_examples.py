"""What each choice of a ruling allows: the same moves, judged once under every choice."""

import pytest

from models.theme_park.rulings import Ruling, questions
from tests.theme_park.examples import FIXTURES, expected_outcome, outcome, play, read, refusal
from tests.theme_park.tools.messages import under

FOLDER = FIXTURES / "ruling_examples"
FILES = sorted(FOLDER.glob("*.json"))
CASES = [
    pytest.param(read(path)["ruling"], choice, case, id=f"{path.stem}-{number}-{choice}")
    for path in FILES
    for number, case in enumerate(read(path)["cases"])
    for choice in case["verdicts"]
]
IN_NO_MOVE = {Ruling.MASCOT_EXTRA_ONLY}
"""Decided by how a move is written: the first adjustment of a use without its skill is the mascot's own."""


@pytest.mark.parametrize(("ruling", "choice", "case"), CASES)
def test_a_choice_gives_its_verdict(ruling, choice, case):
    park, verdict = play(under(case["position"], ruling, choice), case["moves"])
    expected = case["verdicts"][choice]
    refused = None if expected.get("legal") else (expected["rule"], expected["step"])
    assert refusal(verdict) == refused, f"{case['why']}: {verdict.violation}"
    assert outcome(park, verdict, expected) == expected_outcome(expected)


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


def test_no_ruling_of_the_operate_phase_lacks_examples():
    open_ = {ruling for ruling, question in questions().items() if len(question.choices) > 1 and question.operate}
    assert {path.stem for path in FILES} == {ruling.value for ruling in open_ - IN_NO_MOVE}


@pytest.mark.parametrize("choice", questions()[Ruling.MASCOT_EXTRA_ONLY].choices)
def test_an_adjustment_alone_is_the_mascots_own_whatever_extras_may_do_alone(choice):
    position = read(FOLDER / "mascot.extra-with-skill.json")["cases"][0]["position"]
    move = {"do": "mascot", "mascot": 0, "tile": "carousel", "adjust": [{"guest": "g1", "by": 1}]}
    _, verdict = play(under(position, Ruling.MASCOT_EXTRA_ONLY, choice), [move])
    assert verdict.legal


@pytest.mark.parametrize("ruling", sorted(IN_NO_MOVE))
def test_the_catalogue_notes_why_a_choice_changes_no_move(ruling):
    rows = {row["id"]: row for row in read(FIXTURES / "catalogue" / "rulings.json")["rulings"]}
    assert rows[ruling]["note"]
