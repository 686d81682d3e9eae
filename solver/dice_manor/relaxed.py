"""A Grand Opening with every door open: an upper limit that needs no more than counts of slots.

Any dice of a number go into any slots for it that the manor has, and any way to part them into paths is taken. Every
policy of the real manor is one here, so its value cannot be higher.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np

from models.dice_manor.manor import NUMBERS
from models.dice_manor.rewards import REWARDS
from solver.dice_manor.expected_values import Question, Values
from solver.dice_manor.fillings import Fillings, Turns
from solver.dice_manor.slot_graph import SlotGraph


def relaxed_values(graph: SlotGraph, question: Question) -> Values:
    """Values by the dice added alone; no lower than those of any filling with so many.

    A real turn that places s dice of a number earns what some partition of s into paths earns, and s is at most the
    slots for the number, and at most those left in all. Dice may stay out on purpose here, so the same turn is open.
    """
    question = replace(question, choosy=True)
    dice, slots = question.dice, len(graph.places)
    row_of, added, takes = [], list[int](), list[int]()
    onward: list[list[tuple[int, int, int, int]]] = [[] for _ in range(dice + 1)]
    last: list[list[tuple[int, int, int, int]]] = [[] for _ in range(dice + 1)]
    for depth in range(dice):
        rows: dict[int, int] = {}
        for number in NUMBERS:
            fit = max(0, min(graph.accepts[number].bit_count(), slots - depth))
            if fit not in rows:
                rows[fit] = row = len(added)
                added.append(depth)
                takes.append(fit)
                for placed in range(1, min(fit, dice - depth) + 1):
                    earned = [(row, depth + placed, *each) for each in partitions(placed)]
                    last[placed] += earned
                    onward[placed] += earned if depth + placed < dice else []
            row_of.append(rows[fit])
    upto = tuple(range(1, dice + 1))
    row_array = np.array(row_of, dtype=np.int64).reshape(dice, len(NUMBERS))
    fillings = Fillings(
        index={},
        upto=upto,
        row_of=row_array,
        row_upto=tuple(int(rows.max()) + 1 for rows in row_array),
        added=np.array(added, dtype=np.int64),
        takes=np.array(takes, dtype=np.int64),
        onward=tuple(map(_turns, onward)),
        last=tuple(map(_turns, last)),
    )
    return Values(fillings, question)


def _turns(rows: list[tuple[int, int, int, int]]) -> Turns:
    columns = np.array(rows, dtype=np.int64).reshape(-1, 4).T
    return Turns(columns[0], columns[1], columns[2], columns[3])


@cache
def partitions(dice: int) -> tuple[tuple[int, int], ...]:
    """Prestige and tokens of every undominated way to part so many dice into paths."""
    best: dict[int, int] = {}
    for prestige, tokens in _parted(dice, dice):
        best[tokens] = max(best.get(tokens, -1), prestige)
    return tuple(
        (prestige, tokens)
        for tokens, prestige in best.items()
        if all(other <= prestige for more, other in best.items() if more > tokens)
        and not any(other >= prestige for more, other in best.items() if more > tokens)
    )


def _parted(dice: int, longest: int) -> Iterator[tuple[int, int]]:
    if not dice:
        yield 0, 0
    for length in range(1, min(dice, longest) + 1):
        for prestige, tokens in _parted(dice - length, length):
            yield prestige + REWARDS[length].prestige, tokens + REWARDS[length].tokens
