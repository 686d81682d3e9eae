"""Whatever number stands in an event, in either form and from Python, the record is judged or refused, and never crashes."""

from dataclasses import fields, is_dataclass, replace
from functools import cache

import pytest

from api import BadInput, dump_record, load_record, parse_record, record_text
from models.theme_park.game.events import WORDS
from models.theme_park.game.judging import after
from models.theme_park.game.record.fields import FIELDS
from models.theme_park.game.rules import GameBroken
from models.theme_park.game.validate import check_rest
from tests.theme_park.examples import FIXTURES, read
from tests.theme_park.game.judging import states_of

STRANGE = (-1, -2, -999, 7, 98, 10**6, 2**63, 10**40, 0.5, 1.0, True, None, "1", [1])
TEXTS = ("-1", "-999", "99", "1_0", "+1", " 1", "0.5", "1e3", "9" * 30, "9" * 5000, "\u0663", "")
EXAMPLES = [
    read(FIXTURES / "game_rule_examples" / f"game.{rule}.json") for rule in ("welcome.extra-guest", "plan.lower")
]
NAMES = ("short-3-innovations-sensible", "full-4-promo-sensible", "full-4-all-random", "solo-promo-random")
RECORDS = [
    *(
        load_record({**each["record"], "events": [*each["record"]["events"], *each["legal"][0]["then"]]})
        for each in EXAMPLES
    ),
    *(load_record(read(FIXTURES / "games" / f"{name}.json")) for name in NAMES),
]


@cache
def states(number):
    return states_of(RECORDS[number])


def numbers(value, way=()):
    """Every place of a whole number below ``value``."""
    if isinstance(value, int) and not isinstance(value, bool):
        yield way
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in below:
        yield from numbers(each, (*way, key))


def pattern(way):
    """The place without list indices and names of players."""
    return tuple(part for part in way[1:] if isinstance(part, str) and part not in ("ann", "bob", "cleo", "dan"))


@cache
def places():
    """One event for each field with a number: the record, the event, the way to the number."""
    found = {}
    for record, each in enumerate(RECORDS):
        for number, event in enumerate(dump_record(each)["events"]):
            for way in numbers(event):
                found.setdefault((event["do"], way[0], pattern(way)), (record, number, way))
    return found


def test_every_field_with_a_number_takes_part():
    told = {(word, field) for word, field, _ in places()}
    assert {("extra-guest", "die"), ("welcome", "vips"), ("welcome", "concierge"), ("put-back", "guests")} <= told
    assert {("install", "space"), ("move-upgrade", "to_space"), ("lower", "pips"), ("build", "value")} <= told
    assert len(told) > 25


def refusal(reader, record):
    """The faults of a record; none when it can be read. Whatever else is raised fails the test."""
    try:
        reader(record)
    except BadInput as bad:
        return bad.faults
    return ()


def judged(record, number, event):
    """Whether the event is legal where it stands; None when its document is refused."""
    head = {**dump_record(RECORDS[record]), "events": [event]}
    faults = refusal(load_record, head)
    assert all("accepted" in fault.detail and fault.pointer.startswith("/events/0/") for fault in faults)
    if faults:
        return None
    (read_event,) = load_record(head).events
    events = RECORDS[record].events
    return check_rest(states(record)[number], (*events[:number], read_event), number).legal


def with_number(value, way, number):
    key, *rest = way
    changed = dict(value) if isinstance(value, dict) else list(value)
    changed[key] = with_number(value[key], rest, number) if rest else number
    return changed


@pytest.mark.parametrize("word", WORDS.values())
def test_a_document_with_any_number_is_judged_or_refused(word):
    for (_, name, _), (record, number, way) in places().items():
        event = dump_record(RECORDS[record])["events"][number]
        if event["do"] != word:
            continue
        for strange in STRANGE:
            legal = judged(record, number, with_number(event, way, strange))
            if strange in (-999, 10**6, 2**63, 10**40) or not isinstance(strange, int | None):
                assert not legal, (word, name, way, strange)
            if name in ("die", "space", "to_space", "vips") and isinstance(strange, int) and strange < 0:
                assert legal is None, "an index below 0 is no index"


def test_a_text_with_any_number_is_judged_or_refused():
    for record in RECORDS[-2:]:
        text = record_text(record)
        lines = text.splitlines()
        for old in ("die=", "pips=", "space=", "paid=", "value=", "vips=", "concierge=", "hex=", "income=ann:"):
            number = next((at for at, line in enumerate(lines) if f" {old}" in line), None)
            for strange in TEXTS if number is not None else ():
                before, _, rest = lines[number].partition(f" {old}")
                behind = rest[len(rest.split(",")[0].split(" ")[0].split("+")[0]) :]
                spoilt = [*lines[:number], f"{before} {old}{strange}{behind}", *lines[number + 1 : number + 2]]
                assert all(fault.detail for fault in refusal(parse_record, "\n".join(spoilt)))


def whole_numbers(event):
    """Fields of an event, in Python, that are a number or a row of numbers."""
    for field in fields(event):
        value = getattr(event, field.name)
        if isinstance(value, int) and not isinstance(value, bool):
            yield field.name, lambda strange: strange
        elif field.name == "vips" and value:
            yield field.name, lambda strange: (strange,)
        elif field.name == "concierge" and value:
            yield field.name, lambda strange, use=value[0][0]: ((use._replace(die=strange),),)
            yield field.name, lambda strange, use=value[0][0]: ((use._replace(by=strange),),)


@pytest.mark.parametrize("strange", [-7, -123, 99, 10**12])
def test_from_python_too_a_number_out_of_bounds_is_refused_by_a_rule(strange):
    tried = set()
    for number, record in enumerate(RECORDS):
        for state, event in zip(states(number), record.events, strict=False):
            assert is_dataclass(event)
            for name, made in whole_numbers(event):
                if (type(event), name) in tried or name not in FIELDS[type(event)]:
                    continue
                tried.add((type(event), name))
                reached = after(state, replace(event, **{name: made(strange)}))
                assert isinstance(reached, GameBroken), (event, name)
                assert reached.message
    assert len(tried) > 12
