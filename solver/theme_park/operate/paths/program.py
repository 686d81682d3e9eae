"""The path relaxation of one position, however its prices are sought: rows that are no guest's, columns, and the arcs of ways."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from models.theme_park.guests import LOWEST, TileId
from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.flow.prices import Pricing, Supplies, weighted
from solver.theme_park.operate.flow.records import Node, Quantity, Row
from solver.theme_park.operate.paths.graph import paths_of
from solver.theme_park.operate.paths.values import NO_ARC
from solver.theme_park.operate.tables import VALUES

EXACT = 1e-6
"""What is taken for rounding in a solution, a column's profit or a bought amount."""


@dataclass(frozen=True)
class PathPrices:
    """Prices, and what the way of a guest is worth at them: a limit on what any supplies still bring.

    ``values`` [uses, node]; ``constant`` is what the rows that are no supplies bring.
    """

    values: Array
    duals: Array  # [row of the program]
    constant: float
    icons: Array  # [tile]
    maps: float
    adjustments: float
    guides: float
    managers: float
    skills: Array
    cubes: float


@dataclass(frozen=True)
class Question:
    """What supplies bring is asked: ``supplied`` [row], ``least`` [counter] the uses that are gone, ``uses`` the same as one number.

    ``counts`` [start] guests stand at the nodes ``starts`` [start].
    """

    supplied: Array
    least: Array
    uses: int
    starts: Array
    counts: Array

    def limit(self, prices: PathPrices) -> float:
        """What ``prices`` allow."""
        return float(prices.duals @ self.supplied) + float(self.counts @ prices.values[self.uses, self.starts])


