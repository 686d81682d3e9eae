"""Tries the prices of the path relaxation on the states of a layer (compiled)."""

from typing import NamedTuple

import numpy as np

from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.compiling import compiled, compiled_into
from solver.theme_park.operate.layered.encoding.codes import (
    ABSENT,
    BASE,
    GUIDES,
    MAPS,
    MASCOTS,
    NOTHING,
    SAFETY,
    SEATS,
    SKILLS,
    VALUES,
)
from solver.theme_park.operate.layered.kernel.pruning import adjustments_kept
from solver.theme_park.operate.paths.graph import Paths
from solver.theme_park.operate.paths.program import PathPrices


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


def for_any_uses(limit: PathLimit) -> PathLimit:
    """A limit whose values are of the uses of the states that it is used for: it tells no uses apart."""
    return limit._replace(most=np.zeros_like(limit.most))


@compiled
def refute_by_paths(park, rows, limit, free, alive, begin, end, worths):  # type: ignore[no-untyped-def]
    """Which states from ``begin`` to ``end`` with these ``rows`` cannot use up all their free icons by ``limit``: ``alive`` [state] loses them.

    Gives how many those were. Where those with the same cubes lie side by side it is told once what is left of those. ``free`` [counter]
    is room to count in. ``worths`` [state], unless it is empty, is filled with what each can bring beyond a cube for each icon.
    """
    refuted, last, uses, beside = 0, -1, 0, 0.0
    for state in range(begin, end):
        if not alive[state]:
            continue
        if last < 0 or not same_cubes(park, rows[state], rows[last]):
            uses, beside = uses_beside(park, limit, free, rows[state], NOTHING)
            last = state
        worth = beside + worth_of_rest(park, limit, uses, rows[state])
        if worths.size > 0:
            worths[state] = worth
        if worth < -SAFETY:
            alive[state] = False
            refuted += 1
    return refuted


@compiled_into
def same_cubes(park, row, other):  # type: ignore[no-untyped-def]
    """Whether two states have the same cubes."""
    guests = park.kinds.size
    for cell in range(guests, guests + park.icons.size):  # noqa: SIM110 - numba knows no generators
        if row[cell] != other[cell]:
            return False
    return True


@compiled_into
def uses_beside(park, limit, free, row, tile):  # type: ignore[no-untyped-def]
    """The uses of a state, with one more cube on ``tile`` unless that is NOTHING, and what its free icons are worth beyond one each."""
    guests, worth = park.kinds.size, limit.constant
    for counter in range(limit.most.size):
        free[counter] = 0
    for other in range(park.icons.size):
        icons = park.icons[other] - np.int64(row[guests + other]) - (other == tile)
        if icons > 0:
            free[limit.counters[other]] += icons
            worth += (limit.icons[other] - 1.0) * icons
    uses = 0
    for counter in range(limit.most.size):
        uses += max(0, limit.most[counter] - free[counter]) * limit.strides[counter]
    return uses, worth


@compiled_into
def worth_beside(park, limit, free, row, tile):  # type: ignore[no-untyped-def]
    """The uses of a state and what it is worth, with one more cube on ``tile`` unless that is NOTHING."""
    uses, worth = uses_beside(park, limit, free, row, tile)
    return uses, worth + worth_of_rest(park, limit, uses, row)


@compiled_into
def worth_of_rest(park, limit, uses, row):  # type: ignore[no-untyped-def]
    """What the guests and the cards of a state are worth after these uses."""
    cards, worth = park.kinds.size + park.icons.size, 0.0
    for guest in range(park.kinds.size):
        worth += worth_of_guest(park, limit, uses, row, guest)
    worth += limit.cards[MAPS] * row[cards + MAPS] + limit.cards[GUIDES] * row[cards + GUIDES]
    worth += limit.cards[MASCOTS] * park.per_mascot * row[cards + MASCOTS]
    for skill in range(limit.skills.size):
        if row[cards + SKILLS] >> skill & 1:
            worth += limit.skills[skill]
    return worth


@compiled_into
def worth_of_guest(park, limit, uses, row, guest):  # type: ignore[no-untyped-def]
    """What a guest of a state adds to its worth, with the adjustments made for it."""
    code = np.int64(row[guest])
    if code == ABSENT:
        return 0.0
    worth = float(limit.values[uses, park.kinds[guest] * limit.codes + (code & BASE)])
    if code > BASE:
        worth += limit.cards[MASCOTS] * adjustments_kept(code)
    return worth


@compiled_into
def fill_moves(park, limit, uses, worth, tile, party, size, after, movable, moves):  # type: ignore[no-untyped-def]
    """Fill ``moves`` [seat] with what a state is worth whose party's die in that seat moves, [0] and [SEATS] where none does; gives the most.

    ``worth``: of the state without the party; ``after`` [seat]: values, -1 where a die leaves; ``movable``: seats, a bit each.
    """
    moves[:] = worth
    if limit.most.size == 0:
        return worth
    for seat in range(size):
        if after[seat] < 0:
            continue
        kind, stays = park.kinds[party[seat]] * limit.codes, tile * VALUES + after[seat]
        for mover in range(size):
            goes = movable >> mover & 1 and mover == seat
            moves[mover] += limit.values[uses, kind + stays + (park.icons.size * VALUES if goes else 0)]
        moves[SEATS] += limit.values[uses, kind + stays]
    most = moves[0]
    for mover in range(1, size):
        if movable >> mover & 1:
            most = max(most, moves[mover])
    return most


@compiled_into
def more_by_move(park, limit, uses, guest, stays):  # type: ignore[no-untyped-def]
    """What a state is worth more where a guest with the code ``stays`` moves on."""
    if limit.most.size == 0:
        return 0.0
    code = park.kinds[guest] * limit.codes + stays
    return float(limit.values[uses, code + park.icons.size * VALUES]) - float(limit.values[uses, code])


def no_limit() -> PathLimit:
    """What limits nothing: it has no counters."""
    none, few = np.zeros(0, dtype=np.int64), np.zeros(0)
    return PathLimit(np.zeros((0, 0), dtype=np.float32), 0.0, few, few, few, none, none, none, 0)
