"""Ways to turn and recolour the dice of a party so that it fulfils a tile (compiled)."""

import numpy as np

from solver.theme_park.operate.compiling import compiled, compiled_into
from solver.theme_park.operate.layered.encoding.codes import DICE, VALUES

COST_BITS, NUMBER_BITS = 8, 16
"""Of what tells the ways of a party: its lowest bits, and those above."""


@compiled
def fill_adjustments(park, memo, tile, key, d0, d1, d2, credits):  # type: ignore[no-untyped-def]
    """Fill the memo with the ways to turn and recolour the dice of a party so that it fulfils the tile.

    ``credits``: those of the dice, as one number whose digits they are; seats without a die have 0 for it. False when there is
    no room. A way is left out when another leaves the dice no worse.
    """
    n = park.size[tile]
    start = memo.used[0]
    count = start
    base = park.most_credits + 1
    c0, c1, c2 = credits % base, credits // base % base, credits // base**2
    for cost in range(park.adjustments + 1):
        for t0 in range(DICE):
            a0 = adjusted(park, d0, t0, c0)
            if a0 > cost:
                continue
            for t1 in range(DICE if n > 1 else 1):
                a1 = a0 + adjusted(park, d1, t1, c1)
                if a1 > cost:
                    continue
                for t2 in range(DICE if n > 2 else 1):
                    if a1 + adjusted(park, d2, t2, c2) != cost:
                        continue
                    if not park.fulfils[tile, (t2 * DICE + t1) * DICE + t0]:
                        continue
                    if is_outdone(park, memo, tile, start, count, cost, t0, t1, t2):
                        continue
                    if count >= memo.cost.size:
                        return False
                    memo.targets[count, 0] = t0
                    memo.targets[count, 1] = t1
                    memo.targets[count, 2] = t2
                    memo.cost[count] = cost
                    count += 1
    memo.used[0] = count
    memo.ways[tile, credits, key] = packed_ways(start, count - start, memo.cost[start] if count > start else 0)
    return True


@compiled_into
def packed_ways(first, number, cost):  # type: ignore[no-untyped-def]
    """Where the ways of a party stand, how many they are, and the cost of the cheapest, which comes first, as one number above 0."""
    return ((np.int64(first) + 1) << NUMBER_BITS | number) << COST_BITS | np.int64(cost)


@compiled_into
def unpacked_ways(ways):  # type: ignore[no-untyped-def]
    """Where the first of a party's ways stands, where the last one ends, and the cost of the first."""
    first = (ways >> NUMBER_BITS + COST_BITS) - 1
    return first, first + (ways >> COST_BITS & (1 << NUMBER_BITS) - 1), ways & (1 << COST_BITS) - 1


@compiled_into
def adjusted(park, die, to, credits):  # type: ignore[no-untyped-def]
    """Adjustments that make a die another one, beyond its credits."""
    return max(0, park.turns[die % VALUES, to % VALUES] + (1 if to // VALUES != die // VALUES else 0) - credits)


@compiled_into
def is_outdone(park, memo, tile, start, end, cost, t0, t1, t2):  # type: ignore[no-untyped-def]
    """Whether one of the ways from ``start`` to ``end`` leaves the dice no worse than a way to ``t0``, ``t1``, ``t2``.

    The mascots that it saves pay the difference later.
    """
    turns, each = park.turns, park.per_mascot
    for other in range(start, end):
        o0, o1, o2 = memo.targets[other, 0], memo.targets[other, 1], memo.targets[other, 2]
        if (
            (o0 % VALUES == 0) != (t0 % VALUES == 0)
            or (o1 % VALUES == 0) != (t1 % VALUES == 0)
            or (o2 % VALUES == 0) != (t2 % VALUES == 0)
        ):
            continue  # a die without a pip left leaves
        if park.keep_adjusted and (
            o0 // VALUES != t0 // VALUES or o1 // VALUES != t1 // VALUES or o2 // VALUES != t2 // VALUES
        ):
            continue
        if park.faces.size > 0 and np.int64(park.rolls[tile, (t2 * DICE + t1) * DICE + t0]) & ~np.int64(
            park.rolls[tile, (np.int64(o2) * DICE + o1) * DICE + o0]
        ):
            continue  # other dice may be rerolled
        way = (
            (turns[o0 % VALUES, t0 % VALUES] + each - 1) // each
            + (turns[o1 % VALUES, t1 % VALUES] + each - 1) // each
            + (turns[o2 % VALUES, t2 % VALUES] + each - 1) // each
        )
        if (memo.cost[other] + each - 1) // each + way <= (cost + each - 1) // each:
            return True
    return False
