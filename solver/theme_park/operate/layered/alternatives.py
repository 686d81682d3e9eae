"""Passes that collect every state worth stopping in: the next best sequences that differ in what a player sees.

Each ends as well as it can: another use of the mascots left over at the end is no alternative.
"""

from collections.abc import Callable, Iterator

import numpy as np

from models.theme_park.operate.position import Position
from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.layered.codes import ABSENT, BASE, MASCOTS, MOST_STAGES, VALUES
from solver.theme_park.operate.layered.collecting import Collecting
from solver.theme_park.operate.layered.decode import plan_of
from solver.theme_park.operate.layered.layers import Layer
from solver.theme_park.operate.layered.park import Memo
from solver.theme_park.operate.layered.pass_problem import PassProblem
from solver.theme_park.operate.layered.pass_result import PassResult, Path
from solver.theme_park.operate.layered.search import Beam
from solver.theme_park.operate.layered.stage_values import stop_values
from solver.theme_park.operate.plan import Plan
from solver.theme_park.operate.settings import Stage
from solver.theme_park.operate.signature import Signature, signature_of
from solver.theme_park.operate.tables import Tables

WIDTHS = (1_000, 20_000)
"""States a layer keeps in the passes that collect: the first is there to have something soon."""

SLACKS = (0, 1, 2, 4, 8, 16, 32, 64)
"""What an alternative may lack of the best in the first stage: a pass for each until there are enough."""

MOST_SEEN = 2_000
"""States of a layer looked at, best first."""

Seen = tuple[bytes, bytes, int]
"""Cubes, guests by kind and value, and mascots: states that agree in these look alike when one stops there."""


class Collector(Collecting):
    """One pass that keeps the best way to every kind of end with a first stage of ``least`` or more."""

    def __init__(self, problem: PassProblem, memo: Memo, width: int, least: int, stop: Callable[[], bool]) -> None:
        """Ready to pass."""
        super().__init__(problem, memo, width, np.array([least - 1, -1, -1]), stop)
        self._least = least
        self.ends: dict[Seen, tuple[tuple[int, ...], Path]] = {}

    def plans(self, tables: Tables, goal: Stage | None) -> Iterator[Plan]:
        """A plan for each kind of end, best first, mascots left over used for ``goal``; of equal ones the shorter first."""
        for _, path in sorted(self.ends.values(), key=lambda end: (*(-value for value in end[0]), len(end[1]), end[1])):
            yield plan_of(tables, path, goal)

    def _collect(self, layer: Layer, path: Callable[[int], Path]) -> None:
        values = np.empty((int(layer.number[0]), MOST_STAGES), dtype=np.int64)
        stop_values(self.park, layer, self._least, values)
        good = np.flatnonzero(values[:, 0] >= self._least)
        best_first = good[np.lexsort(-values[good].T[::-1])][:MOST_SEEN]
        for index in best_first.tolist():
            seen, value = self._seen(layer.rows[index]), tuple(values[index].tolist())
            if seen not in self.ends or value > self.ends[seen][0]:
                self.ends[seen] = value, path(index)

    def _seen(self, row: Array) -> Seen:
        guests, tiles = self.park.kinds.size, self.park.icons.size
        codes = row[:guests]
        alive = codes != ABSENT
        left = np.sort(self.park.kinds[alive] * VALUES + (codes[alive] & BASE) % VALUES)
        return row[guests : guests + tiles].tobytes(), left.tobytes(), int(row[guests + tiles + MASCOTS])


class Alternatives:
    """The next best plans that differ from ``known``, the best of which brings ``best`` in the first stage.

    ``plans``: those of the last pass.
    """

    def __init__(
        self,
        problem: PassProblem,
        memo: Memo,
        best: int,
        known: Signature,
        goal: Stage | None,
        run: Callable[[Beam], PassResult],
        stop: Callable[[], bool],
    ) -> None:
        """None found yet; ``goal``: what mascots left over are used for."""
        self._problem, self._memo, self._best, self._known = problem, memo, best, known
        self._goal, self._run, self._stop = goal, run, stop
        self.plans: list[Plan] = []

    def complete(self, most: int) -> bool:
        """Look for the ``most`` best; True when nothing was left out. Raises Stopped."""
        return any(self._collect(width, most) for width in WIDTHS)

    def _collect(self, width: int, most: int) -> bool:
        tables = self._problem.tables
        for slack in SLACKS:
            collector = Collector(self._problem, self._memo, width, self._best - slack, self._stop)
            try:
                complete = self._run(collector).complete
            finally:
                self.plans = differing(tables.position, collector.plans(tables, self._goal), self._known, most)
            if len(self.plans) == most or slack >= self._best:
                break
        return complete


def differing(position: Position, plans: Iterator[Plan], known: Signature, most: int) -> list[Plan]:
    """The first ``most`` plans whose signatures are new."""
    signatures, chosen = {known}, []
    for plan in plans:
        signature = signature_of(position, plan)
        if signature not in signatures:
            signatures.add(signature)
            chosen.append(plan)
            if len(chosen) == most:
                break
    return chosen
