"""A Grand Opening made ready to be asked about: its slots, fillings and values, kept for the later decisions of the tour."""

import sys
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import Lock

from models.dice_manor.rulings import Choice, Ruling
from models.dice_manor.turn import Seat
from solver.dice_manor.dice_rolls import level
from solver.dice_manor.expected_values import Question, Values
from solver.dice_manor.fillings import Fillings, explore
from solver.dice_manor.heard import Heard, nobody
from solver.dice_manor.path_outcomes import PathOutcomes, TooLarge
from solver.dice_manor.slot_graph import SlotGraph, slot_graph

MOST_VALUES = 30_000_000
"""Values before a roll in all tables that are kept: 240 MB."""
MOST_EXACT = 12_000_000
"""Operations for which the value is also told as a fraction: a tenth of a second."""
KEPT = 4


@dataclass(frozen=True, slots=True)
class ExactSize:
    """What an exact search takes at most: ``steps`` of enumeration, ``values`` before a roll."""

    steps: int
    values: int


QUICK = ExactSize(8_000_000, MOST_VALUES)
"""For a search within a request: some ten seconds."""
SMALL = ExactSize(50_000, MOST_VALUES)
"""For exact fractions where other tables already have the decimal value: a tenth of a second."""
LONG = ExactSize(20_000_000_000, 2 * MOST_VALUES)
"""For a job: more than an hour of steps; 480 MB of values."""


class Tables:
    """Everything that is known of one Grand Opening from ``seat`` on; raises ``TooLarge``."""

    def __init__(self, seat: Seat, target: int | None = None, most: ExactSize = QUICK, heard: Heard = nobody) -> None:
        self.manor, self.dice, self.rulings, self.target = seat.manor, dict(seat.dice), seat.rulings, target
        self.graph: SlotGraph = slot_graph(seat.manor, seat.dice, seat.rulings, seat.unplaced)
        self.outcomes = PathOutcomes(self.graph, most.steps)
        choosy = seat.rulings.says(Ruling.UNHAPPY_ON_PURPOSE, Choice.YES)
        self.question = Question(seat.unplaced, seat.tokens, len(seat.dice), target, choosy)
        self.fillings: Fillings = explore(self.graph, seat.unplaced, self.outcomes, heard)
        self.outcomes.budget = sys.maxsize  # what is exact stays so: later decisions look at few parts anew
        self.size = _values(self.fillings, self.question)
        if self.size > most.values:
            raise TooLarge
        self._heard = heard

    @cached_property
    def exact(self) -> bool:
        """Whether the values are told as fractions: where that is quick."""
        return _operations(self.fillings.upto, self.question) <= MOST_EXACT

    @cached_property
    def values(self) -> Values:
        """The values before a roll, by filling, tokens and prestige still needed."""
        asked = self.question
        question = Question(asked.dice, asked.tokens, asked.lying, asked.target, asked.choosy, self.exact)
        heard, self._heard = self._heard, nobody  # only who asks first waits for them
        return Values(self.fillings, question, heard)

    def at(self, seat: Seat, need: int | None) -> "Moment | None":
        """Where ``seat`` stands in these tables; None where it does not belong to them."""
        if seat.manor != self.manor or seat.rulings != self.rulings or not self.dice.items() <= seat.dice.items():
            return None
        if (need is None) != (self.target is None) or (need is not None and need > (self.target or 0)):
            return None
        added = [place for place in seat.dice if place not in self.dice]
        slots = {place: number for number, place in enumerate(self.graph.places)}
        if seat.unplaced > self.question.dice - len(added) or not all(place in slots for place in added):
            return None
        filled = sum(1 << slots[place] for place in added)
        state = self.fillings.index.get(filled)
        if state is None or seat.tokens > self.question.most_tokens(seat.unplaced):
            return None
        return Moment(self, filled, state, need or 0)


@dataclass(frozen=True, slots=True)
class Moment:
    """A state within tables: the slots filled since, the index of that filling, and the prestige still needed."""

    tables: Tables
    filled: int
    state: int
    need: int


_kept: OrderedDict[int, Tables] = OrderedDict()
_lock = Lock()


def moment(seat: Seat, target: int | None = None, most: ExactSize = QUICK, heard: Heard = nobody) -> Moment:
    """Where ``seat`` stands, in tables made before if it belongs to some; raises ``TooLarge`` and TimeOver.

    Whether its value is a fraction does not depend on what was asked before.
    """
    found = _known(seat, target)
    if found is not None:
        return found if found.tables.exact else _exactly(seat, target) or found
    tables = Tables(seat, target, most, heard)
    with _lock:
        _kept[id(tables)] = tables
        while len(_kept) > KEPT or (len(_kept) > 1 and sum(each.size for each in _kept.values()) > MOST_VALUES):
            _kept.popitem(last=False)
    return Moment(tables, 0, 0, target or 0)


def _known(seat: Seat, target: int | None) -> Moment | None:
    with _lock:
        for key in reversed(_kept):
            found = _kept[key].at(seat, target)
            if found is not None:
                _kept.move_to_end(key)
                return found
    return None


def _exactly(seat: Seat, target: int | None) -> Moment | None:
    """Where ``seat`` stands in tables of its own, which are not kept; None where they would tell no fractions."""
    least = Question(seat.unplaced, seat.tokens, len(seat.dice), target)
    if _operations((1,) * seat.unplaced, least) > MOST_EXACT:
        return None
    try:
        tables = Tables(seat, target, SMALL)
    except TooLarge:
        return None
    return Moment(tables, 0, 0, target or 0) if tables.exact else None


def _values(fillings: Fillings, asked: Question) -> int:
    return sum(
        fillings.upto[asked.dice - left] * (asked.most_tokens(left) + 1) * asked.needs
        for left in range(1, asked.dice + 1)
    )


def _operations(upto: Sequence[int], asked: Question) -> int:
    """Operations on whole numbers, by what a roll of so many dice takes; weighed by the length of the numbers.

    ``upto``: how many fillings have at most so many dice.
    """
    total = length = 0
    for left in range(1, asked.dice + 1):
        tokens = asked.most_tokens(left) + 1
        length += left * tokens
        nodes = sum(len(level(dice).counts) for dice in range(left + 1))
        total += upto[asked.dice - left] * tokens * asked.needs * nodes * 24 * (4 + length // 24)
    return total
