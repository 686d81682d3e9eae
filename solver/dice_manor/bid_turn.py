"""Every turn of the Bid phase on a roll, ranked by what it is worth if nobody else bids further.

The worth of a turn is a sum of named parts, each a number of things times a weight that the user may change. A player
who is the last with dice has nobody to wait for: then the turns that follow are played out, and the rank is exact under
the same weights. Otherwise one turn is looked ahead: dice left count by their weight, and dice rolled again by the best
turn on what they may show. Where even that takes too long, what the turns bring at once is all that is weighed.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias

from models.dice_manor.manor import NUMBERS
from models.dice_manor.next_turns import next_turns, turns_with
from models.dice_manor.replay import Played, transition
from models.dice_manor.turn import Nudge, Seat, Turn, after_tokens
from models.shared.deadline import Patience, TimeOver, spend, within
from solver.dice_manor.bid_values import STEPS, BidValues, Part, Weights, parts_of
from solver.dice_manor.decisions import turned_to
from solver.dice_manor.greedy_paths import greedily
from solver.dice_manor.heard import Heard, nobody
from solver.dice_manor.lattice import rerolls
from solver.dice_manor.path_outcomes import TooLarge
from solver.dice_manor.slot_graph import slot_graph

MOST_OPTIONS = 200
SHARE = 0.75
"""Share of the time after which looking one turn ahead gives way to what turns bring at once."""
AT_FIRST = 0.3
"""Share of the time for both where the turns to come are to be played out then."""


class Depth(StrEnum):
    """How far ahead the worths look: to the last die; one turn, dice rolled again included; not at all."""

    PLAYED_OUT = "played-out"
    ONE_TURN = "one-turn"
    AT_ONCE = "at-once"


@dataclass(frozen=True, slots=True)
class BidOption:
    """A turn with its worth, split by where it comes from; or, with ``reroll``, dice to roll again first.

    ``parts`` are those of the turn if it were the last; ``played``: the rules' own account of it.
    """

    worth: float
    turn: Turn | None = None
    parts: Mapping[Part, float] = field(default_factory=dict)
    played: Played | None = None
    reroll: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BidAnswer:
    """Turns, the best first; ``complete``: whether every turn on the roll was looked at."""

    options: tuple[BidOption, ...]
    depth: Depth
    weights: Weights
    complete: bool = True

    @property
    def exact(self) -> bool:
        """Whether nobody else has dice and the turns to come were played out."""
        return self.depth is Depth.PLAYED_OUT


def rank(seat: Seat, weights: Weights, *, last: bool, steps: int = STEPS, heard: Heard = nobody) -> BidAnswer:
    """Every turn on the roll of ``seat``, the best first; ``last``: whether no other player has dice, so that the turns
    to come are played out, unless that takes more than so many ``steps``.

    Raises TimeOver (``models.shared.deadline``).
    """
    rolled = seat.rolled
    if not rolled:
        return BidAnswer((), Depth.AT_ONCE, weights)
    values, depth = _values(seat, weights, last, steps, heard)
    found = _Found(weights, values)
    for played in _turns(seat, rolled):
        spend()
        found.add(played)
    again: list[BidOption] = []
    if values is not None and seat.tokens:
        again = [BidOption(values.reroll(kept, seat.tokens - 1), reroll=dice) for dice, kept in rerolls(rolled)]
    return BidAnswer(found.ranked(again), depth, weights)


def rank_in_time(
    seat: Seat,
    weights: Weights,
    *,
    last: bool,
    seconds: float,
    steps: int = STEPS,
    heard: Heard = nobody,
    found: Callable[[BidAnswer], None] = lambda _: None,
    full: Callable[[], bool] | None = None,
) -> BidAnswer:
    """The turns ranked as far ahead as so many ``seconds`` allow; ``full``: whether the memory is.

    ``found`` hears of the ranking that stands while turns to come are played out.
    """
    ends = time.monotonic() + seconds
    before = _not_played_out(seat, weights, AT_FIRST * seconds if last else seconds, full)
    if not last or not before.options:
        return before
    found(before)
    left = max(0.0, ends - time.monotonic())
    try:
        with within(Patience(work=left, seconds=left, left=full)):
            answer = rank(seat, weights, last=True, steps=steps, heard=heard)
    except TimeOver:
        return before
    return answer if answer.exact else before


def _not_played_out(seat: Seat, weights: Weights, seconds: float, full: Callable[[], bool] | None) -> BidAnswer:
    """With one turn looked ahead, or without."""
    ends, most = time.monotonic() + seconds, SHARE * seconds
    try:
        with within(Patience(work=most, seconds=most, left=full)):
            return rank(seat, weights, last=False)
    except TimeOver:
        return _in_part(seat, weights, max(0.0, ends - time.monotonic()), full)


def _in_part(seat: Seat, weights: Weights, seconds: float, full: Callable[[], bool] | None) -> BidAnswer:
    """Likely turns, then all others that are looked at in so many ``seconds``, by what they bring at once."""
    rolled, found, complete = seat.rolled or (), _Found(weights, None), True
    for played in _likely(seat, rolled):
        found.add(played)
    try:
        with within(Patience(work=seconds, seconds=seconds, left=full)):
            for played in _turns(seat, rolled):
                spend()
                found.add(played)
    except TimeOver:
        complete = False
    return BidAnswer(found.ranked(), Depth.AT_ONCE, weights, complete)


def _values(seat: Seat, weights: Weights, deep: bool, steps: int, heard: Heard) -> tuple[BidValues | None, Depth]:
    """With the turns to come played out where that is asked and not too large; None where nothing needs them."""
    if deep:
        try:
            return BidValues(seat, weights, deep=True, steps=steps, heard=heard), Depth.PLAYED_OUT
        except TooLarge:
            pass
    if not seat.tokens:
        return None, Depth.ONE_TURN
    try:
        return BidValues(seat, weights, deep=False), Depth.ONE_TURN
    except TooLarge:
        return None, Depth.AT_ONCE


class _Found:
    """The best turn of each standing that turns lead to; ``values``: of dice left, None where they count by weight."""

    def __init__(self, weights: Weights, values: BidValues | None) -> None:
        self.weights, self.values = weights, values
        self.best: dict[_Standing, BidOption] = {}

    def add(self, played: Played) -> None:
        """Weighs a turn."""
        parts = {Part.PATHS: float(played.prestige), **parts_of(played.after, self.weights)}
        later = sum(parts.values()) if self.values is None else played.prestige + self.values.worth(played.after)
        option = BidOption(later, played.turn, parts, played)
        key = _standing(played.after)
        if key not in self.best or self.best[key].worth < option.worth:
            self.best[key] = option

    def ranked(self, again: Iterable[BidOption] = ()) -> tuple[BidOption, ...]:
        """The turns and the ways to roll ``again``, the best first."""
        found = [*self.best.values(), *again]
        found.sort(key=lambda option: (-option.worth, option.turn is None, _spent(option)))
        return tuple(found[:MOST_OPTIONS])


_Standing: TypeAlias = tuple[object, ...]


def _standing(seat: Seat) -> _Standing:
    """The parts of a seat on which later turns depend."""
    board = seat.board
    assert board is not None
    return frozenset(seat.dice), tuple(sorted(board.blueprints.items())), board.advertising, seat.unplaced, seat.tokens


def _spent(option: BidOption) -> int:
    return 0 if option.turn is None else len(option.turn.tokens)


def _likely(seat: Seat, rolled: tuple[int, ...]) -> Iterator[Played]:
    """Turns without tokens whose paths are laid greedily: few for each number."""
    graph = slot_graph(seat.manor, seat.dice, seat.rulings, seat.unplaced)
    for number in sorted(set(rolled)):
        dice, free = rolled.count(number), graph.accepts[number]
        reached = graph.reached(free, graph.first & free)
        for toured in range(min(dice, reached.bit_count()) + 1):
            laid = greedily(graph, reached, graph.first & reached, toured).paths
            paths = tuple(tuple(graph.places[slot] for slot in path) for path in laid)
            for blueprint in range(dice - toured + 1):
                turn = Turn(rolled, number, paths, (), blueprint, dice - toured - blueprint)
                played = transition(seat, turn)
                if isinstance(played, Played):
                    yield played


def _turns(seat: Seat, rolled: tuple[int, ...]) -> Iterator[Played]:
    """Turns without tokens, and those for which tokens bring another number of dice of a number."""
    yield from next_turns(seat, rolled)
    for number in NUMBERS:
        for dice in range(1, len(rolled) + 1):
            nudges = turned_to(rolled, number, dice)
            if 0 < len(nudges) <= seat.tokens:
                yield from _with_tokens(seat, rolled, nudges, number)


def _with_tokens(seat: Seat, rolled: tuple[int, ...], nudges: tuple[Nudge, ...], number: int) -> Iterator[Played]:
    """The turns with ``number`` once ``nudges`` are made, each judged as a whole."""
    shown = after_tokens(rolled, nudges)
    less = replace(seat, tokens=seat.tokens - len(nudges), rolled=shown)
    for each in turns_with(less, shown, number):
        played = transition(seat, replace(each.turn, rolled=rolled, tokens=nudges))
        if isinstance(played, Played):
            yield played
