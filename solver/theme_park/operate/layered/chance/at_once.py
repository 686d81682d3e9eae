"""What a pass decides late, decided at once: the tile where a die has moved to, and whose mascot was used without its skill."""

from itertools import combinations

import numpy as np

from models.theme_park.operate.movement import destinations, fare
from models.theme_park.operate.position import Position
from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.layered.encoding.codes import ABSENT, BASE, MASCOTS, NOTHING, SKILLS, VALUES
from solver.theme_park.operate.layered.encoding.park import ParkArrays
from solver.theme_park.operate.layered.encoding.skills import SkillArrays


class AtOnce:
    """The choices of one position."""

    def __init__(self, position: Position, park: ParkArrays, skills: SkillArrays) -> None:
        """``park`` and ``skills`` as the pass has them."""
        self._guests, self._tiles = park.kinds.size, park.icons.size
        self._kinds = park.kinds
        self._cards = self._guests + self._tiles
        self._skills = len(skills.cards)
        self._next_door = [
            [(position.tile_index[to], fare(position, tile.id, to)) for to in destinations(position, tile.id)]
            for tile in position.tiles
        ]

    def decided(self, rows: Array, wanted: Array, named: Array) -> tuple[Array, Array, Array, Array, Array]:
        """The rows in which nothing is left undecided where ``wanted``, as they are elsewhere; skills whose mascots are used up otherwise
        are decided where ``named``.

        Returns of which row each is, the rows, the tile where its die moved (NOTHING where that is left open), the fare of that, and the
        skills given up, a bit each.
        """
        which = np.arange(len(rows))
        to, paid = np.full(len(rows), NOTHING), np.zeros(len(rows), np.int64)
        rows = rows.copy()
        moved = (rows[:, : self._guests] != ABSENT) & ((rows[:, : self._guests] & BASE) // VALUES >= self._tiles)
        moving = wanted & moved.any(axis=1)
        parts = [(which[~moving], rows[~moving], to[~moving], paid[~moving])]
        for tile, next_door in enumerate(self._next_door):
            from_here = moving & (
                (moved & ((rows[:, : self._guests] & BASE) // VALUES == self._tiles + tile)).any(axis=1)
            )
            of = np.flatnonzero(from_here)
            if not len(of):
                continue
            slot = np.argmax(moved[of], axis=1)
            for neighbour, dollars in next_door:
                settled = rows[of]
                code = settled[np.arange(len(of)), slot]
                settled[np.arange(len(of)), slot] = (
                    (code & ~np.uint16(BASE)) + neighbour * VALUES + (code & BASE) % VALUES
                )
                self.sort(settled)
                parts.append((of, settled, np.full(len(of), neighbour), np.full(len(of), dollars)))
        which, rows, to, paid = (np.concatenate(column) for column in zip(*parts, strict=True))
        chosen, rows, given_up = self._given_up(rows, named[which])
        return which[chosen], rows, to[chosen], paid[chosen], given_up

    def sort(self, rows: Array) -> None:
        """Sort the guests of each kind, as rows are kept."""
        for kind in np.unique(self._kinds):
            slots = np.flatnonzero(self._kinds == kind)
            rows[:, slots[0] : slots[-1] + 1] = np.sort(rows[:, slots[0] : slots[-1] + 1], axis=1)

    def _given_up(self, rows: Array, wanted: Array) -> tuple[Array, Array, Array]:
        """Rows once for each choice of skills that no mascot is left for: of which row each is, the row, and the skills, a bit each."""
        which, none = np.arange(len(rows)), np.zeros(len(rows), np.int64)
        bits = rows[:, self._cards + SKILLS].astype(np.int64)
        had = sum((bits >> card & 1 for card in range(self._skills)), np.zeros(len(rows), np.int64))
        surplus = np.where(wanted, np.maximum(had - rows[:, self._cards + MASCOTS], 0), 0)
        if not surplus.any():
            return which, rows, none
        fine = surplus == 0
        parts = [(which[fine], rows[fine], none[fine])]
        for mask, missing in sorted(set(zip(bits[~fine].tolist(), surplus[~fine].tolist(), strict=True))):
            of = np.flatnonzero((bits == mask) & (surplus == missing))
            there = [card for card in range(self._skills) if mask >> card & 1]
            for chosen in combinations(there, missing):
                lost = sum(1 << card for card in chosen)
                left = rows[of].copy()
                left[:, self._cards + SKILLS] &= np.uint16(0xFFFF ^ lost)
                parts.append((of, left, np.full(len(of), lost)))
        return tuple(np.concatenate(column) for column in zip(*parts, strict=True))  # type: ignore[return-value]
