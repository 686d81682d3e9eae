"""Narrowing a layer: what cannot lead to better than the best is dropped, then what exceeds the width of the pass."""

import math
from collections.abc import Callable
from functools import cached_property, partial

import numpy as np

from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.layered.beam.pass_problem import PassProblem
from solver.theme_park.operate.layered.encoding.codes import GUIDANCE, LEAST_PROMISE, LIMITS_PROMISE
from solver.theme_park.operate.layered.encoding.park import ParkArrays
from solver.theme_park.operate.layered.encoding.potentials import Potentials
from solver.theme_park.operate.layered.kernel.expanding import Scratch
from solver.theme_park.operate.layered.kernel.idle_guests import merge_alike, set_idle_apart
from solver.theme_park.operate.layered.kernel.layers import Layer, keep, keep_ways, put_first
from solver.theme_park.operate.layered.kernel.shared_states import Halved
from solver.theme_park.operate.layered.limits.bound_pool import Allowance
from solver.theme_park.operate.layered.limits.dominance import detours_of, drop_dominated
from solver.theme_park.operate.layered.limits.reaching import hold_within, no_reaching
from solver.theme_park.operate.layered.limits.state_paths import StatePaths
from solver.theme_park.operate.layered.limits.states_by_cubes import StatesByCubes
from solver.theme_park.operate.layered.plans.pass_result import Best, whole_limit

LEAST_YIELD = 200.0
"""States that a new limit must refute to be worth its making. It takes as long as a thousand, but what would follow them is spared too."""

STATES_A_LIMIT, MOST_LIMITS = 2_000.0, 10
"""States of a layer's width for each limit that may be made while the layer fills, and how many may be at most: more are made for what
the width drops anyway (board3-10, board5-12: most of a pass was linear programs)."""

UNLIMITED = 400
"""Width up to which no limits are made for states, as there are too few states for them to pay, and none are dropped that others dominate:
that leaves nothing less out, and what finds room instead is as often worse (introductory rounds 1 to 3: median 0.19 instead of 0.25 s)."""

SIFTED, MANY = 3, 5
"""How many widths of the most promising states are looked at first where states are far more, and how often as many those are
(board-full5-06: passes of width 400 for single vectors take 0.5 instead of 1.5 s)."""


