"""What passes are to find for single cube vectors: exactly these cubes, and better than the best."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.flow.prices import (
    GuidanceWeights,
    OutOfReach,
    Prices,
    Supplies,
    constant,
    supplies,
    with_icons,
)
from solver.theme_park.operate.layered.beam.pass_problem import PassProblem
from solver.theme_park.operate.layered.encoding.codes import COMPLETION, GUIDANCE, MAPS, MASCOTS
from solver.theme_park.operate.layered.encoding.park import ParkArrays, first_row
from solver.theme_park.operate.layered.encoding.priced_park import PricedPark
from solver.theme_park.operate.layered.limits.bound_pool import BoundPool
from solver.theme_park.operate.layered.limits.path_pool import PoolOfPark
from solver.theme_park.operate.layered.limits.state_paths import LaterGoal
from solver.theme_park.operate.layered.vectors.cube_vectors import (
    CubeVectors,
    placed_cubes,
    target_park,
    without_managers,
)
from solver.theme_park.operate.relaxed.skills import RelaxedSkills, Worth
from solver.theme_park.operate.settings import STAGES, Stage

PRICED_APART = 3
"""Vectors for which prices of their own are made, of how many icons stay unused and to rank states by: passes for the others need as many states by
those of these (board3-08: 160 linear programs, 1.8 s of 9, for 80 vectors)."""


class VectorProblems:
    """The problems of one park. ``placed`` [tile]: the cubes at its start; ``settled``: how many of the first stages cubes alone settle.

    ``path_pool``: None where none holds. ``apart``: what is given up and had for it at the start, where the park is one with skills apart.
    """

    def __init__(
        self,
        priced: PricedPark,
        vectors: CubeVectors,
        settled: int,
        path_pool: PoolOfPark | None,
        apart: RelaxedSkills | None = None,
    ) -> None:
        """Nothing priced yet."""
        tables, self._park, seed = priced.tables, priced.park, priced.settings.seed
        self._tables, self._skills, self._pricing, self._vectors = tables, priced.skills, priced.pricing, vectors
        self._stages, self.settled, self._path_pool = STAGES[priced.settings.objective], settled, path_pool
        self._have = replace(supplies(tables), managers=0.0)
        row, stars, self._money = first_row(tables, self._park)
        self.placed = placed_cubes(tables, self._park)
        row = without_managers(self._park, row)
        self._starts: Sequence[tuple[Array, int]] = [(row, stars)]
        if apart is not None:
            self._starts = [(_row(self._park, row, each, apart.most), stars + each.stars) for each in apart.starts]
        self.bound_pool = BoundPool(tables, self._pricing, self._stages, seed, completing=True, settled=settled)
        self._guidance_weights = priced.guidance_weights
        self._priced: dict[tuple[int, int], Sequence[tuple[int, Prices]] | None] = {}
        self._completions: list[Prices] = []
        self._guidances: list[Prices] = []

    def problem(
        self, number: int, depth: int, uses: int | None = None, weights: GuidanceWeights | None = None
    ) -> PassProblem | None:
        """What a pass is to find for one vector (``uses`` as there); None when the relaxation has nothing to reach it by.

        ``weights``: what ranks its states, else than those of the park.
        """
        if (number, depth) not in self._priced:
            self._priced[number, depth] = self._prices(number, depth)
        prices = self._priced[number, depth]
        if prices is None:
            return None
        if weights is not None:
            guidance = self._guidance(self._have_for(number), weights)
            prices = [
                (stage, guidance if stage == GUIDANCE and guidance is not None else each) for stage, each in prices
            ]
        (row, stars), *others = self._starts
        later = self._later(number, depth)
        return PassProblem(
            self._tables,
            target_park(self._park, self._vectors.cubes[number]),
            self._skills,
            row,
            stars,
            self._money,
            prices,
            self.bound_pool,
            depth,
            # paths refute more where they know what is wanted, but not while uses are prepared
            adds_bounds=(depth > 1 and later is None) or self._skills.extras > 0,
            uses=uses,
            path_pool=self._path_pool,
            later=later,
            others=others,
            sets_idle_apart=Stage.BALANCED not in self._stages,
            drops_dominated=True,
        )

    def _later(self, number: int, depth: int) -> LaterGoal | None:
        """What is wanted in the first stage that the vector does not settle, where paths may limit it."""
        stage = self.settled
        if stage >= depth or self._stages[stage] not in (Stage.PIPS, Stage.GUESTS):
            return None
        settled = tuple(int(values[number]) for values in (self._vectors.value, self._vectors.money)[:stage])
        return LaterGoal(self._stages[stage], settled, is_last=stage + 1 == len(self._stages))

    def _have_for(self, number: int) -> Supplies:
        """What there is at the start for placing just the cubes of a vector."""
        return with_icons(self._have, self._tables.position, (self._vectors.cubes[number] - self.placed).tolist())

    def _guidance(self, have: Supplies, weights: GuidanceWeights) -> Prices | None:
        return self._pricing.kept_for(None).guidance(self._stages[0], have, weights)

    def _prices(self, number: int, depth: int) -> list[tuple[int, Prices]] | None:
        """The prices found for placing just the cubes of a vector; None when the relaxation says that it cannot be done."""
        have = self._have_for(number)
        priced: list[tuple[int, Prices | None]] = [
            (COMPLETION, _own_or_nearest(self._completions, have, self._pricing.completion)),
            (GUIDANCE, _own_or_nearest(self._guidances, have, partial(self._guidance, weights=self._guidance_weights))),
        ]
        settled = (self._vectors.value, self._vectors.money)[: self.settled]
        priced += [(stage, constant(float(values[number]), have)) for stage, values in enumerate(settled[:depth])]
        for stage in range(len(settled), depth):
            pricing = self._pricing.kept_for(self._stages[stage])
            try:
                priced.append((stage, pricing.prices_completing(self._stages[stage], have)))
            except OutOfReach:
                return None
        return [(stage, each) for stage, each in priced if each is not None]


def _own_or_nearest(made: list[Prices], have: Supplies, make: Callable[[Supplies], Prices | None]) -> Prices | None:
    """Prices for supplies: their own, which are added to those ``made``, or of these the ones that limit them most where there are enough."""
    if len(made) < PRICED_APART:
        own = make(have)
        if own is not None:
            made.append(own)
        return own
    return min((each.limiting(have) for each in made), key=lambda each: each.limit)


def _row(park: ParkArrays, row: Array, start: Worth, most: Worth) -> Array:
    """The row of a start: what of ``most`` it has, without the mascots given up for it."""
    changed, cards = row.copy(), park.kinds.size + park.icons.size
    changed[cards + MAPS] -= most.maps - start.maps
    changed[cards + MASCOTS] -= most.adjustments - start.adjustments + start.mascots
    return changed
