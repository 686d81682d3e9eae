"""The states of a layer in the order of their cubes: prices of paths are tried on many, and say the same of the same cubes."""

import numpy as np

from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.layered.layers import Layer
from solver.theme_park.operate.layered.park import ParkArrays
from solver.theme_park.operate.layered.path_limits import PathLimit, refute_by_paths


class StatesByCubes:
    """States of a layer that were alive, those with the same cubes side by side; ``alive`` [state] loses those that are refuted since."""

    def __init__(self, park: ParkArrays, layer: Layer, alive: Array) -> None:
        """The rows are copied, as they are gone through again and again."""
        self.park = park
        chosen = np.flatnonzero(alive)
        packed = np.zeros(len(chosen), dtype=np.int64)
        for tile, icons in enumerate(
            park.icons.tolist(), start=park.kinds.size
        ):  # a tile at a time: there may be very many states
            packed *= icons + 1
            packed += layer.rows[chosen, tile]
        order = chosen[np.argsort(packed)]
        self._rows, self._stars, self._money = (column[order] for column in (layer.rows, layer.stars, layer.money))
        self._order = order
        self.alive: Array = np.ones(len(order), dtype=np.bool_)

    @property
    def _tiles(self) -> slice:
        guests = self.park.kinds.size
        return slice(guests, guests + self.park.icons.size)

    @property
    def icons_left(self) -> int:
        """How many icons are free in each of the states, of which there is one at least."""
        return int(np.maximum(0, self.park.icons - self._rows[0, self._tiles].astype(np.int64)).sum())

    def only(self, state: int) -> tuple[Array, Array, Array]:
        """The row, the stars and the money of one state, each as an array of one."""
        one = slice(state, state + 1)
        return self._rows[one], self._stars[one], self._money[one]

    def refute(self, limit: PathLimit, begin: int, end: int) -> int:
        """Refute states from ``begin`` to ``end`` that cannot use up all their icons by ``limit``; gives how many those are."""
        free = np.zeros(self.park.icons.size + 1, dtype=np.int64)
        return int(refute_by_paths(self.park, self._rows, limit, free, self.alive, begin, end))

    def leave_only(self, alive: Array) -> None:
        """Go on with those only that are ``alive`` [state of the layer]."""
        self.alive &= alive[self._order]

    def note_refuted(self, alive: Array) -> None:
        """Take those that were refuted from ``alive`` [state of the layer]."""
        alive[self._order[~self.alive]] = False
