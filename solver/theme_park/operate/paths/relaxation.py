"""The path relaxation: each guest goes a whole way of its own, and what guests share is weighed by prices.

The flow relaxation lets guests be divided: a third of a guest may serve one operation three times, and turns of mascots keep
a flow going in a circle that no guest ever joined. Here a guest's way is one path that begins where the guest is and uses no
tile more often than its icons allow; only parties, icons and cards are relaxed. Paths are made when they pay (column
generation; the bound is Lagrange's, so it holds whenever the search for paths is broken off. Luebbecke and Desrosiers, 2005).
"""

import math
from collections.abc import Callable

import numpy as np
from ortools.linear_solver import pywraplp

from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.flow.network import PRIMAL_SIMPLEX
from solver.theme_park.operate.flow.records import Column, Quantity, Row
from solver.theme_park.operate.paths.best_ways import BestWays
from solver.theme_park.operate.paths.program import EXACT, PathProgram, Question

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


class PathRelaxation:
    """The relaxation of one position, for goals that the network's columns bring."""

    def __init__(self, program: PathProgram) -> None:
        """No paths yet."""
        self._program = program
        arcs = program.paths.arcs
        self.ways = BestWays(program.paths)
        self._uses_of_arcs: list[list[tuple[int, float]]] = [[] for _ in arcs.made]
        for arc, row, by in zip(*(each.tolist() for each in (arcs.arc, program.arc_rows, arcs.amount)), strict=True):
            self._uses_of_arcs[arc].append((row, by))
        self._duals = np.zeros(len(program.equal))
        self._goal = Quantity()
        self._forget()

    def limit(
        self,
        question: Question,
        goal: Quantity,
        target: float,
        stop: Callable[[], bool],
        near: Array,
        rounds: int,
        box: float = BOX,
    ) -> tuple[float, Array]:
        """The least limit found on what the supplies bring of ``goal``, and the duals that show it, sought from those ``near``.

        The search for it ends where the limit falls below ``target`` or is known not to; it is infinite where it was stopped at once.
        Raises ValueError where a walk alone brings something of the goal, as fares bring dollars.
        """
        program, ways = self._program, self.ways
        self._ask(question, goal)
        levels = ways.levels_from(question.least)
        best, center = math.inf, near
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
                duals = program.allowed(np.array([row.dual_value() for row in self._master]))
            if not program.holds(goal, duals):
                break
            self._duals = duals
            ways.fill(program.gains(goal, duals), levels)
            limit = float(duals @ question.supplied) + float(question.counts @ ways.worth()[question.starts])
            if limit < best:
                best, center = limit, duals
            if best < target:
                break
            if not self._grow(question) and number and not self._at_the_edge():
                break
        return best, center

    def _forget(self) -> None:
        """A master program without any path."""
        self._solver = pywraplp.Solver.CreateSolver("GLOP")
        self._solver.SetSolverSpecificParametersAsString(UNSCALED)
        infinity = self._solver.infinity()
        self._master: list[Row] = [
            self._solver.Constraint(0.0 if equal else -infinity, 0.0) for equal in self._program.equal
        ]
        self._columns: list[Column] = []
        for uses in self._program.fixed_uses:
            column = self._solver.NumVar(0, infinity, "")
            self._columns.append(column)
            for place in np.flatnonzero(uses).tolist():
                self._master[place].SetCoefficient(column, float(uses[place]))
        self._below, self._above = ([self._solver.NumVar(0, infinity, "") for _ in self._master] for _ in range(2))
        for row, below, above in zip(self._master, self._below, self._above, strict=True):
            row.SetCoefficient(below, 1.0)
            row.SetCoefficient(above, -1.0)
        self._near: Array | None = None
        self._box = 0.0
        self._whole: dict[int, Row] = {}
        self._known: dict[tuple[int, ...], tuple[Column, Array]] = {}
        self._shut: Array = np.zeros(0, dtype=np.bool_)

    def _ask(self, question: Question, goal: Quantity) -> None:
        """Set supplies and goal of a question; paths that use a tile more often than it has free icons are shut."""
        if len(self._known) > MOST_PATHS:
            kept = self._best_paths(KEPT_PATHS)
            self._forget()
            for path in kept:
                self._add_column(path)
        infinity = self._solver.infinity()
        for row, limit in zip(self._master, question.supplied.tolist(), strict=True):
            row.SetUb(limit)
        for row in self._whole.values():
            row.SetUb(0.0)
        for node, count in zip(question.starts.tolist(), question.counts.tolist(), strict=True):
            self._whole_row(node).SetUb(count)
        objective = self._solver.Objective()
        objective.SetMaximization()
        fixed_brings, arcs_bring = self._program.brings(goal)
        for column, brought in zip(self._columns, fixed_brings.tolist(), strict=True):
            objective.SetCoefficient(column, brought)
        if goal != self._goal:
            self._goal = goal
            for path, (column, _) in self._known.items():
                objective.SetCoefficient(column, float(arcs_bring[list(path[1:])].sum()))
        free = self._program.paths.graph.most - question.least
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

    def _grow(self, question: Question) -> bool:
        """New columns of the best paths; False when all are known."""
        grown = False
        for start in question.starts.tolist():
            path = (start, *self.ways.arcs(start))
            if len(path) > 1 and path not in self._known:
                grown = True
                self._add_column(path)
        return grown

    def _add_column(self, path: tuple[int, ...]) -> None:
        """The column of a path, which is a node and the arcs from there."""
        column, graph = self._solver.NumVar(0, self._solver.infinity(), ""), self._program.paths.graph
        arcs = np.array(path[1:])
        self._whole_row(path[0]).SetCoefficient(column, 1.0)
        coefficients: dict[int, float] = {}
        for arc in path[1:]:
            for row, by in self._uses_of_arcs[arc]:
                coefficients[row] = coefficients.get(row, 0.0) + by
        for row, by in coefficients.items():
            self._master[row].SetCoefficient(column, by)
        self._solver.Objective().SetCoefficient(column, float(self._program.brings(self._goal)[1][arcs].sum()))
        seats = arcs - graph.walk_from.size
        seated = graph.seat_counter[seats[(seats >= 0) & (seats < graph.seat_from.size)]]
        self._known[path] = (column, np.bincount(seated, minlength=graph.most.size))

    def _whole_row(self, start: int) -> Row:
        """The row that says how many guests stand at a node."""
        if start not in self._whole:
            self._whole[start] = self._solver.Constraint(-self._solver.infinity(), 0.0)
        return self._whole[start]

    def _best_paths(self, number: int) -> list[tuple[int, ...]]:
        """The known paths that lack least of the best one from where they begin, at the last prices."""
        gains = self._program.gains(self._goal, self._duals)
        worth = {path: float(gains[list(path[1:])].sum()) for path in self._known}
        best: dict[int, float] = {}
        for path, each in worth.items():
            best[path[0]] = max(each, best.get(path[0], -math.inf))
        return sorted(worth, key=lambda path: best[path[0]] - worth[path])[:number]
