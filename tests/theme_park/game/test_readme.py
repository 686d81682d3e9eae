"""What the README of game records says is so."""

import json
import re

import pytest

from api import check_game_document, load_record, parse_record, record_text
from api.schemas.fields import EnumField
from api.theme_park.schemas.answers.games import GameAnswer
from api.theme_park.schemas.attraction import AttractionSchema
from api.theme_park.schemas.box import (
    EntranceSchema,
    GoalSchema,
    MeasureSchema,
    ObjectiveSchema,
    OverlaySchema,
    OverlaySpaceSchema,
    PrintedSchema,
    PrintedTileSchema,
    SoloCardSchema,
)
from api.theme_park.schemas.events import MAKERS
from api.theme_park.schemas.moves import MoveSchema
from api.theme_park.schemas.record import HeadSchema
from api.theme_park.schemas.start_board import StartBoardSchema, StartTileSchema
from models.theme_park.game.box.printed_facts import NARROWED, Quantity, Side
from models.theme_park.game.events import DO
from models.theme_park.game.record.field_text import read_value, write_value
from models.theme_park.game.record.fields import FIELDS, Kind
from models.theme_park.game.variant import Edition, Variant
from models.theme_park.guests import GUEST_COLOURS, Colour
from models.theme_park.operate.notation import parse_moves, print_moves
from models.theme_park.operate.position import Expansion
from tests.release.readme import RECORDS
from tests.theme_park.game import campaign

README = RECORDS.read_text(encoding="utf-8")


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
    (fields,) = re.findall(rf"^\|[^|]*`{word}`[^|]*\|([^|]*)\|$", section("Events"), re.MULTILINE)
    for name, field in FIELDS[DO[word]].items():
        assert f"`{name}`" in fields, name
        optional = any(f"`{name}`" in part for part in re.findall(r"\(([^)]*)\)", fields))
        assert optional == (not field.needed), name


def section(name):
    return README.split(f"\n## {name}\n")[1].split("\n## ")[0]


