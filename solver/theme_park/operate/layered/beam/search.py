"""Passes of the layered search: exact when every layer fits, otherwise a beam that says what it may have missed."""

import math
from collections.abc import Callable
from functools import partial

import numpy as np

from solver.runtime.stopping import stopped_when
from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.layered.beam.helper import Helper, gather
from solver.theme_park.operate.layered.beam.narrowing import Narrowing
from solver.theme_park.operate.layered.beam.pass_problem import PassProblem, potentials_of
from solver.theme_park.operate.layered.encoding.codes import (
    CHILDREN,
    COLLECTING,
    ENOUGH_MADE,
    IMPROVEMENTS,
    LEFT_OUT,
    MERGED,
    MOST_STAGES,
    NOTHING,
    OMITTED,
    OPERATION,
    PARENT,
    RECORDED,
    STOPPED,
    USES,
)
from solver.theme_park.operate.layered.encoding.park import Memo, row_cells
from solver.theme_park.operate.layered.kernel.expand import expand
from solver.theme_park.operate.layered.kernel.expanding import Expanding, Work, new_scratch
from solver.theme_park.operate.layered.kernel.layers import Layer, clear, new_layer, room_for
from solver.theme_park.operate.layered.kernel.path_limits import no_limit
from solver.theme_park.operate.layered.kernel.prepared import (
    MOST_PREPARED,
    Step,
    longer,
    new_log,
    new_prepared,
    step_of,
)
from solver.theme_park.operate.layered.kernel.pruning import fill_limits
from solver.theme_park.operate.layered.kernel.shared_states import FIRST_CHUNK, SharedStates, next_chunk
from solver.theme_park.operate.layered.kernel.stage_values import is_better, stage_values
from solver.theme_park.operate.layered.limits.reaching import MOST_WAYS, Reaching, reaching_of
from solver.theme_park.operate.layered.limits.state_paths import StatePaths
from solver.theme_park.operate.layered.plans.pass_result import (
    Best,
    PassResult,
    Path,
    Stopped,
    made_enough,
    whole_limit,
)

POOLED = 4
"""Limits of the bound pool that the kernel tries on every child, besides those of the start."""

