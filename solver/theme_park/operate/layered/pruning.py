"""Linear limits evaluated in the states of a layer, and what they refute (compiled)."""

import numpy as np

from solver.theme_park.operate.layered.codes import COMPLETION, SAFETY, compiled


@compiled
def limit_of(park, hopes, index, row, placed, stars, money):  # type: ignore[no-untyped-def]
    """Evaluate one linear limit in a state on which ``placed`` cubes lie."""
    tiles, guests = park.icons.size, park.kinds.size
    limit = hopes.constant[index]
    for guest in range(guests):
        limit += hopes.guest[index, park.kinds[guest], row[guest]]
    for tile in range(tiles):
        if row[guests + tile] < park.icons[tile]:
            limit += hopes.icons[index, tile] * (park.icons[tile] - row[guests + tile])
    limit += hopes.maps[index] * row[guests + tiles]
    limit += hopes.mascots[index] * row[guests + tiles + 1]
    limit += hopes.guides[index] * row[guests + tiles + 2]
    limit += hopes.managers[index] * row[guests + tiles + 3]
    limit += hopes.cubes[index] * (park.most_cubes - placed)
    return limit + hopes.stars[index] * stars + hopes.money[index] * money


@compiled
def cubes_in_row(park, row):  # type: ignore[no-untyped-def]
    """Cubes placed in a state."""
    guests, placed = park.kinds.size, 0
    for tile in range(park.icons.size):
        placed += row[guests + tile]
    return placed


@compiled
def fill_limits(park, hopes, layer):  # type: ignore[no-untyped-def]
    """Evaluate every limit of ``hopes`` in every state of a layer."""
    for state in range(layer.number[0]):
        row = layer.rows[state]
        placed = cubes_in_row(park, row)
        for index in range(hopes.constant.size):
            layer.limits[state, index] = limit_of(
                park, hopes, index, row, placed, layer.stars[state], layer.money[state]
            )


@compiled
def promising(least, best, depth):  # type: ignore[no-untyped-def]
    """Whether the least limits on each stage leave room for something better than ``best``."""
    for stage in range(depth):
        bound = np.floor(least[stage] + SAFETY)
        if bound != best[stage]:
            return bound > best[stage]
    return False


@compiled
def sift(park, pool, order, layer, least, alive, hits, best, depth):  # type: ignore[no-untyped-def]
    """Try the limits ``order`` of ``pool`` on the states still ``alive``, until one refutes a state.

    ``least`` [state, stage] takes the least limits, ``hits`` counts what each limit refuted.
    """
    for state in range(layer.number[0]):
        if not alive[state]:
            continue
        if not promising(least[state], best, depth):
            alive[state] = False
            continue
        row = layer.rows[state]
        placed = cubes_in_row(park, row)
        for index in order:
            stage = pool.stages[index]
            if stage >= depth:
                continue
            limit = limit_of(park, pool, index, row, placed, layer.stars[state], layer.money[state])
            if stage == COMPLETION:
                if limit < -SAFETY:
                    alive[state] = False
                    hits[index] += 1
                    break
            elif limit < least[state, stage]:
                least[state, stage] = limit
                if not promising(least[state], best, depth):
                    alive[state] = False
                    hits[index] += 1
                    break