class PathProgram:
    """Rows, columns and arcs of one position."""

    def __init__(self, pricing: Pricing, most: Mapping[TileId, int]) -> None:
        """``most``: how often each tile may be used, at most, in any question."""
        self._pricing, self._network = pricing, pricing.network
        network = self._network
        self.paths = paths_of(network, most)
        self._kinds = {kind: number for number, kind in enumerate(network.kinds)}
        inside = {made.number for made in self.paths.arcs.made}
        nodes = {row.index() for row in [*network.nodes.values(), *network.ways]}
        self._fixed = [made for made in network.columns if made.number not in inside and not _touches(made.uses, nodes)]
        self._rows = [row for row in network.rows if row.index() not in nodes]
        numbers = [row.index() for row in self._rows]
        self._place = np.full(max(numbers) + 1, NO_ARC, dtype=np.int64)
        self._place[numbers] = np.arange(len(numbers))
        self.equal: Array = np.array([number in network.equalities for number in numbers])
        self.arc_rows: Array = self._place[self.paths.arcs.row]
        columns = [network.solver.variable(made.number) for made in self._fixed]
        self.fixed_uses: Array = np.array(
            [[row.GetCoefficient(column) for row in self._rows] for column in columns], dtype=np.float64
        ).reshape(len(columns), len(self._rows))
        self.icons: Array = np.array([self._place_of(network.icons[tile.id]) for tile in network.position.tiles])
        self.managers = self._place_of(network.managers)
        self._brought: dict[Quantity, tuple[Array, Array]] = {}

    def question(self, have: Supplies) -> Question:
        """What ``have`` brings."""
        supplied = np.zeros(len(self._rows))
        for row, limit in [*self._network.fixed, *self._pricing.shared(have)]:
            if (place := self._place_of(row)) != NO_ARC:
                supplied[place] = limit
        tables = self._network.tables
        free = [
            round(have.icons[tile.id] + min(have.managers, tables.managers_on(tile.id)))
            for tile in self._network.position.tiles
        ]
        graph, uses = self.paths.graph, int(self.uses(np.array([free]))[0])
        starts = np.array([self.node(node) for node in have.guests], dtype=np.int64)
        counts = np.array(list(have.guests.values()), dtype=np.float64)
        return Question(supplied, uses // graph.strides % (graph.most + 1), uses, starts, counts)

    def effort(self, question: Question) -> int:
        """How many numbers are filled where it is told what ways are worth: one for each arc after all uses that may follow."""
        graph = self.paths.graph
        return int(np.prod(graph.most - question.least + 1)) * (graph.walk_from.size + graph.seat_from.size)

    def limits(self, prices: PathPrices, have: Supplies, icons: Array) -> Array:
        """What ``prices`` allow with each row of free icons [question, tile] and else what ``have`` holds, a cube for each icon."""
        uses = self.uses(icons)
        limits = prices.constant + icons @ (prices.icons + prices.cubes)
        adjustments = have.mascots * self._network.tables.per_mascot
        limits += prices.maps * have.maps + prices.adjustments * adjustments + prices.guides * have.guides
        limits += prices.managers * have.managers + float(prices.skills @ np.array(have.skills))
        for node, count in have.guests.items():
            limits += count * prices.values[uses, self.node(node)]
        return limits

    def uses(self, icons: Array) -> Array:
        """The uses of supplies with so many free icons [state, tile]: what is not free is used."""
        graph = self.paths.graph
        free = np.zeros((len(icons), graph.most.size), dtype=np.int64)
        for tile, counter in enumerate(self.paths.counters.tolist()):
            free[:, counter] += icons[:, tile]
        uses: Array = (graph.most - np.minimum(free, graph.most)) @ graph.strides
        return uses

    def node(self, node: Node) -> int:
        """The number of a guest's node."""
        kind, tile, floating, value = node
        tiles = len(self._network.position.tiles)
        place = self._network.position.tile_index[tile] + tiles * floating
        return self._kinds[kind] * self.paths.codes + place * len(VALUES) + value - LOWEST

    def brings(self, goal: Quantity) -> tuple[Array, Array]:
        """What a unit of each fixed column and of each arc brings of ``goal``.

        Raises ValueError where a walk alone brings something, as fares bring dollars.
        """
        if goal not in self._brought:
            fixed, arcs = (
                np.array([weighted(goal, made.brings) for made in columns])
                for columns in (self._fixed, self.paths.arcs.made)
            )
            if arcs[: self.paths.graph.walk_from.size].any():
                raise ValueError(f"Walks bring {goal}: there is no end of them.")
            self._brought[goal] = fixed, arcs
        return self._brought[goal]

    def gains(self, goal: Quantity, duals: Array) -> Array:
        """What each arc brings at these prices."""
        arcs = self.paths.arcs
        gains: Array = self.brings(goal)[1] - np.bincount(
            arcs.arc, weights=arcs.amount * duals[self.arc_rows], minlength=len(arcs.made)
        )
        return gains

    def holds(self, goal: Quantity, duals: Array) -> bool:
        """Whether no column besides the paths' pays at these prices: otherwise they limit nothing."""
        return bool(np.all(self.brings(goal)[0] - self.fixed_uses @ duals <= EXACT))

    def network_duals(self, have: Supplies, goal: Quantity) -> Array:
        """The prices by which the flow relaxation limits what ``have`` brings of ``goal``."""
        self._pricing.solve(goal, have)
        return self.solved_duals()

    def solved_duals(self) -> Array:
        """The prices of the flow relaxation, where it was solved last."""
        return self.allowed(np.array([row.dual_value() for row in self._rows]))

    def allowed(self, duals: Array) -> Array:
        """No price of what may be left over is below zero."""
        return np.where(self.equal, duals, np.maximum(0.0, duals))

    def read(self, duals: Array, values: Array) -> PathPrices:
        """The prices ``duals``, at which ways are worth ``values`` [uses, node]."""
        network = self._network
        supplies = [network.maps, network.adjustments, network.guides, network.managers, network.cubes]

        def price(row: Row) -> float:
            place = self._place_of(row)
            return 0.0 if place == NO_ARC else float(duals[place])

        maps, adjustments, guides, managers, cubes = map(price, supplies)
        return PathPrices(
            values=values,
            duals=duals,
            constant=float(sum(price(row) * limit for row, limit in network.fixed)),
            icons=np.array([price(network.icons[tile.id]) for tile in network.position.tiles]),
            maps=maps,
            adjustments=adjustments,
            guides=guides,
            managers=managers,
            skills=np.array([price(row) for row in network.skills]),
            cubes=cubes,
        )

    def _place_of(self, row: Row) -> int:
        number = row.index()
        return int(self._place[number]) if number < len(self._place) else NO_ARC


def _touches(uses: tuple[tuple[Row, float], ...], nodes: set[int]) -> bool:
    return any(row.index() in nodes for row, _ in uses)
