"""A mutant takes the place of the original in the process that judges it."""

from models.dice_manor.bids import Bid, bid_of
from models.dice_manor.manor import Manor
from tests.dice_manor.manors import LINE
from tests.mutation.judging import exchange
from tests.mutation.mutants import DICE_MANOR, Mutant

MODULE = DICE_MANOR / "bids.py"
ROOMS = DICE_MANOR / "manor.py"
TEAL = (Bid("teal", 2, 3),)


def test_a_mutant_takes_the_place_of_functions_that_are_imported_already() -> None:
    source, code = MODULE.read_text(encoding="utf-8"), bid_of.__code__
    before, after = "bid.player == player", "bid.player != player"
    assert bid_of(TEAL, "teal") == TEAL[0]
    try:
        exchange(Mutant(MODULE, "made-up", 1, before, after, source.replace(before, after)))
        assert bid_of(TEAL, "teal") is None
    finally:
        bid_of.__code__ = code
    assert bid_of(TEAL, "teal") == TEAL[0]


def test_what_values_remember_is_forgotten_before_a_mutant_is_judged() -> None:
    source, how = ROOMS.read_text(encoding="utf-8"), Manor.__dict__["by_id"].func
    code, before, after = how.__code__, "room.id: room for room", "room.type: room for room"
    assert source.count(before) == 1
    assert LINE.by_id["a"].id == "a"
    try:
        exchange(Mutant(ROOMS, "made-up", 1, before, after, source.replace(before, after)))
        assert "a" not in LINE.by_id
    finally:
        how.__code__ = code
        vars(LINE).pop("by_id", None)
    assert LINE.by_id["a"].id == "a"
