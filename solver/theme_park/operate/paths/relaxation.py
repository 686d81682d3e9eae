"""The path relaxation: each guest goes a whole way of its own, and what guests share is weighed by prices.

The flow relaxation lets guests be divided: a third of a guest may serve one operation three times, and turns of mascots keep
a flow going in a circle that no guest ever joined. Here a guest's way is one path that begins where the guest is and uses no
tile more often than its icons allow; only parties, icons and cards are relaxed. Paths are made when they pay (column
generation; the bound is Lagrange's, so it holds whenever the search for paths is broken off. Luebbecke and Desrosiers, 2005).
"""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from ortools.linear_solver import pywraplp

from models.theme_park.guests import LOWEST, TileId
from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.flow.network import PRIMAL_SIMPLEX
from solver.theme_park.operate.flow.prices import Pricing, Supplies, weighted
from solver.theme_park.operate.flow.records import Column, Node, Quantity, Row
from solver.theme_park.operate.paths.best_ways import BestWays
from solver.theme_park.operate.paths.graph import paths_of
from solver.theme_park.operate.paths.values import NO_ARC
from solver.theme_park.operate.tables import VALUES

BOX = 0.15
"""How far a round's prices may be from the best so far, in units of the goal (Marsten, Hogan and Blankenship, 1975): with few
paths known a solution's prices say nothing."""

MOST_PATHS, KEPT_PATHS = 1_500, 750
"""Paths remembered, and how many of them are when there are more: those that lack least at the last prices (board-all4-07: 694 rounds for
108 questions instead of 953 where all were forgotten, board5-04 341 for 24 instead of 387). With 4,000 linear programs take longer than the
rounds that they spare (board3-08, 3-12)."""

UNSCALED = f"{PRIMAL_SIMPLEX} use_scaling: false"
"""Rows and columns of small whole numbers need no scaling (board4-02: 18,000 instead of 63,000 steps of the simplex method, board3-08
35,000 instead of 53,000)."""

EXACT = 1e-6
"""What is taken for rounding in a solution, a column's profit or a bought amount."""


@dataclass(frozen=True)
class PathPrices:
    """Prices, and what the way of a guest is worth at them: a limit on what any supplies still bring.

    ``values`` [uses, node]; ``constant`` is what the rows that are no supplies bring.
    """

    values: Array
    duals: Array  # [row of the master program]
    constant: float
    icons: Array  # [tile]
    maps: float
    adjustments: float
    guides: float
    managers: float
    skills: Array
    cubes: float


