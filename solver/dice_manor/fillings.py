"""Every set of slots that the dice can fill, and every undominated way that one turn leads from one to another."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.dice_manor.manor import NUMBERS
from solver.dice_manor.heard import Heard, Stage, nobody
from solver.dice_manor.path_outcomes import Front, PathOutcomes
from solver.dice_manor.slot_graph import SlotGraph

Whole: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True)
class Turns:
    """Undominated outcomes of turns that place some number of dice, sorted by ``row``.

    ``row``: a filling with one of its choices of slots. ``then``: the filling that it leads to; absent where no dice are
    left, as only their number counts there.
    """

    row: Whole
    then: Whole
    prestige: Whole
    tokens: Whole

    def where(self, chosen: NDArray[np.bool_]) -> "Turns":
        """Those of the rows ``chosen``."""
        keep = chosen[self.row]
        return Turns(
            self.row[keep], self.then[keep] if len(self.then) else self.then, self.prestige[keep], self.tokens[keep]
        )


@dataclass(frozen=True)
class Fillings:
    """Fillings by index, in the order of how many dice were added: ``upto[n]`` of them have at most n.

    ``row_of``: (fillings, 6), the row of each number. ``row_upto``: rows of those fillings. ``added``: by row, the dice
    that its filling had added; ``takes``: by row, the dice that fit at most. ``onward`` and ``last``: turns by the dice
    they place; ``last`` are those after which no dice are left.
    """

    index: dict[int, int]
    upto: tuple[int, ...]
    row_of: Whole
    row_upto: tuple[int, ...]
    added: Whole
    takes: Whole
    onward: tuple[Turns, ...]
    last: tuple[Turns, ...]


class _Listed:
    """Columns of ``Turns`` as they grow."""

    def __init__(self) -> None:
        self.row: list[int] = []
        self.then: list[int] = []
        self.prestige: list[int] = []
        self.tokens: list[int] = []

    def turns(self, then: Whole | None = None) -> Turns:
        """The turns that were listed, as arrays."""
        made = [np.array(column, dtype=np.int64) for column in (self.row, self.then, self.prestige, self.tokens)]
        return Turns(made[0], made[1] if then is None else then, made[2], made[3])


def explore(graph: SlotGraph, dice: int, outcomes: PathOutcomes, heard: Heard = nobody) -> Fillings:
    """Every filling that up to ``dice - 1`` dice reach, with the turns from each; raises ``TooLarge``."""
    layers: list[dict[int, int]] = [{0: 0}, *({} for _ in range(dice))]
    opened: dict[int, int] = {0: graph.first}
    onward, last = [_Listed() for _ in range(dice + 1)], [_Listed() for _ in range(dice + 1)]
    row_of: list[list[int]] = []
    added: list[int] = []
    takes: list[int] = []
    row_upto: list[int] = []
    for depth in range(dice):
        left = dice - depth
        for done, filled in enumerate(layers[depth]):
            heard(Stage.FILLINGS, depth, done, len(layers[depth]))
            rows: dict[tuple[int, int], int] = {}
            numbers = []
            for number in NUMBERS:
                free = graph.accepts[number] & ~filled
                starts = opened[filled] & free
                reached = graph.reached(free, starts)
                if (reached, starts) not in rows:
                    rows[reached, starts] = row = len(added)
                    added.append(depth)
                    takes.append(reached.bit_count())
                    fronts = outcomes.of(reached, starts, left)
                    _list_last(fronts, row, last)
                    _list_onward(fronts[:left], filled, row, onward, layers[depth + 1 :], opened, graph, outcomes)
                numbers.append(rows[reached, starts])
            row_of.append(numbers)
        row_upto.append(len(added))
    sizes = np.cumsum([len(layer) for layer in layers[:dice]])
    begins = np.concatenate([[0], sizes])
    depth_of = np.array(added, dtype=np.int64)
    return Fillings(
        index={filled: int(begins[depth]) + local for depth in range(dice) for filled, local in layers[depth].items()},
        upto=tuple(map(int, sizes)),
        row_of=np.array(row_of, dtype=np.int64),
        row_upto=tuple(row_upto),
        added=depth_of,
        takes=np.array(takes, dtype=np.int64),
        onward=tuple(_linked(listed, placed, depth_of, begins) for placed, listed in enumerate(onward)),
        last=tuple(listed.turns() for listed in last),
    )


def _linked(listed: _Listed, placed: int, depth_of: Whole, begins: Whole) -> Turns:
    """Turns whose indices within a layer became indices of fillings."""
    turns = listed.turns()
    return Turns(turns.row, begins[depth_of[turns.row] + placed] + turns.then, turns.prestige, turns.tokens)


def _list_last(fronts: Sequence[Front], row: int, last: Sequence[_Listed]) -> None:
    """Of all outcomes with the same number of dice only the best prestige by tokens counts at the end."""
    for placed, front in enumerate(fronts):
        best: dict[int, int] = {}
        for outcome in front:
            best[outcome.tokens] = max(best.get(outcome.tokens, -1), outcome.prestige)
        most = -1
        for tokens in sorted(best, reverse=True):
            if best[tokens] > most:
                most = best[tokens]
                last[placed].row.append(row)
                last[placed].prestige.append(most)
                last[placed].tokens.append(tokens)


def _list_onward(
    fronts: Sequence[Front],
    filled: int,
    row: int,
    onward: Sequence[_Listed],
    deeper: Sequence[dict[int, int]],
    opened: dict[int, int],
    graph: SlotGraph,
    outcomes: PathOutcomes,
) -> None:
    for placed, front in enumerate(fronts):
        if not placed:
            continue
        layer, listed = deeper[placed - 1], onward[placed]
        outcomes.spend(len(front))
        for outcome in front:
            now = filled | outcome.filled
            if now not in layer:
                layer[now] = len(layer)
                opened[now] = (opened[filled] if filled or graph.lying else 0) | graph.opened(outcome.filled)
            listed.row.append(row)
            listed.then.append(layer[now])
            listed.prestige.append(outcome.prestige)
            listed.tokens.append(outcome.tokens)
