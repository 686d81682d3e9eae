"""The sequence that stands for all that are worth as much as the best: the same whoever found the best first.

Passes follow one after the other by a fixed plan, count work and not time, and make their own prices, so that nothing in
them depends on how the search went.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import chain

from models.theme_park.operate.moves import Move
from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.canonical import MOST_COMPARED, in_order, order
from solver.theme_park.operate.flow.counting import Counting
from solver.theme_park.operate.flow.prices import THRIFTY, Prices, Pricing, supplies
from solver.theme_park.operate.layered.bound_pool import BoundPool
from solver.theme_park.operate.layered.codes import CHILDREN, GUIDANCE
from solver.theme_park.operate.layered.decode import plan_of
from solver.theme_park.operate.layered.endgame import goal_at_the_end
from solver.theme_park.operate.layered.fewest import Fewest
from solver.theme_park.operate.layered.park import ParkArrays, new_memo
from solver.theme_park.operate.layered.pass_problem import PassProblem, problem_from_start
from solver.theme_park.operate.layered.pass_result import PassResult, Path, Stopped
from solver.theme_park.operate.layered.pass_widths import FEW_USES
from solver.theme_park.operate.layered.search import Beam
from solver.theme_park.operate.layered.skills import SkillArrays
from solver.theme_park.operate.plan import Plan
from solver.theme_park.operate.settings import STAGES, Settings, Stage
from solver.theme_park.operate.tables import Tables
from solver.theme_park.operate.unfolding import unfold

COUNTED_WIDTHS, COUNTED_NODES = (200, 2_000), 40_000
"""Widths of the passes limited by counting, and the nodes after which there are no more of them."""

PRICED_WIDTHS, PRICED_NODES = (400, 4_000, 20_000), 5_000_000
"""The same for passes limited by the relaxation, which follow where those found nothing. With few uses of mascots a pass comes to
an equal in a third of the time (board2-02: 0.2 instead of 3 s), if there is one."""

WIDTH_OF_ALL_USES = 4_000
"""Width of the last pass, where those left uses out."""

Run = Callable[[Beam], PassResult]


class CanonicalPass:
    """Looks for the sequences worth as much as the best, by fewest moves."""

    def __init__(
        self,
        tables: Tables,
        settings: Settings,
        park: ParkArrays,
        skills: SkillArrays,
        values: Array,
        run: Run,
        stop: Callable[[], bool],
    ) -> None:
        """``values``: what the best is worth; ``run`` runs a pass."""
        self._tables, self._settings, self._park, self._skills = tables, settings, park, skills
        self._memo = new_memo(park)  # one filled by the search may have no room left
        self._values, self._run, self._stop = values, run, stop
        self._stages = STAGES[settings.objective]
        self._goal = goal_at_the_end(settings)
        self._have = supplies(tables)
        self._pricing = Pricing(tables, settings.weights)
        self._bound_pool = BoundPool(tables, self._pricing, self._stages, settings.seed, completing=False)
        self._nodes = 0
        self._most = math.inf
        self._paths: list[Path] = []

    def first(self) -> tuple[Plan, tuple[Move, ...]] | None:
        """The plan and its moves; None when the passes came upon no sequence worth as much."""
        self._look()
        plans = [plan_of(self._tables, path, self._goal) for path in sorted(set(self._paths))[:MOST_COMPARED]]
        position = self._tables.position
        written = [(plan, in_order(position, unfold(position, (plan,))[0])) for plan in plans]
        return min(written, key=lambda each: order(each[1]), default=None)

    def _look(self) -> None:
        counted = self._problem(self._counted())
        for width in COUNTED_WIDTHS:
            if self._passed(counted, width, COUNTED_NODES):
                return
        if self._paths:
            return
        priced = self._problem(self._priced())
        few = replace(priced, uses=FEW_USES)
        for width in PRICED_WIDTHS:
            if self._passed(few, width, PRICED_NODES) or self._paths:
                return
        if few.leaves_out:
            self._passed(priced, WIDTH_OF_ALL_USES, PRICED_NODES)

    def _problem(self, prices: list[tuple[int, Prices]]) -> PassProblem:
        return problem_from_start(
            self._tables,
            self._park,
            self._skills,
            prices,
            self._bound_pool,
            len(self._stages),
            adds_bounds=False,
        )

    def _passed(self, problem: PassProblem, width: int, nodes: int) -> bool:
        """Whether a pass left nothing out."""
        if self._nodes > nodes:
            return False
        counted = replace(problem, enough=nodes - self._nodes + 1)
        beam = Fewest(counted, self._memo, width, self._values, self._goal, self._most, self._stop)
        try:
            return self._run(beam).complete
        except Stopped:
            return False
        finally:
            self._nodes += int(beam.record[CHILDREN])
            if beam.paths:
                self._most, self._paths = beam.most, beam.paths

    def _counted(self) -> list[tuple[int, Prices]]:
        counting = Counting(self._tables, self._settings.weights)
        limits = [counting.limits(stage, self._have, self._held(index)) for index, stage in enumerate(self._stages)]
        prices = chain.from_iterable([(stage, each) for each in least] for stage, least in enumerate(limits))
        return [*prices, (GUIDANCE, counting.guidance(self._stages[0]))]

    def _priced(self) -> list[tuple[int, Prices]]:
        made = [
            *(
                (index, self._pricing.prices(stage, self._have, self._held(index)))
                for index, stage in enumerate(self._stages)
            ),
            (GUIDANCE, self._pricing.guidance(self._stages[0], self._have, THRIFTY)),
        ]
        return [(stage, each) for stage, each in made if each is not None]

    def _held(self, stage: int) -> dict[Stage, int]:
        return dict(zip(self._stages[:stage], self._values.tolist(), strict=False))
