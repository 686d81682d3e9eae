"""Tries the prices of the path relaxation on the states of a layer (compiled)."""

from typing import NamedTuple

import numpy as np

from solver.theme_park.operate.compiling import compiled, compiled_part
from solver.theme_park.operate.layered.codes import ABSENT, BASE, GUIDES, MAPS, MASCOTS, SAFETY, SKILLS
from solver.theme_park.operate.layered.pruning import adjustments_kept
from solver.theme_park.operate.paths.graph import Array, Paths
from solver.theme_park.operate.paths.relaxation import PathPrices


class PathLimit(NamedTuple):
    """Prices of the path relaxation as the kernel reads them."""

    values: Array
    constant: float
    icons: Array  # [tile], with the price of a cube
    cards: Array  # [card], for mascots that of an adjustment; skills have their own
    skills: Array
    counters: Array  # [tile]
    most: Array
    strides: Array
    codes: int


def path_limit(prices: PathPrices, paths: Paths) -> PathLimit:
    """What ``prices`` limit, for states without Managers."""
    cards = np.zeros(GUIDES + 1)
    cards[[MAPS, MASCOTS, GUIDES]] = prices.maps, prices.adjustments, prices.guides
    return PathLimit(
        prices.values,
        prices.constant,
        prices.icons + prices.cubes,
        cards,
        prices.skills,
        paths.counters,
        paths.graph.most,
        paths.graph.strides,
        paths.codes,
    )


@compiled
def refute_by_paths(park, layer, limit, free, alive):  # type: ignore[no-untyped-def]
    """Which states of ``layer`` cannot use up all their free icons by ``limit``: ``alive`` [state] loses them.

    Gives how many those were. ``free`` [counter] is room to count in.
    """
    refuted = 0
    if limit.most.size == 0:
        return refuted
    for state in range(layer.number[0]):
        if alive[state] and not may_use_up(park, limit, free, layer.rows[state], 0):
            alive[state] = False
            refuted += 1
    return refuted


@compiled_part
def may_use_up(park, limit, free, row, left):  # type: ignore[no-untyped-def]
    """Whether ``limit`` lets a state use up all its free icons; ``left``: adjustments that an open use may still make."""
    guests, tiles = park.kinds.size, park.icons.size
    for counter in range(limit.most.size):
        free[counter] = 0
    wanted, total = 0, limit.constant
    for tile in range(tiles):
        icons = park.icons[tile] - np.int64(row[guests + tile])
        if icons > 0:
            wanted += icons
            free[limit.counters[tile]] += icons
            total += limit.icons[tile] * icons
    uses = 0
    for counter in range(limit.most.size):
        uses += max(0, limit.most[counter] - free[counter]) * limit.strides[counter]
    for guest in range(guests):
        code = np.int64(row[guest])
        if code == ABSENT:
            continue
        total += limit.values[uses, park.kinds[guest] * limit.codes + (code & BASE)]
        if code > BASE:
            left += adjustments_kept(code)
    total += limit.cards[MAPS] * row[guests + tiles + MAPS] + limit.cards[GUIDES] * row[guests + tiles + GUIDES]
    total += limit.cards[MASCOTS] * (left + park.per_mascot * np.int64(row[guests + tiles + MASCOTS]))
    for skill in range(limit.skills.size):
        if row[guests + tiles + SKILLS] >> skill & 1:
            total += limit.skills[skill]
    return total >= wanted - SAFETY


def no_limit() -> PathLimit:
    """What limits nothing: it has no counters."""
    none, few = np.zeros(0, dtype=np.int64), np.zeros(0)
    return PathLimit(np.zeros((0, 0), dtype=np.float32), 0.0, few, few, few, none, none, none, 0)
