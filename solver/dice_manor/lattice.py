"""A roll and the tokens after it: the best of placing, turning a die and rolling any dice again, for every roll at once.

Dice are kept or rolled again by multisets: what keeping some is worth is the mean over one die more, level by level, and
the best multiset to keep is found by one pass of maxima (``dice_rolls``).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.shared.deadline import spend
from solver.dice_manor.dice_rolls import FACES, Counts, Level, changed, counts_of, level

Numbers: TypeAlias = NDArray[Any]


@dataclass(frozen=True)
class Lattice:
    """Values at a roll, by tokens: ``rolled[t]`` of each roll, ``kept[t][k]`` of keeping k of the dice.

    ``kept`` are in the fraction of ``6**kept_scale[t]`` (whole numbers only).
    """

    rolled: tuple[Numbers, ...]
    kept: tuple[tuple[Numbers, ...], ...]
    kept_scale: tuple[int, ...]


def look_ahead(placed: Numbers, left: int, keep: list[Lattice] | None = None) -> Numbers:
    """(tokens, width): values before a roll of ``left`` dice.

    ``placed``: (dice of the number, number, tokens, width), the best turn with so many dice of a number; whole numbers
    where its type is ``object``, and the answer is then ``6**(left * tokens)`` times larger. ``keep`` gets what lies
    between roll and turn. Raises TimeOver (``models.shared.deadline``).
    """
    exact = placed.dtype == object
    tokens, width = placed.shape[2:]
    before = np.empty((tokens, width), dtype=placed.dtype)
    lift = FACES**left if exact else 1
    better: Numbers | None = None
    values, lattice, scale = list[Numbers](), list[tuple[Numbers, ...]](), list[int]()
    for t in range(tokens):
        rolled = _best_number(placed[:, :, t], left)
        value = rolled * lift**t if exact else rolled
        value = value if better is None else np.maximum(value, better)
        kept = _kept(value * lift if exact else value, left, exact=exact)
        before[t] = kept[0][0] * lift ** (tokens - 1 - t)
        if keep is not None:
            values.append(value)
            lattice.append(tuple(kept))
            scale.append(left * (t + 1))
        if t + 1 < tokens:
            better = _best_kept(kept)
            scaled = value * lift if exact else value
            nudged = level(left).nudged
            for column in range(nudged.shape[1]):
                np.maximum(better, scaled[nudged[:, column]], out=better)
    if keep is not None:
        keep.append(Lattice(tuple(values), tuple(lattice), tuple(scale)))
    return before


def _best_number(placed: Numbers, left: int) -> Numbers:
    """(rolls, width): the best of the numbers that each roll shows, of (dice, number, width)."""
    spend()
    counts = level(left).counts
    best: Numbers = placed[counts[:, 0], 0]
    for face in range(1, FACES):
        np.maximum(best, placed[counts[:, face], face], out=best)
    return best


def _kept(value: Numbers, left: int, *, exact: bool) -> list[Numbers]:
    """By number of dice kept: the value of keeping each multiset and rolling the others."""
    levels = [value]
    for dice in range(left - 1, -1, -1):
        spend()
        above, with_die = levels[-1], level(dice).with_die
        total = above[with_die[:, 0]]
        for face in range(1, FACES):
            total = total + above[with_die[:, face]]
        levels.append(total // FACES if exact else total / FACES)
    return levels[::-1]


def _best_kept(kept: Sequence[Numbers]) -> Numbers:
    """For each roll, the best of its multisets to keep."""
    best = kept[0]
    for dice in range(1, len(kept)):
        spend()
        without: Level = level(dice)
        now = kept[dice].copy()
        for face in range(FACES):
            np.maximum(now, best[without.without_die[:, face]], out=now)
        best = now
    return best


def rerolls(rolled: tuple[int, ...]) -> list[tuple[tuple[int, ...], Counts]]:
    """Every way to roll dice again: their indices, and what is kept; dice that show the same are rolled in one way only."""
    multisets: set[Counts] = {(0, 0, 0, 0, 0, 0)}
    for face, many in enumerate(counts_of(rolled)):
        multisets |= {changed(each, face, by) for each in multisets for by in range(1, many + 1)}
    ways = []
    for counts in sorted(multisets):
        again, left = [], list(counts)
        for die, shown in enumerate(rolled):
            if left[shown - 1]:
                left[shown - 1] -= 1
            else:
                again.append(die)
        if again:
            ways.append((tuple(again), counts))
    return ways
