"""Passes of the layered search: exact when every layer fits, otherwise a beam that says what it may have missed."""

import math
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from solver.runtime.stopping import stopped_when
from solver.theme_park.operate.layered.bound_pool import Allowance
from solver.theme_park.operate.layered.codes import (
    COLLECTING,
    ENOUGH_MADE,
    GUIDANCE,
    IMPROVEMENTS,
    LEAST_PROMISE,
    LEFT_OUT,
    LIMITS_PROMISE,
    MASCOTS,
    MERGED,
    NOTHING,
    OMITTED,
    OPERATION,
    PARENT,
    RECORDED,
    SKILLS,
    STOPPED,
    USES,
)
from solver.theme_park.operate.layered.helper import Expanding, Helper, gather
from solver.theme_park.operate.layered.idle_guests import merge_alike, set_idle_apart
from solver.theme_park.operate.layered.kernel import expand
from solver.theme_park.operate.layered.layers import Layer, clear, keep, keep_ways, new_layer, put_first, room_for
from solver.theme_park.operate.layered.operations import new_scratch
from solver.theme_park.operate.layered.park import Array, Memo, row_cells
from solver.theme_park.operate.layered.pass_problem import PassProblem
from solver.theme_park.operate.layered.pass_result import Best, PassResult, Path, Stopped, made_enough, whole_limit
from solver.theme_park.operate.layered.path_limits import no_limit
from solver.theme_park.operate.layered.potentials import Potentials, no_potentials, set_potential
from solver.theme_park.operate.layered.prepared import MOST_PREPARED, Step, longer, new_log, new_prepared, step_of
from solver.theme_park.operate.layered.pruning import fill_limits
from solver.theme_park.operate.layered.reaching import MOST_WAYS, Reaching, hold_within, no_reaching, reaching_of
from solver.theme_park.operate.layered.shared_states import FIRST_CHUNK, Halved, SharedStates, next_chunk, undivided
from solver.theme_park.operate.layered.stage_values import is_better, stage_values
from solver.theme_park.operate.layered.state_paths import StatePaths
from solver.theme_park.operate.layered.states_by_cubes import StatesByCubes

POOLED = 4
"""Limits of the bound_pool that the kernel tries on every child, besides those of the start."""

LEAST_YIELD = 200.0
"""States that a new limit must refute to be worth its making. It takes as long as a thousand, but what would follow them is spared too."""

STATES_A_LIMIT, MOST_LIMITS = 2_000.0, 10
"""States of a layer's width for each limit that may be made while the layer fills, and how many may be at most: more are made for what
the width drops anyway (board3-10, board5-12: most of a pass was linear programs)."""

NARROW = 40
"""Width up to which states are ranked by guidance alone; wider passes rank by the limit on the stars too (bench: two of six hard parks
are then solved in a third of the time)."""

UNLIMITED = 400
"""Width up to which no limits are made for states: there are too few states for them to pay."""

SIFTED, MANY = 3, 5
"""How many widths of the most promising states are looked at first where states are far more, and how often as many those are
(board-full5-06: passes of width 400 for single vectors take 0.5 instead of 1.5 s)."""