def rows(name):
    """The rows of the tables of a section, as cells."""
    lines = [line for line in section(name).splitlines() if line.startswith("|") and not line.startswith("|---")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def named_fields(cell):
    """The events and fields that a cell names, such as "`keep` of `skill`; `skill`"."""
    for part in cell.split(";"):
        fields, _, events = part.partition(" of ")
        name, kinds = fields.strip().strip("`"), re.findall(r"`([a-z-]+)`", events)
        yield from ((do, name) for do, kind in DO.items() if name in FIELDS[kind] and (do in kinds or not kinds))


VALUES = [row for row in rows("Values of fields") if row[0] != "fields"]


def test_every_field_of_every_event_has_a_row_of_its_value():
    told = [pair for row in VALUES for pair in named_fields(row[0])]
    overlapping = {("goal", "goal"), ("skill", "skill")}
    assert set(told) == {(do, name) for do, kind in DO.items() for name in FIELDS[kind]}
    twice = {pair for pair in told if told.count(pair) > 1} - overlapping
    own = {(do, name) for row in VALUES for do, name in named_fields(row[0]) if " of " in row[0]}
    assert twice <= own


@pytest.mark.parametrize("row", VALUES, ids=lambda row: row[0])
def test_a_value_is_read_from_document_and_text_alike_and_its_bounds_are_told(row):
    fields, told, shown, text = row
    first = fields.split(";")[0]
    for do, name in named_fields(first):
        kind = FIELDS[DO[do]][name].kind
        made = MAKERS[kind]()
        value = made.deserialize(json.loads(shown.strip("`")))
        assert read_value(kind, text.strip("`")) == value
        assert write_value(kind, value) == text.strip("`")
        for bound in ("low", "high", "least", "most"):
            if hasattr(made, bound):
                assert re.search(rf"(?<![\d-]){getattr(made, bound)}\b", told), (bound, getattr(made, bound))
        for word in getattr(made, "members", {}) if kind is not Kind.STAFF else ():
            assert f"`{word}`" in told


@pytest.mark.parametrize("row", [row for row in rows("Moves as text") if row[0] != "move"], ids=lambda row: row[1])
def test_a_move_is_written_as_shown(row):
    document, text = (cell.strip("`") for cell in row)
    move = MoveSchema().load(json.loads(document))
    assert parse_moves(text) == (move,)
    assert print_moves([move]) == text


PRINTED = {
    "printed": PrintedSchema,
    "printed tile": PrintedTileSchema,
    "Park Entrance": EntranceSchema,
    "start board": StartBoardSchema,
    "starting attraction": StartTileSchema,
    "facts": AttractionSchema,
    "objective": ObjectiveSchema,
    "measure": MeasureSchema,
    "goal": GoalSchema,
    "solo card": SoloCardSchema,
    "overlay": OverlaySchema,
    "marked space": OverlaySpaceSchema,
}


@pytest.mark.parametrize("part", PRINTED)
def test_every_field_of_the_printed_facts_is_told_with_its_bounds(part):
    about = [row for row in rows("Printed facts") if row[0].strip("`") == part]
    fields = {}
    for row in about:
        cell = row[1] if part != "facts" else row[2]
        for bracketed, plain in re.findall(r"\(`([a-z_]+)`\)|`([a-z_]+)`", cell):
            fields[bracketed or plain] = bool(bracketed), row[2]
    schema = PRINTED[part]().fields
    assert set(fields) == set(schema)
    for name, field in schema.items():
        optional, told = fields[name]
        assert optional == (not field.required), name
        for bound in ("low", "high", "most"):
            if hasattr(field, bound) and not (
                part == "facts" or isinstance(field.inner if bound == "most" else field, EnumField)
            ):
                assert str(getattr(field, bound)) in told, (name, bound)


def test_every_quantity_is_told_with_the_colours_that_narrow_it():
    table = {row[0].strip("`"): row for row in rows("Printed facts") if row[0].strip("`") in set(Quantity)}
    assert set(table) == set(Quantity)
    colours = {"of guests": GUEST_COLOURS, "of attractions": tuple(Colour)}
    assert {name: colours[row[2]] for name, row in table.items() if row[2] != "no"} == NARROWED


def test_the_head_is_told_whole():
    table = {row[0]: row[1] for row in rows("The head") if row[0] != "field of `game`"}
    schema = HeadSchema().fields
    assert {name.strip("()`"): name.startswith("(") for name in table} == {
        name: not field.required for name, field in schema.items()
    }
    for word in (*Variant, *Expansion, *Edition, *Side):
        assert any(f"`{word}`" in told for told in table.values())


def test_every_event_stands_in_the_order():
    told = section("The order of events")
    assert all(f"`{do}`" in told for do in DO)


def test_printed_facts_stand_on_one_line_of_a_text():
    text = block("a game as text").replace("printed made-up-box\n", block("printed facts as text"))
    record = parse_record(text.split("# set-up")[0])
    assert list(record.table.box.monorails) == ["left", "middle", "right"]
    assert parse_record(record_text(record)) == record


def test_every_field_of_the_answer_is_told():
    told = section("The answer")

    def fields_of(schema):
        for name, field in schema._declared_fields.items():
            yield name
            inner = getattr(field, "inner", field)
            nested = getattr(inner, "nested", None)
            if isinstance(nested, type) and nested.__module__ == GameAnswer.__module__:
                yield from fields_of(nested)

    assert [name for name in fields_of(GameAnswer) if f"`{name}`" not in told] == []


def test_what_is_said_of_the_next_events_is_so():
    record = json.loads(block("a game record"))
    number = next(at for at, event in enumerate(record["events"]) if event["do"] == "build")
    answer = check_game_document({**record, "events": record["events"][:number]})
    built = next(entry for entry in answer["next"] if entry["do"] == "build")
    assert set(built) == {"do", "by", "phase", "step", "event", "choose", "fill", "may"}
    assert "paid" in built["event"]
    assert built["choose"]["hex"]


def test_no_kept_campaign_held_a_disagreement():
    assert all(run["disagreements"] == 0 for run in json.loads(campaign.KEPT.read_text(encoding="utf-8")))
