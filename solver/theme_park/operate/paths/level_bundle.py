"""Prices of the path relaxation without a linear program: they are sought by the level bundle method.

A round takes a tenth of the time of one of column generation, as all of it is compiled; and what is found refutes more states of other layers
(with as many prices board5-04 0.72 instead of 0.51 of them, board4-02 0.43 instead of 0.22). It tells no least limit, though: where none below
the target is found there may be one.
"""

import math
from collections.abc import Callable

import numpy as np

from models.theme_park.operate.position import Position
from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.flow.prices import Pricing, supplies
from solver.theme_park.operate.flow.records import Quantity
from solver.theme_park.operate.paths.best_ways import ArcValues, BestWays
from solver.theme_park.operate.paths.fixed_columns import fixed_columns
from solver.theme_park.operate.paths.level_steps import CUTS, OPEN, ArcColumns, Bundle, take_steps
from solver.theme_park.operate.paths.program import PathPrices, PathProgram, Question
from solver.theme_park.operate.settings import Weights
from solver.theme_park.operate.tables import Tables

STEPS, AT_ONCE = 40, 5
"""Steps in search of prices, and those between two looks at whether to stop."""

BELOW = 0.03
"""How far below the target a limit is sought, in units of the goal: prices found further below it refute no more other states, and are found
more seldom (board5-04, 4-02: 0.02 to 0.1 the same within noise, by 0.3 two thirds)."""


class LevelBundle:
    """Seeks prices that limit what supplies bring to less than a target."""

    def __init__(self, program: PathProgram, ways: BestWays) -> None:
        """``ways``: its room is used."""
        self._program, self._ways = program, ways
        paths = program.paths
        graph, arcs = paths.graph, paths.arcs
        order = np.argsort(arcs.arc, kind="stable")
        self._columns = fixed_columns(program)
        self._arc_columns = ArcColumns(
            begins=np.searchsorted(arcs.arc[order], np.arange(len(arcs.made) + 1)),
            rows=program.arc_rows[order],
            amounts=arcs.amount[order],
            end_from=paths.end_from,
        )
        self._arcs = ArcValues(
            ends=np.zeros(paths.nodes),
            ended=np.zeros(paths.nodes, dtype=np.int64),
            walk_costs=np.zeros(graph.walk_from.size),
            seat_gains=np.zeros(graph.seat_from.size),
        )
        rows, nodes = len(program.equal), paths.nodes
        self._bundle = Bundle(
            cuts=np.zeros((CUTS, rows)),
            sides=np.zeros(CUTS),
            norms=np.zeros(CUTS),
            multipliers=np.zeros(CUTS),
            prices=np.zeros(rows),
            center=np.zeros(rows),
            slope=np.zeros(rows),
            chosen=np.zeros(self._columns.totals.size, dtype=np.int64),
            worth=np.zeros(nodes),
            flow=np.zeros(len(arcs.made)),
            guests=np.zeros_like(ways.values),
            changed=np.zeros(nodes, dtype=np.bool_),
            queue=np.zeros(nodes, dtype=np.int64),
            came=np.zeros(nodes, dtype=np.int64),
            limit=np.zeros(1),
            number=np.zeros(2, dtype=np.int64),
        )

    def limit(
        self,
        question: Question,
        goal: Quantity,
        target: float,
        stop: Callable[[], bool],
        near: Array,
        below: float = BELOW,
    ) -> tuple[float, Array]:
        """The least limit found on what the supplies bring of ``goal``, and the duals that show it, sought from those ``near``.

        The search for it ends where the limit falls below ``target``, or hardly will. Raises ValueError where a walk alone brings something.
        """
        bundle, found = self._bundle, OPEN
        bundle.limit[0], bundle.number[:], bundle.prices[:], bundle.center[:] = math.inf, 0, near, near
        levels = self._ways.levels_from(question.least)
        for _ in range(STEPS // AT_ONCE):
            if found != OPEN or stop():
                break
            found = take_steps(
                self._columns,
                self._arc_columns,
                self._program.paths.graph,
                levels,
                *self._program.brings(goal),
                (question.supplied, question.starts, question.counts),
                (below, target),
                self._ways.values,
                self._arcs,
                bundle,
                AT_ONCE,
            )
        return target + float(bundle.limit[0]), bundle.center.copy()

    def prices(self, duals: Array, goal: Quantity) -> PathPrices:
        """The prices by ``duals``."""
        return self._program.read(duals, self._ways.fill_all(self._program.gains(goal, duals)))

    @property
    def worth(self) -> Array:
        """What the best way from each node is worth after the least uses of the last question, at the duals found for it."""
        return self._bundle.worth


def compile_steps(position: Position, weights: Weights) -> None:
    """Take a few steps for a position, by which they get compiled: small parks' searches take none."""
    tables = Tables(position)
    goal, have = Quantity(cubes=1.0), supplies(tables)
    program = PathProgram(Pricing(tables, weights), dict(tables.free_icons))
    bundle = LevelBundle(program, BestWays(program.paths))
    bundle.limit(program.question(have), goal, 0.0, lambda: False, program.network_duals(have, goal))
