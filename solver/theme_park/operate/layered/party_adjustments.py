"""Ways to turn and recolour the dice of a party so that it fulfils a tile (compiled)."""

import numpy as np

from solver.theme_park.operate.compiling import compiled
from solver.theme_park.operate.layered.codes import DICE, VALUES

# ruff: noqa: PLR0912, PLR0915 - the inner loop stays in one piece: calls and tuples cost what it must not


@compiled
def fill_adjustments(park, memo, tile, key, d0, d1, d2, credits):  # type: ignore[no-untyped-def]
    """Fill the memo with the ways to turn and recolour the dice of a party so that it fulfils the tile.

    ``credits``: those of the dice, as one number whose digits they are. False when there is no room. A way is left out when another leaves the dice no worse: the mascots that it saves pay the
    difference later.
    """
    n = park.size[tile]
    start = memo.used[0]
    count = start
    budget = park.adjustments
    turns, each = park.turns, park.per_mascot
    base = park.most_credits + 1
    c0, c1, c2 = credits % base, credits // base % base, credits // base**2
    for cost in range(budget + 1):
        for t0 in range(DICE):
            a0 = max(0, turns[d0 % VALUES, t0 % VALUES] + (1 if t0 // VALUES != d0 // VALUES else 0) - c0)
            if a0 > cost or (n == 1 and a0 != cost):
                continue
            for t1 in range(DICE if n > 1 else 1):
                a1 = a0
                if n > 1:
                    a1 += max(0, turns[d1 % VALUES, t1 % VALUES] + (1 if t1 // VALUES != d1 // VALUES else 0) - c1)
                if a1 > cost or (n == 2 and a1 != cost):
                    continue
                for t2 in range(DICE if n > 2 else 1):
                    a2 = a1
                    if n > 2:
                        a2 += max(0, turns[d2 % VALUES, t2 % VALUES] + (1 if t2 // VALUES != d2 // VALUES else 0) - c2)
                    if a2 != cost:
                        continue
                    if not park.fulfils[tile, (t2 * DICE + t1) * DICE + t0]:
                        continue
                    worse = False
                    for other in range(start, count):
                        o0, o1, o2 = memo.targets[other, 0], memo.targets[other, 1], memo.targets[other, 2]
                        if (o0 % VALUES == 0) != (t0 % VALUES == 0):
                            continue
                        if n > 1 and (o1 % VALUES == 0) != (t1 % VALUES == 0):
                            continue
                        if n > 2 and (o2 % VALUES == 0) != (t2 % VALUES == 0):
                            continue
                        way = (turns[o0 % VALUES, t0 % VALUES] + each - 1) // each
                        if n > 1:
                            way += (turns[o1 % VALUES, t1 % VALUES] + each - 1) // each
                        if n > 2:
                            way += (turns[o2 % VALUES, t2 % VALUES] + each - 1) // each
                        if park.keep_adjusted and (
                            o0 // VALUES != t0 // VALUES or o1 // VALUES != t1 // VALUES or o2 // VALUES != t2 // VALUES
                        ):
                            continue
                        if park.faces.size > 0 and np.int64(park.rolls[tile, (t2 * DICE + t1) * DICE + t0]) & ~np.int64(
                            park.rolls[tile, (np.int64(o2) * DICE + o1) * DICE + o0]
                        ):
                            continue  # other dice may be rerolled
                        if (memo.cost[other] + each - 1) // each + way <= (cost + each - 1) // each:
                            worse = True
                            break
                    if worse:
                        continue
                    if count >= memo.cost.size:
                        return False
                    memo.targets[count, 0] = t0
                    memo.targets[count, 1] = t1
                    memo.targets[count, 2] = t2
                    memo.cost[count] = cost
                    count += 1
    memo.used[0] = count
    memo.end[tile, credits, key] = count + 1
    memo.number[tile, credits, key] = count - start
    return True
