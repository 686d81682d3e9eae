"""Prices of the relaxation as arrays, one row for each linear limit that the kernel evaluates."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from models.theme_park.guests import LOWEST
from models.theme_park.position import Position
from solver.operate.flow.prices import Prices, Supplies
from solver.operate.layered.kernel import ABSENT, VALUES
from solver.operate.layered.park import Array

GUIDANCE = -1
"""Stage of prices that rank states and limit nothing."""


class Hopes(NamedTuple):
    """Linear limits on the stages, by index; ``stages`` says of which stage each is."""

    stages: Array
    constant: Array
    guest: Array  # [index, kind, code]
    icons: Array  # [index, tile]
    maps: Array
    mascots: Array
    guides: Array
    managers: Array
    cubes: Array
    stars: Array
    money: Array


def hopes_of(position: Position, prices: Sequence[tuple[int, Prices]]) -> Hopes:
    """Arrays of prices, each with the place of its stage in the objective, or GUIDANCE."""
    kinds = sorted({(guest.colour, guest.vip) for guest in position.guests})
    tiles = [tile.id for tile in position.tiles]
    guest = np.zeros((len(prices), len(kinds), ABSENT + 1), dtype=np.float64)
    for index, (_, each) in enumerate(prices):
        for (kind, tile, floating, value), price in each.guests.items():
            place = tiles.index(tile) + floating * len(tiles)
            guest[index, kinds.index(kind), place * VALUES + value - LOWEST] = price

    def column(values: Sequence[float]) -> Array:
        return np.array(values, dtype=np.float64)

    every = [each for _, each in prices]
    return Hopes(
        stages=np.array([stage for stage, _ in prices], dtype=np.int64),
        constant=column([each.constant for each in every]),
        guest=guest,
        icons=np.array([[each.icons[tile] for tile in tiles] for each in every], dtype=np.float64),
        maps=column([each.maps for each in every]),
        mascots=column([each.mascots for each in every]),
        guides=column([each.guides for each in every]),
        managers=column([each.managers for each in every]),
        cubes=column([each.cubes for each in every]),
        stars=column([each.stars for each in every]),
        money=column([each.money for each in every]),
    )


def average_supplies(position: Position, rows: Array, stars: Array, money: Array, most_cubes: int) -> Supplies:
    """What the states ``rows`` have on the average."""
    kinds = sorted({(guest.colour, guest.vip) for guest in position.guests})
    number = [kinds.index((guest.colour, guest.vip)) for guest in position.guests]
    number.sort()
    tiles = position.tiles
    guests, count = len(number), len(rows)
    have: dict[tuple[object, ...], float] = {}
    for place, kind in enumerate(number):
        codes, times = np.unique(rows[:, place], return_counts=True)
        for code, often in zip(codes.tolist(), times.tolist(), strict=True):
            if code != ABSENT:
                where, value = divmod(code, VALUES)
                node = (kinds[kind], tiles[where % len(tiles)].id, where >= len(tiles), value + LOWEST)
                have[node] = have.get(node, 0.0) + often / count
    cubes = rows[:, guests : guests + len(tiles)]
    cards = rows[:, guests + len(tiles) : guests + len(tiles) + 4].mean(axis=0).tolist()
    icons = np.array([tile.icons for tile in tiles])
    free = np.maximum(0, icons - cubes.astype(np.int64)).mean(axis=0).tolist()
    return Supplies(
        guests=have,  # type: ignore[arg-type]
        icons={tile.id: each for tile, each in zip(tiles, free, strict=True)},
        maps=cards[0],
        mascots=cards[1],
        guides=cards[2],
        managers=cards[3],
        cubes=most_cubes - float(cubes.sum(axis=1).mean()),
        stars=float(stars.mean()),
        money=float(money.mean()),
    )
