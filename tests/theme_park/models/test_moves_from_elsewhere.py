"""Moves that no document can hold but a program or a line of the notation can."""

from models.theme_park.operate.notation import parse_moves, parse_position
from models.theme_park.operate.replay import replay
from models.theme_park.operate.rules import Rule
from tests.theme_park.examples import refusal

PARK = parse_position("p1~k~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~gb5.g1.entrance")


def test_a_mascot_below_zero_is_none_and_cannot_be_used_again_and_again():
    """Counted from the end it was found ready, and using it used up nothing."""
    assert refusal(replay(PARK, parse_moves("m1~k-1.entrance.g1.1"))) == (Rule.MASCOT_READY, 0)


def test_no_guest_is_treated_as_grey():
    """Grey is a colour of attractions only; it used to pass as a change of colour."""
    assert refusal(replay(PARK, parse_moves("m1~k0.entrance.g1.x"))) == (Rule.MASCOT_COLOUR, 0)


def test_the_same_move_with_a_colour_of_guests_is_legal():
    assert replay(PARK, parse_moves("m1~k0.entrance.g1.y")).legal
