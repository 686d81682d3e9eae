"""Limits made for the states that the search meets: each refutes one state, and many like it.

The relaxation's prices are tightest where they were solved for. Solved anew for a state of a layer they often show that
nothing better can come of it, and being linear they show it of its likes at once.
"""

import math
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.flow.prices import OutOfReach, Prices, Pricing, Supplies
from solver.theme_park.operate.layered.encoding.codes import COMPLETION, SAFETY
from solver.theme_park.operate.layered.encoding.park import ParkArrays
from solver.theme_park.operate.layered.encoding.potentials import (
    Potentials,
    average_supplies,
    copy_potentials,
    no_potentials,
    set_potential,
)
from solver.theme_park.operate.layered.kernel.layers import Layer
from solver.theme_park.operate.layered.kernel.pruning import prune
from solver.theme_park.operate.layered.kernel.shared_states import Halved, undivided
from solver.theme_park.operate.settings import Stage
from solver.theme_park.operate.tables import Tables

ROOM = 256
"""Limits remembered; when they fill the room, the half that refuted least is forgotten."""

FIRST_YIELD, KEPT_YIELD = 200.0, 0.75
"""States a new limit is taken to refute before any was tried, and the weight of what is known at each trial."""

WORK, LEAST_WORK = 900_000.0, 0.5
"""Of linear programs (``Pricing.work``), what one for a new limit is taken to need, and the least part of it that counts: one that
needs more must refute as many times the states (board-all4-04: eight times, half of a search was such linear programs)."""

LEAST_RATE, FIRST_TRIALS = 0.001, 500.0
"""Of the states that a limit is tried on, the share that it must refute to be tried on more, and the trials after which it is known."""

LEFT_FOR_EACH = 5
"""States that must be left for each that a new limit is to refute for the work it takes."""


@dataclass(frozen=True)
class Allowance:
    """What may be done for limits: new ones are made, ``most`` at most, while they refute ``least_yield`` states for ``WORK`` or more,
    and nobody wants to ``stop``. ``halved``: how all states are gone through."""

    least_yield: float
    most: int
    stop: Callable[[], bool]
    halved: Halved = undivided


