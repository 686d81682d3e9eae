"""Records that cannot be used: every fault with its place and what would be accepted, and never anything else."""

import json
from copy import deepcopy
from random import Random

import pytest

from api import BadInput, check_game_document, load_record, parse_record, record_text
from tests.api.documents import changed, run
from tests.theme_park.examples import FIXTURES

GAMES = FIXTURES / "games"
DOCUMENTS = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(GAMES.glob("*.json"))]
RECORD = json.loads((GAMES / "full-4-all-random.json").read_text(encoding="utf-8"))
INLINE = json.loads((GAMES / "rulebook-growing-target.json").read_text(encoding="utf-8"))


def spoilt(*changes, record=RECORD):
    return changed(deepcopy(record), *changes)


def faults_of(record, prefix=""):
    with pytest.raises(BadInput) as told:
        check_game_document(record, prefix=prefix)
    return {fault.pointer: fault.detail for fault in told.value.faults}


ONE_DIE_HIGHER = {"dice": [{}], "relation": "higher"}


def printed_tile(spaces=(), income=0, amenity=None, stack="A", colour="blue", name="Made-up ride", requirement=None):
    facts = {"name": name, "colour": colour, "stars": 3, "income": income, "amenity": amenity}
    facts["requirement"] = requirement or {"dice": [{}]}
    return {"stack": stack, "cost": 2, "spaces": list(spaces), "attraction": facts}


