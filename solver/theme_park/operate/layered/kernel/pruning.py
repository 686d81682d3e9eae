"""Evaluates linear limits in the states of a layer and prunes the states that they refute (compiled)."""

import numpy as np

from solver.theme_park.operate.compiling import compiled, compiled_into
from solver.theme_park.operate.layered.encoding.codes import (
    BASE,
    BASE_BITS,
    COMPLETION,
    CREDIT_SHIFT,
    GUIDANCE,
    GUIDES,
    LEAST_PROMISE,
    LEFT_OUT,
    LIMITS_PROMISE,
    MANAGERS,
    MAPS,
    MASCOTS,
    MOST_STAGES,
    SAFETY,
    SKILLS,
    TREATED,
)

IN_ORDER = np.arange(MOST_STAGES)
"""Of limits that lie in the order of their stages, which stage each limits."""


@compiled_into
def adjustments_kept(code):  # type: ignore[no-untyped-def]
    """Adjustments made for a die that have not served it yet: a colour that lasts, and credits."""
    return (1 if code >> BASE_BITS & TREATED else 0) + (code >> CREDIT_SHIFT)


@compiled_into
def limit_of(park, potentials, index, row, placed, stars, money):  # type: ignore[no-untyped-def]
    """Evaluate one linear limit in a state on which ``placed`` cubes lie."""
    tiles, guests = park.icons.size, park.kinds.size
    limit = potentials.constant[index]
    lasting = 0
    for guest in range(guests):
        code = np.int64(row[guest])
        limit += potentials.guest[park.kinds[guest], code & BASE, index]
        if code > BASE:
            lasting += adjustments_kept(code)
    if lasting:  # each of them saves an adjustment at most
        limit += potentials.mascots[index] * lasting / park.per_mascot
    for tile in range(tiles):
        cubes = np.int64(row[guests + tile])
        if cubes < park.icons[tile]:
            limit += potentials.icons[index, tile] * (park.icons[tile] - cubes)
    limit += potentials.maps[index] * row[guests + tiles + MAPS]
    limit += potentials.mascots[index] * row[guests + tiles + MASCOTS]
    limit += potentials.guides[index] * row[guests + tiles + GUIDES]
    limit += potentials.managers[index] * row[guests + tiles + MANAGERS]
    mask = row[guests + tiles + SKILLS]
    for skill in range(potentials.skills.shape[1]):
        if mask >> skill & 1:
            limit += potentials.skills[index, skill]
    limit += potentials.cubes[index] * (park.most_cubes - placed)
    return limit + potentials.stars[index] * stars + potentials.money[index] * money


@compiled_into
def cubes_in_row(park, row):  # type: ignore[no-untyped-def]
    """How many cubes are placed in a state."""
    guests, placed = park.kinds.size, 0
    for tile in range(park.icons.size):
        placed += row[guests + tile]
    return placed


@compiled
def fill_limits(park, potentials, layer, begin, end):  # type: ignore[no-untyped-def]
    """Evaluate every limit of ``potentials`` in the states of a layer from ``begin`` to ``end``."""
    for state in range(begin, end):
        row = layer.rows[state]
        placed = cubes_in_row(park, row)
        for index in range(potentials.constant.size):
            layer.limits[state, index] = limit_of(
                park, potentials, index, row, placed, layer.stars[state], layer.money[state]
            )


@compiled_into
def may_improve(limits, stages, best, depth):  # type: ignore[no-untyped-def]
    """Whether limits on a state leave room for something better than ``best`` [stage]; ``stages`` says what each limits."""
    for index in range(stages.size):
        if stages[index] == COMPLETION and limits[index] < -SAFETY:
            return False
    for stage in range(depth):
        least = 1e9
        for index in range(stages.size):
            if stages[index] == stage and limits[index] < least:
                least = limits[index]
        bound = np.floor(least + SAFETY)
        if bound < best[stage]:
            return False
        if bound > best[stage]:
            return True
    return False


@compiled_into
def refutes(limit, stage, best):  # type: ignore[no-untyped-def]
    """Whether one limit on a stage leaves no room for something better than ``best`` [stage], whatever others say."""
    return (stage == COMPLETION and limit < -SAFETY) or (stage == 0 and np.floor(limit + SAFETY) < best[0])


@compiled_into
def finds_room(cut, limits, stages):  # type: ignore[no-untyped-def]
    """Whether a state with these limits promises enough to find room in a layer with this ``cut``, which notes what it may bring if not."""
    if cut[LEAST_PROMISE] == -np.inf:
        return True
    first, guidance = np.inf, np.inf
    for index in range(stages.size):
        if stages[index] == 0:
            first = min(first, limits[index])
        elif stages[index] == GUIDANCE:
            guidance = min(guidance, limits[index])
    promise = 0.0 if guidance == np.inf else guidance
    if cut[LIMITS_PROMISE]:
        promise += first
    if promise >= cut[LEAST_PROMISE]:
        return True
    cut[LEFT_OUT] = max(cut[LEFT_OUT], first)
    return False


@compiled
def prune(park, pool, order, layer, least, alive, hits, trials, best, depth, begin, end):  # type: ignore[no-untyped-def]
    """Try the limits ``order`` of ``pool`` on the states still ``alive``, until one refutes a state.

    ``alive`` [state] loses those that are refuted; ``least`` [state, stage] takes the least limits, ``hits`` [limit] counts
    what each limit refuted, ``trials`` [limit] on how many it was tried. Only states from ``begin`` to ``end`` are looked at.
    """
    stages = IN_ORDER[:depth]
    for state in range(begin, end):
        if not alive[state]:
            continue
        if not may_improve(least[state], stages, best, depth):
            alive[state] = False
            continue
        row = layer.rows[state]
        placed = cubes_in_row(park, row)
        for index in order:
            stage = pool.stages[index]
            if stage >= depth:
                continue
            trials[index] += 1
            limit = limit_of(park, pool, index, row, placed, layer.stars[state], layer.money[state])
            if stage == COMPLETION:
                if limit < -SAFETY:
                    alive[state] = False
                    hits[index] += 1
                    break
            elif limit < least[state, stage]:
                least[state, stage] = limit
                if not may_improve(least[state], stages, best, depth):
                    alive[state] = False
                    hits[index] += 1
                    break
