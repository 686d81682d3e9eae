"""What stopping in a state brings (compiled)."""

import numpy as np

from solver.theme_park.operate.compiling import compiled, compiled_into, compiled_with_arrays
from solver.theme_park.operate.layered.encoding.codes import (
    ABSENT,
    BALANCED,
    BASE,
    CREDIT_SHIFT,
    FINAL,
    MASCOTS,
    MOST_STAGES,
    STARS,
    VALUES,
)
from solver.theme_park.operate.layered.kernel.rides import paid_at_the_end


@compiled_with_arrays
def settle(park, row, settled):  # type: ignore[no-untyped-def]
    """Pips on the guests that stay and how many they are, each at its best, with the mascots left.

    Best use of the mascots left and of dice put back at 6, by the number of turns and returns spent.
    """
    guests, tiles = park.kinds.size, park.icons.size
    turns_left = np.int64(row[guests + tiles + MASCOTS])
    agents = park.agents
    returner = park.returner
    for what in range(2):
        # best[mascots][agents used][administrator used]
        best = np.full((turns_left + 1, agents + 1, 2), -1, dtype=np.int32)
        best[0, 0, 0] = 0
        for guest in range(guests):
            code = row[guest]
            if code == ABSENT:
                continue
            value, credits = (code & BASE) % VALUES, np.int64(code) >> CREDIT_SHIFT
            colour = park.colours[park.kinds[guest]]
            after = np.full((turns_left + 1, agents + 1, 2), -1, dtype=np.int32)
            for spent in range(turns_left + 1):
                for used in range(agents + 1):
                    for put in range(2):
                        have = best[spent, used, put]
                        if have < 0:
                            continue
                        for to in range(VALUES):
                            turns = max(0, park.turns[value, to] - credits)
                            total = spent + (turns + park.per_mascot - 1) // park.per_mascot
                            if total > turns_left:
                                continue
                            gain = 0 if to == 0 else (to + 1 if what == 0 else 1)
                            after[total, used, put] = max(after[total, used, put], have + gain)
                            if to == 0:
                                gain = VALUES if what == 0 else 1
                                if used < agents and have + gain > after[total, used + 1, put]:
                                    after[total, used + 1, put] = have + gain
                                if colour == returner and put == 0 and have + gain > after[total, used, 1]:
                                    after[total, used, 1] = have + gain
            best = after
        settled[what] = best.max()


@compiled_into
def may_come_up_to(park, stars, money, best):  # type: ignore[no-untyped-def]
    """Whether stopping with so much may bring as much as ``best`` in the first stage, which is quicker to tell than what it brings."""
    if park.objective == BALANCED:
        return True
    most = stars + park.most_bonus
    if park.objective == FINAL:
        most += (park.held + money + park.most_paid) // park.dollars_a_star
    return most >= best[0]


@compiled
def stage_values(park, row, stars, money, out, settled):  # type: ignore[no-untyped-def]
    """The stages' values of stopping in a state: their order is that of the objective."""
    tiles, guests = park.icons.size, park.kinds.size
    operated = 0
    for tile in range(tiles):
        if row[guests + tile] > 0 and park.counts[tile]:
            operated += 1
    bonus = 0
    for threshold in park.thresholds:
        if operated >= threshold:
            bonus += 1
    if park.fares.size:
        money += paid_at_the_end(park, row)
    if park.objective == STARS:
        out[0] = stars + bonus
        out[1] = money
        out[2] = -1
    elif park.objective == FINAL:
        out[0] = stars + bonus + (park.held + money) // park.dollars_a_star
        out[1] = -1
        out[2] = money
    else:
        settle(park, row, settled)
        out[0] = park.weights[0] * (stars + bonus) + park.weights[1] * money + park.weights[2] * settled[0]
        out[1] = 0
        out[2] = 0


@compiled
def complete(park, row, out, settled):  # type: ignore[no-untyped-def]
    """Fill in the stage of the values ``out`` that is left, of the guests who stay: it takes longest to tell."""
    if park.objective == STARS:
        settle(park, row, settled)
        out[2] = settled[0]
    elif park.objective == FINAL:
        settle(park, row, settled)
        out[1] = settled[1]


@compiled
def is_better(park, row, out, best, settled):  # type: ignore[no-untyped-def]
    """Whether the values ``out``, completed where needed, come before ``best``."""
    if out[0] < best[0] or (out[0] == best[0] and park.objective == BALANCED):
        return False
    if out[0] == best[0] and park.objective == STARS and out[1] < best[1]:
        return False
    complete(park, row, out, settled)
    for stage in range(MOST_STAGES):
        if out[stage] != best[stage]:
            return out[stage] > best[stage]
    return False


@compiled_with_arrays
def stop_values(park, layer, least, values):  # type: ignore[no-untyped-def]
    """All stages' values of stopping in each state of a layer; -1 where the first is below ``least``."""
    settled, out = np.zeros(2, dtype=np.int64), np.zeros(MOST_STAGES, dtype=np.int64)
    for state in range(layer.number[0]):
        row = layer.rows[state]
        stage_values(park, row, layer.stars[state], layer.money[state], out, settled)
        values[state, 0] = -1
        if out[0] < least:
            continue
        complete(park, row, out, settled)
        values[state, 0], values[state, 1], values[state, 2] = out[0], out[1], out[2]
