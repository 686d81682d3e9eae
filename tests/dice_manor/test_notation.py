"""A manor in one line: what is read, what is refused, and that it comes back."""

import random

import pytest

from models.dice_manor.manor import ANY, Place, RoomType
from models.dice_manor.notation import PartError, parse_manor, print_manor
from models.dice_manor.turn import Seat
from solver.dice_manor.grand_opening import solve
from tests.dice_manor.manors import random_manor


def test_a_line_tells_rooms_doors_slots_types_colours_and_dice():
    read = parse_manor("entrance-a-b; e-c\na: 4=4 red office; b: 2/3, *; c: * blue; entrance: *=1")
    rooms = read.manor.by_id
    assert read.manor.joined["a"] == {"entrance", "b"}
    assert read.manor.joined["entrance"] == {"a", "c"}
    assert (rooms["a"].type, rooms["a"].colours, rooms["a"].slots) == (RoomType.OFFICE, ("red",), (frozenset({4}),))
    assert rooms["b"].slots == (frozenset({2, 3}), ANY)
    assert rooms["c"].type is RoomType.LIBRARY
    assert read.dice == {Place("a", 0): 4, Place("entrance", 0): 1}


def test_a_line_is_enough_to_be_solved():
    assert str(solve(Seat(parse_manor("e-a; a: 4").manor, 2)).worth) == "341/72"


@pytest.mark.parametrize("seed", range(10))
def test_a_printed_manor_reads_back(seed):
    home = random_manor(random.Random(seed), 8, 2, 2)
    dice = {Place("entrance", 0): 3}
    read = parse_manor(print_manor(home, dice))
    assert read.dice == dice
    assert read.manor.joined == home.joined
    assert {room.id: room.slots for room in read.manor.rooms} == {room.id: room.slots for room in home.rooms}


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("e-a", 1),
        ("e-a; a: 7", 2),
        ("e-a; a: 4, 4, 4", 2),
        ("e-a; a: 4=3", 2),
        ("e-a-; a: 4", 1),
        ("e-e", 1),
        ("e-a; a: 4; a: 5", 3),
        ("e-a; a: 4 office library", 2),
        ("e-a; a: 4; e: 4", 3),
    ],
)
def test_a_part_that_cannot_be_read_is_named_with_what_could_be(text, part):
    with pytest.raises(PartError, match="accepted") as raised:
        parse_manor(text)
    assert raised.value.number == part