class Beam:
    """One pass over the layers with a width."""

    def __init__(
        self,
        problem: PassProblem,
        memo: Memo,
        width: int,
        best: Best,
        tell: Callable[[Best], None],
        stop: Callable[[], bool],
    ) -> None:
        """Ready to pass; ``stop`` is asked again and again."""
        self.park, self.memo, self.bound_pool, self.depth = problem.park, memo, problem.bound_pool, problem.depth
        self.width, self.best, self.tell, self.stop = width, best, tell, stop
        self.problem = problem
        dollars = any(prices.money > 0 for stage, prices in problem.prices if 0 <= stage < problem.depth)
        self.skills = problem.skills._replace(dollars_count=dollars or problem.depth > 1)
        if problem.leaves_out:
            self.skills = self.skills._replace(extras=0, skill_extras=0, most_uses=problem.uses or 0)
            self.park = self.park._replace(most_credits=0)
        given = len(problem.prices)
        places = given + (POOLED if problem.adds_bounds else 0)
        self.potentials: Potentials = no_potentials(problem.tables.position, places)
        self.pooled = np.arange(given, places)
        for index, (stage, each) in enumerate(problem.prices):
            set_potential(self.potentials, index, problem.tables.position, stage, each)
        apart = problem.sets_idle_apart
        ways = MOST_WAYS if problem.records else 0
        self.here, self.there = (
            new_layer(
                room_for(width),
                row_cells(self.park),
                places,
                sets_idle_apart=apart,
                ways=ways,
                limits_promise=width > NARROW,
            )
            for _ in range(2)
        )
        self.reaching = problem.reaching or no_reaching()
        self.rows_of_layers: list[Array] = []
        self.ways_into: list[Array] = []
        self.history: list[tuple[Array, Array, Array]] = []
        cells, cards = row_cells(self.park), self.park.kinds.size + self.park.icons.size
        used = self.skills.most_uses and (
            problem.row[cards + SKILLS] or (problem.row[cards + MASCOTS] and problem.skills.extras)
        )
        self.prepared = new_prepared(cells, places, MOST_PREPARED if used else 1)
        self.scratch = new_scratch(cells, places)
        self.log = new_log(2 * len(self.prepared.facts))
        self.record = np.zeros(RECORDED, dtype=np.int64)
        self.record[COLLECTING] = MERGED if problem.records else 0  # what is reached is no reason to leave ways out
        self.record[ENOUGH_MADE] = problem.enough
        self.dropped = math.inf if problem.leaves_out else -math.inf
        self.chunk, self.path_limit, self.limits_left = FIRST_CHUNK, no_limit(), 0
        self.states = SharedStates()
        self.helper: Helper | None = None
        self.to_beat: tuple[int, ...] = tuple(best.values.tolist())
        self.path_prices = (
            None if problem.path_pool is None else StatePaths(problem.path_pool, problem.later, self.to_beat)
        )

    def share(self, memo: Memo) -> Helper:
        """What another thread needs to help, by ``memo``."""
        self.helper = Helper(self, memo)
        return self.helper

    def run(self) -> PassResult:
        """Expand layer after layer until none is left."""
        try:
            if len(self.prepared.facts) == 1:
                return self._run()
            with stopped_when(self.stop, self._stop_soon):  # one state may have very many others prepared
                return self._run()
        except Stopped:
            if made_enough(self.record):
                return PassResult(complete=False, limit=math.inf)
            raise
        finally:
            if self.helper is not None:
                self.helper.stop_soon()
            self.states.end()

    def _stop_soon(self) -> None:
        self.record[STOPPED] = 1
        if self.helper is not None:
            self.helper.stop_soon()

    def _run(self) -> PassResult:
        self._enter_starts()
        while self.here.number[0]:
            clear(self.there)
            limited = self.problem.adds_bounds and self.width > UNLIMITED
            self.limits_left = min(MOST_LIMITS, math.ceil(self.width / STATES_A_LIMIT)) if limited else 0
            self.bound_pool.strongest(self.potentials, self.pooled)
            self.path_limit = no_limit() if self.path_prices is None else self.path_prices.strongest
            filled = partial(fill_limits, self.park, self.potentials, self._as_serving(self.here))
            self._halved(filled, int(self.here.number[0]))
            self._expand()
            self._narrow(self.there)
            self._drop(float(self.there.cut[LEFT_OUT]))
            count, there = int(self.there.number[0]), self.there
            self._record()
            ways = there.parents[:count].copy(), there.operations[:count].copy(), there.uses[:count].copy()
            self.history.append(ways)
            self.here, self.there = self.there, self.here
            if self.problem.complete_only and self.dropped > -math.inf:
                break
        return PassResult(self.dropped == -math.inf, self.dropped)

    def _enter_starts(self) -> None:
        begins = [(self.problem.row, self.problem.stars), *self.problem.others]
        starts = new_layer(len(begins), len(self.problem.row), self.here.limits.shape[1])
        starts.rows[:], starts.stars[:] = (list(column) for column in zip(*begins, strict=True))
        starts.money[:], starts.number[0] = self.problem.money, len(begins)
        starts.parents[:] = starts.operations[:] = starts.uses[:] = NOTHING
        gather(self.park, self.here, starts, 0, np.empty(len(begins), dtype=np.int32))
        count = int(self.here.number[0])
        self.here.serving[:count] = self.here.rows[:count]
        for row, stars in begins:
            self._stop_at_once(row, stars, self.problem.money)

    def _record(self) -> None:
        """Keep the rows of a layer and the ways into it, where that is wanted."""
        if self.problem.records:
            self.rows_of_layers.append(self.there.serving[: self.there.number[0]].copy())
            self.ways_into.append(self.there.ways[: self.there.recorded[0]].copy())

    def recorded(self, placed: Array) -> Reaching | None:
        """After a pass that left nothing out and recorded all ways: what reaches the cubes wanted."""
        if self.there.recorded[1] or self.here.recorded[1] or self.dropped > -math.inf:
            return None
        layers = [self.problem.row[None, :], *self.rows_of_layers]
        return reaching_of(self.park, layers, self.ways_into, placed)

    def _stop_at_once(self, row: Array, stars: int, money: int) -> None:
        """The empty sequence, mascots used all the same, is the first to beat."""
        values, settled = np.zeros(3, dtype=np.int64), np.zeros(2, dtype=np.int64)
        stage_values(self.park, row, stars, money, values, settled)
        if is_better(self.park, row, values, self.best.values, settled):
            self.best.values[:] = values
            self.best.path = ()
            self.tell(self.best)

    def _expand(self) -> None:
        self.states.open(int(self.here.number[0]))
        while (taken := self.states.first(self.chunk)) is not None:
            begin, end = taken
            if self.stop():
                raise Stopped
            known, began = int(self.record[IMPROVEMENTS]), time.monotonic()
            done = self.expanded(self._expanding, begin, end)
            self.chunk = next_chunk(self.chunk, time.monotonic() - began)
            if self.record[IMPROVEMENTS] > known:
                last = self._step(int(self.record[USES]), int(self.record[OPERATION]))
                self._improve(int(self.record[PARENT]), last)
            if done < 0 or self.record[STOPPED]:
                raise Stopped  # or there are more ways to fulfil the requirements than there is memory for
            if self.record[OMITTED]:
                self.record[OMITTED] = 0
                self._leave_out(begin, min(done + 1, end))
            if self.log.number[0] + len(self.prepared.facts) > len(self.log.action):
                self.log = longer(self.log)
            elif done < end:
                self._narrow(self.there)
                if done == begin:  # the children of one state alone fill the layer: some of them are dropped
                    self._leave_out(begin, begin + 1)
                    done += 1
            self.states.give_back(done, end)
            self._gather()
        self._gather()

    def expanded(self, by: Expanding, begin: int, end: int) -> int:
        """Expand states of this layer by what a thread has for it; gives the state to go on with, as ``expand`` does."""
        return int(
            expand(
                self.park,
                self.skills,
                by.memo,
                self.potentials,
                self.path_limit,
                by.scratch,
                self.here,
                begin,
                end,
                by.prepared,
                by.log,
                by.there,
                by.best,
                by.record,
                self.depth,
            )
        )

    @property
    def _expanding(self) -> Expanding:
        return Expanding(self.memo, self.scratch, self.prepared, self.log, self.there, self.best.values, self.record)

    def _gather(self) -> None:
        """Take from one who helps what it came to, once it does not work."""
        self.to_beat = tuple(self.best.values.tolist())
        helper = self.helper
        if helper is None:
            return
        while helper.better:
            values, parent, step = helper.better.popleft()
            if tuple(values.tolist()) > tuple(self.best.values.tolist()):
                self.best.values[:] = values
                self._improve(parent, step)
        if self.states.waits_for_gathering:
            if self.there.number[0] + helper.there.number[0] > len(self.there.rows):
                self._narrow(self.there)
            self.log, omitted = helper.hand_over(self.park, self.there, self.log, self.record)
            for begin, end in omitted:
                self._leave_out(begin, end)
            self.states.gathered()

    def _improve(self, parent: int, last: Step) -> None:
        self.best.path = (*self._path(parent), last)
        self.tell(self.best)
        self.to_beat = tuple(self.best.values.tolist())

    def _leave_out(self, begin: int, end: int) -> None:
        """Note that children of these states are left out."""
        self.dropped = max(self.dropped, *map(self._limit_of, range(begin, end)))

    def _limit_of(self, index: int) -> float:
        return whole_limit(self.here.limits[index][self.potentials.stages == 0].min(initial=math.inf))

    def _path(self, index: int) -> Path:
        steps = []
        for parents, made, used in reversed(self.history):
            steps.append(self._step(int(used[index]), int(made[index])))
            index = int(parents[index])
        return tuple(reversed(steps))

    def _path_in(self, layer: Layer, index: int) -> Path:
        last = self._step(int(layer.uses[index]), int(layer.operations[index]))
        return (*self._path(int(layer.parents[index])), last)

    def _step(self, use: int, operation: int) -> tuple[tuple[int, ...], int]:
        return step_of(self.log, use, operation)

    def _narrow(self, layer: Layer) -> None:
        """Drop what cannot be better than the best, then what exceeds the width: the least promising.

        Where there are far more than that, the most promising are looked at first: if enough of them are left, no others need be.
        """
        count, few = int(layer.number[0]), SIFTED * self.width
        if count > MANY * few and not self.problem.records:
            limits = layer.limits[:count]
            first = self.potentials.least(limits, 0)
            rank = self._promise(limits, first)
            order = np.argpartition(-rank, few)
            beyond = first[order[few:]].max()
            put_first(layer, order[:few])
            layer.number[0] = few
            alive, least, into = self._alive(layer)
            if alive.sum() > self.width:
                self._drop(beyond)
                self._keep_best(layer, alive, least, into)
                return
            layer.number[0] = count
        self._keep_best(layer, *self._alive(layer))

    def _alive(self, layer: Layer) -> tuple[Array, Array, Array]:
        """Which states of a layer may lead to better, their least limits [state, stage], and what stands for each where ways are recorded."""
        if self.problem.sets_idle_apart:
            self._halved(
                partial(set_idle_apart, self.park, self.potentials, layer, self.depth > 1), int(layer.number[0])
            )
        serving = self._as_serving(layer)
        allowance = Allowance(LEAST_YIELD, self.limits_left, self.stop, self._halved)
        alive, least, self.limits_left = self.bound_pool.prune(
            self.park, serving, self.potentials, self.best.values, self.depth, allowance
        )
        if self.path_prices is not None:
            states = StatesByCubes(self.park, serving, alive)
            self.path_prices.prune(states, self._halved)
            if self._seeks_prices:
                self.path_prices.seek(states, self._halved, self.width, self.stop)
            states.note_refuted(alive)
        hold_within(self.park, self.reaching, layer, alive)
        into = np.arange(layer.number[0] if self.problem.records else 0)
        if self.problem.sets_idle_apart:
            merge_alike(self.park, layer, self.scratch, alive, into)
        return alive, least, into

    @property
    def _seeks_prices(self) -> bool:
        """Whether prices of paths are made for states: not where few are left as it is, or nothing would be proven."""
        return self.width > UNLIMITED and self.problem.reaching is None and not self.problem.leaves_out

    @property
    def _halved(self) -> Halved:
        """How to go through all states of a layer: one half by who helps, if anybody does and waits."""
        return undivided if self.helper is None else self.states.halved

    def _keep_best(self, layer: Layer, alive: Array, least: Array, into: Array) -> None:
        """Keep what is alive, and of that what is within the width."""
        chosen = np.flatnonzero(alive)
        if len(chosen) > self.width:
            first = least[chosen, 0]
            rank = self._promise(layer.limits[chosen], first)
            order = np.argpartition(-rank, self.width)
            self._drop(first[order[self.width :]].max())
            layer.cut[LEAST_PROMISE] = max(layer.cut[LEAST_PROMISE], rank[order[: self.width]].min())
            chosen = chosen[np.sort(order[: self.width])]
        if self.problem.records:
            keep_ways(layer, chosen, into)
        keep(layer, chosen)

    def _promise(self, limits: Array, first: Array) -> Array:
        """How promising states are by their ``limits`` [state, limit], of which ``first`` [state] limits the first stage."""
        guided = self.potentials.least(limits, GUIDANCE)
        return np.where(np.isinf(guided), 0.0, guided) + (first if self.there.cut[LIMITS_PROMISE] else 0.0)

    def _drop(self, limit: float) -> None:
        """Note that states are dropped that may bring so much in the first stage."""
        bound = whole_limit(limit)
        if bound >= self.best.values[0] + (self.depth == 1):
            self.dropped = max(self.dropped, bound)

    def _as_serving(self, layer: Layer) -> Layer:
        """The layer for what limits its states: in the first stage guests who can serve no more are not in their rows."""
        return layer._replace(rows=layer.serving) if self.depth == 1 else layer
