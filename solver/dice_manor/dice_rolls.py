"""Rolls as multisets: every way that up to nine dice can show, and how one becomes another."""

from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Indices: TypeAlias = NDArray[np.int64]
FACES = 6
Counts: TypeAlias = tuple[int, int, int, int, int, int]
"""How many dice show 1, 2, … 6."""


class Level(NamedTuple):
    """The multisets of some number of dice, in a fixed order, and their neighbours as indices.

    ``counts``: (multisets, 6). ``numbers``: the index of each multiset. ``with_die``: (multisets, 6), the multiset with one die more of each number, in the next
    level. ``without_die``: (multisets, 6), with one die less, in the level before; a number that does not show leads to
    where another one does. ``nudged``: (multisets, 12), with one die turned by 1; itself where there is no such die.
    """

    counts: Indices
    numbers: dict[Counts, int]
    with_die: Indices
    without_die: Indices
    nudged: Indices


@cache
def multisets(dice: int) -> tuple[Counts, ...]:
    """Every multiset of ``dice`` dice as counts."""
    found = []
    for faces in combinations_with_replacement(range(FACES), dice):
        found.append(tuple(faces.count(face) for face in range(FACES)))
    return tuple(found)  # type: ignore[arg-type]  # each has six counts


@cache
def level(dice: int) -> Level:
    """The multisets of ``dice`` dice."""
    here = multisets(dice)
    index = {counts: number for number, counts in enumerate(here)}
    above = {counts: number for number, counts in enumerate(multisets(dice + 1))}
    below = {counts: number for number, counts in enumerate(multisets(dice - 1))} if dice else {}
    with_die = [[above[changed(counts, face, 1)] for face in range(FACES)] for counts in here]
    without = [[below[changed(counts, face, -1)] for face in range(FACES) if counts[face]] for counts in here]
    without = [(row + [row[0]] * FACES)[:FACES] if row else [0] * FACES for row in without]
    nudged = [
        [
            index[changed(changed(counts, face, -1), (face + by) % FACES, 1)] if counts[face] else index[counts]
            for face in range(FACES)
            for by in (1, -1)
        ]
        for counts in here
    ]
    return Level(
        *(np.array(here, dtype=np.int64), index),
        *(np.array(rows, dtype=np.int64) for rows in (with_die, without, nudged)),
    )


def changed(counts: Counts, face: int, by: int) -> Counts:
    """``counts`` with so many dice more of the face with that index (0 for a 1)."""
    listed = list(counts)
    listed[face] += by
    return tuple(listed)  # type: ignore[return-value]  # as many as before


def counts_of(numbers: tuple[int, ...]) -> Counts:
    """The multiset of what dice show."""
    return tuple(numbers.count(number) for number in range(1, FACES + 1))  # type: ignore[return-value]  # six of them
