"""Manors beyond the exact size: one policy played many times, and a limit that no policy passes.

The policy looks one turn ahead: it places dice by long paths, chosen greedily, values what is left by ``relaxed``, and
weighs every way to turn dice and to roll them again under that. What is told is its own value with the standard error,
so the best policy is worth as much in expectation, or more.
"""

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean, stdev

import numpy as np

from models.dice_manor.manor import NUMBERS
from models.dice_manor.scoring import PER_DIE, TOKENS_PER_PRESTIGE
from models.dice_manor.turn import Seat
from models.shared.deadline import Patience, TimeOver, spend, within
from solver.dice_manor.decisions import Decision, turned_to
from solver.dice_manor.dice_rolls import FACES, Counts, changed, counts_of, level
from solver.dice_manor.expected_values import NEVER, Question, Values
from solver.dice_manor.greedy_paths import GreedyPaths, greedily
from solver.dice_manor.lattice import Lattice, Numbers, look_ahead, rerolls
from solver.dice_manor.relaxed import relaxed_values
from solver.dice_manor.slot_graph import SlotGraph, slot_graph

LEAST_GAMES = 32
MOST_OPTIONS = 12
"""Options that are played out; those that look best one turn ahead."""
MOST_SPENT = 8
"""Tokens that the policy spends in a turn at most."""
MOST_LOOKS = 400
"""States whose rolls the policy remembers."""
SAME = 1e-9
TO_CHOOSE = 0.4
"""Share of the time in which all options are played; the one that looks best is then played afresh, until none looks
better that was not: luck in the choice is not counted."""
SLICE = 0.02
"""Seconds that are not parted."""


@dataclass(frozen=True, slots=True)
class Estimated:
    """A decision with the mean and the standard error of what the policy brings after it."""

    decision: Decision | None
    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class State:
    """Slots filled, dice left, tokens in hand, and prestige earned."""

    filled: int
    left: int
    tokens: int
    earned: int


@dataclass(frozen=True, slots=True)
class _Look:
    """One state's look ahead: the placing with so many dice of each number, their worth, and the worth of each roll.

    ``worth``: (dice, number, tokens kept for the turns after, width 1); ``spare``: the tokens that may be spent.
    """

    placings: Mapping[tuple[int, int], GreedyPaths]
    worth: Numbers
    lattice: Lattice
    spare: int


@dataclass(frozen=True, slots=True)
class _Way:
    """A decision and what it leaves: a state before a roll; or, of dice rolled again, the state and the dice kept."""

    decision: Decision
    then: State
    looks: float
    kept: Counts | None = None


