"""Records of whole games and of the rulebook's worked examples: legal, the same in every form, refused when changed."""

import json
from dataclasses import replace

import pytest

from api import dump_record, game_document, load_record, parse_record, record_text
from models.theme_park.game.disputes import judge_game
from models.theme_park.game.validate import check_game
from models.theme_park.game.variant import Variant
from tests.theme_park.examples import FIXTURES
from tests.theme_park.game.claims import wrong_claims
from tests.theme_park.tools.golden_games import EXAMPLES, IN_TEXT, RANDOM, SENSIBLE, pruned, random_record, written

FOLDER = FIXTURES / "games"
FILES = sorted(FOLDER.glob("*.json"))
WHOLE = sorted({**RANDOM, **SENSIBLE})


def document(name):
    """The record document of that name, read anew."""
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def last(events, do):
    """The last event of a kind."""
    return [event for event in events if event["do"] == do][-1]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_record_is_legal_and_comes_back_from_document_and_text(path):
    record = load_record(document(path.stem))
    verdict = check_game(record)
    assert verdict.legal, verdict.violation
    assert verdict.over == (path.stem in WHOLE)
    assert written(dump_record(record)) == path.read_text(encoding="utf-8")
    assert parse_record(record_text(record)) == record


@pytest.mark.parametrize("name", WHOLE)
def test_the_separate_reading_agrees_with_every_claim_of_a_whole_game(name):
    assert wrong_claims(document(name)) == []


def test_every_variant_number_of_players_and_expansion_has_a_golden_record():
    heads = [document(name)["game"] for name in WHOLE]
    assert {head["variant"] for head in heads} == set(Variant)
    assert {len(head["players"]) for head in heads} == {1, 2, 3, 4}
    assert {each for head in heads for each in head["expansions"]} == {"surprises", "innovations", "promo"}


@pytest.mark.parametrize("name", sorted(RANDOM))
def test_random_players_play_the_same_game_again_from_the_same_seed(name):
    assert written(dump_record(random_record(name))) == (FOLDER / f"{name}.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_the_worked_examples_are_made_again_from_their_script(name):
    assert dump_record(pruned(EXAMPLES[name]())) == document(name)


def test_the_text_form_is_kept_beside_its_document():
    text = (FOLDER / f"{IN_TEXT}.txt").read_text(encoding="utf-8")
    assert parse_record(text) == load_record(document(IN_TEXT))


def refused(record, event, **fields):
    """The rule that refuses the record when ``fields`` of its ``event`` say something else."""
    events = [{**each, **fields} if each is event else each for each in record["events"]]
    violation = check_game(load_record({**record, "events": events})).violation
    return violation and (violation.rule, violation.step, violation.round, violation.phase)


def test_blue_comes_first_and_green_before_yellow_with_fewer_stars():
    record = document("rulebook-turn-order-and-income")
    event = last(record["events"], "announce")
    step = record["events"].index(event)
    game = check_game(load_record(record)).reached
    sums = {name: player.played for name, player in game.by_id.items()}
    assert [sorted(sums[name]) for name in ("blue", "green", "yellow")] == [
        ["concierge", "ticket-agent"],
        ["builder", "concierge"],
        ["guide", "mascot"],
    ]
    assert game.by_id["green"].stars < game.by_id["yellow"].stars
    assert event["order"] == ["blue", "green", "yellow"]
    rule = ("game.plan.turn-order", step, 2, "plan")
    assert refused(record, event, order=["blue", "yellow", "green"]) == rule
    assert refused(record, event, order=["green", "blue", "yellow"]) == rule


def test_yellow_takes_an_income_of_eight_dollars():
    record = document("rulebook-turn-order-and-income")
    event = last(record["events"], "announce")
    assert event["income"]["yellow"] == 8
    assert refused(record, event, income={"yellow": 7})[0] == "game.plan.income"


def test_the_entrance_brings_a_dollar_where_its_printed_facts_tell_no_income():
    record = document("rulebook-turn-order-and-income")
    facts = record["printed"]["entrance"]
    untold = {name: each for name, each in facts["attraction"].items() if name != "income"}
    record["printed"]["entrance"] = {**facts, "attraction": untold}
    assert check_game(load_record(record)).violation is None


def test_tied_players_share_second_and_third_place():
    record = document("rulebook-tied-objective")
    event = last(record["events"], "objective")
    assert event["amounts"] == {"yellow": 9, "blue": 5, "green": 5, "grey": 4}
    assert event["stars"] == {"yellow": 8, "blue": 3, "green": 3, "grey": 0}
    assert refused(record, event, stars={"blue": 4, "green": 4})[0] == "game.objective.shares"


def test_a_goal_missed_raises_the_solo_target_from_160_to_171():
    record = load_record(document("rulebook-growing-target"))
    scored = [number for number, event in enumerate(record.events) if type(event).__name__ == "ScoreGoal"]
    targets = [check_game(replace(record, events=record.events[: number + 1])).reached.target for number in scored]
    assert targets == [160, 171]
    assert game_document(judge_game(record))["solo"]["target"] == 171


def test_a_partial_game_is_judged_as_far_as_it_goes():
    whole = document("introductory-2-random")
    for number in range(0, len(whole["events"]), 7):
        verdict = check_game(load_record({**whole, "events": whole["events"][:number]}))
        assert verdict.legal
        assert verdict.played == number
        assert not verdict.over
