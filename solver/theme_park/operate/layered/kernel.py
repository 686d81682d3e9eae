"""The compiled part of the layered search: expanding a layer of states and merging equal ones.

A state is a row of 16-bit cells: a code for each guest, cubes on each tile, then maps, mascots, guides,
managers and skills left. A guest's code is ``(tile + tiles * floating) * 6 + value - 1``: *floating*
means that it has yet to choose where its compulsory move from that tile leads; the bits above tell a
colour that it is treated as, and its credits. Guests of one kind stand sorted, so that states which differ only in which
of them is which are equal rows.
"""

import numpy as np

from solver.theme_park.operate.compiling import compiled, compiled_into, compiled_part, compiled_with_arrays
from solver.theme_park.operate.layered.children import equal_in, sort_guests
from solver.theme_park.operate.layered.codes import (
    CHILDREN,
    COLLECTING,
    DONE,
    EACH,
    ENOUGH_MADE,
    IMPROVEMENTS,
    LAYER_FULL,
    MASCOTS,
    MEMO_FULL,
    NOTHING,
    OMITTED,
    OPERATION,
    PARENT,
    SKILLS,
    STOPPED,
    USES,
)
from solver.theme_park.operate.layered.larger_parties import let_one_more_join, limits_with_move
from solver.theme_park.operate.layered.operations import expand_operations
from solver.theme_park.operate.layered.path_limits import may_use_up
from solver.theme_park.operate.layered.prepared import JOINED, LEFT, MONEY_NOW, STARS_NOW, WHOLE, first_prepared, log_of
from solver.theme_park.operate.layered.pruning import cubes_in_row, limit_of, may_improve
from solver.theme_park.operate.layered.stage_values import is_better, may_come_up_to, stage_values
from solver.theme_park.operate.layered.uses import uses_of_state


@compiled
def expand(  # type: ignore[no-untyped-def]
    park, skills, memo, potentials, paths, scratch, here, begin, end, prepared, log, there, best, record, depth
):
    """Expand states ``begin`` to ``end`` of layer ``here`` into ``there``; ``paths`` limits what uses of mascots prepare, and the children.

    Returns the state to go on with: ``end``, or earlier when ``there`` or ``log`` is full, or -1 when the memo is. ``best``
    [stage] and ``record`` (its cells are named in ``codes``) change when a better place to stop is found.
    """
    for parent in range(begin, end):
        if not may_improve(here.limits[parent], potentials.stages, best, depth):
            continue
        if log.number[0] + prepared.facts.shape[0] > log.action.size:
            return parent
        first_prepared(prepared, here.rows[parent], here.limits[parent], here.stars[parent], here.money[parent])
        ended = expand_prepared(
            park, skills, memo, potentials, paths, scratch, prepared, log, parent, there, best, record, depth
        )
        if ended == MEMO_FULL:
            return MEMO_FULL
        if ended == LAYER_FULL:
            return parent
    return end


@compiled_part
def expand_prepared(  # type: ignore[no-untyped-def]
    park, skills, memo, potentials, paths, scratch, prepared, log, parent, there, best, record, depth
):
    """The operations of the first prepared state and of all that uses of mascots lead to from it.

    Returns DONE, MEMO_FULL, or LAYER_FULL.
    """
    cards = park.kinds.size + park.icons.size
    row = prepared.rows[0]
    used = row[cards + MASCOTS] > 0 and (row[cards + SKILLS] > 0 or skills.extras > 0) and skills.most_uses > 0
    state = np.int64(-1)
    while state + 1 < prepared.number[0]:
        state += 1
        if record[STOPPED] or 0 < record[ENOUGH_MADE] <= record[CHILDREN]:
            record[STOPPED] = 1
            return LAYER_FULL
        if state > 0:
            record[CHILDREN] += 1
            fill_limits_of(park, potentials, prepared, state)
            if not may_better(park, potentials, paths, scratch, prepared, state, best, depth):
                continue
        joined = prepared.facts[state, JOINED] > 0  # an operation is to follow
        if used and not joined and not uses_of_state(skills, prepared, state):
            record[OMITTED] = 1
        if not prepared.facts[state, WHOLE]:
            continue
        if (
            state > 0
            and not joined
            and not stop_there(park, scratch, prepared, state, log, parent, there, best, record)
        ):
            return LAYER_FULL
        ended = expand_operations(
            park, memo, potentials, paths, scratch, prepared, state, log, parent, there, best, record, depth
        )
        if ended != DONE:
            return ended
        if park.larger and not let_one_more_join(park, skills, prepared, state, scratch.fulfilled[0]):
            record[OMITTED] = 1
    return DONE


