"""Uses of the tiles in levels: in each, those after which as many more may follow."""

from typing import NamedTuple

import numpy as np

from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.paths.graph import PathGraph


class Levels(NamedTuple):
    """Where what ways are worth lies: level after level, the first of which no use may follow.

    ``uses`` [place]: the uses that each place stands for, those of a level from ``begins`` [level] on. A level has a row for each
    node, the first of which begins at ``offsets`` [level], and one for what is out of the park; a row has a number for each place of
    the level, and one for uses that cannot be. ``after`` [counter, place]: the place in the level before, counted from its begin, after
    one more use; ``more`` [place]: that after any.
    """

    uses: Array
    begins: Array
    offsets: Array
    after: Array
    more: Array


def levels_from(graph: PathGraph, least: Array, nodes: int) -> Levels:
    """The levels of all uses not below ``least`` [counter], which are the last."""
    everything = np.arange(int((graph.most + 1).prod()))
    counts = everything[:, None] // graph.strides % (graph.most + 1)
    wanted = np.flatnonzero((counts >= least).all(axis=1))
    left = (graph.most - counts[wanted]).sum(axis=1)
    order = np.argsort(left, kind="stable")
    uses, left = wanted[order], left[order]
    sizes = np.bincount(left)
    begins = np.append(0, np.cumsum(sizes))
    places = np.zeros(len(everything), dtype=np.int64)
    places[uses] = np.arange(len(uses)) - begins[left]
    cannot_be = np.append(1, sizes)[left]
    after = np.tile(cannot_be, (graph.most.size, 1))
    for counter, stride in enumerate(graph.strides.tolist()):
        rises = counts[uses, counter] < graph.most[counter]
        after[counter, rises] = places[uses[rises] + stride]
    offsets = np.append(0, np.cumsum((nodes + 1) * (sizes + 1)))[:-1]
    return Levels(uses, begins, offsets, after, more=after.min(axis=0))


def numbers_in(levels: Levels, nodes: int) -> int:
    """How many numbers lie in these levels."""
    return (nodes + 1) * (len(levels.uses) + len(levels.offsets))


def by_uses(values: Array, levels: Levels, nodes: int) -> Array:
    """The values [uses, node], where ``levels`` are of all uses."""
    ordered = np.empty((len(levels.uses), nodes), dtype=np.float32)
    for level, offset in enumerate(levels.offsets.tolist()):
        uses = levels.uses[levels.begins[level] : levels.begins[level + 1]]
        rows = values[offset : offset + nodes * (len(uses) + 1)].reshape(nodes, len(uses) + 1)
        ordered[uses] = rows[:, :-1].T
    return ordered
