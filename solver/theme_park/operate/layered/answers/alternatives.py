"""Passes that collect every state worth stopping in: the next best sequences that differ in what a player sees.

Each ends as well as it can: another use of the mascots left over at the end is no alternative.
"""

from collections.abc import Callable, Iterator

import numpy as np

from models.theme_park.operate.position import Position
from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.layered.beam.collecting import Collecting
from solver.theme_park.operate.layered.beam.pass_problem import PassProblem
from solver.theme_park.operate.layered.beam.search import Beam
from solver.theme_park.operate.layered.encoding.codes import ABSENT, BASE, MASCOTS, MOST_STAGES, VALUES
from solver.theme_park.operate.layered.encoding.park import Memo
from solver.theme_park.operate.layered.kernel.layers import Layer
from solver.theme_park.operate.layered.kernel.stage_values import stop_values
from solver.theme_park.operate.layered.plans.decode import plan_of
from solver.theme_park.operate.layered.plans.pass_result import PassResult, Path, Stopped
from solver.theme_park.operate.plan import Plan
from solver.theme_park.operate.settings import Stage
from solver.theme_park.operate.signature import Signature, signature_of
from solver.theme_park.operate.tables import Tables

WIDTHS = (1_000, 20_000)
"""States a layer keeps in the passes that collect: the first is there to have something soon."""

MOST_SEEN = 2_000
"""Kinds of ends in a layer looked at, best first."""

Worth = tuple[int, ...]


class Collector(Collecting):
    """One pass that keeps the best way to every kind of end with a first stage of ``least`` or more.

    ``cut``: the most that a kind of end is worth for which there was no room in its layer; less than anything where there was none.
    """

    def __init__(self, problem: PassProblem, memo: Memo, width: int, least: int, stop: Callable[[], bool]) -> None:
        """Ready to pass."""
        super().__init__(problem, memo, width, np.array([least - 1, -1, -1]), stop)
        self._least = least
        self.ends: dict[bytes, tuple[Worth, Path]] = {}
        self.cut: Worth = ()

    def plans(self, tables: Tables, goal: Stage | None, more_than: Worth = ()) -> Iterator[Plan]:
        """A plan for each kind of end worth ``more_than`` that, best first, mascots left over used for ``goal``; of equal ones the shorter
        first."""
        ends = [end for end in self.ends.values() if end[0] > more_than]
        for _, path in sorted(ends, key=lambda end: (*(-value for value in end[0]), len(end[1]), end[1])):
            yield plan_of(tables, path, goal)

    def _collect(self, layer: Layer, path: Callable[[int], Path]) -> None:
        values = np.empty((int(layer.number[0]), MOST_STAGES), dtype=np.int64)
        stop_values(self.park, layer, self._least, values)
        good = np.flatnonzero(values[:, 0] >= self._least)
        best_first = good[np.lexsort(-values[good].T[::-1])]
        kinds = self._kinds(layer.rows[best_first])
        firsts = np.sort(np.unique(kinds, axis=0, return_index=True)[1])
        for first in firsts[:MOST_SEEN].tolist():
            index, kind = int(best_first[first]), kinds[first].tobytes()
            worth = tuple(values[index].tolist())
            if kind not in self.ends or worth > self.ends[kind][0]:
                self.ends[kind] = worth, path(index)
        for first in firsts[MOST_SEEN : MOST_SEEN + 1].tolist():
            self.cut = max(self.cut, tuple(values[best_first[first]].tolist()))

    def _kinds(self, rows: Array) -> Array:
        """Guests by kind and value, cubes, and mascots of each row: states that agree in these look alike when one stops there."""
        guests, cards = self.park.kinds.size, self.park.kinds.size + self.park.icons.size
        codes = rows[:, :guests].astype(np.int16)
        left = np.where(codes == ABSENT, -1, self.park.kinds * VALUES + (codes & BASE) % VALUES)
        kinds: Array = np.column_stack([np.sort(left), rows[:, guests:cards], rows[:, cards + MASCOTS]])
        return kinds


class Alternatives:
    """The next best plans that differ from ``known``, the best of which brings ``best`` in the first stage.

    ``plans``: those of the last passes; where these are stopped those of the ones before them, unless they came to more.
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
        found: list[Plan] = []
        for slack in slacks(self._best):
            collector = Collector(self._problem, self._memo, width, self._best - slack, self._stop)
            try:
                complete = self._run(collector).complete
            except Stopped:
                self.plans = max(found, self.plans, self._collected(collector, most), key=len)
                raise
            found = self._collected(collector, most)
            if collector.cut:
                complete &= len(self._collected(collector, most, collector.cut)) == most
            if len(found) == most:
                break
        self.plans = found
        return complete

    def _collected(self, collector: Collector, most: int, more_than: Worth = ()) -> list[Plan]:
        tables = self._problem.tables
        return differing(tables.position, collector.plans(tables, self._goal, more_than), self._known, most)


def slacks(best: int) -> Iterator[int]:
    """What an alternative may lack of the best in the first stage, up to all of it: a pass for each until there are enough."""
    yield 0
    slack = 1
    while slack < best:
        yield slack
        slack *= 2
    if best > 0:
        yield best


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
