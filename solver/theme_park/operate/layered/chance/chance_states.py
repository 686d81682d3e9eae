"""Different states of a park in which dice are rerolled, and the ways between them, as columns of arrays."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Self

import numpy as np

from solver.theme_park.operate.arrays import Array

MIXING = np.random.default_rng(1).integers(1 << 62, 1 << 63, 64, dtype=np.uint64) | np.uint64(1)
"""Odd numbers that the words of a state are multiplied by, so that different states have different sums."""

CHUNK = 20_000
"""Rows looked at together."""


class _Columns:
    """Arrays of one length, whose entries with the same index belong together."""

    def __len__(self) -> int:
        return len(next(iter(vars(self).values())))

    def of(self, chosen: Array) -> Self:
        """Those with the indices ``chosen``."""
        return type(self)(*(column[chosen] for column in vars(self).values()))

    @classmethod
    def joined(cls, several: list[Self]) -> Self:
        """All of several sets, in their order."""
        if len(several) == 1:
            return several[0]
        columns = zip(*(vars(each).values() for each in several), strict=True)
        return cls(*(np.concatenate(column) for column in columns))


@dataclass
class States(_Columns):
    """Different states: rows, stars and money taken, dice rolled so far; ``ends`` where nothing but stopping follows."""

    rows: Array
    stars: Array
    money: Array
    rolled: Array
    ends: Array


@dataclass
class Edges(_Columns):
    """Ways from the states of a level: what is decided, what a die shows then (from 0, or NO_FACE), and the state it leads to.

    ``decision``: alike for the ways that differ only in what the die shows and what is done then. ``use``, ``operation``: as a pass
    has them; ``to``: the tile where the die moves, or NOTHING; ``given_up``: skills whose mascots are used up otherwise, a
    bit each. ``level``, ``child``: where the state is.
    """

    parent: Array
    decision: Array
    face: Array
    use: Array
    operation: Array
    to: Array
    given_up: Array
    level: Array
    child: Array


def numbered(words: Callable[[Array], Array], number: int) -> tuple[Array, Array]:
    """Of a ``number`` of rows of 64-bit words the different ones, by the first of each, and of each row which of them it is.

    ``words`` gives some rows by their indices: all of them together would take more memory than what they are made from.
    """
    every = np.arange(number)
    sums = np.concatenate([_sums(words(some)) for some in _chunks(every)]) if number else np.zeros(0, np.uint64)
    _, first, place = np.unique(sums, return_index=True, return_inverse=True)
    place = place.reshape(-1)
    told_apart = all(np.array_equal(words(first[place[some]]), words(some)) for some in _chunks(every))
    if not told_apart:  # two rows have the same sum
        _, first, place = np.unique(words(every), axis=0, return_index=True, return_inverse=True)
    return first, place.reshape(-1)


def _sums(words: Array) -> Array:
    """A sum for each row: sorted by that, they take a fifth of the time that sorting by all words takes."""
    mixing = MIXING[: words.shape[1]]
    mixed = words * mixing
    mixed ^= mixed >> np.uint64(32)
    sums: Array = (mixed * mixing).sum(axis=1)
    return sums


def _chunks(column: Array) -> list[Array]:
    """Some entries after the other, so that what is made of them takes little memory."""
    return [column[begin : begin + CHUNK] for begin in range(0, len(column), CHUNK)]


def without_repeats(states: States) -> tuple[States, Array]:
    """The different ones of ``states``, and of each which of them it is."""

    def words(some: Array) -> Array:
        facts = [column[some] for column in (states.stars, states.money, states.rolled, states.ends)]
        rows = np.ascontiguousarray(states.rows[some]).view(np.uint64)
        return np.concatenate([rows, np.stack(facts, axis=1).astype(np.uint64)], axis=1)

    first, place = numbered(words, len(states))
    return states.of(first), place


def no_edges() -> Edges:
    """No ways."""
    return Edges(*(np.zeros(0, np.int64) for _ in fields(Edges)))


def nowhere(ways: int) -> dict[str, Array]:
    """Where ways lead, before that is known."""
    return {name: np.zeros(ways, np.int64) for name in ("level", "child")}


def no_states(row: Array) -> States:
    """No states, of rows as long as ``row``."""
    nothing = np.zeros(0, np.int64)
    return States(np.zeros((0, len(row)), np.uint16), nothing, nothing, nothing, np.zeros(0, np.bool_))
