"""Every rule with its smallest legal and illegal example, every ruling with a case that its choice decides."""

import pytest

from api.dice_manor.answers import check_document, score_document
from api.dice_manor.building import building_document, load_builds, load_site
from api.dice_manor.loading import load_end, load_seat, load_turns
from api.dice_manor.records import game_document, load_record
from models.dice_manor.rules import Rule, catalogue
from models.dice_manor.rulings import questions
from tests.dice_manor.documents import FIXTURES, read

RULES, RULINGS = FIXTURES / "rule_examples", FIXTURES / "ruling_examples"
SWITCHES = [ruling for ruling, question in questions().items() if question.is_switch]
EXAMPLES = [
    pytest.param(path, kind, example, id=f"{path.stem}-{kind}-{number}")
    for path in sorted(RULES.glob("*.json"))
    for kind in ("legal", "illegal")
    for number, example in enumerate(read(path)[kind])
]


def answered(asked):
    """What the referee says of a record, of a position with moves, or of the end of a game."""
    if "record" in asked:
        return game_document(
            load_record({**asked["record"], "events": asked.get("events", asked["record"].get("events"))})
        )
    position = asked["position"]
    if position["phase"] == "end":
        return score_document(load_end(position))
    if position["phase"] == "build":
        return building_document(load_site(position), load_builds(asked["moves"]))
    seat = load_seat(position)
    return check_document(seat, load_turns(asked["moves"], seat))


@pytest.mark.parametrize(("path", "kind", "example"), EXAMPLES)
def test_an_example_is_legal_or_its_last_move_breaks_exactly_its_rule(path, kind, example):
    answer = answered({**read(path), **example})
    moves = example.get("moves", example.get("events"))
    broken = None if answer["legal"] else (answer["violation"]["rule"], answer["violation"]["step"])
    assert broken == (None if kind == "legal" else (path.stem, len(moves) - 1)), example["why"]
    if kind == "illegal":
        assert answer["violation"]["source"] == catalogue()[Rule(path.stem)].source
        assert answer["violation"]["message"] == example["message"]


@pytest.mark.parametrize("rule", Rule)
def test_no_rule_lacks_its_pair_of_examples_and_its_entry_names_them(rule):
    file = f"rule_examples/{rule}.json"
    assert catalogue()[rule].examples == (file,)
    told = read(FIXTURES / file)
    assert told["rule"] == rule
    assert all(told[kind] and all(each["why"] for each in told[kind]) for kind in ("legal", "illegal"))


def test_every_file_of_examples_is_of_a_rule_or_a_ruling():
    assert {path.stem for path in RULES.glob("*.json")} == set(Rule)
    assert {path.stem for path in RULINGS.glob("*.json")} == set(SWITCHES)


@pytest.mark.parametrize("ruling", SWITCHES)
def test_each_choice_of_a_ruling_makes_another_verdict_and_the_referee_says_what_it_hangs_on(ruling):
    for case in read(RULINGS / f"{ruling}.json")["cases"]:
        assert set(case["verdicts"]) == set(questions()[ruling].choices)
        told = {choice: answered(under(case, ruling, choice)) for choice in case["verdicts"]}
        for choice, expected in case["verdicts"].items():
            assert verdict(told[choice]) == expected, (choice, told[choice].get("violation"))
            if "legal" not in told[choice]:
                continue
            hangs = told[choice]["relies_on"] if told[choice]["legal"] else told[choice]["legal_under"]
            other = next(each for each in case["verdicts"] if each != choice)
            assert {"ruling": ruling, "choice": choice if told[choice]["legal"] else other} in hangs


def under(case, ruling, choice):
    """The case with one ruling chosen."""
    name, place = ("record", "game") if "record" in case else ("position", None)
    whole = case[name]
    chosen = whole if place is None else whole[place]
    chosen = {**chosen, "rulings": {**chosen.get("rulings", {}), ruling.value: choice}}
    return {**case, name: chosen if place is None else {**whole, place: chosen}}


def verdict(answer):
    """As the files tell it."""
    if "players" in answer:
        return {"totals": {row["id"]: row["total"] for row in answer["players"]}}
    return {"legal": True} if answer["legal"] else {"rule": answer["violation"]["rule"]}
