"""The nearest prices that cuts allow (compiled)."""

from solver.theme_park.operate.compiling import compiled_part

SWEEPS = 30
"""How often the cuts are gone through, at most: 100 find no more prices."""

NEAR = 0.3
"""What a cut may be missed by, as a part of how far below the target a limit is sought."""


@compiled_part
def project(cuts, sides, norms, multipliers, count, center, equal, below, prices):  # type: ignore[no-untyped-def]
    """Fill ``prices`` [row] with those nearest to ``center`` at which no cut of the first ``count`` is more than its side.

    Prices of rows that are not ``equal`` are at least zero. Goes from cut to cut (Hildreth, 1957), from no ``multipliers`` [cut]. Gives by
    how much the cut is missed that is missed most: much where there are no such prices.
    """
    for row in range(center.size):
        prices[row] = center[row]
    for cut in range(count):
        multipliers[cut] = 0.0
    worst = 0.0
    for _ in range(SWEEPS):
        worst = 0.0
        for cut in range(count):
            over = -sides[cut]
            for row in range(center.size):
                if equal[row] or prices[row] > 0.0:
                    over += cuts[cut, row] * prices[row]
            worst = max(worst, over)
            more = max(0.0, multipliers[cut] + over / norms[cut]) - multipliers[cut]
            if more != 0.0:
                multipliers[cut] += more
                for row in range(center.size):
                    prices[row] -= more * cuts[cut, row]
        if worst < NEAR * below:
            break
    return worst
