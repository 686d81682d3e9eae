"""Manors beyond the exact size: one policy played many times, and a limit that no policy passes.

The policy places dice by long paths, chosen greedily, and looks one turn ahead with the values of ``relaxed``. What is
told is its own value with the standard error, so the best policy is worth as much in expectation, or more.
"""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean, stdev

from models.dice_manor.manor import NUMBERS
from models.dice_manor.scoring import PER_DIE, TOKENS_PER_PRESTIGE
from models.dice_manor.tours import REWARDS
from models.dice_manor.turn import Seat
from solver.dice_manor.decisions import Decision, turned_to
from solver.dice_manor.dice_rolls import counts_of, level
from solver.dice_manor.expected_values import Lattice, Question, Values
from solver.dice_manor.path_outcomes import SlotPath
from solver.dice_manor.relaxed import relaxed_values
from solver.dice_manor.slot_graph import SlotGraph, bits, slot_graph

LEAST_GAMES = 32
MOST_OPTIONS = 12
"""Options that are played out; those that look best one turn ahead."""


@dataclass(frozen=True, slots=True)
class Estimated:
    """A decision with the mean and the standard error of what the policy brings after it."""

    decision: Decision | None
    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class _State:
    filled: int
    left: int
    tokens: int
    earned: int


@dataclass(frozen=True, slots=True)
class _Way:
    decision: Decision
    then: _State
    looks: float


class Estimate:
    """The policy of one Grand Opening."""

    def __init__(self, seat: Seat, target: int | None, seed: int) -> None:
        self.graph: SlotGraph = slot_graph(seat.manor, seat.dice, seat.rulings, seat.unplaced)
        self.seat, self.target, self.random = seat, target, random.Random(seed)
        self.relaxed: Values = relaxed_values(self.graph, Question(seat.unplaced, seat.tokens, len(seat.dice), None))
        self.limit: Values = self.relaxed
        if target is not None:
            self.limit = relaxed_values(self.graph, Question(seat.unplaced, seat.tokens, len(seat.dice), target))

    @property
    def bound(self) -> float:
        """No policy is worth more, before the roll or after this one."""
        seat, need = self.seat, self.target or 0
        if seat.rolled is None:
            return float(self.limit.before[seat.unplaced][0, seat.tokens, need])
        lattices: list[Lattice] = []
        self.limit.turn(seat.unplaced, 0, 1, lattices)
        rolled = level(seat.unplaced).numbers[counts_of(seat.rolled)]
        return float(lattices[0].rolled[seat.tokens][rolled, need])

    def answers(self, seconds: float) -> tuple[Estimated, ...]:
        """The estimate before the roll, or one of each likely decision on it, the best first."""
        seat, ends = self.seat, time.monotonic() + seconds
        start = _State(0, seat.unplaced, seat.tokens, 0)
        if seat.rolled is None:
            return (self._played(None, start, ends),)
        ways = sorted(self._ways(start, seat.rolled), key=lambda way: -way.looks)[:MOST_OPTIONS]
        share = seconds / max(1, len(ways))
        found = [self._played(way.decision, way.then, ends - share * (len(ways) - 1 - n)) for n, way in enumerate(ways)]
        return tuple(sorted(found, key=lambda each: -each.mean))

    def _played(self, decision: Decision | None, state: _State, ends: float) -> Estimated:
        results: list[float] = []
        while len(results) < LEAST_GAMES or time.monotonic() < ends:
            results.append(self._game(state))
            if not state.left:
                return Estimated(decision, results[0], 0.0)
        return Estimated(decision, fmean(results), stdev(results) / len(results) ** 0.5)

    def _game(self, state: _State) -> float:
        while state.left:
            rolled = tuple(self.random.randint(1, 6) for _ in range(state.left))
            state = max(self._ways(state, rolled), key=lambda way: way.looks).then
        final = self._final(state)
        return final if self.target is None else float(final >= self.target)

    def _final(self, state: _State) -> int:
        manor = len(self.seat.dice) + state.filled.bit_count()
        return state.earned + PER_DIE * manor + state.tokens // TOKENS_PER_PRESTIGE

    def _ways(self, state: _State, rolled: tuple[int, ...]) -> Iterator[_Way]:
        """One way for each number and each number of its dice that the tokens allow."""
        graph, filled = self.graph, state.filled
        starts = graph.first if not filled else graph.opened(filled) | (graph.first if graph.lying else 0)
        for number in NUMBERS:
            free = graph.accepts[number] & ~filled
            reached = graph.reached(free, starts & free)
            for dice in range(1, state.left + 1):
                nudges = turned_to(rolled, number, dice)
                if len(nudges) > state.tokens:
                    continue
                fit = min(dice, reached.bit_count())
                paths = self._greedy(reached, starts & reached, fit)
                mask = sum(1 << slot for path in paths for slot in path)
                earned = sum(REWARDS[len(path)].prestige for path in paths)
                tokens = state.tokens - len(nudges) + sum(REWARDS[len(path)].tokens for path in paths)
                then = _State(filled | mask, state.left - dice, tokens, state.earned + earned)
                places = tuple(tuple(graph.places[slot] for slot in path) for path in paths)
                yield _Way(Decision(nudges, (), number, places, dice - fit), then, self._looks(then))

    def _looks(self, state: _State) -> float:
        if not state.left:
            return float(self._final(state))
        row = min(state.filled.bit_count(), len(self.relaxed.before[state.left]) - 1)
        return state.earned + float(self.relaxed.before[state.left][row, state.tokens, 0])

    def _greedy(self, reached: int, starts: int, dice: int) -> tuple[SlotPath, ...]:
        """Paths for exactly ``dice`` dice: each goes on while it can, on to the slot with the fewest ways onward."""
        graph, free, laid = self.graph, reached, list[SlotPath]()
        while dice:
            open_slots = starts & free
            path = max((self._walk(start, free, dice) for start in bits(open_slots)), key=len)
            laid.append(path)
            dice -= len(path)
            for slot in path:
                free &= ~(1 << slot)
            for slot in path if graph.last_opens else path[:-1]:
                starts |= graph.opens[slot]
        return tuple(laid)

    def _walk(self, start: int, free: int, most: int) -> SlotPath:
        graph, path, mask, left = self.graph, [start], 1 << start, 0
        while len(path) < most:
            last = path[-1]
            inside = graph.same[last] & free & ~mask
            onward = inside or graph.beside[last] & free & ~mask & ~left
            if not onward:
                break
            if not inside:
                left |= 1 << last | graph.same[last]
            slot = min(bits(onward), key=lambda each: (graph.beside[each] & free & ~mask & ~left).bit_count() or 99)
            path.append(slot)
            mask |= 1 << slot
        return tuple(path)
