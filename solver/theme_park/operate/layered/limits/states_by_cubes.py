"""The states of a layer in the order of their cubes: prices of paths are tried on many, and say the same of the same cubes
(compiled in part)."""

import numpy as np

from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.compiling import compiled
from solver.theme_park.operate.layered.encoding.park import ParkArrays
from solver.theme_park.operate.layered.kernel.layers import MOST_ROOM, Layer
from solver.theme_park.operate.layered.kernel.path_limits import PathLimit, refute_by_paths

STATE_BITS = MOST_ROOM.bit_length()
"""Bits for the number of a state of a layer."""

NO_WORTHS = np.empty(0)


class StatesByCubes:
    """States of a layer that were alive, those with the same cubes side by side; ``alive`` [state] loses those that are refuted since."""

    def __init__(self, park: ParkArrays, layer: Layer, alive: Array) -> None:
        """The rows are copied, as they are gone through again and again."""
        self.park, self._layer = park, layer
        sorted_by = np.empty(np.count_nonzero(alive), dtype=np.int64)
        pack_cubes(park, layer.rows, alive, sorted_by)
        sorted_by.sort()
        self._cubes = sorted_by >> STATE_BITS
        self._order = order = sorted_by & ((1 << STATE_BITS) - 1)
        self._rows = np.empty((len(order), layer.rows.shape[1]), dtype=layer.rows.dtype)
        copy_rows(layer.rows.view(np.uint64), order, self._rows.view(np.uint64))
        self.alive: Array = np.ones(len(order), dtype=np.bool_)

    @property
    def _tiles(self) -> slice:
        guests = self.park.kinds.size
        return slice(guests, guests + self.park.icons.size)

    @property
    def icons_left(self) -> int:
        """How many icons are free in each of the states, of which there is one at least."""
        return int(np.maximum(0, self.park.icons - self._rows[0, self._tiles].astype(np.int64)).sum())

    def only(self, states: Array) -> tuple[Array, Array, Array]:
        """The rows, the stars and the money of these states."""
        in_layer = self._order[states]
        return self._rows[states], self._layer.stars[in_layer], self._layer.money[in_layer]

    def with_cubes_of(self, state: int, begin: int, end: int) -> slice:
        """The states from ``begin`` to ``end`` that have the same cubes as ``state``."""
        first, last = (int(np.searchsorted(self._cubes, self._cubes[state], side)) for side in ("left", "right"))
        return slice(max(begin, first), min(end, last))

    def refute(self, limit: PathLimit, begin: int, end: int) -> int:
        """Refute states from ``begin`` to ``end`` that cannot use up all their icons by ``limit``; gives how many those are."""
        return self._refuted(limit, self._rows, self.alive, begin, end, NO_WORTHS)

    def lower_half(self, limit: PathLimit, chosen: Array) -> Array:
        """The half of these states that ``limit`` allows less than the others."""
        alive, worths, number = np.ones(len(chosen), dtype=np.bool_), np.empty(len(chosen)), len(chosen)
        self._refuted(limit, self._rows[chosen], alive, 0, number, worths)
        half: Array = chosen[np.sort(np.argsort(worths, kind="stable")[: number // 2])]
        return half

    def _refuted(self, limit: PathLimit, rows: Array, alive: Array, begin: int, end: int, worths: Array) -> int:
        free = np.zeros(self.park.icons.size + 1, dtype=np.int64)
        return int(refute_by_paths(self.park, rows, limit, free, alive, begin, end, worths))

    def leave_only(self, alive: Array) -> None:
        """Go on with those only that are ``alive`` [state of the layer]."""
        self.alive &= alive[self._order]

    def note_refuted(self, alive: Array) -> None:
        """Take those that were refuted from ``alive`` [state of the layer]."""
        alive[self._order[~self.alive]] = False


@compiled
def pack_cubes(park, rows, alive, packed):  # type: ignore[no-untyped-def]
    """Fill ``packed`` with the numbers of the states still ``alive`` [state], what lies above those telling their cubes."""
    guests, count = park.kinds.size, 0
    for state in range(alive.size):
        if not alive[state]:
            continue
        cubes = np.int64(0)
        for tile in range(park.icons.size):
            cubes = cubes * (park.icons[tile] + 1) + rows[state, guests + tile]
        packed[count] = cubes << STATE_BITS | state
        count += 1


@compiled
def copy_rows(words, order, copied):  # type: ignore[no-untyped-def]
    """Copy rows, given as words, in this order."""
    for place in range(order.size):
        for word in range(words.shape[1]):
            copied[place, word] = words[order[place], word]