WRONG = {
    "not an object": (3, ""),
    "nothing at all": ({}, "/version"),
    "another version": (spoilt(("version", 2)), "/version"),
    "an unknown field": (spoilt(("winner", "ann")), "/winner"),
    "no head": (spoilt(("game", ...)), "/game"),
    "an unknown variant": (spoilt(("game/variant", "epic")), "/game/variant"),
    "five players": (spoilt(("game/players", ["a", "b", "c", "d", "e"])), "/game/players"),
    "nobody": (spoilt(("game/players", [])), "/game/players"),
    "a player twice": (spoilt(("game/players/3", "ann")), "/game/players/3"),
    "an unknown expansion": (spoilt(("game/expansions", ["zoo"])), "/game/expansions/0"),
    "an unknown edition": (spoilt(("game/edition", "2nd")), "/game/edition"),
    "an unknown ruling": (spoilt(("game/rulings", {"who.wins": "me"})), "/game/rulings/who.wins"),
    "an unknown choice": (spoilt(("game/rulings", {"vip.put-back": "maybe"})), "/game/rulings/vip.put-back"),
    "an outline without the Entrance": (
        spoilt(("game/rulings", {"board.boundary": [[1, 0], [2, 0]]})),
        "/game/rulings/board.boundary",
    ),
    "an unknown box": (spoilt(("printed", "my-box")), "/printed"),
    "events as an object": (spoilt(("events", {})), "/events"),
    "an event that is none": (spoilt(("events/8", None)), "/events/8"),
    "an event without a kind": (spoilt(("events/8/do", ...)), "/events/8/do"),
    "an unknown kind": (spoilt(("events/8/do", "cheat")), "/events/8/do"),
    "a field of another kind": (spoilt(("events/8/hex", [0, 0])), "/events/8/hex"),
    "a field missing": (spoilt(("events/8/keep", ...)), "/events/8/keep"),
    "an unknown player": (spoilt(("events/8/by", "zoe")), "/events/8/by"),
    "an unknown objective": (spoilt(("events/0/placed/0", "o99")), "/events/0/placed/0"),
    "a die of no colour": (spoilt(("events/1/dice/0/0", "red-3")), "/events/1/dice/0/0"),
    "a die of seven": (spoilt(("events/1/dice/0/0", "blue-7")), "/events/1/dice/0/0"),
    "a die as a number": (spoilt(("events/1/dice/0/0", 3)), "/events/1/dice/0/0"),
    "a player as a number": (spoilt(("events/2/order/1", 7)), "/events/2/order/1"),
    "a card of no kind": (spoilt(("events/7/keep/kind", "king")), "/events/7/keep/kind"),
    "a card without its colour": (spoilt(("events/7/keep", {"kind": "keep-pips"})), "/events/7/keep/colour"),
    "an unknown start board": (spoilt(("events/3/board", "north")), "/events/3/board"),
    "an unknown tile": (spoilt(("events/15/keep", "z9")), "/events/15/keep"),
    "a hex of three": (spoilt(("events/15/hex", [0, 0, 0])), "/events/15/hex"),
    "a huge hex": (spoilt(("events/15/hex", [10**30, 0])), "/events/15/hex/0"),
    "an unknown staff card": (spoilt(("events/20/staff/0", "pilot")), "/events/20/staff/0"),
    "an income of a stranger": (spoilt(("events/24/income", {"zoe": 1})), "/events/24/income/zoe"),
    "an income as text": (spoilt(("events/24/income/ann", "5")), "/events/24/income/ann"),
    "an income of a half": (spoilt(("events/24/income/ann", 2.5)), "/events/24/income/ann"),
    "a huge income": (spoilt(("events/24/income/ann", 10**400)), "/events/24/income/ann"),
    "an income of null": (spoilt(("events/24/income/ann", None)), "/events/24/income/ann"),
    "a tile without its facts": (spoilt(("printed/attractions/a01", None), record=INLINE), "/printed/attractions/a01"),
    "a cost below nothing": (
        spoilt(("printed/attractions/mine", {"stack": "A", "cost": -1, "attraction": {}}), record=INLINE),
        "/printed/attractions/mine/cost",
    ),
    "three upgrade spaces": (
        spoilt(("printed/attractions/wide", printed_tile(spaces=[1, 1, 1])), record=INLINE),
        "/printed/attractions/wide/spaces",
    ),
    "an income on a blue tile of stack A": (
        spoilt(("printed/attractions/rich", printed_tile(income=1)), record=INLINE),
        "/printed/attractions/rich/attraction/income",
    ),
    "a Park Entrance of another name": (
        spoilt(("printed/entrance/attraction/name", "Gate"), record=INLINE),
        "/printed/entrance/attraction/name",
    ),
    "a second Park Entrance": (
        spoilt(("printed/attractions/mine", printed_tile(name="park entrance")), record=INLINE),
        "/printed/attractions/mine/attraction/name",
    ),
    "a relation over one die": (
        spoilt(("printed/attractions/mine", printed_tile(requirement=ONE_DIE_HIGHER)), record=INLINE),
        "/printed/attractions/mine/attraction/requirement/relation",
    ),
    "a relation over one die of the Entrance": (
        spoilt(("printed/entrance/attraction/requirement", ONE_DIE_HIGHER), record=INLINE),
        "/printed/entrance/attraction/requirement/relation",
    ),
    "a relation over one die of a start board": (
        spoilt(
            (
                "printed/start_board",
                {
                    "tiles": [
                        {
                            "id": "s",
                            "hex": [1, 0],
                            "attraction": printed_tile(requirement=ONE_DIE_HIGHER)["attraction"],
                        }
                    ]
                },
            ),
            record=INLINE,
        ),
        "/printed/start_board/tiles/0/attraction/requirement/relation",
    ),
    "a ninth amenity": (
        spoilt(*((f"printed/attractions/t{n}", printed_tile(amenity=f"made-up-{n}")) for n in range(9)), record=INLINE),
        "/printed/attractions/t8/attraction/amenity",
    ),
    "a goal that counts grey guests": (
        spoilt(("printed/goals/any/measure", {"quantity": "discarded", "colour": "grey"}), record=INLINE),
        "/printed/goals/any/measure/colour",
    ),
    "a goal without a limit": (spoilt(("printed/goals/any/least", None), record=INLINE), "/printed/goals/any/least"),
    "a round that is none": (spoilt(("printed/overlay/spaces", {"9": {}}), record=INLINE), "/printed/overlay/spaces/9"),
}


@pytest.mark.parametrize(("record", "pointer"), WRONG.values(), ids=WRONG)
def test_a_fault_is_told_at_its_place_with_what_would_be_accepted(record, pointer):
    told = faults_of(record)
    assert pointer in told
    assert "accepted" in told[pointer] or pointer.endswith("/colour")
    answer = run("game", "-", "--json", stdin=record)
    assert (answer.code, "Traceback" in answer.err) == (2, False)
    assert pointer in [error["pointer"] for error in answer.json["errors"]]


@pytest.mark.parametrize(
    "tile",
    [
        printed_tile(income=1, colour="grey"),
        printed_tile(income=2, stack="B"),
        printed_tile(spaces=[1, 2]),
        printed_tile(name="Entrance of the park"),
    ],
)
def test_incomes_of_grey_tiles_and_of_stack_b_two_spaces_and_other_names_are_printed_facts(tile):
    load_record(spoilt(("printed/attractions/mine", tile), record=INLINE))


