"""Who helps a pass: it expands states of its layers into a layer of its own, which the pass gathers (compiled in part)."""

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.compiling import compiled
from solver.theme_park.operate.layered.encoding.codes import (
    CHILDREN,
    COLLECTING,
    IMPROVEMENTS,
    LEAST_PROMISE,
    LEFT_OUT,
    LIMITS_PROMISE,
    NOTHING,
    OMITTED,
    OPERATION,
    PARENT,
    RECORDED,
    STOPPED,
    USES,
)
from solver.theme_park.operate.layered.encoding.park import Memo, ParkArrays
from solver.theme_park.operate.layered.kernel.children import equal_in
from solver.theme_park.operate.layered.kernel.expanding import Work, new_scratch
from solver.theme_park.operate.layered.kernel.layers import Layer, clear, new_layer
from solver.theme_park.operate.layered.kernel.prepared import Log, Step, longer, new_log, new_prepared, step_of
from solver.theme_park.operate.layered.kernel.shared_states import FIRST_CHUNK, Interval, next_chunk

if TYPE_CHECKING:
    from solver.theme_park.operate.layered.beam.search import Beam

SHARE = 0.25
"""Room for what one who helps comes to, of that for the children of a layer."""


class Improvement(NamedTuple):
    """Something better: its values, the state that it follows, the uses of mascots and the operation that lead to it."""

    values: Array
    parent: int
    step: Step


class Helper:
    """One who may help a pass, with all that it needs. ``better``: what it came to that is better than the best, to be looked at."""

    def __init__(self, beam: "Beam", memo: Memo) -> None:
        """Nothing expanded yet; ``memo``: its own, as two threads may not fill one."""
        room, cells = beam.there.rows.shape
        prices, prepared = beam.there.limits.shape[1], len(beam.prepared.facts)
        self._memo, self._scratch = memo, new_scratch(cells, prices, beam.park.fares.shape[-1])
        self._prepared, self._log = new_prepared(cells, prices, prepared), new_log(2 * prepared)
        limits_promise = bool(beam.there.cut[LIMITS_PROMISE])
        self.there = new_layer(
            int(SHARE * room), cells, prices, ways=len(beam.there.ways), limits_promise=limits_promise
        )
        self._record = np.zeros(RECORDED, dtype=np.int64)
        self._record[[COLLECTING, STOPPED]] = beam.record[[COLLECTING, STOPPED]]
        self.better = deque[Improvement]()
        self._omitted: list[Interval] = []

    def help(self, beam: "Beam") -> None:
        """Expand states of the pass until it is over."""
        chunk, able = FIRST_CHUNK, True
        while able and (taken := beam.states.last(chunk)) is not None:
            begin, end = taken
            done, enough = begin, True
            try:
                made = int(self._record[CHILDREN])
                done, enough = self._expanded(beam, begin, end)
                chunk = next_chunk(chunk, int(self._record[CHILDREN]) - made)
                able = done >= 0
            finally:
                beam.states.helped(max(begin, done), end, enough=enough)

    def stop_soon(self) -> None:
        """End what is expanded now, from another thread."""
        self._record[STOPPED] = 1

    def _expanded(self, beam: "Beam", begin: int, end: int) -> tuple[int, bool]:
        """The state to go on with, below zero where the memo is full, and whether there is no room for more children."""
        known, best = int(self._record[IMPROVEMENTS]), np.array(beam.to_beat)
        self.there.cut[LEAST_PROMISE] = beam.there.cut[LEAST_PROMISE]
        done = beam.expanded(
            Work(self._memo, self._scratch, self._prepared, self._log, self.there, best, self._record), begin, end
        )
        if self._record[IMPROVEMENTS] > known:
            step = step_of(self._log, int(self._record[USES]), int(self._record[OPERATION]))
            self.better.append(Improvement(best, int(self._record[PARENT]), step))
        if self._record[OMITTED]:
            self._record[OMITTED] = 0
            self._omitted.append((begin, end if done < 0 else min(done + 1, end)))
        if self._log.number[0] + len(self._prepared.facts) > len(self._log.action):
            self._log = longer(self._log)
            return done, False
        return done, done < end

    def hand_over(self, park: ParkArrays, layer: Layer, log: Log, record: Array) -> tuple[Log, list[Interval]]:
        """Give its children to the ``layer`` of the pass, which has room for them; gives the pass's log with what led to
        them, and the states of which uses were left out."""
        uses, base = int(self._log.number[0]), int(log.number[0])
        while base + uses > len(log.action):
            log = longer(log)
        log.action[base : base + uses] = self._log.action[:uses]
        before = self._log.before[:uses]
        log.before[base : base + uses] = np.where(before == NOTHING, NOTHING, before + base)
        log.number[0] += uses
        numbers = np.empty(self.there.number[0], dtype=np.int32)
        gather(park, layer, self.there, base, numbers)
        hand_over_ways(layer, self.there, numbers)
        layer.cut[LEFT_OUT] = max(layer.cut[LEFT_OUT], self.there.cut[LEFT_OUT])
        record[CHILDREN] += self._record[CHILDREN]
        omitted, self._omitted = self._omitted, []
        clear(self.there)
        self._log.number[0] = self._record[CHILDREN] = 0
        return log, omitted


def hand_over_ways(layer: Layer, other: Layer, numbers: Array) -> None:
    """The ways into the states of another layer, which have become those with these ``numbers``."""
    have, more = int(layer.recorded[0]), int(other.recorded[0])
    fit = min(more, len(layer.ways) - have)
    layer.ways[have : have + fit, 0] = other.ways[:fit, 0]
    layer.ways[have : have + fit, 1] = numbers[other.ways[:fit, 1]]
    layer.recorded[0] += fit
    layer.recorded[1] |= other.recorded[1] | (fit < more)


@compiled
def gather(park, layer, other, base, numbers):  # type: ignore[no-untyped-def]
    """Enter the states of another layer into one that has room for them; ``numbers`` [state of the other] says which they become.

    ``base`` is added to where their uses stand in the log.
    """
    for state in range(other.number[0]):
        words = other.words[state]
        found, slot = equal_in(layer, words)
        if found >= 0:
            more = park.rank_stars * (other.stars[state] - layer.stars[found])
            more += park.rank_money * (other.money[state] - layer.money[found])
            numbers[state] = found
            if more <= 0:
                continue
        else:
            found = np.int32(layer.number[0])
            layer.number[0] += 1
            layer.table[slot] = found
            numbers[state] = found
            for word in range(words.size):
                layer.words[found, word] = words[word]
        for index in range(layer.limits.shape[1]):
            layer.limits[found, index] = other.limits[state, index]
        layer.stars[found] = other.stars[state]
        layer.money[found] = other.money[state]
        layer.parents[found] = other.parents[state]
        layer.operations[found] = other.operations[state]
        layer.uses[found] = NOTHING if other.uses[state] == NOTHING else other.uses[state] + base
