"""Tiles and guests as one writes them down."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.theme_park.attraction import Attraction, Innovation, Upgrade
from models.theme_park.guests import DICE, GUEST_COLOURS, Colour
from models.theme_park.requirement import Relation, Requirement, Slot
from models.theme_park.shorthand import (
    Unreadable,
    WrittenGuest,
    WrittenTile,
    read_guests,
    read_list,
    read_on_tile,
    read_requirement,
    read_tile,
    write_guests,
    write_requirement,
    write_tile,
)

EVEN, ODD = frozenset({2, 4, 6}), frozenset({1, 3, 5})
KNOWN = ("Made-up Dodgems", "Made-up Drop Tower", "Made-up Teacups", "Park Entrance")

REQUIREMENTS = {
    "o+e": Requirement((Slot(None, ODD), Slot(None, EVEN))),
    "bo + ae": Requirement((Slot(Colour.BLUE, ODD), Slot(None, EVEN))),
    "blue odd + any even": Requirement((Slot(Colour.BLUE, ODD), Slot(None, EVEN))),
    "a": Requirement((Slot(),)),
    "any die": Requirement((Slot(),)),
    "g": Requirement((Slot(Colour.GREEN),)),
    "246": Requirement((Slot(None, EVEN),)),
    "1-3+3-6": Requirement((Slot(None, frozenset({1, 2, 3})), Slot(None, frozenset({3, 4, 5, 6})))),
    "g2346~a~a": Requirement((Slot(Colour.GREEN, frozenset({2, 3, 4, 6})), Slot(), Slot()), Relation.CONSECUTIVE),
    "B=Y=A": Requirement((Slot(Colour.BLUE), Slot(Colour.YELLOW), Slot()), Relation.EQUAL),
    "a>b": Requirement((Slot(), Slot(Colour.BLUE)), Relation.HIGHER),
    "a/key": Requirement((Slot(symbol="key"),)),
    "bor/hat-2 > /key": Requirement(
        (Slot(Colour.BLUE, ODD, reroll=True, symbol="hat-2"), Slot(symbol="key")), Relation.HIGHER
    ),
    "a<b+er": Requirement((Slot(), Slot(Colour.BLUE), Slot(None, EVEN, reroll=True)), Relation.LOWER),
}


@pytest.mark.parametrize("text", REQUIREMENTS)
def test_requirements_are_read_as_they_are_printed(text: str) -> None:
    assert read_requirement(text) == REQUIREMENTS[text]


UNREADABLE = {
    "": (1, "one to three dice"),
    "q": (1, "a die: b (blue)"),
    "o+": (3, "a die: b (blue)"),
    "o++e": (3, "a die: b (blue)"),
    "x": (1, "a die: b (blue)"),
    "b7": (1, "different values from 1 to 6"),
    "b22": (1, "different values"),
    "3-1": (1, "from low to high"),
    "blue green": (6, "one colour"),
    "even odd": (6, "values of a die once"),
    "a=a+a": (4, "the same sign"),
    "a>a>a": (4, "a + behind the second die"),
    "a+a+a+a": (6, "at most 3 dice"),
}


@pytest.mark.parametrize("text", UNREADABLE)
def test_a_requirement_that_cannot_be_read_says_where_and_what_would_be(text: str) -> None:
    column, accepted = UNREADABLE[text]
    with pytest.raises(Unreadable) as caught:
        read_requirement(text)
    (fault,) = caught.value.faults
    assert fault.column == column
    assert accepted in fault.accepted


WAVE = Attraction("Wave Swinger", Colour.BLUE, 5, REQUIREMENTS["o+e"], 2)
TILES = {
    "Wave Swinger b5 o+e $2": WrittenTile("Wave Swinger", WAVE),
    "  Wave   Swinger  B5★  o + e  $2 ": WrittenTile("Wave Swinger", WAVE),
    "Wave Swinger blue 5 odd + even $2": WrittenTile("Wave Swinger", WAVE),
    "Wave Swinger b5 o+e @Ice cream $2 #e: b5": WrittenTile(
        "Wave Swinger",
        Attraction("Wave Swinger", Colour.BLUE, 5, REQUIREMENTS["o+e"], 2, "Ice cream"),
        frozenset({Upgrade.SPECIAL_EFFECT}),
        None,
        (WrittenGuest(Colour.BLUE, 5),),
    ),
    '"Area b5: ""the"" $end" x0 a #gkc': WrittenTile(
        'Area b5: "the" $end',
        Attraction('Area b5: "the" $end', Colour.GREY, 0, REQUIREMENTS["a"]),
        frozenset({Upgrade.GENERATOR, Upgrade.MERCH_KIOSK}),
        Innovation.CABLE_CAR,
    ),
    "dodg: y5g2v": WrittenTile(
        "Made-up Dodgems", guests=(WrittenGuest(Colour.YELLOW, 5), WrittenGuest(Colour.GREEN, 2, vip=True))
    ),
    "MADE-UP TEACUPS #g": WrittenTile("Made-up Teacups", None, frozenset({Upgrade.GENERATOR})),
}


@pytest.mark.parametrize("line", TILES)
def test_a_line_says_a_tile(line: str) -> None:
    assert read_tile(line, KNOWN) == TILES[line]


LINES = {
    "nowhere": (1, "a name known here"),
    "made-up": (1, "one of Made-up Dodgems, Made-up Drop Tower, Made-up Teacups"),
    "b5 o+e": (1, "the name of the attraction before its facts"),
    "Wheel b5": (10, "one to three dice"),
    "Wheel b5 q": (10, "a die: b (blue)"),
    "Wheel b5 o+e 2": (14, "values of a die once"),
    "Wheel b5 o+e $two": (14, "whole dollars"),
    "Wheel b5 o+e $2 $3": (17, "each at most once"),
    "Wheel b5 o+e #kk": (14, "different letters of k (merch-kiosk)"),
    "Wheel b5 o+e #cp": (14, "one innovation at most"),
    "Wheel b5 o+e @": (14, "name of the amenity"),
    "Wheel b5 o+e: b7": (15, "its value from 1 to 6"),
    "dodgems $2": (9, "only behind colour, stars and requirement"),
    "$2": (1, "a name, then colour and stars"),
}


@pytest.mark.parametrize("line", LINES)
def test_a_line_that_cannot_be_read_says_where_and_what_would_be(line: str) -> None:
    column, accepted = LINES[line]
    with pytest.raises(Unreadable) as caught:
        read_tile(line, KNOWN)
    (fault,) = caught.value.faults
    assert (fault.column, accepted in fault.accepted) == (column, True), str(fault)


@pytest.mark.parametrize("text", ["g3 b4", "g3b4", "G3, b4", "green 3; blue-4"])
def test_guests_are_read_with_and_without_spaces(text: str) -> None:
    assert read_guests(text) == (WrittenGuest(Colour.GREEN, 3), WrittenGuest(Colour.BLUE, 4))


@pytest.mark.parametrize(("text", "column"), [("g3 x4", 4), ("g0", 1), ("g34", 1), ("g", 1), ("3", 1)])
def test_what_is_no_guest_is_refused_at_its_place(text: str, column: int) -> None:
    with pytest.raises(Unreadable) as caught:
        read_guests(text)
    assert caught.value.faults[0].column == column


def test_what_is_added_to_a_tile_is_upgrades_and_guests() -> None:
    both = read_on_tile("#ke1: y5v")
    assert both.upgrades == {Upgrade.MERCH_KIOSK, Upgrade.SPECIAL_EFFECT}
    assert both.innovation is Innovation.STATUE_1
    assert both.guests == (WrittenGuest(Colour.YELLOW, 5, vip=True),)
    assert read_on_tile("g3b4").guests == read_on_tile(": g3 b4").guests == read_guests("g3 b4")
    assert read_on_tile("#g").guests == ()
    with pytest.raises(Unreadable) as caught:
        read_on_tile("#g: q3")
    assert caught.value.faults[0].column == 5


ROWS = ["Wave Swinger", "b", "5", "o+e", "2"]


@pytest.mark.parametrize(
    "table",
    [
        "Name,Colour,Stars,Requirement,Income\nWave Swinger,blue,5★,o+e,$2\n",
        "requirement;name;color;stars;income;amenity\nodd + even;Wave Swinger;B;5;2;\n;;;;;\n",
        "\t".join(ROWS),
        "\r\n\r\nname\tstars\tcolour\tneeds\tincome\r\nWave Swinger\t5\tb\t1,3,5+2,4,6\t2\r\n".replace(",", ""),
        "name,colour,stars,requirement,income\rWave Swinger,b,5,o+e,2\r",
    ],
    ids=["commas", "semicolons, other columns", "no heading", "tabs of a spreadsheet", "lines of an old Macintosh"],
)
def test_a_table_says_its_tiles(table: str) -> None:
    assert read_list(table) == (WrittenTile("Wave Swinger", WAVE),)


def test_every_fault_of_a_list_is_told_with_its_line() -> None:
    with pytest.raises(Unreadable) as caught:
        read_list("Wave b5 o\n\nWheel q5 o\nPond g2 7", KNOWN)
    assert [(fault.line, fault.column) for fault in caught.value.faults] == [(3, 1), (4, 9)]
    with pytest.raises(Unreadable) as caught:
        read_list("name,colour,stars,requirement\nA,pink,many,o\n,b,1,zz\n")
    assert [(fault.line, fault.cell) for fault in caught.value.faults] == [
        (2, "colour"),
        (2, "stars"),
        (3, "name"),
        (3, "requirement"),
    ]
    with pytest.raises(Unreadable, match="no column is headed colour, requirement"):
        read_list("name,stars\nA,3\n")


def test_more_than_there_can_be_is_not_even_read() -> None:
    assert len(read_guests("g3" * DICE)) == DICE
    with pytest.raises(Unreadable, match=f"^Column {2 * DICE + 1}: here is one guest too many; accepted: {DICE},"):
        read_guests("g3" * (DICE + 1) + "and what nobody looks at")
    lines = "Wave b5 o\n" * 2
    assert len(read_list(lines, most=2)) == 2
    for more in (lines + "nobody looks at this", "name,colour,stars,requirement\n" + "a\n" * 3):
        with pytest.raises(Unreadable) as caught:
            read_list(more, most=2)
        assert str(caught.value) == "3 tiles are here; accepted: at most 2 at once."


slots = st.builds(
    Slot,
    st.sampled_from([None, *GUEST_COLOURS]),
    st.frozensets(st.integers(1, 6), min_size=1),
    st.booleans(),
    st.sampled_from([None, "key", "hat-2"]),
)
requirements = st.lists(slots, min_size=1, max_size=3).flatmap(
    lambda dice: st.builds(
        Requirement, st.just(tuple(dice)), st.sampled_from(Relation) if len(dice) > 1 else st.just(Relation.ANY)
    )
)
names = st.text(st.sampled_from("abgyxor19 -\"$@#:'é★"), min_size=1, max_size=12).filter(
    lambda text: text == text.strip()
)
guests = st.lists(st.builds(WrittenGuest, st.sampled_from(GUEST_COLOURS), st.integers(1, 6), st.booleans()), max_size=3)


@st.composite
def tiles(draw: st.DrawFn) -> WrittenTile:
    name = draw(names)
    facts = Attraction(
        name,
        draw(st.sampled_from(Colour)),
        draw(st.integers(0, 99)),
        draw(requirements),
        draw(st.integers(0, 9)),
        draw(st.none() | names),
    )
    upgrades = draw(st.frozensets(st.sampled_from(Upgrade)))
    innovation = draw(st.none() | st.sampled_from(Innovation))
    return WrittenTile(name, facts, upgrades, innovation, tuple(draw(guests)))


@settings(max_examples=60, deadline=None)
@given(tiles())
def test_what_is_written_is_read_as_the_same(tile: WrittenTile) -> None:
    assert read_tile(write_tile(tile)) == tile
    assert tile.attraction is not None
    assert read_requirement(write_requirement(tile.attraction.requirement)) == tile.attraction.requirement
    assert read_guests(write_guests(tile.guests)) == tile.guests


@settings(max_examples=60, deadline=None)
@given(st.text(st.sampled_from('abgyx156 oe+=~<>$@#:"\n\r\t;,name'), max_size=40))
def test_nothing_that_is_written_is_worse_than_unreadable(text: str) -> None:
    try:
        read_list(text, KNOWN)
    except Unreadable as unreadable:
        told = [(str(fault), fault.accepted) for fault in unreadable.faults]
    else:
        told = [("read", "all of it")]
    assert told
    assert all(all(each) for each in told)
