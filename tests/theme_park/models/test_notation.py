import string
from dataclasses import fields, replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.theme_park.attraction import Attraction, Tile
from models.theme_park.cards import Administrator, Skill, SkillKind
from models.theme_park.guests import Guest, GuestId, TileId
from models.theme_park.operate.moves import (
    AdjustColour,
    AdjustValue,
    GuideMove,
    MapMove,
    MascotMove,
    OperateMove,
    SkillUse,
    Walk,
)
from models.theme_park.operate.notation import (
    NotationError,
    parse_move,
    parse_moves,
    parse_position,
    print_move,
    print_moves,
    print_position,
)
from models.theme_park.operate.position import Position
from models.theme_park.requirement import Requirement, Slot
from models.theme_park.rulings import Rulings
from tests.theme_park import positions as some
from tests.theme_park.parks import random_position

UNRESERVED = frozenset(string.ascii_letters + string.digits + "-._~")
SMALL = "p1~m3~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~gb5.g1.entrance"

WORDS = "p1 m1 ~ . _ __ _-_ t g gb5 k0 k0s k0sa1 gg1 b2 cb dg1 wg1 m o om ok or1 oa1 op1 r4L j.party.size.superset s.guide entrance g1 x1 a Lab yoae -1 0 b ukg"
PIECES = st.sampled_from([*WORDS.split(), "_1f600_", "_ffffff_", "1" * 5000, "٣", "é", " ", "\n"])
GARBAGE = st.text(st.characters()) | st.lists(PIECES, max_size=14).map("".join)


@given(some.positions)
def test_every_position_is_read_back_as_it_was_printed(position):
    line = print_position(position)
    assert parse_position(line) == position
    assert set(line) <= UNRESERVED


@given(st.lists(some.moves, max_size=4).map(tuple))
def test_every_sequence_of_moves_is_read_back_as_it_was_printed(moves):
    line = print_moves(moves)
    assert parse_moves(line) == moves
    assert set(line) <= UNRESERVED


@given(some.moves)
def test_one_move_is_read_back_as_it_was_printed(move):
    assert parse_move(print_move(move)) == move


@pytest.mark.parametrize("seed", range(40))
def test_equal_parks_print_the_same_line_whatever_order_they_were_listed_in(seed):
    rng = Random(seed)
    used = (None, Skill(SkillKind.TWO_BY_ONE), Skill(SkillKind.TWO_FIVE, some.Colour.BLUE))
    position = replace(random_position(rng, tiles=4, guests=5, full=seed % 2 == 0), used_mascots=used)
    shuffled = type(position)(
        **{
            name: tuple(rng.sample(value, len(value)))
            if name in ("tiles", "guests", "staff", "cubes", "used_mascots")
            else value
            for name, value in position.__getstate__().items()
        }
    )
    assert print_position(shuffled) == print_position(position)
    assert parse_position(print_position(position)) == position


def fault_of(parse, line):
    """The NotationError of reading ``line``, or None; any other exception escapes."""
    try:
        parse(line)
    except NotationError as fault:
        return fault
    return None


@given(GARBAGE)
def test_whatever_is_typed_either_parses_or_says_where_and_what_it_wants(line):
    for parse in (parse_position, parse_moves, parse_move):
        fault = fault_of(parse, line)
        assert fault is None or (1 <= fault.column <= len(line) + 1 and fault.expected)


def damages(line, place, char):
    """The line with one character taken away, added and replaced."""
    place %= len(line)
    return line[:place] + line[place + 1 :], line[:place] + char + line[place:], line[:place] + char + line[place + 1 :]


@given(some.positions, st.integers(0, 400), st.characters())
def test_a_line_damaged_in_one_place_raises_nothing_but_notation_errors(position, place, char):
    for damaged in damages(print_position(position), place, char):
        fault = fault_of(parse_position, damaged)
        assert fault is None or 1 <= fault.column <= len(damaged) + 1


@given(
    st.lists(some.moves, min_size=1, max_size=3), st.integers(0, 400), st.sampled_from(".~_skwda019") | st.characters()
)
def test_moves_damaged_in_one_place_raise_nothing_but_notation_errors(moves, place, char):
    for damaged in damages(print_moves(moves), place, char):
        fault = fault_of(parse_moves, damaged)
        assert fault is None or 1 <= fault.column <= len(damaged) + 1


