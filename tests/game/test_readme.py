"""What the README says of game records is so."""

import json
import re
from pathlib import Path

import pytest

from api import check_game_document, load_record, parse_record, record_text
from models.theme_park.game.box import Quantity
from models.theme_park.game.events import DO
from models.theme_park.game.fields import FIELDS
from models.theme_park.game.variant import Edition
from tests.game import campaign

README = Path(__file__).parents[2].joinpath("README.md").read_text(encoding="utf-8")


SECTION = README.split("\n## Whole games\n")[1].split("\n## ")[0]


def block(name):
    """What stands between the fences of a marked example."""
    marked = README.split(f"<!-- {name}: begin -->")[1].split(f"<!-- {name}: end -->")[0]
    return re.search(r"```\w+\n(.*)```", marked, re.DOTALL)[1]


def test_the_record_shown_is_legal_and_each_of_its_claims_is_checked():
    record = json.loads(block("a game record"))
    answer = check_game_document(record)
    assert (answer["legal"], answer["round"], answer["phase"]) == (True, 1, "upkeep")
    for number, event in enumerate(record["events"]):
        for name in {"paid", "income", "stars", "money"} & set(event):
            claim = event[name]
            wrong = {who: amount + 1 for who, amount in claim.items()} if isinstance(claim, dict) else claim + 1
            events = [{**each, name: wrong} if at == number else each for at, each in enumerate(record["events"])]
            assert check_game_document({**record, "events": events})["violation"]["step"] == number


def test_the_printed_facts_shown_can_be_used():
    head = {"variant": "introductory", "players": ["ann", "bob"]}
    record = {"version": 1, "game": head, "printed": json.loads(block("printed facts")), "events": []}
    assert check_game_document(record)["legal"]


def test_the_text_shown_is_the_beginning_of_the_record_shown():
    text = block("a game as text")
    shown = load_record(json.loads(block("a game record")))
    assert parse_record(text).events == shown.events[:3]
    assert record_text(shown).startswith(text)


@pytest.mark.parametrize("word", DO)
def test_every_kind_of_event_is_listed_with_its_fields(word):
    (fields,) = re.findall(rf"^\|[^|]*`{word}`[^|]*\|([^|]*)\|$", SECTION, re.MULTILINE)
    for name, field in FIELDS[DO[word]].items():
        assert f"`{name}`" in fields, name
        optional = any(f"`{name}`" in part for part in re.findall(r"\(([^)]*)\)", fields))
        assert optional == (not field.needed), name


@pytest.mark.parametrize("word", [*Quantity, *Edition])
def test_every_quantity_and_edition_is_named(word):
    assert f"`{word}`" in SECTION


def test_no_kept_campaign_held_a_disagreement():
    assert all(run["disagreements"] == 0 for run in json.loads(campaign.KEPT.read_text(encoding="utf-8")))