def test_a_measure_of_attractions_may_be_grey_and_one_of_guests_may_not():
    def goal(quantity, colour):
        return spoilt(("printed/goals/any/measure", {"quantity": quantity, "colour": colour}), record=INLINE)

    load_record(goal("attractions", "grey"))
    load_record(goal("pips", "yellow"))
    for quantity in ("guests", "pips", "discarded"):
        told = faults_of(goal(quantity, "grey"))["/printed/goals/any/measure/colour"]
        assert told == f'Found "grey"; accepted: for {quantity} blue, green or yellow.'


def test_a_ninth_amenity_is_told_beside_an_income_and_a_fault_of_shape():
    tiles = [(f"printed/attractions/t{n}", printed_tile(amenity=f"made-up-{n}", income=n)) for n in range(9)]
    told = faults_of(spoilt(*tiles, ("printed/monorails", 3), record=INLINE))
    assert {"/printed/attractions/t8/attraction/amenity", "/printed/monorails"} <= set(told)
    assert len([place for place in told if place.endswith("/income")]) == 8
    assert "accepted: one of" in told["/printed/attractions/t8/attraction/amenity"]


def test_all_faults_are_told_at_once_below_the_prefix():
    record = spoilt(("game/players/2", 7), ("events/0/placed", 5), ("events/13", []), ("extra", 1))
    pointers = {"/game/players/2", "/events/0/placed", "/events/13", "/extra"}
    assert set(faults_of(record, "/record")) == {f"/record{pointer}" for pointer in pointers}


def test_unknown_names_are_told_beside_faults_of_shape():
    told = faults_of(spoilt(("events/0/placed", 5), ("events/8/by", "zoe")))
    assert set(told) == {"/events/0/placed", "/events/8/by"}
    assert told["/events/8/by"] == 'Found "zoe", which is no player of this record; accepted: ann, bob, cleo, dan.'


GARBAGE = [None, True, -1, 0, 7, 10**400, 1.5, "", "x", "ann", "a01", "g1", "blue", "blue-7", [], {}, [[]], [{}]]
GARBAGE += [{"a": 1}, {"do": "plan"}, "x" * 5000, [[[[[[]]]]]], {"kind": "keep-pips"}, "\x00", "\ud800", [0, 0], "{0}"]


def ways(value, way=()):
    """Every place in a document."""
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [way, *(found for key, each in below for found in ways(each, (*way, key)))]


def with_garbage(document, rng):
    """The document with something strange somewhere, or without something."""
    way = rng.choice([way for way in ways(document) if way and (way[0] != "events" or rng.random() < 0.3)])
    copy = json.loads(json.dumps(document))
    place = copy
    for step in way[:-1]:
        place = place[step]
    if rng.random() < 0.2:
        del place[way[-1]]
    else:
        place[way[-1]] = rng.choice(GARBAGE)
    return copy


def judged_or_refused(record):
    """The faults of a record, none when it is judged; anything else is raised."""
    try:
        json.dumps(check_game_document(record, prefix="/record"))
    except BadInput as bad:
        return bad.faults
    return ()


@pytest.mark.parametrize("seed", range(8))
def test_whatever_stands_in_a_record_it_is_judged_or_refused(seed):
    rng = Random(seed)
    refused = 0
    for _ in range(25):
        document = with_garbage(rng.choice(DOCUMENTS), rng)
        faults = judged_or_refused(document)
        refused += bool(faults)
        assert all(fault.pointer.startswith("/record") and fault.detail for fault in faults)
    assert refused


TEXTS = [record_text(load_record(document)) for document in DOCUMENTS]
WRONG_LINES = {
    "variant full": ("variant epic", "found 'epic'; accepted: one of introductory, short, full, solo"),
    "players ann bob cleo dan": ("players ann bo!b", "accepted: players with spaces between them"),
    "edition rulebook": ("edition rulebook\nedition rulebook", "a second line for edition"),
    "start-order order=": ("start-order order=ann,bob row=", "the fields of start-order, order, each once"),
    "announce order=": ("declare order=", "accepted: an event, one of objectives, goals, fill"),
    "display attractions=": ("display by=", "accepted: the fields of display, attractions, skills, each once"),
    "hex=": ("hex=0;", "accepted: two whole numbers, such as 1,-1"),
    "concierge=": ("concierge=+", "accepted: for each Concierge the dice raised"),
    "staff=": ("staff=pilot,", "accepted: staff cards with commas, of"),
    "moves=m": ("moves=q", "moves cannot be read"),
    "printed made-up-box": ("printed my-box", "printed facts, made-up-box"),
}