class PathRelaxation:
    """The relaxation of one position, for goals that the network's columns bring."""

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
        self._equal: Array = np.array([number in network.equalities for number in numbers])
        self._arc_rows = self._place[self.paths.arcs.row]
        self._ways = BestWays(self.paths)
        self._uses_of_arcs: list[list[tuple[int, float]]] = [[] for _ in self.paths.arcs.made]
        uses_of_arcs = (self.paths.arcs.arc, self._arc_rows, self.paths.arcs.amount)
        for arc, row, by in zip(*(each.tolist() for each in uses_of_arcs), strict=True):
            self._uses_of_arcs[arc].append((row, by))
        self._duals = np.zeros(len(self._rows))
        self._goal = Quantity()
        self._brings = np.zeros(len(self.paths.arcs.made))
        self._forget()

    def limit(
        self,
        have: Supplies,
        goal: Quantity,
        target: float,
        stop: Callable[[], bool],
        near: Array | None,
        rounds: int,
        box: float = BOX,
    ) -> tuple[float, Array]:
        """The least limit found on what ``have`` brings of ``goal``, and the duals that show it, sought from those ``near``.

        The search for it ends where the limit falls below ``target`` or is known not to; it is infinite where it was stopped at once.
        Raises ValueError where a walk alone brings something of the goal, as fares bring dollars.
        """
        self._ask(have, goal)
        least = self._least(have)
        starts = self._starts(have)
        levels = self._ways.levels_from(least)
        best, center = math.inf, self._network_duals() if near is None else near
        duals = center
        for number in range(rounds):
            if stop():
                break
            if number:
                self._keep_near(center, box)
                if self._solver.Solve() != pywraplp.Solver.OPTIMAL:
                    break
                if self._solver.Objective().Value() >= target and not self._at_the_edge():
                    break
                duals = np.array([row.dual_value() for row in self._master])
                duals[~self._equal] = np.maximum(0.0, duals[~self._equal])
            if not self._holds(duals):
                break
            self._duals = duals
            self._ways.fill(self._gains(duals), levels)
            limit = float(duals @ self._supplied)
            limit += sum(count * self._ways.worth(node) for node, count in starts.items())
            if limit < best:
                best, center = limit, duals
            if best < target:
                break
            if not self._grow(starts) and number and not self._at_the_edge():
                break
        return best, center

    def prices(self, duals: Array) -> PathPrices:
        """The prices by ``duals``, for the goal of the last question."""
        return self._read(duals, self._ways.fill_all(self._gains(duals)))

    def limits(self, prices: PathPrices, have: Supplies, icons: Array) -> Array:
        """What ``prices`` allow with each row of free icons [question, tile] and else what ``have`` holds, a cube for each icon."""
        uses = self.uses(icons)
        limits = prices.constant + icons @ (prices.icons + prices.cubes)
        adjustments = have.mascots * self._network.tables.per_mascot
        limits += prices.maps * have.maps + prices.adjustments * adjustments + prices.guides * have.guides
        limits += prices.managers * have.managers + float(prices.skills @ np.array(have.skills))
        for node, count in self._starts(have).items():
            limits += count * prices.values[uses, node]
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

    def _forget(self) -> None:
        """A master program without any path."""
        self._solver = pywraplp.Solver.CreateSolver("GLOP")
        self._solver.SetSolverSpecificParametersAsString(UNSCALED)
        infinity = self._solver.infinity()
        self._master: list[Row] = [
            self._solver.Constraint(0.0 if row.index() in self._network.equalities else -infinity, 0.0)
            for row in self._rows
        ]
        self._columns: list[Column] = []
        self._fixed_uses = np.zeros((len(self._fixed), len(self._rows)))
        for number, made in enumerate(self._fixed):
            column = self._solver.NumVar(0, infinity, "")
            self._columns.append(column)
            whole = self._network.solver.variable(made.number)
            self._fixed_uses[number] = [row.GetCoefficient(whole) for row in self._rows]
            for place in np.flatnonzero(self._fixed_uses[number]).tolist():
                self._master[place].SetCoefficient(column, float(self._fixed_uses[number, place]))
        self._below, self._above = ([self._solver.NumVar(0, infinity, "") for _ in self._rows] for _ in range(2))
        for row, below, above in zip(self._master, self._below, self._above, strict=True):
            row.SetCoefficient(below, 1.0)
            row.SetCoefficient(above, -1.0)
        self._near: Array | None = None
        self._box = 0.0
        self._whole: dict[int, Row] = {}
        self._known: dict[tuple[int, ...], tuple[Column, Array]] = {}
        self._shut: Array = np.zeros(0, dtype=np.bool_)

    def _ask(self, have: Supplies, goal: Quantity) -> None:
        """Supplies and goal of a question; paths that use a tile more often than it has free icons are shut."""
        if len(self._known) > MOST_PATHS:
            kept = self._best_paths(KEPT_PATHS)
            self._forget()
            for path in kept:
                self._add_column(path)
        infinity = self._solver.infinity()
        self._supplied = np.zeros(len(self._rows))
        for row, limit in [*self._network.fixed, *self._pricing.varying(have)]:
            if row.index() < len(self._place) and self._place[row.index()] != NO_ARC:
                self._supplied[self._place[row.index()]] = limit
                self._master[self._place[row.index()]].SetUb(limit)
        for row in self._whole.values():
            row.SetUb(0.0)
        for node, count in self._starts(have).items():
            self._whole_row(node).SetUb(count)
        objective = self._solver.Objective()
        objective.SetMaximization()
        self._fixed_brings = np.array([weighted(goal, made.brings) for made in self._fixed])
        for column, brought in zip(self._columns, self._fixed_brings.tolist(), strict=True):
            objective.SetCoefficient(column, brought)
        free = self.paths.graph.most - self._least(have)
        if goal != self._goal:
            self._goal, self._brings = goal, np.array([weighted(goal, made.brings) for made in self.paths.arcs.made])
            if self._brings[: self.paths.graph.walk_from.size].any():
                raise ValueError(f"Walks bring {goal}: there is no end of them.")
            for path, (column, _) in self._known.items():
                objective.SetCoefficient(column, float(self._brings[list(path[1:])].sum()))
        columns = list(self._known.values())
        fits: Array = np.all(np.array([used for _, used in columns]).reshape(len(columns), len(free)) <= free, axis=1)
        shut = np.append(
            self._shut, np.zeros(len(columns) - len(self._shut), dtype=np.bool_)
        )  # paths found since are open
        for number in np.flatnonzero(fits == shut).tolist():
            columns[number][0].SetUb(infinity if fits[number] else 0.0)
        self._shut = ~fits

    def _keep_near(self, center: Array, box: float) -> None:
        """Let no price be further than ``box`` from ``center``: what a row lacks or has too much of may be bought and sold."""
        if self._near is center and self._box == box:
            return
        self._near, self._box, objective = center, box, self._solver.Objective()
        for below, above, price in zip(self._below, self._above, center.tolist(), strict=True):
            objective.SetCoefficient(below, price - box)
            objective.SetCoefficient(above, -price - box)

    def _at_the_edge(self) -> bool:
        """Whether anything was bought or sold: prices further away would be better."""
        return any(column.solution_value() > EXACT for column in (*self._below, *self._above))

    def _holds(self, duals: Array) -> bool:
        """Whether no column besides the paths' pays at these prices: otherwise they limit nothing."""
        return bool(np.all(self._fixed_brings - self._fixed_uses @ duals <= EXACT))

    def _least(self, have: Supplies) -> Array:
        graph = self.paths.graph
        tables = self._network.tables
        free = [
            round(have.icons[tile.id] + min(have.managers, tables.managers_on(tile.id)))
            for tile in self._network.position.tiles
        ]
        least: Array = self.uses(np.array([free]))[0] // graph.strides % (graph.most + 1)
        return least

    def _starts(self, have: Supplies) -> dict[int, float]:
        return {self.node(node): count for node, count in have.guests.items()}

    def network_duals(self, have: Supplies, goal: Quantity) -> Array:
        """The prices by which the flow relaxation limits what ``have`` brings of ``goal``."""
        self._pricing.solve(goal, have)
        return self._network_duals()

    def _network_duals(self) -> Array:
        """The prices of the flow relaxation, where it was solved last."""
        duals = np.array([row.dual_value() for row in self._rows])
        duals[~self._equal] = np.maximum(0.0, duals[~self._equal])
        return duals

    def _grow(self, starts: Iterable[int]) -> bool:
        """New columns of the best paths; False when all are known."""
        grown = False
        for start in starts:
            path = (start, *self._ways.arcs(start))
            if len(path) > 1 and path not in self._known:
                grown = True
                self._add_column(path)
        return grown

    def _add_column(self, path: tuple[int, ...]) -> None:
        """The column of a path, which is a node and the arcs from there."""
        column = self._solver.NumVar(0, self._solver.infinity(), "")
        arcs = np.array(path[1:])
        self._whole_row(path[0]).SetCoefficient(column, 1.0)
        coefficients: dict[int, float] = {}
        for arc in path[1:]:
            for row, by in self._uses_of_arcs[arc]:
                coefficients[row] = coefficients.get(row, 0.0) + by
        for row, by in coefficients.items():
            self._master[row].SetCoefficient(column, by)
        self._solver.Objective().SetCoefficient(column, float(self._brings[arcs].sum()))
        seats = arcs - self.paths.graph.walk_from.size
        seated = seats[(seats >= 0) & (seats < self.paths.graph.seat_from.size)]
        counters = self.paths.graph.seat_counter[seated]
        self._known[path] = (column, np.bincount(counters, minlength=self.paths.graph.most.size))

    def _whole_row(self, start: int) -> Row:
        """The row that says how many guests stand at a node."""
        if start not in self._whole:
            self._whole[start] = self._solver.Constraint(-self._solver.infinity(), 0.0)
        return self._whole[start]

    def _best_paths(self, number: int) -> list[tuple[int, ...]]:
        """The known paths that lack least of the best one from where they begin, at the last prices."""
        gains = self._gains(self._duals)
        worth = {path: float(gains[list(path[1:])].sum()) for path in self._known}
        best: dict[int, float] = {}
        for path, each in worth.items():
            best[path[0]] = max(each, best.get(path[0], -math.inf))
        return sorted(worth, key=lambda path: best[path[0]] - worth[path])[:number]

    def _gains(self, duals: Array) -> Array:
        """What each arc brings at these prices."""
        arcs = self.paths.arcs
        gains: Array = self._brings - np.bincount(
            arcs.arc, weights=arcs.amount * duals[self._arc_rows], minlength=len(arcs.made)
        )
        return gains

    def _read(self, duals: Array, values: Array) -> PathPrices:
        network = self._network
        supplies = [network.maps, network.adjustments, network.guides, network.managers, network.cubes]

        def price(row: Row) -> float:
            place = self._place[row.index()]
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


def _touches(uses: tuple[tuple[Row, float], ...], nodes: set[int]) -> bool:
    return any(row.index() in nodes for row, _ in uses)