def test_a_small_park_reads_as_documented():
    position = parse_position(SMALL)
    assert print_position(position) == SMALL
    assert position.maps == 3
    assert position.tiles[0].is_entrance
    assert position.tiles[0].icons == 2
    assert position.guests[0].value == 5


def test_what_is_used_reads_as_documented():
    line = SMALL.replace("~m3~", "~m3~k~u2~v~vtwo-fiveB~")
    position = parse_position(line)
    assert print_position(position) == line
    assert (position.maps, position.used_maps, len(position.mascots)) == (3, 2, 1)
    assert position.used_mascots == (None, Skill(SkillKind.TWO_FIVE, some.Colour.BLUE))


def test_records_may_come_in_any_order():
    version, *records = SMALL.split("~")
    assert parse_position("~".join([version, *reversed(records)])) == parse_position(SMALL)


def test_moves_read_as_documented():
    g1, g2, ferris, pond = GuestId("g1"), GuestId("g2"), TileId("ferris"), TileId("duck-pond")
    assert parse_moves("m1") == ()
    assert parse_moves(
        "m1~m.g1.ferris~g.g2.duck-pond~k0.ferris.g1.1.g2.b~o.ferris.g2.duck-pond.g1.g2~om.ferris...g1"
    ) == (
        MapMove(g1, ferris),
        GuideMove(g2, pond),
        MascotMove(0, ferris, (AdjustValue(g1, 1), AdjustColour(g2, some.Colour.BLUE))),
        OperateMove(ferris, (g1, g2), g2, pond),
        OperateMove(ferris, (g1,), manager=True),
    )


def test_skills_and_dice_not_pipped_down_read_as_documented():
    g1, g2, ferris, pond = GuestId("g1"), GuestId("g2"), TileId("ferris"), TileId("duck-pond")
    assert parse_moves("m1~k0s.ferris~k0s.ferris.gg1.b2..g2.-1~k1sa1.ferris.gg1.cb..g2.1.g2.y") == (
        MascotMove(0, ferris, (), SkillUse()),
        MascotMove(0, ferris, (AdjustValue(g2, -1),), SkillUse(g1, by=2)),
        MascotMove(
            1,
            ferris,
            (AdjustValue(g2, 1), AdjustColour(g2, some.Colour.YELLOW)),
            SkillUse(g1, to_colour=some.Colour.BLUE),
            skill_after=1,
        ),
    )
    assert parse_moves("m1~k0s.ferris.wg1.duck-pond.wg2.ferris~k0s.ferris.dg1.1.dg2.-1~k0s.ferris.gg1.r4") == (
        MascotMove(0, ferris, (), SkillUse(moves=(Walk(g1, pond), Walk(g2, ferris)))),
        MascotMove(0, ferris, (), SkillUse(guests=(AdjustValue(g1, 1), AdjustValue(g2, -1)))),
        MascotMove(0, ferris, (), SkillUse(g1, result=4)),
    )
    assert parse_moves("m1~ok.ferris.g2.duck-pond.g1.g1.g2~omr2.ferris...g1.4.g2.6.g1.g2") == (
        OperateMove(ferris, (g1, g2), g2, pond, keep=g1),
        OperateMove(ferris, (g1, g2), manager=True, rerolls=((g1, 4), (g2, 6))),
    )


