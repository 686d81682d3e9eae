"""The layered search as an engine: passes of growing width until every stage is proven."""

import math
from collections.abc import Callable, Sequence

from solver.operate.advice import STAGES, Settings
from solver.operate.cpsat.extraction import Found
from solver.operate.flow.prices import Prices, Pricing, supplies
from solver.operate.knowledge import Knowledge
from solver.operate.layered.hopes import GUIDANCE
from solver.operate.layered.kernel import SAFETY
from solver.operate.layered.park import exact_stages, new_memo, park_arrays
from solver.operate.layered.retrace import plan_of
from solver.operate.layered.search import Beam, Best, Stopped
from solver.operate.news import Engine, Limit
from solver.operate.tables import Tables

WIDTHS = (40, 400, 2_000, 10_000, 50_000, 200_000)
"""States a layer keeps in one pass after the other."""

NODES_A_SECOND = 400_000
"""What a second of the time limit is worth in nodes where answers must be repeatable."""


class LayeredEngine:
    """Passes over one position that fits; what it finds and proves goes to ``knowledge`` and ``tell``."""

    def __init__(
        self, tables: Tables, settings: Settings, knowledge: Knowledge, tell: Callable[[Found | Limit], None]
    ) -> None:
        """Prices of the relaxation and the park as arrays."""
        self._tables, self._settings, self._knowledge, self._tell = tables, settings, knowledge, tell
        self._stages = STAGES[settings.objective]
        self._pricing = Pricing(tables, settings.weights)
        self._have = supplies(tables)
        self._exact = exact_stages(tables, settings.objective)
        self._park = park_arrays(tables, settings)
        self._memo = new_memo(len(tables.position.tiles))
        self._first = self._pricing.prices(self._stages[0], self._have)
        self._guide = self._pricing.guidance(self._stages[0], self._have)
        self._nodes = 0

    def passes(self) -> list[int]:
        """The widths to try: one after the other when the engine searches, none when it only bounds."""
        return list(WIDTHS) if Engine.LAYERED in self._settings.engines else []

    def bound(self) -> None:
        """Tell what the relaxation proves of the first stage."""
        if self._first is not None:
            self._limit(0, self._first.limit, Engine.RELAXATION)

    def run(self, widths: Sequence[int], stop: Callable[[], bool]) -> bool:
        """Passes of these widths; True when all is proven."""
        try:
            for width in widths:
                while not self._knowledge.proven(1):
                    found = self._knowledge.values
                    if not self._pass(width, 1, stop) or self._knowledge.values == found:
                        break
                if not self._knowledge.proven(len(self._stages)):
                    self._bound_later_stages()
                if self._knowledge.proven(len(self._stages)):
                    return True
                while not self._knowledge.proven(len(self._stages)):
                    found = self._knowledge.values
                    done = self._pass(width, len(self._stages), stop)
                    self._bound_later_stages()
                    if done or self._knowledge.values == found:
                        break
                if self._knowledge.proven(len(self._stages)):
                    return True
        except Stopped:
            return False
        return False

    def _limit(self, stage: int, limit: float, engine: Engine) -> None:
        bound = math.floor(limit + SAFETY)
        if self._knowledge.limit(stage, bound):
            self._tell(Limit(0, self._stages[stage], bound, engine))

    def _bound_later_stages(self) -> None:
        """What the relaxation proves of the next stage while the proven ones are held."""
        for stage in range(1, len(self._stages)):
            if not self._knowledge.proven(stage):
                return
            if self._knowledge.proven(stage + 1):
                continue
            prices = self._held_prices(stage)
            if prices is not None:
                self._limit(stage, prices.limit, Engine.RELAXATION)

    def _held_prices(self, stage: int) -> Prices | None:
        values = self._knowledge.values
        held = {self._stages[earlier]: values[earlier] for earlier in range(stage)}
        return self._pricing.prices(self._stages[stage], self._have, held)

    def _pass(self, width: int, depth: int, stop: Callable[[], bool]) -> bool:
        """One pass; True when it left nothing out."""
        priced = [(0, self._first), (GUIDANCE, self._guide)]
        priced += [(stage, self._held_prices(stage)) for stage in range(1, depth) if self._knowledge.any_found]
        prices = [(stage, each) for stage, each in priced if each is not None]
        best = Best(self._knowledge.as_array())
        beam = Beam(
            self._tables, self._park, self._memo, prices, width, depth, best, self._found, lambda: self._over(stop)
        )
        self._beam = beam
        try:
            passed = beam.run()
        finally:
            self._nodes += int(beam.record[2])
        self._knowledge.nodes = self._nodes
        if self._exact:
            self._limit(0, max(passed.limit, float(best.values[0])), Engine.LAYERED)
        if passed.complete and depth <= self._exact:
            for stage in range(depth):
                self._limit(stage, float(best.values[stage]), Engine.LAYERED)
        return passed.complete

    def _over(self, stop: Callable[[], bool]) -> bool:
        """Whether to stop: asked to, everything proven meanwhile, or the repeatable budget spent."""
        if self._settings.reproducible and self._settings.time_limit is not None:
            spent = self._nodes + int(self._beam.record[2])
            return spent > self._settings.time_limit * NODES_A_SECOND
        return stop() or self._knowledge.proven(len(self._stages))

    def _found(self, best: Best) -> None:
        if self._knowledge.found(tuple(int(value) for value in best.values[: len(self._stages)])):
            plan = plan_of(self._tables, best.path)
            self._knowledge.plan = plan
            self._tell(Found(0, self._tables.position, (plan,), Engine.LAYERED))