class BoundPool:
    """A pool of limits on the stages of one position, with how many states each has refuted.

    ``completing``: the limits hold for states that must use up every free icon, and have no Managers; ``settled``: how many
    stages are settled by that.
    """

    def __init__(
        self,
        tables: Tables,
        pricing: Pricing,
        stages: Sequence[Stage],
        seed: int,
        *,
        completing: bool,
        settled: int = 0,
    ) -> None:
        """An empty pool."""
        self._position, self._pricing, self._stages = tables.position, pricing, stages
        self._completing, self._settled = completing, settled
        self._random = random.Random(seed)
        self._pool: Potentials = no_potentials(tables.position, ROOM)
        self._hits, self._trials = (np.zeros(ROOM, dtype=np.int64) for _ in range(2))
        self._given: tuple[Potentials | None, list[int]] = (None, [])
        self._count = 0
        self._expected, self._work = FIRST_YIELD, 1.0

    def strongest(self, potentials: Potentials, places: Array) -> None:
        """Copy the limits that refuted most into ``places`` of ``potentials``; where those were tried, they are not tried again."""
        chosen = self._order()[: len(places)]
        self._given = potentials, chosen.tolist()
        copy_potentials(potentials, places[: len(chosen)], self._pool, chosen)

    def prune(
        self,
        park: ParkArrays,
        layer: Layer,
        potentials: Potentials,
        best: Array,
        depth: int,
        allowance: Allowance,
    ) -> tuple[Array, Array, int]:
        """Which states of ``layer`` may lead to better than ``best``, the least limits [state, stage], and how many more may be made: 0
        where the last ones did not pay.

        ``potentials``: whose limits the layer holds.
        """
        count = int(layer.number[0])
        least = np.empty((count, depth))
        for stage in range(depth):
            least[:, stage] = potentials.least(layer.limits[:count], stage)
        alive = np.ones(count, dtype=np.bool_)
        tried = self._given[1] if self._given[0] is potentials else []
        self._try_known(park, layer, least, alive, best, depth, self._worth_trying(tried), allowance.halved)
        more = allowance.most
        if not more:
            return alive, least, more
        self._expected = max(self._expected, allowance.least_yield)
        while more and not allowance.stop():
            left = np.flatnonzero(alive)
            if len(left) < LEFT_FOR_EACH * allowance.least_yield * self._work:
                break
            state, before = int(left[self._random.randrange(len(left))]), self._pricing.work
            refuted = self._try_new(park, layer, state, least, alive, best, depth, allowance.halved)
            work = max(LEAST_WORK, (self._pricing.work - before) / WORK)
            self._work = KEPT_YIELD * self._work + (1 - KEPT_YIELD) * work
            self._expected = KEPT_YIELD * self._expected + (1 - KEPT_YIELD) * refuted / work
            more = more - 1 if self._expected >= allowance.least_yield else 0
        return alive, least, more

    def prune_each(
        self, park: ParkArrays, layer: Layer, least: Array, best: Array, depth: int, stop: Callable[[], bool]
    ) -> Array:
        """As ``prune``, with a limit made for every state that no other refuted; ``least`` holds what is known before."""
        alive = np.ones(int(layer.number[0]), dtype=np.bool_)
        self._try_known(park, layer, least, alive, best, depth, self._order(), undivided)
        for state in range(len(alive)):
            if alive[state] and not stop():
                self._try_new(park, layer, state, least, alive, best, depth, undivided)
        return alive

    def _try_known(
        self,
        park: ParkArrays,
        layer: Layer,
        least: Array,
        alive: Array,
        best: Array,
        depth: int,
        limits: Array,
        halved: Halved,
    ) -> None:
        """Try ``limits`` on all states; each part counts for itself what they refuted."""
        counted = []

        def part(begin: int, end: int) -> None:
            hits, trials = np.zeros((2, ROOM), dtype=np.int64)
            prune(park, self._pool, limits, layer, least, alive, hits, trials, best, depth, begin, end)
            counted.append((hits, trials))

        halved(part, int(layer.number[0]))
        for hits, trials in counted:
            self._hits += hits
            self._trials += trials

    def _try_new(
        self,
        park: ParkArrays,
        layer: Layer,
        state: int,
        least: Array,
        alive: Array,
        best: Array,
        depth: int,
        halved: Halved,
    ) -> int:
        """Make limits for one state and try them on all; gives the number of states they refuted."""
        if self._count + depth >= ROOM:
            self._halve()
        before = int(alive.sum())
        one = slice(state, state + 1)
        have = average_supplies(self._position, park, layer.rows[one], layer.stars[one], layer.money[one])
        made = self._complete(have, best, depth) if self._completing else self._make(have, best, depth)
        self._try_known(park, layer, least, alive, best, depth, np.array(made, dtype=np.int64), halved)
        if made and not self._hits[made].any():
            self._count = made[0]
        return before - int(alive.sum())

    def _make(self, have: Supplies, best: Array, depth: int) -> list[int]:
        """Limits that are tightest for ``have``, up to the stage that refutes it."""

        def prices(stage: int) -> Prices | None:
            held = {self._stages[earlier]: int(best[earlier]) for earlier in range(stage)}
            return self._pricing.prices(self._stages[stage], have, held)

        return self._until_refuted(prices, range(depth), best)

    def _complete(self, have: Supplies, best: Array, depth: int) -> list[int]:
        """The same where every icon must be used up."""
        completion = self._pricing.completion(have)
        if completion is None:
            return []
        made = [self._remember(COMPLETION, completion)]
        if completion.limit < -SAFETY:
            return made
        return made + self._until_refuted(
            lambda stage: self._completing_prices(self._stages[stage], have), range(self._settled, depth), best
        )

    def _completing_prices(self, stage: Stage, have: Supplies) -> Prices | None:
        with suppress(OutOfReach):  # of this state alone: no limit says it of others
            return self._pricing.kept_for(stage).prices_completing(stage, have)
        return None

    def _until_refuted(self, prices_of: Callable[[int], Prices | None], stages: range, best: Array) -> list[int]:
        made: list[int] = []
        for stage in stages:
            prices = prices_of(stage)
            if prices is None:
                break
            made.append(self._remember(stage, prices))
            if math.floor(prices.limit + SAFETY) != best[stage]:
                break
        return made

    def _order(self) -> Array:
        """All limits, those first that refuted most."""
        return np.argsort(-self._hits[: self._count], kind="stable")

    def _worth_trying(self, tried: list[int]) -> Array:
        """The limits that refute enough for the time they take, those first that refute most, but for those ``tried``."""
        rates = (self._hits[: self._count] + 1.0) / (self._trials[: self._count] + FIRST_TRIALS)
        rates[tried] = 0.0
        order = np.argsort(-rates, kind="stable")
        return order[rates[order] >= LEAST_RATE]

    def _remember(self, stage: int, prices: Prices) -> int:
        index = self._count
        set_potential(self._pool, index, self._position, stage, prices)
        self._hits[index] = self._trials[index] = 0
        self._count += 1
        return index

    def _halve(self) -> None:
        kept = self._order()[: ROOM // 2]
        copy_potentials(self._pool, np.arange(len(kept)), self._pool, kept)
        self._hits[: len(kept)], self._trials[: len(kept)] = self._hits[kept] // 2, self._trials[kept] // 2
        self._given = None, []
        self._count = len(kept)