def test_moves_within_an_operation_follow_it():
    g1, ferris, pond = GuestId("g1"), TileId("ferris"), TileId("duck-pond")
    walk, led = MapMove(g1, pond), GuideMove(g1, ferris)
    within = OperateMove(ferris, (g1,), assembled=(walk, MascotMove(0, ferris, ())), pipped=(led,))
    assert parse_moves("m1~oa2p1.ferris...g1~m.g1.duck-pond~k0.ferris~g.g1.ferris~m.g1.duck-pond") == (within, walk)


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [
        ("", 1, "'p1'"),
        ("p2~m3", 1, "'p1'"),
        ("p1~", 4, "t (a tile)"),
        ("p1~m3~q", 7, "t (a tile)"),
        ("p1~m3~m4", 7, "maps only once"),
        ("p1~mthree", 5, "a whole number"),
        ("p1~m03", 5, "a whole number"),
        ("p1~m3.4", 7, "the end of the record"),
        ("p1~gb5.g1", 10, "its tile's id"),
        ("p1~gr5.g1.entrance", 5, "a colour"),
        ("p1~gb5.g_1.entrance", 9, "letters, digits"),
        ("p1~gb5..entrance", 8, "a text"),
        ("p1~j.party.size.exactly", 17, "superset"),
        ("p1~j.party.shape.exact", 6, "party.size"),
        ("p1~t.e.0.0.E.x1.aq", 18, "a slot"),
        ("p1~t.e.0.0.E.x1.a.ukk", 20, "different letters"),
        ("p1~t.e.0.0.E.x1.a.i1.i2", 22, "each at most once"),
        ("p1~s.guide.boss", 12, "ticket-agent"),
        ("p1~ktwo_five", 5, "small letters"),
        ("p1~ktwo-fivec", 5, "two-five"),
        ("p1~ktwo-sixB", 5, "two-five"),
    ],
)
def test_a_faulty_position_line_says_the_column_and_what_would_be_accepted(line, column, expected):
    with pytest.raises(NotationError) as fault:
        parse_position(line)
    assert (fault.value.column, expected in fault.value.expected) == (column, True), str(fault.value)


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [
        ("m2", 1, "'m1'"),
        ("m1~z", 4, "m (map)"),
        ("m1~m.g1", 8, "a tile's id"),
        ("m1~m1.g1.ferris", 5, "'.'"),
        ("m1~k0.ferris.g1.up", 17, "pips"),
        ("m1~k0.ferris.g1", 16, "pips"),
        ("m1~kx.ferris.g1.1", 5, "a whole number"),
        ("m1~oz.ferris", 5, "Manager"),
        ("m1~o.ferris", 12, "the guest that moves"),
        ("m1~ok.ferris..", 15, "the guest that is kept"),
        ("m1~okm.ferris..", 5, "in this order"),
        ("m1~or0.ferris..", 5, "in this order"),
        ("m1~or1.ferris...g1", 19, "what it shows"),
        ("m1~or1.ferris...g1.b", 20, "a whole number"),
        ("m1~or" + "9" * 5000 + ".ferris..", 6, "a whole number"),
        ("m1~oa1.ferris...g1", 19, "move 1 of 1 within"),
        ("m1~oa1p1.ferris...g1~m.g1.pond", 31, "move 1 of 1 within"),
        ("m1~oa2.ferris...g1~m.g1.pond~o.ferris..", 30, "m (map), g (guide) or k (mascot)"),
        ("m1~oa1.ferris...g1~m.g1.pond.g2", 30, "the end of the record"),
        ("m1~k0as.ferris", 5, "then s"),
        ("m1~k0sax.ferris", 8, "a whole number"),
        ("m1~k0s.ferris.x1", 15, "each at most once"),
        ("m1~k0s.ferris.b1.b1", 18, "each at most once"),
        ("m1~k0s.ferris.bb", 16, "a whole number"),
        ("m1~k0s.ferris.cr", 16, "b (blue)"),
        ("m1~k0s.ferris.g", 16, "a text"),
        ("m1~k0s.ferris.dg1", 18, "pips"),
        ("m1~k0s.ferris.wg1", 18, "a tile's id"),
        ("m1~k0s.ferris..g1", 18, "pips"),
    ],
)
def test_a_faulty_move_line_says_the_column_and_what_would_be_accepted(line, column, expected):
    with pytest.raises(NotationError) as fault:
        parse_moves(line)
    assert (fault.value.column, expected in fault.value.expected) == (column, True), str(fault.value)


def test_a_line_of_two_moves_is_not_one_move():
    with pytest.raises(NotationError, match="exactly one move"):
        parse_move("m1~m.g1.ferris~m.g1.entrance")


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        (
            Position,
            "tiles guests game round last_round solo short expansions rulings maps mascots staff administrator money cubes bag used_maps used_mascots",
        ),
        (Rulings, "changed outline"),
        (Tile, "id hex attraction upgrades innovation installed"),
        (Attraction, "name colour stars requirement income amenity"),
        (Requirement, "slots relation"),
        (Slot, "colour values reroll symbol"),
        (Guest, "id colour value at vip"),
        (Skill, "kind colour"),
        (Administrator, "kind colour symbol"),
        (MapMove, "guest to"),
        (GuideMove, "guest to"),
        (MascotMove, "mascot tile adjust skill skill_after"),
        (SkillUse, "guest by to to_colour result guests moves"),
        (Walk, "guest to"),
        (AdjustValue, "guest by"),
        (AdjustColour, "guest colour"),
        (OperateMove, "tile party mover to manager keep rerolls assembled pipped"),
    ],
)
def test_no_field_is_added_without_a_place_in_the_notation_and_in_its_strategies(kind, written):
    assert " ".join(field.name for field in fields(kind) if field.init) == written
