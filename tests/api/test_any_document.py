"""Whatever JSON comes in, it is read or refused; nothing else happens."""

import json
from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from api import BadInput, check_document, dump_position, load_moves, load_position
from api.theme_park.text.disputes import verdict_text
from models.shared.fault import Fault
from models.theme_park.operate.disputes import judge
from tests.api.documents import MOVES, park

POSITION = load_position(park())
words = st.sampled_from(
    [
        "entrance",
        "g1",
        "",
        "generator",
        "even",
        "board.boundary",
        "move-in",
        "statue-2",
        "surprises",
        "_schema",
        "\ud800",
    ]
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.integers(-1, 7) | words | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words | st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [way, *(place for key, each in below for place in places(each, (*way, key)))]


def with_value(document: Any, way: tuple[Any, ...], value: Any) -> Any:
    if not way:
        return value
    changed = json.loads(json.dumps(document))
    place = changed
    for step in way[:-1]:
        place = place[step]
    place[way[-1]] = value
    return changed


RICH = dump_position(POSITION) | {
    "mascots": [{"skill": {"kind": "two-five", "colour": "blue"}}],
    "administrator": {"kind": "keep-pips", "colour": "green"},
    "cubes": {"entrance": 1},
    "bag": {"blue": 3, "green": 0, "yellow": 9},
}
RICH["rules"] |= {"game": "full", "expansions": ["innovations", "promo", "surprises"]}
RICH["park"]["tiles"][0]["innovation"] = "cable-car"
RICH["park"]["tiles"][1]["innovation"] = "statue-1"
RICH["park"]["tiles"][2]["attraction"]["requirement"]["dice"][0]["reroll"] = True
RICH["park"]["guests"][0]["vip"] = True
RICH["rules"]["rulings"] = {"party.size": "superset", "board.boundary": [[0, 0], [1, 0], [0, 1]]}
FULL = load_position(RICH)


def refusal(load: Callable[[], object]) -> tuple[Fault, ...]:
    """The faults that ``load`` is refused for; none when it is not."""
    try:
        load()
    except BadInput as bad:
        return bad.faults
    return ()


@given(st.sampled_from(places(RICH)), json_values, st.text("/~a", max_size=2))
def test_any_value_anywhere_in_a_position_is_read_or_refused(way: tuple[Any, ...], value: Any, prefix: str) -> None:
    document = with_value(RICH, way, value)
    faults = refusal(lambda: load_position(document, prefix=prefix))
    assert all(fault.pointer.startswith(prefix) and fault.detail for fault in faults)
    if not faults:
        position = load_position(document)
        assert load_position(dump_position(position)) == position


SKILLED = {"do": "mascot", "mascot": 0, "tile": "ferris", "skill": {"guest": "g1"}, "skill_after": 0, "adjust": []}
TWO = {"guests": [{"guest": "g1", "by": 1}], "moves": [{"guest": "g1", "to": "pond"}], "to_colour": "blue", "result": 3}
WITHIN = {"assembled": [SKILLED | {"skill": TWO}], "pipped": [{"do": "map", "guest": "g2", "to": "pond"}]}
RICH_MOVES = [*MOVES[:2], SKILLED, MOVES[2] | {"keep": "g1", "reroll": {"g2": 4}} | WITHIN]


@given(st.sampled_from(places(RICH_MOVES)), json_values)
def test_any_value_anywhere_in_moves_is_read_or_refused(way: tuple[Any, ...], value: Any) -> None:
    document = with_value(RICH_MOVES, way, value)
    faults = refusal(lambda: load_moves(document, POSITION))
    if not faults:
        for position in (POSITION, FULL):
            judgement = judge(position, load_moves(document, position))
            assert json.dumps(check_document(judgement))
            assert verdict_text(judgement, 80)


@given(st.text("abc_", max_size=8), json_values)
def test_any_unknown_field_is_refused(name: str, value: Any) -> None:
    faults = refusal(lambda: load_position(park() | {name: value}))
    assert faults[0].detail.startswith("Unknown field")
