"""Cube vectors as questions of their own: can exactly these cubes be placed, and what is left then."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.flow.prices import supplies
from solver.theme_park.operate.layered.encoding.codes import SAFETY
from solver.theme_park.operate.layered.encoding.potentials import no_potentials
from solver.theme_park.operate.layered.encoding.priced_park import PricedPark
from solver.theme_park.operate.layered.limits.bound_pool import Allowance
from solver.theme_park.operate.layered.limits.path_pool import PathPool, PoolOfPark
from solver.theme_park.operate.layered.limits.path_questions import SharedPrices
from solver.theme_park.operate.layered.plans.pass_result import as_kernel
from solver.theme_park.operate.layered.vectors.cube_vectors import (
    CubeVectors,
    cube_vectors,
    limits_first,
    placed_cubes,
    settles,
    target_layer,
)
from solver.theme_park.operate.layered.vectors.vector_problems import VectorProblems
from solver.theme_park.operate.plan import Plan
from solver.theme_park.operate.relaxed.skills import RelaxedSkills
from solver.theme_park.operate.settings import STAGES, Stage

PATIENCE, PATIENCE_WITH_EQUALS = 12, 2
"""Vectors that paths are tried on before it is looked at how many they refute: of those that only equal the best many are reached."""

YIELD, MOST_LIMITS = 10.0, 60
"""Vectors that each limit on their stars is to refute while limits are made, and how many are made at a time. The first ones do nearly all
there is to do (board-all5-08: of 1,536 vectors 165 are left by three linear programs, 144 by thirty-five, which take two seconds more)."""

NEAR = 3
"""Cubes by which a vector may differ from that of a sequence to be near it."""

MOST_CROSSED, MOST_WEIGHED = 3_000, 1_500
"""Vectors that paths are tried on, and those weighed one by one; where more are open, a better sequence must be found first."""


def cube_vector_search_of(priced: PricedPark, shared: SharedPrices) -> "CubeVectorSearch | None":
    """The cube vectors of a position, or None where they do not limit the first stage or are too many."""
    if not limits_first(priced.tables, priced.settings.objective):
        return None
    vectors = cube_vectors(priced.tables, priced.park)
    return None if vectors is None else CubeVectorSearch(priced, vectors, shared)


class CubeVectorSearch:
    """Which cube vectors are still open, by their index.

    ``unreachable``: known to be no sequence's that is better in the first stage; ``settled``: known to bring nothing better in
    the later stages. ``settles_both``: whether cubes alone settle the first stage, and what money is earned.
    """

    def __init__(self, priced: PricedPark, vectors: CubeVectors, shared: SharedPrices) -> None:
        """Nothing known of any vector."""
        tables, settings = priced.tables, priced.settings
        self._tables, self._park, self._vectors = tables, priced.park, vectors
        self.guidance_weights = priced.guidance_weights
        self._stages: Sequence[Stage] = STAGES[settings.objective]
        self._without_managers = replace(supplies(tables), managers=0.0)
        self._placed = placed_cubes(tables, priced.park)
        most = (vectors.cubes - self._placed).max(axis=0).tolist()
        tiles = [tile.id for tile in tables.position.tiles]
        self._path_pool = PathPool(tables, priced.pricing, dict(zip(tiles, most, strict=True)), settings.seed, shared)
        self.settles_first = settles(tables, settings.objective)
        self.settles_both = self.settles_first and not tables.pays_beside_cubes
        settled = int(self.settles_first) + int(self.settles_both and self._stages[1] is Stage.MONEY)
        self.problems = VectorProblems(priced, vectors, settled, PoolOfPark(self._path_pool))
        self._bound_pool = self.problems.bound_pool
        self._limits = vectors.value.astype(np.float64) if self.settles_first else np.full(len(vectors.value), math.inf)
        self.unreachable = np.zeros(len(vectors.value), dtype=np.bool_)
        self.settled = np.zeros(len(vectors.value), dtype=np.bool_)
        self._asked = np.zeros(len(vectors.value), dtype=np.bool_)
        self._weighed = np.zeros(len(vectors.value), dtype=np.bool_)
        self._bounds = np.full((len(vectors.value), len(self._stages)), math.inf)

    def above(self, best: int, stop: Callable[[], bool]) -> list[int] | None:
        """Open vectors at which a sequence first exceeds ``best`` in the first stage; None for too many.

        First those that need no stars of VIPs and guests for it, least first, then those that need the fewest.
        Every better sequence passes through one of them.
        """
        chosen = self._crossed(best, stop)
        if len(chosen) > MOST_CROSSED:
            return None
        chosen = self._reachable(chosen, PATIENCE, stop)
        value = self._vectors.value[chosen]
        order: list[int] = chosen[np.lexsort((value, best - value.clip(max=best)))].tolist()
        return order

    def near(self, plan: Plan, best: int) -> list[int]:
        """The open vectors of more than ``best`` stars by cubes that differ from those of a plan by few cubes: the nearest first, of
        them those of the most stars."""
        operated = Counter(step.tile for step in plan.steps if step.operates)
        cubes = self._placed + np.array([operated[tile.id] for tile in self._tables.position.tiles])
        distance = np.abs(self._vectors.cubes - cubes).sum(axis=1)
        open_ = (self._vectors.value > best) & (self._limits > best) & ~self.unreachable
        chosen = np.flatnonzero(open_ & (distance <= NEAR))
        order: list[int] = chosen[np.lexsort((-self._vectors.value[chosen], distance[chosen]))].tolist()
        return order

    def number_above(self, best: int, stop: Callable[[], bool]) -> int:
        """How many vectors ``above`` looks at before paths are tried on them."""
        return len(self._crossed(best, stop))

    def stars_of(self, numbers: Sequence[int]) -> dict[int, int]:
        """What these vectors bring in the first stage, where cubes alone settle it."""
        return {number: int(self._vectors.value[number]) for number in numbers}

    def close(self, numbers: Sequence[int], limit: float, depth: int) -> None:
        """Note that these vectors bring no more than ``limit`` in the first stage, or nothing better in those up to ``depth``."""
        if depth > 1:
            self.settled[numbers] = True
        else:
            self._limits[numbers] = np.minimum(self._limits[numbers], limit)

    def _crossed(self, best: int, stop: Callable[[], bool]) -> Array:
        vectors = self._vectors
        crossing = ((vectors.before >= 0) & (vectors.before <= best)).any(axis=1)
        crossing |= (vectors.cubes == self._placed).all(axis=1)  # a skill brings stars before the first cube
        chosen = self._limited(best, stop)
        crossed: Array = chosen[crossing[chosen]]
        return crossed

    def _limited(self, best: int, stop: Callable[[], bool]) -> Array:
        """The vectors that more than the best may be had with in the first stage."""
        chosen = np.flatnonzero((self._limits > best) & ~self.unreachable)
        if self.settles_first or not len(chosen):
            return chosen
        park, layer = target_layer(self._tables, self._park, self._vectors.cubes[chosen])
        # the relaxation takes all the administrator's stars for granted
        layer.stars[:] += self._vectors.bonus[chosen] - self._park.most_bonus
        none = no_potentials(self._tables.position, 0)
        allowance = Allowance(YIELD, MOST_LIMITS, stop)
        alive, least, _ = self._bound_pool.prune(park, layer, none, as_kernel((best,)), 1, allowance)
        limits = np.where(alive, np.floor(least[:, 0] + SAFETY), best)
        self._limits[chosen] = np.minimum(self._limits[chosen], limits)
        limited: Array = chosen[alive]
        return limited

    def help_with_paths(self, stop: Callable[[], bool]) -> None:
        """Seek prices of paths for the vectors that another engine asks about."""
        self._path_pool.help(stop)

    def _reachable(self, chosen: Array, patience: int, stop: Callable[[], bool]) -> Array:
        """Those of the vectors ``chosen`` that paths of the guests may reach, as far as it pays to know (``patience``)."""
        missing = self._vectors.cubes[chosen] - self._placed
        asked = self._asked[chosen]
        self.unreachable[chosen] = self._path_pool.refute_questions(
            self._without_managers, missing, asked, patience, stop
        )
        self._asked[chosen] = asked
        reachable: Array = chosen[~self.unreachable[chosen]]
        return reachable

    def limit(self, best: int, crossed: Sequence[int]) -> float:
        """What the first stage can reach by way of the open vectors ``crossed``."""
        above = np.flatnonzero((self._limits > best) & ~self.unreachable)
        if len(above) <= MOST_CROSSED:
            missing = self._vectors.cubes[above] - self._placed
            self.unreachable[above] = self._path_pool.refuted(self._without_managers, missing)
            above = above[~self.unreachable[above]]
        cubes = self._vectors.cubes[above]
        limit = float(best)
        for number in crossed:
            beyond = (cubes >= self._vectors.cubes[number]).all(axis=1)
            limit = max(limit, self._limits[above[beyond]].max(initial=limit))
        return limit

    def equal(self, best: Array, stop: Callable[[], bool]) -> list[int] | None:
        """Open vectors that keep the first stage and may bring more in the later ones, most first; None for too many.

        To be asked where cubes settle both (``settles_both``).
        """
        same = (self._vectors.value == best[0]) & (self._limits >= best[0]) & ~self.unreachable & ~self.settled
        if self._stages[1] is Stage.MONEY:
            same &= self._vectors.money >= best[1]
        chosen = np.flatnonzero(same)
        if len(chosen) > MOST_CROSSED:
            return None
        if len(chosen) > 1:  # one alone is the best sequence's own, or as likely reached
            chosen = self._reachable(chosen, PATIENCE_WITH_EQUALS, stop)
        if len(chosen) > MOST_WEIGHED:
            return None
        self._weigh(chosen, best, stop)
        chosen = chosen[~self.settled[chosen]]
        order: list[int] = chosen[np.lexsort(-self._bounds[chosen].T[::-1])].tolist()
        return order

    def later_limits(self, best: Array, left: Sequence[int]) -> list[int]:
        """Limits on the stages after the first while the open vectors ``left`` may bring more."""
        limits = []
        chosen = np.array(left, dtype=np.int64)
        for stage in range(1, len(self._stages)):
            bounds = np.floor(self._bounds[chosen, stage] + SAFETY)
            limit = max(int(best[stage]), bounds.max(initial=-1))
            if math.isinf(limit):
                break
            limits.append(int(limit))
            if limit > best[stage]:
                break
            chosen = chosen[bounds == limit]
        return limits

    def relaxed(self, apart: RelaxedSkills, priced: PricedPark) -> VectorProblems:
        """The problems of the same vectors in the park with skills apart, which is ``priced``."""
        walks = self._tables.position.maps or not apart.most.maps  # prices made without maps know of no walks
        path_pool = PoolOfPark(self._path_pool, apart.kept) if walks else None
        return VectorProblems(priced, self._vectors, self.problems.settled, path_pool, apart)

    def _weigh(self, chosen: Array, best: Array, stop: Callable[[], bool]) -> None:
        """Settle the vectors that bring nothing better in the later stages by the relaxation."""
        depth = len(self._stages)
        chosen = chosen[~self._weighed[chosen]]
        if not len(chosen):
            return
        park, layer = target_layer(self._tables, self._park, self._vectors.cubes[chosen])
        least = np.full((len(chosen), depth), math.inf)
        least[:, 0] = self._vectors.value[chosen]
        if self._stages[1] is Stage.MONEY:
            least[:, 1] = self._vectors.money[chosen]
        alive = self._bound_pool.prune_each(park, layer, least, best, depth, stop)
        self.settled[chosen[~alive]] = True
        self._bounds[chosen] = least
        self._weighed[chosen] = True