NARROW = 40
"""Width up to which states are ranked by guidance alone; wider passes rank by the limit on the stars too (bench: two of six hard parks
are then solved in a third of the time)."""


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
        (self.park, self.skills), self.memo = problem.played, memo
        self.bound_pool, self.depth = problem.bound_pool, problem.depth
        self.width, self.best, self.tell, self.stop = width, best, tell, stop
        self.problem = problem
        given = len(problem.prices)
        places = given + (POOLED if problem.adds_bounds else 0)
        self.potentials = potentials_of(problem, places)
        self.pooled = np.arange(given, places)
        ways = MOST_WAYS if problem.records else 0
        self.here, self.there = (
            new_layer(
                room_for(width),
                row_cells(self.park),
                places,
                sets_idle_apart=problem.sets_idle_apart,
                ways=ways,
                limits_promise=width > NARROW,
            )
            for _ in range(2)
        )
        self.rows_of_layers: list[Array] = []
        self.ways_into: list[Array] = []
        self.history: list[tuple[Array, Array, Array]] = []
        cells = row_cells(self.park)
        self.prepared = new_prepared(cells, places, MOST_PREPARED if problem.prepares else 1)
        self.scratch = new_scratch(cells, places, self.park.fares.shape[-1])
        self.log = new_log(2 * len(self.prepared.facts))
        self.record = np.zeros(RECORDED, dtype=np.int64)
        self.record[COLLECTING] = MERGED if problem.records else 0  # what is reached is no reason to leave ways out
        self.record[ENOUGH_MADE] = self._enough = problem.enough
        self.chunk, self.path_limit = FIRST_CHUNK, no_limit()
        self.states = SharedStates()
        self.helper: Helper | None = None
        self.to_beat: tuple[int, ...] = tuple(best.values.tolist())
        self.path_prices = (
            None if problem.path_pool is None else StatePaths(problem.path_pool, problem.later, self.to_beat)
        )
        self._narrowing = Narrowing(
            problem, self.park, self.potentials, width, best, self.path_prices, self.scratch, stop, self.states.halved
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
            if 0 < self.problem.enough <= self.record[CHILDREN]:
                return PassResult(complete=False, limit=math.inf)
            raise
        finally:
            if self.helper is not None:
                self.helper.stop_soon()
            self.states.end()

    def end_after(self, children: int) -> None:
        """Stop once so many children are made, at the same state on every machine, if enough are not made before."""
        self.record[ENOUGH_MADE] = self._enough = min(children, self.problem.enough or children)

    def _stop_soon(self) -> None:
        if not made_enough(self.record):  # otherwise it ends by itself, and not where a clock says
            self.record[STOPPED] = 1
        if self.helper is not None:
            self.helper.stop_soon()

    def _run(self) -> PassResult:
        self._enter_starts()
        while self.here.number[0]:
            clear(self.there)
            self._narrowing.begin_layer()
            self.bound_pool.strongest(self.potentials, self.pooled)
            self.path_limit = no_limit() if self.path_prices is None else self.path_prices.strongest
            filled = partial(fill_limits, self.park, self.potentials, self._narrowing.as_serving(self.here))
            self.states.halved(filled, int(self.here.number[0]))
            self._expand()
            self._narrow(self.there)
            self._narrowing.drop(float(self.there.cut[LEFT_OUT]))
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
        values, settled = np.zeros(MOST_STAGES, dtype=np.int64), np.zeros(2, dtype=np.int64)
        stage_values(self.park, row, stars, money, values, settled)
        if is_better(self.park, row, values, self.best.values, settled):
            self.best.values[:] = values
            self.best.path = ()
            self.tell(self.best)

    def _expand(self) -> None:
        self.states.open(int(self.here.number[0]))
        layer_ends = self._allow_children()
        while (taken := self.states.first(self.chunk)) is not None:
            begin, end = taken
            if self.stop():
                raise Stopped
            known, made = int(self.record[IMPROVEMENTS]), int(self.record[CHILDREN])
            done = self.expanded(self._work, begin, end)
            self.chunk = next_chunk(self.chunk, int(self.record[CHILDREN]) - made)
            if self.record[IMPROVEMENTS] > known:
                last = self._step(int(self.record[USES]), int(self.record[OPERATION]))
                self._improve(int(self.record[PARENT]), last)
            layer_over = layer_ends <= self.record[CHILDREN] < (self._enough or math.inf)
            if done < 0 or (self.record[STOPPED] and not layer_over):
                raise Stopped  # or there are more ways to fulfil the requirements than there is memory for
            if self.record[OMITTED]:
                self.record[OMITTED] = 0
                self._leave_out(begin, min(done + 1, end))
            if layer_over:
                self._end_layer(done)
                return
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

    def _end_layer(self, begin: int) -> None:
        """Leave out the states of this layer from ``begin`` on; what stops the pass altogether is asked again."""
        self.record[STOPPED] = 0
        if begin < self.here.number[0]:
            self._leave_out(begin, int(self.here.number[0]))

    def _allow_children(self) -> float:
        """Allow this layer its children; gives how many the pass has made once these are made."""
        if not self.problem.children_a_layer:
            return math.inf
        ends = int(self.record[CHILDREN]) + self.problem.children_a_layer
        self.record[ENOUGH_MADE] = min(ends, self._enough or ends)
        return ends

    def expanded(self, work: Work, begin: int, end: int) -> int:
        """Expand states of this layer by what a thread has for it; gives the state to go on with, as ``expand`` does."""
        of = Expanding(self.park, self.skills, self.potentials, self.path_limit, self.depth, *work)
        return int(expand(of, self.here, begin, end))

    @property
    def _work(self) -> Work:
        return Work(self.memo, self.scratch, self.prepared, self.log, self.there, self.best.values, self.record)

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
        self._narrowing.leave_out(whole_limit(float(self.potentials.least(self.here.limits[begin:end], 0).max())))

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
        self._narrowing.narrow(layer)

    @property
    def dropped(self) -> float:
        """The most that what this pass left out may bring in the first stage; less than anything where it left out nothing."""
        return self._narrowing.dropped
