"""Every turn of the Bid phase on a roll, ranked by what it is worth if nobody else bids further.

The worth of a turn is a sum of named parts, each a number of things times a weight that the user may change. A player
who is the last with dice has nobody to wait for: then the turns that follow are played out, and the rank is exact under
the same weights.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from itertools import combinations, product
from typing import TypeAlias

from models.dice_manor.bids import advertising_order, bid_of, blueprint_order
from models.dice_manor.manor import NUMBERS
from models.dice_manor.next_turns import next_turns
from models.dice_manor.replay import Played
from models.dice_manor.turn import Nudge, Seat, Turn, after_tokens
from models.shared.deadline import spend
from solver.dice_manor.decisions import turned_to
from solver.dice_manor.dice_rolls import FACES

EXACT_DICE = 3
"""Dice of a roll up to which the turns that follow are played out."""
MOST_OPTIONS = 200


class Part(StrEnum):
    """What a turn of the Bid phase brings."""

    PATHS = "paths"
    MANOR = "manor"
    TOKENS = "tokens"
    TILES = "tiles"
    PRESTIGE = "advertising"
    BONUS_DICE = "bonus_dice"
    DICE_LEFT = "dice_left"


@dataclass(frozen=True, slots=True)
class Weights:
    """Prestige that a thing is worth: a token in hand, a tile won where ``tiles`` does not tell it, a space of the
    Advertising track, a step of a bonus die, a die left to place."""

    token: float = 0.5
    tile: float = 6.0
    space: float = 3.0
    step: float = 1.0
    die: float = 1.5
    tiles: Mapping[int, float] = field(default_factory=dict)

    def of_tile(self, number: int) -> float:
        """The worth of the tile under a Blueprint."""
        return self.tiles.get(number, self.tile)


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


def rank(seat: Seat, weights: Weights, *, last: bool) -> BidAnswer:
    """Every turn on the roll of ``seat``, the best first; ``last``: whether no other player has dice.

    Raises TimeOver (``models.shared.deadline``).
    """
    rolled = seat.rolled or ()
    exact = last and len(rolled) <= EXACT_DICE
    to_come = _PlayedOut(weights)
    best: dict[_Standing, BidOption] = {}
    for played in _turns(seat, rolled):
        spend()
        parts = parts_of(played.after, weights)
        earned = played.prestige
        worth = earned + (to_come.before(played.after) if exact else sum(parts.values()))
        option = BidOption(worth, played.turn, {Part.PATHS: float(earned), **parts}, played)
        key = _standing(played.after)
        if key not in best or best[key].worth < worth:
            best[key] = option
    found = [*best.values(), *(to_come.rerolls(seat, rolled) if exact else ())]
    ranked = sorted(found, key=lambda option: (-option.worth, option.turn is None, _spent(option)))
    return BidAnswer(tuple(ranked[:MOST_OPTIONS]), exact, weights)


_Standing: TypeAlias = tuple[object, ...]


def _standing(seat: Seat) -> _Standing:
    """All of a seat that what is to come depends on."""
    board = seat.board
    assert board is not None
    return frozenset(seat.dice), tuple(sorted(board.blueprints.items())), board.advertising, seat.unplaced, seat.tokens


def _spent(option: BidOption) -> int:
    return 0 if option.turn is None else len(option.turn.tokens)


def _turns(seat: Seat, rolled: tuple[int, ...]) -> Iterator[Played]:
    """Turns without tokens, and those for which tokens bring more dice of a number."""
    yield from next_turns(seat, rolled)
    for number in NUMBERS:
        for dice in range(rolled.count(number) + 1, len(rolled) + 1):
            nudges = turned_to(rolled, number, dice)
            if 0 < len(nudges) <= seat.tokens:
                yield from _with_tokens(seat, rolled, nudges, number)


def _with_tokens(seat: Seat, rolled: tuple[int, ...], nudges: tuple[Nudge, ...], number: int) -> Iterator[Played]:
    """The turns with ``number`` once ``nudges`` are made."""
    shown = after_tokens(rolled, nudges)
    less = replace(seat, tokens=seat.tokens - len(nudges), rolled=shown)
    for played in next_turns(less, shown):
        if played.turn.number == number:
            yield replace(played, turn=replace(played.turn, rolled=rolled, tokens=nudges))


def parts_of(seat: Seat, weights: Weights) -> Mapping[Part, float]:
    """What a player would have at Collect, in prestige, if nobody bid further."""
    board = seat.board
    assert board is not None
    tokens, tiles = seat.tokens, 0.0
    for number, bids in board.blueprints.items():
        if bid_of(bids, seat.player) is not None:
            won = blueprint_order(bids)[0].player == seat.player
            tiles += weights.of_tile(number) if won else 0.0
            tokens += not won
    spaces = steps = 0
    mine = bid_of(board.advertising, seat.player)
    if mine is not None:
        place = [bid.player for bid in advertising_order(board.advertising, seat.rulings)].index(seat.player)
        spaces, steps = max(0, 2 - place), mine.dice
        tokens += place >= 2
    return {
        Part.MANOR: float(len(seat.dice)),
        Part.TOKENS: weights.token * tokens,
        Part.TILES: tiles,
        Part.PRESTIGE: weights.space * spaces,
        Part.BONUS_DICE: weights.step * steps,
        Part.DICE_LEFT: weights.die * seat.unplaced,
    }


class _PlayedOut:
    """The turns to come of a player whom nobody disturbs, each played as well as can be."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._before: dict[_Standing, float] = {}
        self._after: dict[_Standing, float] = {}
        self._ways: dict[_Standing, tuple[Played, ...]] = {}

    def before(self, seat: Seat) -> float:
        """The worth before a roll of what is left, apart from what paths have earned already."""
        if not seat.unplaced:
            return sum(parts_of(seat, self.weights).values())
        key = _standing(seat)
        if key not in self._before:
            self._before[key] = sum(ways * self.after(seat, rolled) for rolled, ways in rolls(seat.unplaced))
            self._before[key] /= FACES**seat.unplaced
        return self._before[key]

    def after(self, seat: Seat, rolled: tuple[int, ...]) -> float:
        """The worth of the best decision on a roll."""
        key = (*_standing(seat), rolled)
        if key not in self._after:
            spend()
            turns = list(self._turns(seat, rolled))
            self._after[key] = max([*turns, *(option.worth for option in self.rerolls(seat, rolled))])
        return self._after[key]

    def _turns(self, seat: Seat, rolled: tuple[int, ...]) -> Iterator[float]:
        for number in NUMBERS:
            for dice in range(1, len(rolled) + 1):
                tokens = seat.tokens - len(turned_to(rolled, number, dice))
                for played in self._placed(seat, number, dice) if tokens >= 0 else ():
                    then = replace(played.after, tokens=played.after.tokens + tokens)
                    yield played.prestige + self.before(then)

    def _placed(self, seat: Seat, number: int, dice: int) -> tuple[Played, ...]:
        """Every way to place so many dice of a number, from no tokens in hand."""
        key = (*_standing(replace(seat, tokens=0)), number, dice)
        if key not in self._ways:
            other = number % FACES + 1
            shown = (number,) * dice + (other,) * (seat.unplaced - dice)
            poor = replace(seat, tokens=0, rolled=None)
            self._ways[key] = tuple(each for each in next_turns(poor, shown) if each.turn.number == number)
        return self._ways[key]

    def rerolls(self, seat: Seat, rolled: tuple[int, ...]) -> Iterator[BidOption]:
        """Every way to roll some of the dice again."""
        if not seat.tokens:
            return
        less = replace(seat, tokens=seat.tokens - 1, rolled=None)
        for many in range(1, len(rolled) + 1):
            for again in combinations(range(len(rolled)), many):
                kept = tuple(shown for die, shown in enumerate(rolled) if die not in again)
                total = sum(ways * self.after(less, tuple(sorted(kept + new))) for new, ways in rolls(many))
                yield BidOption(total / FACES**many, reroll=again)


@cache
def rolls(dice: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every roll of so many dice, sorted, with the number of ways in which it comes."""
    return tuple(Counter(tuple(sorted(roll)) for roll in product(NUMBERS, repeat=dice)).items())