class Estimate:
    """The policy of one Grand Opening; all of it raises TimeOver (``models.shared.deadline``)."""

    def __init__(self, seat: Seat, target: int | None, seed: int, seconds: float | None = None) -> None:
        """``seconds``: in which the limit of a chance is looked for; without it a wider one holds."""
        self.graph: SlotGraph = slot_graph(seat.manor, seat.dice, seat.rulings, seat.unplaced)
        self.seat, self.target, self.random = seat, target, random.Random(seed)
        self.relaxed: Values = relaxed_values(self.graph, Question(seat.unplaced, seat.tokens, len(seat.dice), None))
        self.limit: Values | None = self.relaxed
        if target is not None:
            self.limit = self._chances(Question(seat.unplaced, seat.tokens, len(seat.dice), target), seconds)
        self._looks: dict[tuple[int, int, int], _Look] = {}

    def _chances(self, question: Question, seconds: float | None) -> Values | None:
        """Chances that no policy exceeds, None where the time does not suffice."""
        try:
            with within(None if seconds is None else Patience(work=seconds, seconds=seconds)):
                return relaxed_values(self.graph, question)
        except TimeOver:
            return None

    @property
    def start(self) -> State:
        """The state from which the seat's Grand Opening begins."""
        return State(0, self.seat.unplaced, self.seat.tokens, 0)

    @property
    def bound(self) -> float:
        """No policy is worth more, before the roll or after this one."""
        need = self.target or 0
        if self.limit is not None:
            return self._most(self.limit, need)
        return min(1.0, self._most(self.relaxed, 0) / max(1, need))  # Markov: what is earned is never below 0

    def _most(self, values: Values, need: int) -> float:
        seat = self.seat
        if seat.rolled is None:
            return float(values.before[seat.unplaced][0, seat.tokens, need])
        lattices: list[Lattice] = []
        values.turn(seat.unplaced, 0, 1, lattices, need)
        rolled = level(seat.unplaced).numbers[counts_of(seat.rolled)]
        return float(lattices[0].rolled[seat.tokens][rolled, 0])

    def answers(self, seconds: float) -> tuple[Estimated, ...]:
        """The estimate before the roll, or one of each likely decision on it, the best first."""
        seat, ends = self.seat, time.monotonic() + seconds
        if seat.rolled is None:
            return (self._estimated(None, self._results(None, ends)),)
        ways = self.ways(self.start, seat.rolled)[:MOST_OPTIONS]
        found = self._all_played(ways, TO_CHOOSE * seconds)
        afresh: dict[int, list[float]] = {}
        while True:
            best = max(range(len(ways)), key=lambda at: found[at].mean)
            left = ends - time.monotonic()
            if not ways[best].then.left or (best in afresh and left <= 0):
                return tuple(sorted(found, key=lambda each: -each.mean))
            until = ends if left < SLICE else ends - left / 2
            afresh.setdefault(best, []).extend(self._results(ways[best], until))
            found[best] = self._estimated(ways[best], afresh[best])

    def _all_played(self, ways: list[_Way], seconds: float) -> list[Estimated]:
        began, share = time.monotonic(), seconds / len(ways)
        return [self._estimated(way, self._results(way, began + share * (at + 1))) for at, way in enumerate(ways)]

    def _results(self, way: _Way | None, ends: float) -> list[float]:
        """What the policy brings after ``way``, or from the start, game by game; once where nothing is left to chance."""
        results: list[float] = []
        while len(results) < LEAST_GAMES or time.monotonic() < ends:
            results.append(self._game(self.start if way is None else way.then, None if way is None else way.kept))
            if way is not None and not way.then.left:
                break
        return results

    def _estimated(self, way: _Way | None, results: list[float]) -> Estimated:
        decision = None if way is None else way.decision
        error = stdev(results) / len(results) ** 0.5 if len(results) > 1 else 0.0
        return Estimated(decision, fmean(results), error)

    def _game(self, state: State, kept: Counts | None = None) -> float:
        while state.left:
            spend()
            rolled = self._rolled(state.left, kept or (0, 0, 0, 0, 0, 0))
            state, kept = self.decided(state, rolled)
        final = self.final(state)
        return final if self.target is None else float(final >= self.target)

    def _rolled(self, left: int, kept: Counts) -> Counts:
        shown = list(kept)
        for _ in range(left - sum(kept)):
            shown[self.random.randrange(FACES)] += 1
        return tuple(shown)  # type: ignore[return-value]  # six of them

    def final(self, state: State) -> int:
        """The prestige of a tour that is over."""
        manor = len(self.seat.dice) + state.filled.bit_count()
        return state.earned + PER_DIE * manor + state.tokens // TOKENS_PER_PRESTIGE

    def decided(self, state: State, rolled: Counts) -> tuple[State, Counts | None]:
        """What the policy makes of a roll: the state that it leaves, with the dice kept if it rolls some again."""
        look, here = self._look(state), level(state.left)
        for left in range(look.spare, -1, -1):
            tokens = state.tokens - look.spare + left
            worth = look.lattice.rolled[left][here.numbers[rolled], 0]
            shown = [(face, dice) for face, dice in enumerate(rolled) if dice]
            face, dice = max(shown, key=lambda each: look.worth[each[1], each[0], left, 0])
            if not left or look.worth[dice, face, left, 0] >= worth - SAME:
                return after(state, look.placings[face + 1, dice], tokens), None
            turned = [changed(changed(rolled, face, -1), (face + by) % FACES, 1) for face, _ in shown for by in (1, -1)]
            best = max(turned, key=lambda each: look.lattice.rolled[left - 1][here.numbers[each], 0])
            if look.lattice.rolled[left - 1][here.numbers[best], 0] < worth - SAME:
                kept = look.lattice.kept[left - 1]
                ways = [counts for _, counts in rerolls(tuple(face + 1 for face, dice in shown for _ in range(dice)))]
                most = max(ways, key=lambda each: kept[sum(each)][level(sum(each)).numbers[each], 0])
                return State(state.filled, state.left, tokens - 1, state.earned), most
            rolled = best
        raise AssertionError("the last of the tokens ends the turn")

    def ways(self, state: State, rolled: tuple[int, ...]) -> list[_Way]:
        """Decisions on a roll, those that look best first: each number of dice of each number, and each way to roll again."""
        look = self._look(state)
        found = dict[tuple[int, int], _Way]()
        for (number, dice), placing in look.placings.items():
            nudges = turned_to(rolled, number, dice)
            if len(nudges) > look.spare:
                continue
            places = tuple(tuple(self.graph.places[slot] for slot in path) for path in placing.paths)
            decision = Decision(nudges, (), number, places, dice - placing.filled.bit_count())
            worth = float(look.worth[dice, number - 1, look.spare - len(nudges), 0])
            way = _Way(decision, after(state, placing, state.tokens - len(nudges)), worth)
            key = placing.filled, dice
            if key not in found or found[key].looks < worth:
                found[key] = way
        ways = list(found.values())
        for again, counts in rerolls(rolled) if look.spare else ():
            worth = float(look.lattice.kept[look.spare - 1][sum(counts)][level(sum(counts)).numbers[counts], 0])
            then = State(state.filled, state.left, state.tokens - 1, state.earned)
            ways.append(_Way(Decision(reroll=again), then, worth, counts))
        return sorted(ways, key=lambda way: -way.looks)

    def _look(self, state: State) -> _Look:
        key = state.filled, state.left, state.tokens
        if key not in self._looks:
            if len(self._looks) >= MOST_LOOKS:
                self._looks.pop(next(iter(self._looks)))
            self._looks[key] = self._looked(State(*key, 0))
        return self._looks[key]

    def _looked(self, state: State) -> _Look:
        graph, filled, left = self.graph, state.filled, state.left
        spare = min(state.tokens, MOST_SPENT)
        starts = graph.first if not filled else graph.opened(filled) | (graph.first if graph.lying else 0)
        placings = dict[tuple[int, int], GreedyPaths]()
        worth = np.full((left + 1, FACES, spare + 1, 1), float(NEVER))
        for number in NUMBERS:
            free = graph.accepts[number] & ~filled
            reached = graph.reached(free, starts & free)
            for dice in range(1, left + 1):
                placing = greedily(graph, reached, starts & reached, dice)
                placings[number, dice] = placing
                for tokens in range(spare + 1):
                    then = after(state, placing, state.tokens - spare + tokens)
                    worth[dice, number - 1, tokens, 0] = self._worth(then)
        lattices: list[Lattice] = []
        look_ahead(worth, left, lattices)
        return _Look(placings, worth, lattices[0], spare)

    def _worth(self, state: State) -> float:
        if not state.left:
            return float(self.final(state))
        row = min(state.filled.bit_count(), len(self.relaxed.before[state.left]) - 1)
        return state.earned + float(self.relaxed.before[state.left][row, state.tokens, 0])


def after(state: State, placing: GreedyPaths, tokens: int) -> State:
    """What ``placing`` leaves of ``state`` with so many tokens in hand before it."""
    left = state.left - placing.dice
    return State(state.filled | placing.filled, left, tokens + placing.tokens, state.earned + placing.prestige)
