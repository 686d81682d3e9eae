"""Prices of the relaxation as arrays, one row for each linear limit that the kernel evaluates."""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from models.theme_park.guests import HIGHEST, LOWEST
from models.theme_park.operate.position import Position
from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.flow.prices import Prices, Supplies
from solver.theme_park.operate.flow.records import Node, kinds_of
from solver.theme_park.operate.layered.encoding.codes import (
    ABSENT,
    BASE,
    BASE_BITS,
    CARDS,
    CREDIT_SHIFT,
    GUIDES,
    MANAGERS,
    MAPS,
    MASCOTS,
    SKILLS,
    TREATED,
    UNUSED,
    VALUES,
)
from solver.theme_park.operate.layered.encoding.park import ParkArrays
from solver.theme_park.operate.layered.encoding.skills import skills_of


class Potentials(NamedTuple):
    """Linear limits on the stages, by index; ``stages`` says of which stage each is."""

    stages: Array
    constant: Array
    guest: Array  # [kind, code without a colour that lasts, index]: a guest's prices lie side by side
    icons: Array  # [index, tile]
    maps: Array
    mascots: Array
    guides: Array
    managers: Array
    skills: Array  # [index, skill]
    cubes: Array
    stars: Array
    money: Array

    def least(self, limits: Array, stage: int) -> Array:
        """The least of the ``limits`` [state, index] on a stage, infinite where there is none: a column at a time, as there are few."""
        least: Array = np.full(len(limits), math.inf)
        for index in np.flatnonzero(self.stages == stage).tolist():
            np.minimum(least, limits[:, index], out=least)
        return least


def no_potentials(position: Position, room: int) -> Potentials:
    """Room for ``room`` linear limits, none of them in force yet; what guests count is written when one is."""
    kinds = len(kinds_of(position))

    def column() -> Array:
        return np.zeros(room, dtype=np.float64)

    return Potentials(
        stages=np.full(room, UNUSED, dtype=np.int64),
        constant=column(),
        guest=np.empty((kinds, ABSENT + 1, room), dtype=np.float64),
        icons=np.zeros((room, len(position.tiles)), dtype=np.float64),
        maps=column(),
        mascots=column(),
        guides=column(),
        managers=column(),
        skills=np.zeros((room, len(skills_of(position))), dtype=np.float64),
        cubes=column(),
        stars=column(),
        money=column(),
    )


def set_potential(potentials: Potentials, index: int, position: Position, stage: int, prices: Prices) -> None:
    """Put prices in place ``index``; ``stage`` is the place of their stage in the objective, or GUIDANCE."""
    places = _places(position)
    potentials.stages[index] = stage
    by_guest = potentials.guest.reshape(-1, len(potentials.stages))
    by_guest[:, index] = 0.0
    by_guest[[places[node] for node in prices.guests], index] = list(prices.guests.values())
    potentials.icons[index] = [prices.icons[tile.id] for tile in position.tiles]
    potentials.skills[index] = prices.skills
    for name in ("constant", "maps", "mascots", "guides", "managers", "cubes", "stars", "money"):
        getattr(potentials, name)[index] = getattr(prices, name)


@lru_cache(maxsize=4)
def _places(position: Position) -> dict[Node, int]:
    """Where the price of each node lies in what guests count, kind by kind."""
    kinds, tiles = kinds_of(position), position.tiles
    return {
        (kind, tile.id, floating, value): number * (ABSENT + 1)
        + (index + floating * len(tiles)) * VALUES
        + value
        - LOWEST
        for number, kind in enumerate(kinds)
        for index, tile in enumerate(tiles)
        for floating in (False, True)
        for value in range(LOWEST, HIGHEST + 1)
    }


def copy_potentials(
    potentials: Potentials, to: Sequence[int] | Array, source: Potentials, chosen: Sequence[int] | Array
) -> None:
    """Copy the limits ``chosen`` of ``source`` to the places ``to``."""
    potentials.guest[:, :, to] = source.guest[:, :, chosen]
    for name, column in potentials._asdict().items():
        if name != "guest":
            column[to] = getattr(source, name)[chosen]


def average_supplies(position: Position, park: ParkArrays, rows: Array, stars: Array, money: Array) -> Supplies:
    """What the states ``rows`` of ``park`` have on the average."""
    kinds = kinds_of(position)
    tiles = position.tiles
    guests, count = park.kinds.size, len(rows)
    have: dict[tuple[object, ...], float] = {}
    for place, kind in enumerate(park.kinds.tolist()):
        codes, times = np.unique(rows[:, place] & BASE, return_counts=True)
        for code, often in zip(codes.tolist(), times.tolist(), strict=True):
            if code != ABSENT:
                where, value = divmod(code, VALUES)
                node = (kinds[kind], tiles[where % len(tiles)].id, where >= len(tiles), value + LOWEST)
                have[node] = have.get(node, 0.0) + often / count
    cubes = rows[:, guests : guests + len(tiles)]
    cards = rows[:, guests + len(tiles) : guests + len(tiles) + CARDS].mean(axis=0).tolist()
    dice = rows[:, :guests]
    lasting = float(((dice >> BASE_BITS & TREATED > 0) + (dice >> CREDIT_SHIFT)).sum(axis=1).mean())
    masks = rows[:, guests + len(tiles) + SKILLS]
    free = np.maximum(0, park.icons - cubes.astype(np.int64)).mean(axis=0).tolist()
    return Supplies(
        guests=have,  # type: ignore[arg-type]
        icons={tile.id: each for tile, each in zip(tiles, free, strict=True)},
        maps=cards[MAPS],
        mascots=cards[MASCOTS] + lasting / park.per_mascot,
        guides=cards[GUIDES],
        managers=cards[MANAGERS],
        skills=tuple(float((masks >> skill & 1).mean()) for skill in range(len(skills_of(position)))),
        cubes=park.most_cubes - float(cubes.sum(axis=1).mean()),
        stars=float(stars.mean()),
        money=float(money.mean()),
    )
