"""What each choice of a ruling on the game around Operate allows: the same record, judged once under every choice."""

import pytest

from api import load_record
from models.theme_park.game.validate import check_game
from models.theme_park.rulings import Ruling, questions
from tests.theme_park.examples import FIXTURES, read

FOLDER = FIXTURES / "game_ruling_examples"
FILES = sorted(FOLDER.glob("*.json"))
CASES = [
    pytest.param(read(path)["ruling"], choice, case, id=f"{path.stem}-{choice}")
    for path in FILES
    for case in read(path)["cases"]
    for choice in case["verdicts"]
]


def under(record, choices):
    """The verdict on the record with these rulings chosen, and nothing else."""
    return check_game(load_record({**record, "game": {**record["game"], "rulings": choices}}))


def told(verdict, expected):
    """What the case says of the verdict: legal or the rule and its event, the sums of the last round, the solo target."""
    violation = verdict.violation
    found = {"rule": violation.rule, "step": violation.step} if violation else {"legal": True}
    if "target" in expected:
        found["target"] = verdict.reached.target
    return found | ({"sums": {name: rows[-1].sum for name, rows in verdict.sheet}} if "sums" in expected else {})


@pytest.mark.parametrize(("ruling", "choice", "case"), CASES)
def test_a_choice_gives_its_verdict(ruling, choice, case):
    expected = case["verdicts"][choice]
    verdict = under(case["record"], {ruling: choice})
    assert told(verdict, expected) == expected, f"{case['why']}: {verdict.violation}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_choice_is_judged_the_choices_differ_and_the_default_holds_when_nothing_is_chosen(path):
    example = read(path)
    question = questions()[Ruling(example["ruling"])]
    for case in example["cases"]:
        assert set(case["verdicts"]) == {choice.value for choice in question.choices}
        assert len({str(verdict) for verdict in case["verdicts"].values()}) > 1
        expected = case["verdicts"][question.default]
        assert told(under(case["record"], {}), expected) == expected


def test_no_ruling_of_the_game_around_operate_lacks_examples():
    open_ = {ruling.value for ruling, row in questions().items() if len(row.choices) > 1 and not row.operate}
    assert {path.stem for path in FILES} == open_
