"""Every rule with its smallest legal and illegal examples, and both catalogues against their enums."""

import json

import pytest

from models.theme_park.operate.rules import Rule, catalogue
from models.theme_park.rulings import Choice, Ruling, questions
from tests.theme_park.examples import FIXTURES, expected_outcome, outcome, play, read, refusal

FOLDER = FIXTURES / "rule_examples"
FILES = sorted(FOLDER.glob("*.json"))
EXAMPLES = [
    pytest.param(read(path)["rule"], example, id=f"{path.stem}-{kind}-{number}")
    for path in FILES
    for kind in ("legal", "illegal")
    for number, example in enumerate(read(path)[kind])
]


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_an_example_is_legal_or_breaks_exactly_its_rule_at_its_step(rule, example):
    park, verdict = play(example["position"], example["moves"])
    expected = (rule, example["step"]) if "step" in example else None
    assert refusal(verdict) == expected, f"{example['why']}: {verdict.violation}"
    assert outcome(park, verdict, example) == expected_outcome(example)


@pytest.mark.parametrize("rule", Rule)
def test_no_rule_lacks_its_pair_of_examples(rule):
    assert FOLDER / f"{rule}.json" in FILES, f"write fixtures/theme_park/rule_examples/{rule}.json"
    examples = read(FOLDER / f"{rule}.json")
    assert examples["rule"] == rule
    assert examples["legal"]
    assert examples["illegal"]
    assert all(example["why"] for example in (*examples["legal"], *examples["illegal"]))


def test_every_file_of_examples_is_of_a_rule():
    assert {path.stem for path in FILES} <= {rule.value for rule in Rule}


def listed(name, rows):
    """The ids of a catalogue file in their order, read without the code under test."""
    document = json.loads((FIXTURES / "catalogue" / name).read_text(encoding="utf-8"))
    return [row["id"] for row in document[rows]]


def test_the_rules_catalogue_holds_the_same_ids_as_the_code():
    ids = listed("rules.json", "rules")
    assert sorted(ids) == sorted(Rule)
    assert list(catalogue()) == ids


def test_every_rule_says_on_which_page_of_the_rulebook_it_stands():
    for entry in catalogue().values():
        assert all(citation.page for citation in (entry.cited(None), *map(entry.cited, entry.citations))), entry.id


def illegal_sequences():
    """Every refused sequence of the examples of rules and of rulings, as position and moves."""
    for path in FILES:
        yield from ((example["position"], example["moves"]) for example in read(path)["illegal"])
    for path in sorted((FIXTURES / "ruling_examples").glob("*.json")):
        for case in read(path)["cases"]:
            for choice in case["verdicts"]:
                rules = case["position"].get("rules", {})
                chosen = {**rules.get("rulings", {}), read(path)["ruling"]: choice}
                yield {**case["position"], "rules": {**rules, "rulings": chosen}}, case["moves"]


def test_every_sentence_that_may_decide_is_cited_for_some_example():
    violations = [play(position, moves)[1].violation for position, moves in illegal_sequences()]
    cited = {(violation.rule, violation.source, violation.page) for violation in violations if violation}
    every = {(entry.id, *entry.cited(case)) for entry in catalogue().values() for case in (None, *entry.citations)}
    assert every - cited == set()


def test_every_rule_names_only_rulings_that_exist():
    assert {ruling for entry in catalogue().values() for ruling in entry.rulings} <= set(Ruling)


def test_the_rulings_catalogue_holds_the_same_ids_as_the_code():
    assert sorted(listed("rulings.json", "rulings")) == sorted(Ruling)


def test_every_choice_belongs_to_a_ruling_and_no_ruling_repeats_one():
    choices = [question.choices for question in questions().values()]
    assert {choice for row in choices for choice in row} == set(Choice)
    assert all(len(set(row)) == len(row) for row in choices)


def test_every_rule_names_examples_that_exist():
    for entry in catalogue().values():
        assert entry.examples
        assert all((FIXTURES / name).is_file() for name in entry.examples), entry.id