@compiled_into
def stop_there(park, scratch, prepared, state, log, parent, there, best, record):  # type: ignore[no-untyped-def]
    """Weigh a prepared state as a place to stop; False when it should be collected and the layer is full."""
    row, settled, out = prepared.rows[state], scratch.few[0], scratch.few[1]
    stars, money = prepared.facts[state, STARS_NOW], prepared.facts[state, MONEY_NOW]
    if not may_come_up_to(park, stars, money, best):
        return True
    stage_values(park, row, stars, money, out, settled)
    if record[COLLECTING]:
        return out[0] < best[0] or enter(park, prepared, state, log, parent, there, record[COLLECTING] == EACH)
    if is_better(park, row, out, best, settled):
        best[0], best[1], best[2] = out[0], out[1], out[2]
        record[PARENT], record[OPERATION] = parent, NOTHING
        record[USES] = log_of(prepared, log, state)
        record[IMPROVEMENTS] += 1
    return True


@compiled_into
def fill_limits_of(park, potentials, prepared, state):  # type: ignore[no-untyped-def]
    """Fill the limits of a prepared state."""
    row, left = prepared.rows[state], prepared.facts[state, LEFT] / park.per_mascot
    stars, money = prepared.facts[state, STARS_NOW], prepared.facts[state, MONEY_NOW]
    placed = cubes_in_row(park, row)
    for index in range(potentials.constant.size):
        limit = limit_of(park, potentials, index, row, placed, stars, money)
        prepared.limits[state, index] = limit + potentials.mascots[index] * left


@compiled_into
def may_better(park, potentials, paths, scratch, prepared, state, best, depth):  # type: ignore[no-untyped-def]
    """Whether its limits, and what paths allow, leave a prepared state room for something better.

    Paths do not know that one who has joined may yet make the compulsory move, and limits are raised for it.
    """
    limits, stages = prepared.limits[state], potentials.stages
    if prepared.facts[state, JOINED]:
        if may_improve(limits, stages, best, depth):
            return True
        raised = scratch.limits[0]
        limits_with_move(park, potentials, prepared, state, raised)
        return may_improve(raised, stages, best, depth)
    if not may_improve(limits, stages, best, depth):
        return False
    row, left = prepared.rows[state], prepared.facts[state, LEFT]
    return paths.most.size == 0 or may_use_up(park, paths, scratch.free, row, left)


@compiled_with_arrays
def enter(park, prepared, state, log, parent, there, each):  # type: ignore[no-untyped-def]
    """Enter a prepared state among the children, as one to stop in; False when the layer is full. ``each``: even if it is there as one
    that is worth as much or more."""
    row = prepared.rows[state].copy()
    sort_guests(park, row)
    words = row.view(np.uint64)
    found, slot = equal_in(there, words)
    stars, money = prepared.facts[state, STARS_NOW], prepared.facts[state, MONEY_NOW]
    if found >= 0 and not each:
        more = park.rank_stars * (stars - there.stars[found]) + park.rank_money * (money - there.money[found])
        if more <= 0:
            return True
    else:
        found = there.number[0]
        if found >= there.rows.shape[0]:
            return False
        there.number[0] += 1
        there.table[slot] = found
        there.rows[found] = row
    there.limits[found] = prepared.limits[state]
    there.stars[found], there.money[found] = stars, money
    there.parents[found], there.operations[found] = parent, NOTHING
    there.uses[found] = log_of(prepared, log, state)
    return True
