"""Every turn of the Bid phase on a roll, ranked by what it is worth if nobody else bids further.

The worth of a turn is a sum of named parts, each a number of things times a weight that the user may change. A player
who is the last with dice has nobody to wait for: then the turns that follow are played out, and the rank is exact under
the same weights. Otherwise one turn is looked ahead: dice left count by their weight, and dice rolled again by the best
turn on what they may show.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from models.dice_manor.manor import NUMBERS
from models.dice_manor.next_turns import next_turns
from models.dice_manor.replay import Played, transition
from models.dice_manor.turn import Nudge, Seat, Turn, after_tokens
from models.shared.deadline import spend
from solver.dice_manor.bid_values import STEPS, BidValues, Part, Weights, parts_of
from solver.dice_manor.decisions import turned_to
from solver.dice_manor.heard import Heard, nobody
from solver.dice_manor.lattice import rerolls
from solver.dice_manor.path_outcomes import TooLarge

MOST_OPTIONS = 200


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
    """Turns, the best first; ``exact``: nobody else has dice and the turns to come were played out."""

    options: tuple[BidOption, ...]
    exact: bool
    weights: Weights


def rank(seat: Seat, weights: Weights, *, last: bool, steps: int = STEPS, heard: Heard = nobody) -> BidAnswer:
    """Every turn on the roll of ``seat``, the best first; ``last``: whether no other player has dice, so that the turns
    to come are played out, unless that takes more than so many ``steps``.

    Raises TimeOver (``models.shared.deadline``).
    """
    rolled = seat.rolled
    if not rolled:
        return BidAnswer((), last, weights)
    values = _values(seat, weights, last, steps, heard)
    best: dict[_Standing, BidOption] = {}
    for played in _turns(seat, rolled):
        spend()
        parts = {Part.PATHS: float(played.prestige), **parts_of(played.after, weights)}
        option = BidOption(played.prestige + values.worth(played.after), played.turn, parts, played)
        key = _standing(played.after)
        if key not in best or best[key].worth < option.worth:
            best[key] = option
    found = list(best.values())
    for again, kept in rerolls(rolled) if seat.tokens else ():
        found.append(BidOption(values.reroll(kept, seat.tokens - 1), reroll=again))
    ranked = sorted(found, key=lambda option: (-option.worth, option.turn is None, _spent(option)))
    return BidAnswer(tuple(ranked[:MOST_OPTIONS]), values.deep, weights)


def _values(seat: Seat, weights: Weights, deep: bool, steps: int, heard: Heard) -> BidValues:
    """With the turns to come played out where that is asked and not too large."""
    try:
        return BidValues(seat, weights, deep=deep, steps=steps, heard=heard)
    except TooLarge:
        return BidValues(seat, weights, deep=False)


_Standing: TypeAlias = tuple[object, ...]


def _standing(seat: Seat) -> _Standing:
    """The parts of a seat on which later turns depend."""
    board = seat.board
    assert board is not None
    return frozenset(seat.dice), tuple(sorted(board.blueprints.items())), board.advertising, seat.unplaced, seat.tokens


def _spent(option: BidOption) -> int:
    return 0 if option.turn is None else len(option.turn.tokens)


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
    for each in next_turns(less, shown):
        if each.turn.number == number:
            played = transition(seat, replace(each.turn, rolled=rolled, tokens=nudges))
            if isinstance(played, Played):
                yield played
