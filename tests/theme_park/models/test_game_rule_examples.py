"""Every rule of the game around Operate with a smallest legal and a smallest illegal record."""

import pytest

from api import load_record
from models.theme_park.game.rules import GameRule, game_catalogue
from models.theme_park.game.validate import check_game
from models.theme_park.rulings import Ruling
from tests.theme_park.examples import FIXTURES, read

FOLDER = FIXTURES / "game_rule_examples"
FILES = sorted(FOLDER.glob("*.json"))
EXAMPLES = [
    pytest.param(read(path), example, id=f"{path.stem}-{kind}-{number}")
    for path in FILES
    for kind in ("legal", "illegal")
    for number, example in enumerate(read(path)[kind])
]


def record_of(examples, example):
    """The record of an example: its own, or the common beginning with what happens ``then``."""
    if "record" in example:
        return example["record"]
    return {**examples["record"], "events": [*examples["record"]["events"], *example["then"]]}


@pytest.mark.parametrize(("examples", "example"), EXAMPLES)
def test_an_example_is_legal_or_breaks_exactly_its_rule_at_its_event(examples, example):
    violation = check_game(load_record(record_of(examples, example))).violation
    found = (violation.rule, violation.step) if violation else None
    expected = (examples["rule"], example["step"]) if "step" in example else None
    assert found == expected, f"{example['why']}: {violation}"


@pytest.mark.parametrize("rule", GameRule)
def test_no_rule_lacks_its_pair_of_examples(rule):
    assert FOLDER / f"{rule}.json" in FILES, f"write fixtures/theme_park/game_rule_examples/{rule}.json"
    examples = read(FOLDER / f"{rule}.json")
    assert examples["rule"] == rule
    assert any("step" not in example for example in examples["legal"])
    assert all("step" in example for example in examples["illegal"])
    assert examples["illegal"]
    assert all(example["why"] for example in (*examples["legal"], *examples["illegal"]))


def test_every_file_of_examples_is_of_a_rule():
    assert {path.stem for path in FILES} == set(GameRule)


def test_the_catalogue_holds_the_rules_of_the_code_with_sources_and_examples_that_exist():
    rows = read(FIXTURES / "catalogue" / "game_rules.json")["rules"]
    assert sorted(row["id"] for row in rows) == sorted(GameRule)
    for entry in game_catalogue().values():
        assert entry.source
        assert set(entry.rulings) <= set(Ruling)
        assert entry.examples
        assert all((FIXTURES / name).is_file() for name in entry.examples), entry.id
