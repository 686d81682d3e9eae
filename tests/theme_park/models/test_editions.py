"""The rulebook and the draft compared: every section is accounted for, and the switch does what the comparison says."""

import json
import re

import pytest

from api import dump_record, load_record
from models.theme_park.game.editions import Play, clauses, edition_titles
from models.theme_park.game.validate import check_game
from models.theme_park.game.variant import Edition
from tests.api.documents import run
from tests.theme_park.examples import FIXTURES
from tests.theme_park.game.games import random_document

HEADINGS = """
Introduction, Components, How to Play, Phases, Plan, Turn Order, Income, Staff Member, Ticket Agent, Guide, Builder,
Concierge, Mascot, Manager, Welcome, Build Attraction, Operation Requirements, Park Shape, Recruit Mascot, Amenities,
Buy Map, Install Upgrades, Operating an Attraction, Maps, Mascots, Adjust Value, Adjust Colour, Use Skill,
Earn Stars & Money, Evaluate Objective, Value 1 Dice, Staff Cards, Maps & Mascots, Monorail, Attractions, Skill Cards,
Round Marker, End of the Game, Administrators, Skills, Surprises, Innovations, Promo Pack, Solo Rules
""".replace("\n", " ").split(", ")
"""The rulebook's headings, in its order, Setup apart."""
BASE_GAMES = [
    document
    for document in (
        json.loads(path.read_text(encoding="utf-8")) for path in sorted((FIXTURES / "games").glob("*.json"))
    )
    if document["game"]["variant"] != "solo" and not document["game"]["expansions"]
]
IN_PLAY = {
    "edition.players": {"variant": "solo", "players": ["ann"]},
    "edition.surprises": {"expansions": ["surprises"]},
    "edition.innovations": {"expansions": ["innovations"]},
    "edition.promo": {"expansions": ["promo"]},
}
"""What a record's head says where play differs."""


def in_edition(document, edition):
    """The record played by another edition."""
    return {**document, "game": {**document["game"], "edition": edition}}


def test_the_comparison_has_the_editions_of_the_code_and_the_rulebook_is_the_default():
    assert list(edition_titles()) == list(Edition)
    document = random_document(0)
    del document["game"]["edition"]
    assert load_record(document).table.edition is next(iter(edition_titles())) is Edition.RULEBOOK


@pytest.mark.parametrize("heading", [heading.strip() for heading in HEADINGS])
def test_every_section_of_the_rulebook_is_compared(heading):
    named = {part.strip() for clause in clauses().values() for part in re.split("[;,:]", clause.rulebook)}
    assert heading in named


def test_every_numbered_step_of_set_up_is_compared():
    numbers = set()
    for clause in clauses().values():
        match = re.fullmatch(r"Setup ([0-9, -]+)", clause.rulebook)
        for part in match[1].split(",") if match else ():
            first, _, last = part.strip().partition("-")
            numbers |= set(range(int(first), int(last or first) + 1))
    assert numbers == set(range(1, 24))


def test_what_differs_in_play_names_the_rule_that_enforces_it_and_nothing_else_does():
    assert {clause.id for clause in clauses().values() if clause.play is Play.DIFFERS} == set(IN_PLAY)
    for clause in clauses().values():
        assert (clause.rule is not None) == (clause.play is Play.DIFFERS)
        assert (clause.draft is None) >= (clause.play is Play.SILENT)


@pytest.mark.parametrize("name", sorted(IN_PLAY))
def test_the_switch_decides_what_differs(name):
    head = {"variant": "full", "players": ["ann", "bob"]} | IN_PLAY[name]
    document = {"version": 1, "game": head, "printed": "made-up-box", "events": []}
    assert check_game(load_record(in_edition(document, "rulebook"))).legal
    violation = check_game(load_record(in_edition(document, "draft-3.1"))).violation
    assert violation is not None
    assert (violation.rule, violation.step) == (clauses()[name].rule, 0)


@pytest.mark.parametrize("document", BASE_GAMES, ids=lambda document: document["game"]["variant"])
def test_nothing_else_differs_a_base_game_is_judged_alike_in_both(document):
    first, second = (check_game(load_record(in_edition(document, edition))) for edition in Edition)
    assert first.legal
    assert (first.sheet, first.reached.winners) == (second.sheet, second.reached.winners)


def test_either_text_s_order_of_set_up_is_legal():
    document = dump_record(load_record(BASE_GAMES[0]))
    objectives, fill, *others = document["events"]
    assert (objectives["do"], fill["do"]) == ("objectives", "fill")
    for edition in Edition:
        verdict = check_game(load_record(in_edition({**document, "events": [fill, objectives, *others]}, edition)))
        assert verdict.legal, verdict.violation


def test_rules_lists_the_editions_and_tells_a_clause():
    told = run("rules").out
    for words in (*Edition, *clauses()):
        assert words in told
    told = run("rules", "edition.ties", "--json").json
    assert (told["kind"], told["play"], told["draft"]) == ("clause", "silent", None)
    assert "Play does not differ" in run("rules", "edition.two-alike").out
