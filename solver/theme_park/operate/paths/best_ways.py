"""The best way of a guest from everywhere, after any uses of the tiles, at given prices."""

from typing import NamedTuple

import numpy as np

from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.paths.graph import Paths
from solver.theme_park.operate.paths.levels import Levels, by_uses, levels_from, numbers_in
from solver.theme_park.operate.paths.values import NO_ARC, fill_values
from solver.theme_park.operate.paths.ways import best_way


class ArcValues(NamedTuple):
    """What arcs are worth at given prices, as ``fill_values`` takes it; ``ended`` [node]: the arc by which a way ends there, or NO_ARC."""

    ends: Array
    ended: Array
    walk_costs: Array
    seat_gains: Array


class BestWays:
    """The best ways at the prices that they were filled by last."""

    def __init__(self, paths: Paths) -> None:
        """Nothing filled yet."""
        self._paths = paths
        graph, nodes = paths.graph, paths.nodes
        self._all_levels = self.levels_from(np.zeros_like(graph.most))
        self.values = np.zeros(numbers_in(self._all_levels, nodes))
        self._changed = np.zeros(nodes, dtype=np.bool_)
        self._levels, self._arcs = self._all_levels, self._arc_values(np.zeros(len(paths.arcs.made)))
        self._way = np.zeros((int(graph.most.sum()) + 1) * nodes, dtype=np.int64)
        self._room = np.zeros((2, nodes), dtype=np.int64)

    def levels_from(self, least: Array) -> Levels:
        """The levels of all uses not below ``least`` [counter]."""
        return levels_from(self._paths.graph, least, self._paths.nodes)

    def fill(self, gains: Array, levels: Levels) -> None:
        """Fill what ways are worth by what each arc brings."""
        self._levels, self._arcs = levels, self._arc_values(gains)
        ends, _, walk_costs, seat_gains = self._arcs
        fill_values(self.values, self._changed, levels, self._paths.graph, ends, walk_costs, seat_gains)

    def fill_all(self, gains: Array) -> Array:
        """The same for all uses; gives the values [uses, node]."""
        self.fill(gains, self._all_levels)
        return by_uses(self.values, self._all_levels, self._paths.nodes)

    def worth(self) -> Array:
        """What the best way from each node is worth after the least uses."""
        width = 2  # the number of the least uses, alone in their level, and that of uses that cannot be
        first = self._levels.offsets[-1]
        worth: Array = self.values[first : first + width * self._paths.nodes : width]
        return worth

    def arcs(self, node: int) -> list[int]:
        """The arcs of that way."""
        ends, ended, *costs = self._arcs
        number, last = best_way(
            self.values, self._levels, self._paths.graph, ends, *costs, node, self._way, *self._room
        )
        way: list[int] = self._way[:number].tolist()
        return [*way, int(ended[last])] if last < self._paths.nodes and ended[last] != NO_ARC else way

    def _arc_values(self, gains: Array) -> ArcValues:
        graph, nodes, end_from = self._paths.graph, self._paths.nodes, self._paths.end_from
        walks, others = graph.walk_from.size, graph.walk_from.size + graph.seat_from.size
        ends, ended = np.zeros(nodes), np.full(nodes, NO_ARC, dtype=np.int64)
        np.maximum.at(ends, end_from, gains[others:])
        best = np.flatnonzero((gains[others:] > 0) & (gains[others:] == ends[end_from]))
        ended[end_from[best]] = others + best
        return ArcValues(ends, ended, -gains[:walks], gains[walks:others])
