"""Answers on a turn of the Bid phase as documents."""

import re
import time
from collections.abc import Iterable
from dataclasses import fields, replace

from api.dice_manor.schemas.answers.bids import ManorBidAnswer, Ranking
from api.dice_manor.schemas.bids import BidTable
from api.schemas.describing import Document
from models.shared.deadline import Patience, TimeOver, within
from solver.dice_manor.bid_turn import BidAnswer, rank_in_time
from solver.dice_manor.bid_values import Weights
from solver.dice_manor.tile_gain import tile_gain

WEIGHTS = tuple(each.name for each in fields(Weights) if each.name != "tiles")
"""The weights that a user may set, by name."""
HEAVIEST = 99.0
CUT = "The turns to come were not played out to the end: that takes longer."


def bid_document(table: BidTable, weights: Weights, *, seconds: float) -> Document:
    """Every turn on the roll, the best first, with what each part of its worth is; tiles that are told are weighed first."""
    began = time.perf_counter()
    weights, late = tiles_weighed(table, weights, seconds / 2)
    left = max(0.0, seconds - (time.perf_counter() - began))
    answer = rank_in_time(table.seat, weights, last=table.last, seconds=left)
    return ranking_document(table, answer, began, (*late, *cut_short(table, answer)))


def cut_short(table: BidTable, answer: BidAnswer) -> tuple[str, ...]:
    """What is to know of a ranking for the last player with dice that is not played out."""
    return (CUT,) if table.last and answer.options and not answer.exact else ()


def tiles_weighed(table: BidTable, weights: Weights, seconds: float) -> tuple[Weights, tuple[str, ...]]:
    """The weights with those of the tiles that are told, and what is to know of them."""
    try:
        with within(Patience(work=seconds, seconds=seconds)):
            return _with_tiles(table, weights), ()
    except TimeOver:
        return weights, ("The tiles were not all weighed in time: the weight of a tile counts for each.",)


def ranking_document(table: BidTable, answer: BidAnswer, began: float, more: Iterable[str] = ()) -> Document:
    """The turns of a ranking; ``began``: by ``perf_counter``, ``more``: what else is to know of it."""
    return ManorBidAnswer.write(Ranking(table, answer, tuple(more), time.perf_counter() - began))


def _with_tiles(table: BidTable, weights: Weights) -> Weights:
    """The weights with the gain of each tile that is told, unless the user weighs it."""
    seat = table.seat
    gains = {
        number: round(tile_gain(seat.manor, rooms, seat.rulings), 3)
        for number, rooms in table.tiles.items()
        if number not in weights.tiles
    }
    return replace(weights, tiles={**gains, **weights.tiles})


def read_weights(told: str) -> Weights:
    """Weights from words such as ``token=0.5,tile=6``; raises ValueError with what is accepted."""
    accepted = f"NAME=NUMBER, several with commas; names: {', '.join(WEIGHTS)}; numbers from 0 to {HEAVIEST:.0f}"
    found = dict[str, float]()
    for word in told.split(","):
        name, _, number = word.strip().partition("=")
        if name not in WEIGHTS or not re.fullmatch(r"\d{1,2}(\.\d{1,6})?", number):
            raise ValueError(f"Found {word.strip()!r}; accepted: {accepted}.")
        found[name] = float(number)
    return Weights(**found)  # type: ignore[arg-type]  # the names are those of numbers
