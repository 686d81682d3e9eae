"""Prices of paths for the states of a pass: made for one of them, they refute others of its layer and what would come of those."""

import math
import random
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.flow.prices import Supplies, with_icons
from solver.theme_park.operate.flow.records import Quantity
from solver.theme_park.operate.layered.encoding.codes import SAFETY
from solver.theme_park.operate.layered.encoding.potentials import average_supplies
from solver.theme_park.operate.layered.kernel.path_limits import PathLimit, no_limit
from solver.theme_park.operate.layered.kernel.shared_states import Halved
from solver.theme_park.operate.layered.limits.path_pool import CUBES, PoolOfPark
from solver.theme_park.operate.layered.limits.path_questions import KnownPrices
from solver.theme_park.operate.layered.limits.states_by_cubes import StatesByCubes
from solver.theme_park.operate.layered.pass_widths import PRICED
from solver.theme_park.operate.settings import Stage

A_CUBE = 8.0
"""Pips or guests that a cube is held to be worth: so many that none is left out for them (board3-10: by 4 a pass has ten times the
states, by 6 to 20 the same)."""

STATE_SECONDS = 2e-5
"""What one more state of a layer costs a pass."""

SLOWING = 0.8
"""A layer grows by the root of what the layer before it grew by, and this (board3-10: 50, 6.4, 1.8, 0.65)."""

SECONDS, NUMBER_SECONDS = 8e-3, 1.7e-8
"""What prices for states must spare a pass, and for each number that a step in search of them fills; it is not measured, as answers must be
repeatable. They refute states of other layers and passes too (board5-04: 38 prices refuted 240 states a piece where they were made, and 20,000 in
all), so that by half of it a proof makes hardly fewer states; by the first alone board-full5-05, where a step takes 3 ms, takes a third longer."""

ALIKE = 100
"""States with the same cubes that prices are made for together, by what they have on the average (Seipp, Pommerening and Helmert, 2015). Of the
layer those for ten or a hundred refute three times as many as those for one (board5-01: 16 or 19 instead of 5 %, board4-02: 7 or 9, not 3)."""

HALVINGS, LEAST_HALVED = 2, 8
"""How often only half of them is asked about where all together are not refuted, as long as there are so many: those that the prices found last
limit most (board4-02: 0.80 instead of 0.72 of later states refuted, by 1.5 times the time)."""

LOOKED_AT, FOR_CUBES, FOR_LATER = 4, 0.1, 0.25
"""Prices by whose yield it is judged whether more are made, and the share of a layer that those not made yet are held to refute, where
cubes alone are wanted or more."""


@dataclass(frozen=True)
class LaterGoal:
    """What a pass for a cube vector wants in the first stage that the vector does not settle.

    ``settled``: what it comes to in the stages before. ``is_last``: whether no stage follows.
    """

    stage: Stage
    settled: tuple[int, ...]
    is_last: bool

    @property
    def quantity(self) -> Quantity:
        """The goal of paths: cubes first."""
        one = 1.0 / A_CUBE
        return replace(CUBES, pips=one) if self.stage is Stage.PIPS else replace(CUBES, guests=one)

    def beyond(self, best: Sequence[int]) -> float:
        """What must be had besides all cubes to be better than ``best``, in the quantity's units; nothing where the vector alone is better."""
        place = len(self.settled)
        if tuple(best[:place]) != self.settled:
            return 0.0
        return (best[place] + self.is_last) / A_CUBE


