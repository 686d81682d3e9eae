"""Passes for the sequence that stands for all that are worth as much as the best: the same whoever found the best first.

They count work and not time, and take prices that are asked for in a fixed order, so that nothing in them depends on how the search went.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import chain

from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.flow.counting import Counting
from solver.theme_park.operate.flow.prices import Prices, Pricing, supplies
from solver.theme_park.operate.layered.answers.fewest import Fewest
from solver.theme_park.operate.layered.beam.pass_problem import PassProblem, problem_from_start
from solver.theme_park.operate.layered.beam.search import Beam
from solver.theme_park.operate.layered.beam.start_prices import HeldPrices, StartPrices, held_before
from solver.theme_park.operate.layered.encoding.codes import CHILDREN, GUIDANCE
from solver.theme_park.operate.layered.encoding.park import ParkArrays, new_memo
from solver.theme_park.operate.layered.encoding.skills import SkillArrays
from solver.theme_park.operate.layered.limits.bound_pool import BoundPool
from solver.theme_park.operate.layered.pass_widths import FEW_USES
from solver.theme_park.operate.layered.plans.endgame import goal_at_the_end
from solver.theme_park.operate.layered.plans.pass_result import PassResult, Path, Stopped
from solver.theme_park.operate.settings import STAGES, Settings
from solver.theme_park.operate.tables import Tables

COUNTED_WIDTHS, COUNTED_NODES = (200, 2_000), 40_000
"""Widths of the passes limited by counting, and the nodes after which there are no more of them."""

NARROW, WIDER, WIDEST = 200, 4_000, 20_000
"""Widths of the passes limited by the relaxation. With few uses of mascots a pass comes to an equal in a third of the time (board2-02:
0.2 instead of 3 s), if there is one; the one with all uses is as wide as the middle one."""

PRICED_NODES, NODES_OF_ALL_USES = 4_000_000, 2_500_000
"""The nodes after which such a pass ends, and the one with all uses."""

Run = Callable[[Beam], PassResult]

PricedStages = list[tuple[int, Prices]]
"""Prices, each with the place of the stage that it limits, or GUIDANCE."""


class CanonicalPasses:
    """Passes that one thread makes, each for the sequences worth as much as the best that need the fewest moves."""

    def __init__(
        self,
        tables: Tables,
        settings: Settings,
        park: ParkArrays,
        skills: SkillArrays,
        start_prices: StartPrices,
        held_prices: HeldPrices,
        values: Array,
        run: Run,
        stop: Callable[[], bool],
    ) -> None:
        """``start_prices``: by thrifty guidance; ``values``: what the best is worth; ``run`` runs a pass."""
        self._tables, self._settings, self._park, self._skills = tables, settings, park, skills
        self._memo = new_memo(park)  # one filled by the search may have no room left
        self._start_prices, self._held_prices = start_prices, held_prices
        self._values, self._run, self._stop = values, run, stop
        self._stages = STAGES[settings.objective]
        self._goal = goal_at_the_end(settings)
        self._have = supplies(tables)
        pricing = Pricing(tables, settings.weights)
        self._bound_pool = BoundPool(tables, pricing, self._stages, settings.seed, completing=False)

    def by_counting(self) -> list[Path]:
        """What passes limited by counting alone come to."""
        problem = self._problem(self._counted())
        left, most, paths = COUNTED_NODES, math.inf, list[Path]()
        for width in COUNTED_WIDTHS:
            beam = self._fewest(problem, width, left, most)
            complete = self._is_complete(beam)
            left -= int(beam.record[CHILDREN])
            if beam.paths:
                most, paths = beam.most, beam.paths
            if complete or left < 0:
                break
        return paths

    def with_few_uses(self, prices: PricedStages, width: int) -> list[Path]:
        """What a pass limited by the relaxation comes to."""
        return self._paths(replace(self._problem(prices), uses=FEW_USES), width, PRICED_NODES)

    def with_all_uses(self, prices: PricedStages) -> list[Path]:
        """The same with all uses of mascots; nothing where the others left none out."""
        problem = self._problem(prices)
        return self._paths(problem, WIDER, NODES_OF_ALL_USES) if replace(problem, uses=FEW_USES).leaves_out else []

    def prices(self) -> PricedStages:
        """Prices of each stage for as much as the best in those before it, and what ranks states. Raises Stopped."""
        start = self._start_prices.solved()
        if self._stop():
            raise Stopped
        later = self._held_prices.solved(self._values.tolist(), self._stop)
        made = [(0, start.first), *enumerate(later, start=1), (GUIDANCE, start.guidance)]
        return [(index, each) for index, each in made if each is not None]

    def _counted(self) -> PricedStages:
        counting = Counting(self._tables, self._settings.weights)
        values = self._values.tolist()
        limits = [
            counting.limits(stage, self._have, held_before(self._stages, values, index))
            for index, stage in enumerate(self._stages)
        ]
        prices = chain.from_iterable([(stage, each) for each in least] for stage, least in enumerate(limits))
        return [*prices, (GUIDANCE, counting.guidance(self._stages[0]))]

    def _problem(self, prices: PricedStages) -> PassProblem:
        return problem_from_start(
            self._tables,
            self._park,
            self._skills,
            prices,
            self._bound_pool,
            len(self._stages),
            adds_bounds=False,
        )

    def _paths(self, problem: PassProblem, width: int, nodes: int) -> list[Path]:
        beam = self._fewest(problem, width, nodes, math.inf)
        self._is_complete(beam)
        return beam.paths

    def _fewest(self, problem: PassProblem, width: int, nodes: int, most: float) -> Fewest:
        counted = replace(problem, enough=nodes + 1)
        return Fewest(counted, self._memo, width, self._values, self._goal, most, self._stop)

    def _is_complete(self, beam: Fewest) -> bool:
        """Run a pass; whether it left nothing out."""
        try:
            return self._run(beam).complete
        except Stopped:
            return False
