"""Passes for sequences worth as much as the best that need the fewest moves.

What they find depends on the position and on what its best is worth, not on who found that first.
"""

from collections.abc import Callable

import numpy as np

from models.theme_park.guests import GUEST_COLOURS, LOWEST
from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.layered.beam.collecting import Collecting
from solver.theme_park.operate.layered.beam.pass_problem import PassProblem
from solver.theme_park.operate.layered.encoding.codes import (
    ABSENT,
    BASE,
    CREDIT_SHIFT,
    GUIDES,
    MANAGERS,
    MAPS,
    MASCOTS,
    MOST_STAGES,
    VALUES,
)
from solver.theme_park.operate.layered.encoding.fares import rides_at_the_end
from solver.theme_park.operate.layered.encoding.park import Memo
from solver.theme_park.operate.layered.kernel.layers import Layer, keep
from solver.theme_park.operate.layered.kernel.stage_values import stop_values
from solver.theme_park.operate.layered.plans.endgame import Die, settled_values
from solver.theme_park.operate.layered.plans.pass_result import Path
from solver.theme_park.operate.settings import Stage

MOST_LOOKED_AT = 200
"""Ends of a layer whose moves are counted to the last, those with fewest so far first."""


class Fewest(Collecting):
    """One pass that collects ends worth just as much as the best: those with the fewest moves.

    A map, a Guide and a mascot are a move each, and so is an operation: a state tells how many led to it.
    """

    def __init__(
        self,
        problem: PassProblem,
        memo: Memo,
        width: int,
        values: Array,
        goal: Stage | None,
        most: float,
        stop: Callable[[], bool],
    ) -> None:
        """Ready to pass; ``values`` is what the best is worth, ``goal`` what the mascots left over are for, ``most`` the
        moves that are known to be enough."""
        just_less = values.copy()
        just_less[problem.depth - 1] -= 1
        super().__init__(problem, memo, width, just_less, stop)
        self.most = most
        self.paths: list[Path] = []
        self._best_values, self._goal, self._tables = values[: problem.depth], goal, problem.tables
        self._first = self.park.kinds.size + self.park.icons.size
        self._had = self._cards(problem.row) - self._cubes(problem.row)
        self._turns: dict[tuple[bytes, int], int] = {}

    def _drop_spent(self, layer: Layer) -> None:
        moves = self._moves(layer.rows[: int(layer.number[0])])
        keep(layer, np.flatnonzero(moves < self.most))  # what follows needs one more at least

    def _collect(self, layer: Layer, path: Callable[[int], Path]) -> None:
        count = int(layer.number[0])
        values = np.empty((count, MOST_STAGES), dtype=np.int64)
        stop_values(self.park, layer, int(self._best_values[0]), values)
        ends = np.flatnonzero((values[:, : len(self._best_values)] == self._best_values).all(axis=1))
        moves = self._moves(layer.rows[ends])
        for end in np.argsort(moves, kind="stable")[:MOST_LOOKED_AT].tolist():
            if moves[end] > self.most:
                return
            state = int(ends[end])
            row = layer.rows[state]
            needed = int(moves[end]) + self._turns_at_the_end(row) + self._rides_at_the_end(row)
            if needed < self.most:
                self.most, self.paths = needed, []
            if needed == self.most:
                self.paths.append(path(state))

    def _moves(self, rows: Array) -> Array:
        """Moves that led to each row: operations, and cards used."""
        moves: Array = self._cubes(rows) - self._cards(rows) + self._had
        return moves

    def _cubes(self, rows: Array) -> Array:
        cubes: Array = rows[..., self.park.kinds.size : self._first].sum(axis=-1, dtype=np.int64)
        return cubes

    def _cards(self, rows: Array) -> Array:
        """Maps, mascots and Guides left in each row, or in one."""
        cards: Array = rows[..., self._first : self._first + MANAGERS].sum(axis=-1, dtype=np.int64)
        return cards

    def _turns_at_the_end(self, row: Array) -> int:
        """Mascots that turn guests before the end."""
        mascots = int(row[self._first + MASCOTS])
        if not mascots:
            return 0
        seen = row[: self.park.kinds.size].tobytes(), mascots
        if seen not in self._turns:
            dice, credits = self._dice(row), self._credits(row)
            ends = settled_values(self._tables, dice, credits, mascots, self._goal)
            self._turns[seen] = sum(
                self._tables.mascots_to_turn(die[1], to, credit)
                for die, credit, to in zip(dice, credits, ends, strict=True)
            )
        return self._turns[seen]

    def _rides_at_the_end(self, row: Array) -> int:
        """Maps and Guides by which guests ride before the end."""
        codes = row[: self.park.kinds.size]
        places = (codes[codes != ABSENT] & BASE) // VALUES
        maps, guides = (int(row[self._first + card]) for card in (MAPS, GUIDES))
        return sum(map(sum, rides_at_the_end(self._tables, places.tolist(), maps, guides)))

    def _credits(self, row: Array) -> list[int]:
        codes = row[: self.park.kinds.size]
        credits: list[int] = (codes[codes != ABSENT] >> CREDIT_SHIFT).tolist()
        return credits

    def _dice(self, row: Array) -> list[Die]:
        codes = row[: self.park.kinds.size].tolist()
        return [
            (GUEST_COLOURS[self.park.colours[kind]], (code & BASE) % VALUES + LOWEST)
            for kind, code in zip(self.park.kinds.tolist(), codes, strict=True)
            if code != ABSENT
        ]