class StatePaths:
    """What prices of paths tell of the states of one pass, which must use up all icons, without Managers, and bring more than the best."""

    def __init__(self, pool: PoolOfPark, later: LaterGoal | None, best: Sequence[int]) -> None:
        """Nothing tried yet."""
        self._of_park, self._pool, self._random = pool, pool.pool, random.Random(0)
        self._goal, self._beyond = CUBES, 0.0
        if later is not None and (beyond := later.beyond(best)) > 0:
            self._goal, self._beyond = later.quantity, beyond
        self._recent = deque([FOR_CUBES if self._goal == CUBES else FOR_LATER] * LOOKED_AT, maxlen=LOOKED_AT)
        self._before, self._least = 1, SECONDS
        self._limits: dict[KnownPrices, PathLimit] = {}

    @property
    def strongest(self) -> PathLimit:
        """The limit that refuted most."""
        known = self._known()
        return max(known, key=lambda each: each[0].hits)[1] if known else no_limit()

    def prune(self, states: StatesByCubes, halved: Halved) -> None:
        """Refute what the prices known do; ``halved`` goes through all states."""
        self._try(self._known(), states, halved)

    def seek(self, states: StatesByCubes, halved: Halved, width: int, stop: Callable[[], bool]) -> None:
        """Make prices for some of the states while that takes less time than what they refute would; the others are tried by them too.

        For cubes alone only passes from ``PRICED`` on do. Where few layers are left, or a narrow pass expands few of these states anyway, they must
        refute more.
        """
        left = np.flatnonzero(states.alive)
        if (self._goal == CUBES and width < PRICED) or not len(left):
            return
        seconds = STATE_SECONDS * self._states_to_come(len(left), states.icons_left, width)
        self._before = min(len(left), width)
        self._least = SECONDS
        if not self._pays(seconds):
            return
        have = self._supplies(states, left[:1])
        self._least += NUMBER_SECONDS * self._pool.effort(have)
        if not self._pays(seconds):
            return
        self._pool.get_ready(have, self._goal, self._wanted(have), stop)
        made: list[KnownPrices] = []

        def part(begin: int, end: int) -> None:
            self._seek_in(states, begin, end, seconds, stop, made)

        halved(part, len(states.alive))
        self._try([(known, self._limit(known)) for known in made], states, halved)

    def _seek_in(
        self,
        states: StatesByCubes,
        begin: int,
        end: int,
        seconds: float,
        stop: Callable[[], bool],
        made: list[KnownPrices],
    ) -> None:
        alive, untried = states.alive, np.zeros(len(states.alive), dtype=np.bool_)
        untried[begin:end] = True
        begun = number = int(np.count_nonzero(alive & untried))
        while len(left := np.flatnonzero(alive & untried)) and self._pays(seconds * number / begun) and not stop():
            alike = states.with_cubes_of(int(self._random.choice(left)), begin, end)
            some = _some(alike.start + np.flatnonzero(alive[alike]))
            known, refuted = self._prices_for(states, some, stop, by_second=begin > 0), 0
            if known is not None:
                refuted = states.refute(self._limit(known), begin, end)
                known.hits += refuted
                made.append(known)
            if not refuted:
                untried[alike] = False
            self._recent.append(refuted / number)
            number -= refuted

    def _prices_for(
        self, states: StatesByCubes, alike: Array, stop: Callable[[], bool], *, by_second: bool
    ) -> KnownPrices | None:
        """Prices that refute these states on the average, or half of them, or a quarter; None where none were found."""
        for _ in range(HALVINGS + 1):
            have = self._supplies(states, alike)
            sought = self._pool.seek(have, self._goal, self._wanted(have), stop, by_second=by_second)
            if isinstance(sought, KnownPrices):
                return sought
            if len(alike) < LEAST_HALVED or stop():
                break
            alike = states.lower_half(self._of_park.limit(sought), alike)
        return None

    def _wanted(self, have: Supplies) -> float:
        """What is wanted of the goal where there are these supplies: less refutes them."""
        return sum(have.icons.values()) + self._beyond - SAFETY

    def _states_to_come(self, number: int, icons: int, width: int) -> float:
        """About how many states of this layer and the next ones, a layer for each icon, a pass will expand."""
        growth, size, total = number / self._before, float(min(number, width)), 0.0
        for _ in range(icons):
            total += size
            growth = SLOWING * math.sqrt(growth)
            size = min(size * growth, width)
        return total

    def _pays(self, seconds: float) -> bool:
        """Whether the last prices refuted so much of what is to take ``seconds`` that they were worth their time."""
        return sum(self._recent) * seconds >= self._least * LOOKED_AT

    def _supplies(self, states: StatesByCubes, chosen: Array) -> Supplies:
        """What states with the same cubes have on the average."""
        position = self._pool.position
        have = self._of_park.supplies(average_supplies(position, states.park, *states.only(chosen)))
        return replace(
            with_icons(have, position, [round(have.icons[tile.id]) for tile in position.tiles]), managers=0.0
        )

    def _known(self) -> list[tuple[KnownPrices, PathLimit]]:
        goals = (CUBES,) if self._goal == CUBES else (self._goal, CUBES)
        known = [each for goal in goals for each in self._pool.known(goal)]
        self._limits = {each: self._limits[each] if each in self._limits else self._limit(each) for each in known}
        return list(self._limits.items())

    def _limit(self, known: KnownPrices) -> PathLimit:
        limit = self._of_park.limit(known.limit)
        return limit._replace(constant=limit.constant - self._beyond) if known.goal == self._goal else limit

    def _try(self, known: Sequence[tuple[KnownPrices, PathLimit]], states: StatesByCubes, halved: Halved) -> None:
        refuted: list[list[int]] = []

        def part(begin: int, end: int) -> None:
            refuted.append([states.refute(limit, begin, end) for _, limit in known])

        if known:
            halved(part, len(states.alive))
        for (each, _), *hits in zip(known, *refuted, strict=True):
            each.hits += sum(hits)


def _some(states: Array) -> Array:
    """``ALIKE`` of these states at most, evenly chosen."""
    places = np.linspace(0, len(states) - 1, min(ALIKE, len(states))).astype(np.int64)
    chosen: Array = states[places]
    return chosen