class Narrowing:
    """Narrows the layers of one pass, by limits that it tries and makes.

    ``dropped``: the most that what was dropped may bring in the first stage; less than anything where nothing was.
    """

    def __init__(
        self,
        problem: PassProblem,
        park: ParkArrays,
        potentials: Potentials,
        width: int,
        best: Best,
        path_prices: StatePaths | None,
        scratch: Scratch,
        stop: Callable[[], bool],
        halved: Halved,
    ) -> None:
        """``park`` as the pass plays it; ``halved`` goes through all states of a layer."""
        self._problem, self._park, self._potentials, self._width = problem, park, potentials, width
        self._best, self._path_prices, self._scratch, self._stop = best, path_prices, scratch, stop
        self._halved, self._depth = halved, problem.depth
        self._reaching = problem.reaching or no_reaching()
        self._drops_dominated = problem.drops_dominated and not problem.records and width > UNLIMITED
        self._limits_left = 0
        self.dropped = math.inf if problem.leaves_out else -math.inf

    def begin_layer(self) -> None:
        """Allow as many new limits as pay for one more layer."""
        limited = self._problem.adds_bounds and self._width > UNLIMITED
        self._limits_left = min(MOST_LIMITS, math.ceil(self._width / STATES_A_LIMIT)) if limited else 0

    def narrow(self, layer: Layer) -> None:
        """Drop what cannot be better than the best, then what exceeds the width: the least promising.

        Where there are far more than that, the most promising are looked at first: if enough of them are left, no others need be.
        """
        count, few = int(layer.number[0]), SIFTED * self._width
        if count > MANY * few and not self._problem.records:
            limits = layer.limits[:count]
            first = self._potentials.least(limits, 0)
            rank = self._promise(layer, limits, first)
            order = np.argpartition(-rank, few)
            beyond = first[order[few:]].max()
            put_first(layer, order[:few])
            layer.number[0] = few
            alive, least, into = self._alive(layer)
            if alive.sum() > self._width:
                self.drop(beyond)
                self._keep_best(layer, alive, least, into)
                return
            layer.number[0] = count
        self._keep_best(layer, *self._alive(layer))

    def drop(self, limit: float) -> None:
        """Note that states are dropped that may bring so much in the first stage."""
        bound = whole_limit(limit)
        if bound >= self._best.values[0] + (self._depth == 1):
            self.leave_out(bound)

    def leave_out(self, bound: float) -> None:
        """Note that something is left out that may bring so much in the first stage."""
        self.dropped = max(self.dropped, bound)

    def as_serving(self, layer: Layer) -> Layer:
        """The layer for what limits its states: in the first stage guests who can serve no more are not in their rows."""
        return layer._replace(rows=layer.serving) if self._depth == 1 else layer

    def _alive(self, layer: Layer) -> tuple[Array, Array, Array]:
        """Which states of a layer may lead to better, their least limits [state, stage], and what stands for each where ways are recorded."""
        if self._problem.sets_idle_apart:
            apart = partial(set_idle_apart, self._park, self._potentials, layer, self._depth > 1)
            self._halved(apart, int(layer.number[0]))
        serving = self.as_serving(layer)
        allowance = Allowance(LEAST_YIELD, self._limits_left, self._stop, self._halved)
        alive, least, self._limits_left = self._problem.bound_pool.prune(
            self._park, serving, self._potentials, self._best.values, self._depth, allowance
        )
        if self._path_prices is None:
            into = self._drop_needless(layer, alive)
        else:
            states = StatesByCubes(self._park, serving, alive)
            self._path_prices.prune(states, self._halved)
            states.note_refuted(alive)
            into = self._drop_needless(layer, alive)
            if self._seeks_prices:
                states.leave_only(alive)
                self._path_prices.seek(states, self._halved, self._width, self._stop)
                states.note_refuted(alive)
        return alive, least, into

    def _drop_needless(self, layer: Layer, alive: Array) -> Array:
        """Take from ``alive`` [state] what others of the layer stand for, or nothing that is wanted; gives what stands for each state."""
        hold_within(self._park, self._reaching, layer, alive)
        into = np.arange(layer.number[0] if self._problem.records else 0)
        if self._problem.sets_idle_apart:
            merge_alike(self._park, layer, self._scratch, alive, into)
        if self._drops_dominated:
            turned, absent = self._problem.turns_one_die, self._depth == 1
            drop_dominated(self._park, self._detours, layer, alive, self._stop, turned=turned, absent=absent)
        return into

    @cached_property
    def _detours(self) -> Array:
        return detours_of(self._park)

    @property
    def _seeks_prices(self) -> bool:
        """Whether prices of paths are made for states: not where few are left as it is, or nothing would be proven; and not where all ways are
        recorded, as mostly a pass before made them for the same vector (board5-09: 1.4 s of its last 5)."""
        problem = self._problem
        return self._width > UNLIMITED and problem.reaching is None and not (problem.leaves_out or problem.records)

    def _keep_best(self, layer: Layer, alive: Array, least: Array, into: Array) -> None:
        """Keep what is alive, and of that what is within the width."""
        chosen = np.flatnonzero(alive)
        if len(chosen) > self._width:
            first = least[chosen, 0]
            rank = self._promise(layer, layer.limits[chosen], first)
            order = np.argpartition(-rank, self._width)
            self.drop(first[order[self._width :]].max())
            layer.cut[LEAST_PROMISE] = max(layer.cut[LEAST_PROMISE], rank[order[: self._width]].min())
            chosen = chosen[np.sort(order[: self._width])]
        if self._problem.children_a_layer:
            rank = self._promise(layer, layer.limits[chosen], least[chosen, 0])
            chosen = chosen[np.argsort(-rank, kind="stable")]
        if self._problem.records:
            keep_ways(layer, chosen, into)
        keep(layer, chosen)

    def _promise(self, layer: Layer, limits: Array, first: Array) -> Array:
        """How promising states are by their ``limits`` [state, limit], of which ``first`` [state] limits the first stage."""
        guided = self._potentials.least(limits, GUIDANCE)
        return np.where(np.isinf(guided), 0.0, guided) + (first if layer.cut[LIMITS_PROMISE] else 0.0)
