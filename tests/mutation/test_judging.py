"""A mutant takes the place of the original in the process that judges it."""

from models.dice_manor.bids import Bid, bid_of
from tests.mutation.judging import exchange
from tests.mutation.mutants import DICE_MANOR, Mutant

MODULE = DICE_MANOR / "bids.py"
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
