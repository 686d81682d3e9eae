"""What the dice of a player are worth before each roll of the Bid phase, if nobody else bids any more.

A state is the slots filled, the own dice under each Blueprint as far as more of them change who is ahead, and the own bid on
Advertising likewise. Where only one turn is looked ahead, dice left count by their weight instead of being played out.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple, TypeAlias

import numpy as np

from models.dice_manor.bids import advertising_order, bid_of, blueprint_order
from models.dice_manor.manor import NUMBERS
from models.dice_manor.rulings import Choice, Ruling
from models.dice_manor.turn import Bid, Board, Seat
from models.shared.deadline import spend
from solver.dice_manor.dice_rolls import FACES, level
from solver.dice_manor.heard import Heard, Stage, nobody
from solver.dice_manor.lattice import Lattice, Numbers, look_ahead
from solver.dice_manor.path_outcomes import PathOutcomes
from solver.dice_manor.slot_graph import SlotGraph, slot_graph

STEPS = 3_000_000
"""Ways to place dice within the exact size: some ten seconds."""
CHUNK = 300_000
NEVER = -1.0
SECOND = 2
"""Places on Advertising that move the marker."""


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


def parts_of(seat: Seat, weights: Weights) -> Mapping[Part, float]:
    """What a player would have at Collect, in prestige, if nobody bid further."""
    board = seat.board
    assert board is not None
    tokens, tiles = seat.tokens, 0.0
    for number, bids in board.blueprints.items():
        if bid_of(bids, seat.player) is not None:
            won = blueprint_order(bids)[0].player == seat.player
            tiles += weights.of_tile(number) if won and number not in board.empty else 0.0
            tokens += not won
    spaces = steps = 0
    mine = bid_of(board.advertising, seat.player)
    if mine is not None:
        place = [bid.player for bid in advertising_order(board.advertising, seat.rulings)].index(seat.player)
        spaces, steps = max(0, SECOND - place), mine.dice
        tokens += place >= SECOND
    return {
        Part.MANOR: float(len(seat.dice)),
        Part.TOKENS: weights.token * tokens,
        Part.TILES: tiles,
        Part.PRESTIGE: weights.space * spaces,
        Part.BONUS_DICE: weights.step * steps,
        Part.DICE_LEFT: weights.die * seat.unplaced,
    }


class State(NamedTuple):
    """Slots filled since, own dice under Blueprints 1 to 6, and the own number and dice on Advertising (0 and 0 for none).

    ``raised``: whether dice were added to the own bid there, where that makes a difference.
    """

    filled: int
    under: tuple[int, ...]
    number: int
    dice: int
    raised: bool = False


class _Ways(NamedTuple):
    """Ways to place some dice of a number: the next state, what is gained at once, tokens earned."""

    then: State
    gain: float
    tokens: int


_Columns: TypeAlias = tuple[list[int], list[int], list[float], list[int]]


class BidValues:
    """Values of the states that the dice of ``seat`` can reach; raises ``TooLarge`` and TimeOver.

    ``deep``: whether the turns to come are played out.
    """

    def __init__(self, seat: Seat, weights: Weights, *, deep: bool, steps: int = STEPS, heard: Heard = nobody) -> None:
        assert seat.board is not None
        self.seat, self.board, self.weights, self.deep = seat, seat.board, weights, deep
        self.graph: SlotGraph = slot_graph(seat.manor, seat.dice, seat.rulings, seat.unplaced)
        self.raising = seat.rulings.says(Ruling.RAISED_TO_EQUAL_COUNT, Choice.STAYS_BEHIND)
        closed = not seat.rulings.says(Ruling.EMPTY_BLUEPRINT, Choice.TAKES_BIDS)
        self.closed = self.board.empty if closed else frozenset[int]()
        self.slots = {place: slot for slot, place in enumerate(self.graph.places)}
        self.outcomes = PathOutcomes(self.graph, steps)
        self.others = {number: self._most(self.board.blueprints.get(number, ())) for number in NUMBERS}
        self.most_advertised = self._most(self.board.advertising)
        self.start = self.state_of(seat)
        self._ends: dict[State, float] = {}
        self._heard = heard
        layers: list[dict[State, int]] = [{self.start: 0}, *({} for _ in range(seat.unplaced))]
        ways = [self._listed(layers, used) for used in range(seat.unplaced if deep else 1)]
        self.layers = layers
        self.before: list[Numbers] = [np.zeros((0, 0))] * seat.unplaced
        for used in reversed(range(len(ways))):
            self.before[used] = self._valued(used, ways[used])
        self.lattice = self._root(ways[0])

    def _most(self, bids: Iterable[Bid]) -> int:
        return max((bid.dice for bid in bids if bid.player != self.seat.player), default=0)

    def state_of(self, seat: Seat) -> State:
        """The state of a seat whose dice lie where those of the first seat may lie."""
        board = seat.board
        assert board is not None
        filled = sum(1 << self.slots[place] for place in seat.dice if place not in self.seat.dice)
        mine = [bid_of(board.blueprints.get(number, ()), seat.player) for number in NUMBERS]
        under = tuple(self._under(number, bid.dice if bid else 0) for number, bid in zip(NUMBERS, mine, strict=True))
        bid = bid_of(board.advertising, seat.player)
        if bid is None:
            return State(filled, under, 0, 0)
        return State(filled, under, bid.number, self._advertised(bid.dice), bid.raised and self.raising)

    def _under(self, number: int, dice: int) -> int:
        return min(dice, self.others[number] + 1)

    def _advertised(self, dice: int) -> int:
        return min(dice, self.most_advertised + 1)

    def worth(self, seat: Seat) -> float:
        """The worth of what a turn left, apart from what paths have earned; dice left are played out or weighed."""
        parts = parts_of(seat, self.weights)
        if not seat.unplaced or not self.deep:
            return sum(parts.values())
        used = self.seat.unplaced - seat.unplaced
        found = self.before[used][seat.tokens, self.layers[used][self.state_of(seat)]]
        return float(found) + parts[Part.MANOR] + parts[Part.BONUS_DICE]

    def reroll(self, kept: tuple[int, ...], tokens: int) -> float:
        """The worth of rolling again all dice but those that show ``kept`` (dice by number), ``tokens`` left then."""
        parts = parts_of(self.seat, self.weights)
        found = self.lattice.kept[tokens][sum(kept)][level(sum(kept)).numbers[kept], 0]  # type: ignore[index]
        return float(found) + parts[Part.MANOR] + parts[Part.BONUS_DICE]

    def _listed(self, layers: list[dict[State, int]], used: int) -> list[_Columns]:
        """By dice placed: rows (state and number), next states, gains and tokens; the next states are told in ``layers``."""
        left = self.seat.unplaced - used
        listed: list[_Columns] = [([], [], [], []) for _ in range(left + 1)]
        for index, state in enumerate(layers[used]):
            self._heard(Stage.FILLINGS, used, index, len(layers[used]))
            for number in NUMBERS:
                row = index * FACES + number - 1
                for dice, ways in enumerate(self._ways(state, number, left)):
                    deeper = layers[used + dice]
                    for way in ways:
                        rows, then, gains, tokens = listed[dice]
                        rows.append(row)
                        then.append(deeper.setdefault(way.then, len(deeper)))
                        gains.append(way.gain)
                        tokens.append(way.tokens)
        return listed

    def _ways(self, state: State, number: int, left: int) -> Iterator[list[_Ways]]:
        """By number of dice: every way to part them between the manor, the Blueprint and Advertising; none for no dice."""
        graph, filled = self.graph, state.filled
        free = graph.accepts[number] & ~filled
        starts = graph.first if not filled else graph.opened(filled) | (graph.first if graph.lying else 0)
        reached = graph.reached(free, starts & free)
        fronts = self.outcomes.of(reached, starts & free, left)
        yield []
        for dice in range(1, left + 1):
            found: list[_Ways] = []
            advertises = state.number in (0, number)
            only_there = 0 if advertises else dice - reached.bit_count()
            for toured, front in enumerate(fronts[: dice + 1]):
                for advertised in range(dice - toured + 1) if advertises else (0,):
                    under = dice - toured - advertised
                    if under and number in self.closed and under > only_there:
                        continue
                    bids = self._with_bids(state, number, under, advertised)
                    self.outcomes.spend(len(front))
                    found += [
                        _Ways(
                            bids._replace(filled=filled | each.filled),
                            each.prestige + toured + self.weights.step * advertised,
                            each.tokens,
                        )
                        for each in front
                    ]
            yield found

    def _with_bids(self, state: State, number: int, under: int, advertised: int) -> State:
        dice = list(state.under)
        dice[number - 1] = self._under(number, dice[number - 1] + under)
        if advertised:
            now, raised = self._advertised(state.dice + advertised), self.raising and bool(state.dice)
            return State(state.filled, tuple(dice), number, now, raised)
        return state._replace(under=tuple(dice))

    def _valued(self, used: int, ways: list[_Columns]) -> Numbers:
        """(tokens, states): the values before a roll."""
        left, states = self.seat.unplaced - used, len(self.layers[used])
        tokens = self.seat.tokens + used + 1
        found = np.empty((tokens, states))
        placed = self._placed(used, ways)
        step = max(1, CHUNK // (len(level(left).counts) * tokens))
        for low in range(0, states, step):
            spend()
            self._heard(Stage.VALUES, used, low, states)
            found[:, low : low + step] = look_ahead(placed[..., low : low + step], left)
        return found

    def _root(self, ways: list[_Columns]) -> Lattice:
        kept: list[Lattice] = []
        look_ahead(self._placed(0, ways), self.seat.unplaced, kept)
        return kept[0]

    def _placed(self, used: int, ways: list[_Columns]) -> Numbers:
        """(dice, number, tokens, states): the best turn with so many dice of a number."""
        left, states = self.seat.unplaced - used, len(self.layers[used])
        tokens = np.arange(self.seat.tokens + used + 1)[None, :]
        placed = np.full((left + 1, FACES, tokens.shape[1], states), NEVER)
        for dice in range(1, left + 1):
            if not ways[dice][0]:
                continue
            row, then, gain, earned = (np.array(column) for column in ways[dice])
            if dice == left or not self.deep:
                ends = np.array([self._end(state) for state in self.layers[used + dice]])
                later = ends[then][:, None] + self.weights.token * (tokens + earned[:, None])
                later = later + self.weights.die * (left - dice)
            else:
                later = self.before[used + dice][tokens + earned[:, None], then[:, None]]
            worth = later + gain[:, None]
            begins = np.flatnonzero(np.r_[True, row[1:] != row[:-1]])
            at = row[begins]
            placed[dice, at % FACES, :, at // FACES] = np.maximum.reduceat(worth, begins, axis=0)
        return placed

    def _end(self, state: State) -> float:
        """Tiles, tokens and spaces that the bids of a state bring at Collect."""
        if state not in self._ends:
            under, advertising = dict(self.board.blueprints), self.board.advertising
            me = self.seat.player
            for number, dice, before in zip(NUMBERS, state.under, self.start.under, strict=True):
                if dice != before:
                    under[number] = _raised(under.get(number, ()), Bid(me, dice, number))
            if (state.number, state.dice) != (self.start.number, self.start.dice):
                advertising = _raised(advertising, Bid(me, state.dice, state.number, state.raised))
            board = Board(under, advertising, self.board.empty)
            parts = parts_of(replace(self.seat, tokens=0, unplaced=0, board=board), self.weights)
            self._ends[state] = parts[Part.TILES] + parts[Part.TOKENS] + parts[Part.PRESTIGE]
        return self._ends[state]


def _raised(bids: tuple[Bid, ...], mine: Bid) -> tuple[Bid, ...]:
    return (*(bid for bid in bids if bid.player != mine.player), mine)
