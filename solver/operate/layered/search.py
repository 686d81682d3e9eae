"""Passes of the layered search: exact when every layer fits, otherwise a beam that says what it may have missed."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from solver.operate.flow.prices import Prices
from solver.operate.layered.hopes import Hopes, hopes_of
from solver.operate.layered.kernel import SAFETY, expand, is_better, limits_of, stage_values
from solver.operate.layered.layers import Layer, clear, keep, new_layer
from solver.operate.layered.park import Array, Memo, ParkArrays, first_row
from solver.operate.tables import Tables

CHUNK = 512
"""States expanded between two looks at the clock."""

ROOM, LEAST_ROOM = 5, 20_000
"""Children a layer has room for, in widths, and at least."""


@dataclass
class Best:
    """The best state known to the search: its stage values and the operations that lead to it."""

    values: Array
    path: tuple[int, ...] = ()


@dataclass(frozen=True)
class Passed:
    """How a pass ended: ``complete`` when nothing was dropped but what cannot be better than the best;
    ``limits`` on the stages of what was dropped."""

    complete: bool
    limit: float
    nodes: int
    widest: int


class Stopped(Exception):
    """The caller wants the search to end."""


class Beam:
    """One pass over the layers with a width."""

    def __init__(
        self,
        tables: Tables,
        park: ParkArrays,
        memo: Memo,
        prices: Sequence[tuple[int, Prices]],
        width: int,
        depth: int,
        best: Best,
        tell: Callable[[Best], None],
        stop: Callable[[], bool],
    ) -> None:
        """Ready to pass with the prices at hand; ``depth`` stages count in what is hopeful."""
        self.tables, self.park, self.memo = tables, park, memo
        self.width, self.depth, self.best = width, depth, best
        self.tell, self.stop = tell, stop
        self.hopes: Hopes = hopes_of(tables.position, prices)
        cells = park.kinds.size + park.icons.size + 4
        self.bytes = -(-cells // 8) * 8
        room = max(ROOM * width, LEAST_ROOM)
        self.here = new_layer(room, self.bytes, len(prices))
        self.there = new_layer(room, self.bytes, len(prices))
        self.history: list[tuple[Array, Array]] = []
        self.record = np.zeros(4, dtype=np.int64)
        self.dropped = -math.inf
        self.widest = 0

    def run(self) -> Passed:
        """Expand layer after layer until none is left."""
        row, stars, money = first_row(self.tables, self.bytes)
        limits = np.zeros(self.hopes.constant.size)
        limits_of(self.park, self.hopes, row, stars, money, limits)
        self.here.rows[0], self.here.limits[0] = row, limits
        self.here.stars[0], self.here.money[0] = stars, money
        self.here.number[0] = 1
        self._stop_at_once(row, stars, money)
        while self.here.number[0]:
            clear(self.there)
            self._expand()
            if self.there.number[0] > self.width:
                self._shrink(self.there)
            count = int(self.there.number[0])
            self.widest = max(self.widest, count)
            self.history.append((self.there.parents[:count].copy(), self.there.operations[:count].copy()))
            self.here, self.there = self.there, self.here
        return Passed(self.dropped == -math.inf, self.dropped, int(self.record[2]), self.widest)

    def _stop_at_once(self, row: Array, stars: int, money: int) -> None:
        """The empty sequence, mascots used all the same, is the first to beat."""
        values, settled = np.zeros(3, dtype=np.int64), np.zeros(2, dtype=np.int64)
        stage_values(self.park, row, stars, money, values, settled)
        if is_better(self.park, row, values, self.best.values, settled):
            self.best.values[:] = values
            self.best.path = ()
            self.tell(self.best)

    def _expand(self) -> None:
        begin, count = 0, int(self.here.number[0])
        while begin < count:
            if self.stop():
                raise Stopped
            known = int(self.record[3])
            end = min(count, begin + CHUNK)
            done = expand(
                self.park,
                self.memo,
                self.hopes,
                self.here,
                begin,
                end,
                self.there,
                self.best.values,
                self.record,
                self.depth,
            )
            if self.record[3] > known:
                self.best.path = (*self._path(int(self.record[0])), int(self.record[1]))
                self.tell(self.best)
            if done < 0:
                raise Stopped  # more ways to fulfil the requirements than there is memory for
            if done < end:
                if self.there.number[0] <= self.width:
                    raise Stopped
                self._shrink(self.there)
                if done == begin:  # the children of one state alone fill the layer: some of them are dropped
                    self.dropped = max(self.dropped, self._limit_of(begin))
                    done += 1
            begin = done

    def _limit_of(self, index: int) -> float:
        limits = self.here.limits[index][self.hopes.stages == 0]
        return float(math.floor(limits.min() + SAFETY))

    def _path(self, index: int) -> tuple[int, ...]:
        operations: list[int] = []
        for parents, made in reversed(self.history):
            operations.append(int(made[index]))
            index = int(parents[index])
        return tuple(reversed(operations))

    def _shrink(self, layer: Layer) -> None:
        count = int(layer.number[0])
        limits = layer.limits[:count]
        first = limits[:, self.hopes.stages == 0].min(axis=1)
        rank = first + self._guidance(limits)
        order = np.argpartition(-rank, self.width)
        lost = order[self.width :]
        hopeful = first[lost].max()
        bound = math.floor(hopeful + SAFETY)
        if bound >= self.best.values[0] + (self.depth == 1):
            self.dropped = max(self.dropped, bound)
        keep(layer, np.sort(order[: self.width]))

    def _guidance(self, limits: Array) -> Array:
        chosen = self.hopes.stages == -1
        if not chosen.any():
            return np.zeros(len(limits))
        least: Array = limits[:, chosen].min(axis=1)
        return least