@pytest.mark.parametrize(("old", "new", "words"), [(old, *new) for old, new in WRONG_LINES.items()], ids=WRONG_LINES)
def test_a_line_that_cannot_be_read_is_told_with_its_number(old, new, words):
    text = next(text for text in TEXTS if old in text and "variant full" in text)
    number = text[: text.index(old)].count("\n") + 1 + new.count("\n")
    with pytest.raises(BadInput) as told:
        parse_record(text.replace(old, new, 1), prefix="/record")
    (fault,) = told.value.faults
    assert fault.pointer == "/record"
    assert fault.detail.startswith(f"Line {number}: ")
    assert words in fault.detail


@pytest.mark.parametrize(
    ("record", "name"),
    [
        (RECORD, "ann"),
        *((INLINE, name) for name in ("ann", "a11", "m1", "s05", "one-ride-three-times", "made-up-north")),
    ],
)
def test_a_name_that_is_just_a_hyphen_is_read_back_from_its_text(record, name):
    written = json.dumps(record)
    assert f'"{name}"' in written.partition('"events"')[2]
    renamed = load_record(json.loads(written.replace(f'"{name}"', '"-"')))
    assert parse_record(record_text(renamed)) == renamed


def test_values_of_the_text_form_keep_the_bounds_of_the_document():
    text = next(text for text in TEXTS if " vips=" in text)
    with pytest.raises(BadInput) as told:
        parse_record(text.replace(" vips=", " vips=-1,", 1))
    (fault,) = told.value.faults
    assert fault.pointer.endswith("/vips/0")
    line = next(at for at, line in enumerate(text.splitlines(), 1) if " vips=" in line)
    assert fault.detail.startswith(f"Line {line}: Found -1; accepted: ")


def test_unknown_names_of_a_text_are_told_with_their_lines():
    head, _, events = next(text for text in TEXTS if "variant full" in text).partition("# set-up")
    text = head + "# set-up" + events.replace(" ann ", " zoe ")
    with pytest.raises(BadInput) as told:
        parse_record(text)
    lines = text.splitlines()
    for fault in told.value.faults:
        number, _, detail = fault.detail.removeprefix("Line ").partition(": ")
        assert "zoe" in lines[int(number) - 1]
        assert detail.startswith('Found "zoe", which is no player')


def test_a_player_who_sits_twice_in_a_text_is_told_with_the_line_of_the_players():
    with pytest.raises(BadInput) as told:
        parse_record("park-advisor game 1\n\nvariant full\nplayers ann ann\nprinted made-up-box\n")
    assert [fault.detail.partition(": ")[0] for fault in told.value.faults] == ["Line 4"]


def test_an_outline_of_a_text_holds_the_entrance_or_is_told_with_its_line():
    def text(outline):
        return f"park-advisor game 1\nvariant full\nplayers ann bob\noutline {outline}\nprinted made-up-box\n"

    assert parse_record(text("0,0 1,0")).table.rulings.outline == {(0, 0), (1, 0)}
    for outline in ("1,0 2,0", "0,0 99,0"):
        with pytest.raises(BadInput) as told:
            parse_record(text(outline))
        assert [fault.detail.partition(": ")[0] for fault in told.value.faults] == ["Line 4"]


@pytest.mark.parametrize("seed", range(4))
def test_whatever_stands_in_a_text_it_is_judged_or_refused(seed):
    rng = Random(seed)
    for _ in range(15):
        text = rng.choice(TEXTS)
        place = rng.randrange(len(text))
        text = text[:place] + rng.choice("-+:.,=/abgy019 %\x00\n") + text[place + rng.randrange(3) :]
        assert all(fault.pointer.startswith("/record") and fault.detail for fault in judged_or_refused(text))


def test_every_line_of_a_text_that_cannot_be_read_is_told():
    text = TEXTS[0]
    last = len(text.splitlines())
    with pytest.raises(BadInput) as refused:
        parse_record(text + "foo x=1\nbuy-map ann\nbuild ann tile=a13 hex=1\n")
    told = [fault.detail.partition(":")[0] for fault in refused.value.faults]
    assert told == [f"Line {last + 1}", f"Line {last + 3}"]


def test_events_before_the_head_is_complete_say_what_ends_a_head():
    with pytest.raises(BadInput, match="1 fault") as refused:
        parse_record("park-advisor game 1\nvariant full\nplayers ann bob\n\nplan ann staff=guide,mascot\n")
    assert "printed made-up-box" in refused.value.faults[0].detail
