"""Layers of states: room for them, choosing the best, and remembering how each was reached."""

import math
from typing import NamedTuple

import numpy as np

from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.layered.encoding.codes import LEAST_PROMISE, LEFT_OUT
from solver.theme_park.operate.layered.kernel.hashing import retable

ROOM, LEAST_ROOM, MOST_ROOM, NARROW_ROOM = 3, 20_000, 280_000, 100
"""Children a layer has room for, in widths, at least, and at most (two such layers take 120 MB); in a narrow pass fewer do, which stay in
the nearest cache."""


class Layer(NamedTuple):
    """States after the same number of operations; ``number[0]`` of the rows are in use."""

    rows: Array
    serving: Array  # the same rows without the guests who can serve no more; ``rows`` itself where nobody asks
    words: Array
    limits: Array  # [state, price]
    stars: Array
    money: Array
    parents: Array
    operations: Array
    uses: Array  # what mascots did before the operation, as a place in the log
    table: Array
    number: Array
    ways: Array  # [way]: parent and child of every way into the layer, where they are recorded
    recorded: Array  # [0] how many those are, [1] whether there were more than there is room for
    cut: Array  # what is too little promise to find room, named in ``codes``


def room_for(width: int) -> int:
    """Children for which a layer of a pass of this width has room."""
    return min(MOST_ROOM, max(ROOM * width, min(LEAST_ROOM, NARROW_ROOM * width)))


def new_layer(
    room: int, width: int, prices: int, *, sets_idle_apart: bool = False, ways: int = 0, limits_promise: bool = False
) -> Layer:
    """An empty layer with room for ``room`` states in rows of ``width`` cells; nothing is written before it is needed.

    ``limits_promise``: whether a state promises the more the more it may bring in the first stage, besides its guidance.
    """
    rows = np.empty((room, width), dtype=np.uint16)
    size = 1 << (2 * room - 1).bit_length()
    return Layer(
        rows=rows,
        serving=np.empty_like(rows) if sets_idle_apart else rows,
        words=rows.view(np.uint64),
        limits=np.empty((room, prices), dtype=np.float64),
        stars=np.empty(room, dtype=np.int32),
        money=np.empty(room, dtype=np.int32),
        parents=np.empty(room, dtype=np.int32),
        operations=np.empty(room, dtype=np.int64),
        uses=np.empty(room, dtype=np.int32),
        table=np.full(size, -1, dtype=np.int32),
        number=np.zeros(1, dtype=np.int64),
        ways=np.empty((ways, 2), dtype=np.int32),
        recorded=np.zeros(2, dtype=np.int64),
        cut=np.array([-math.inf, float(limits_promise), -math.inf]),
    )


def clear(layer: Layer) -> None:
    """Forgets all states of ``layer``."""
    layer.number[0] = layer.recorded[0] = 0
    layer.table[:] = -1
    layer.cut[LEAST_PROMISE] = layer.cut[LEFT_OUT] = -math.inf


def keep_ways(layer: Layer, chosen: Array, into: Array) -> None:
    """Keep the ways into the states ``chosen``, numbered as they will be; ``into`` [state]: what stands for a state."""
    while (into[into] != into).any():
        into = into[into]
    renumbered = np.full(len(into), -1)
    renumbered[chosen] = np.arange(len(chosen))
    number = int(layer.recorded[0])
    to = renumbered[into[layer.ways[:number, 1]]]
    left = np.flatnonzero(to >= 0)
    layer.ways[: len(left), 0], layer.ways[: len(left), 1] = layer.ways[left, 0], to[left]
    layer.recorded[0] = len(left)


def put_first(layer: Layer, chosen: Array) -> None:
    """Change places so that the states with the indices ``chosen`` come first; the table is to be filled anew then."""
    number = len(chosen)
    come = chosen[chosen >= number]
    go = np.setdiff1d(np.arange(number), chosen, assume_unique=True)
    for column in _columns(layer):
        column[go], column[come] = column[come], column[go]


def keep(layer: Layer, chosen: Array) -> None:
    """Keep the states with the indices ``chosen``, in that order."""
    for column in _columns(layer):
        column[: len(chosen)] = column[chosen]
    layer.number[0] = len(chosen)
    retable(layer)


def _columns(layer: Layer) -> list[Array]:
    """All that a layer tells of each state."""
    own = [] if layer.serving is layer.rows else [layer.serving]
    return [layer.rows, *own, layer.limits, layer.stars, layer.money, layer.parents, layer.operations, layer.uses]
