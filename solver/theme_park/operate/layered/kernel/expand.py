"""The compiled part of the layered search: expanding a layer of states and merging equal ones.

A state is a row of 16-bit cells: a code for each guest, cubes on each tile, then maps, mascots, guides,
managers and skills left. A guest's code is ``(tile + tiles * floating) * 6 + value - 1``: *floating*
means that it has yet to choose where its compulsory move from that tile leads; the bits above tell a
colour that it is treated as, and its credits. Guests of one kind stand sorted, so that states which differ only in which
of them is which are equal rows.
"""

import numpy as np

from solver.theme_park.operate.compiling import compiled, compiled_in_place, compiled_into
from solver.theme_park.operate.layered.encoding.codes import (
    CHILDREN,
    COLLECTING,
    DONE,
    ENOUGH_MADE,
    LAYER_FULL,
    MASCOTS,
    MEMO_FULL,
    NOTHING,
    OMITTED,
    SAFETY,
    SKILLS,
    STOPPED,
)
from solver.theme_park.operate.layered.kernel.children import sort_guests
from solver.theme_park.operate.layered.kernel.expanding import LIMITS, SETTLED, VALUES_OF_STOP
from solver.theme_park.operate.layered.kernel.larger_parties import let_one_more_join, limits_with_move
from solver.theme_park.operate.layered.kernel.late_uses import begin_to_note, may_serve_one
from solver.theme_park.operate.layered.kernel.operations import expand_operations
from solver.theme_park.operate.layered.kernel.outcomes import enter, stop_there
from solver.theme_park.operate.layered.kernel.path_limits import uses_beside, worth_of_rest
from solver.theme_park.operate.layered.kernel.prepared import (
    JOINED,
    LEFT,
    MONEY_NOW,
    RIDDEN,
    STARS_NOW,
    TILE,
    WHOLE,
    first_prepared,
)
from solver.theme_park.operate.layered.kernel.pruning import cubes_in_row, limit_of, may_improve, refutes
from solver.theme_park.operate.layered.kernel.rides import ride
from solver.theme_park.operate.layered.kernel.stage_values import may_come_up_to, stage_values
from solver.theme_park.operate.layered.kernel.uses import uses_of_state


@compiled
def expand(of, here, begin, end):  # type: ignore[no-untyped-def]
    """Expand states ``begin`` to ``end`` of layer ``here`` into ``of.there``; ``of.paths`` limits what uses of mascots prepare, and the children.

    Returns the state to go on with: ``end``, or earlier when the children or the log have no more room, or -1 when the memo has none.
    ``of.best`` [stage] and ``of.record`` (its cells are named in ``codes``) change when a better place to stop is found.
    """
    log, prepared = of.log, of.prepared
    for parent in range(begin, end):
        if not may_improve(here.limits[parent], of.potentials.stages, of.best, of.depth):
            continue
        if log.number[0] + prepared.facts.shape[0] > log.action.size:
            return parent
        first_prepared(prepared, here.rows[parent], here.limits[parent], here.stars[parent], here.money[parent])
        ended = expand_prepared(of, np.int64(parent))
        if ended == MEMO_FULL:
            return MEMO_FULL
        if ended == LAYER_FULL:
            return parent
    return end


@compiled_in_place
def expand_prepared(of, parent):  # type: ignore[no-untyped-def]
    """The operations of the first prepared state and of all that uses of mascots and rides lead to from it.

    Returns DONE, MEMO_FULL, or LAYER_FULL.
    """
    park, skills, prepared, record = of.park, of.skills, of.prepared, of.record
    cards, row = park.kinds.size + park.icons.size, prepared.rows[0]
    used = row[cards + MASCOTS] > 0 and (row[cards + SKILLS] > 0 or skills.extras > 0) and skills.most_uses > 0
    begin_to_note(of)
    of.scratch.uses[1] = NOTHING
    state = np.int64(-1)
    while state + 1 < prepared.number[0]:
        state += 1
        if record[STOPPED] or 0 < record[ENOUGH_MADE] <= record[CHILDREN]:
            record[STOPPED] = 1
            return LAYER_FULL
        if state > 0:
            record[CHILDREN] += 1
            if not may_serve_one(of, state):
                continue
            if not fill_limits_of(of, state) or not may_better(of, state):
                continue
        joined = prepared.facts[state, JOINED] > 0  # an operation is to follow
        if not joined and not prepare_more(skills, prepared, state, used, used or park.larger):
            record[OMITTED] = 1
        if not prepared.facts[state, WHOLE]:
            continue
        # for a use, or to join a party: other rides are part of operations, or at the end
        if prepared.facts[state, RIDDEN]:
            tiles = np.int64(1) << prepared.facts[state, TILE] if joined else np.int64(-1)
            if park.larger and not let_one_more_join(park, skills, prepared, state, tiles):
                record[OMITTED] = 1
            continue
        if state > 0 and not joined and not stop_before(of, state, parent):
            return LAYER_FULL
        ended = expand_operations(of, state, parent)
        if ended != DONE:
            return ended
        if park.larger and not let_one_more_join(park, skills, prepared, state, of.scratch.fulfilled[0]):
            record[OMITTED] = 1
    return DONE


@compiled_into
def prepare_more(skills, prepared, state, used, rides):  # type: ignore[no-untyped-def]
    """Prepared states that one more use of a mascot leads to where any are ``used``, or a ride where dice may ride; False for lack of room."""
    if used and not uses_of_state(skills, prepared, state):
        return False
    return not (rides and skills.fares.size and prepared.facts[state, WHOLE]) or ride(skills, prepared, state)


@compiled_into
def stop_before(of, state, parent):  # type: ignore[no-untyped-def]
    """Weigh a prepared state as a place to stop; False when it should be collected and the layer is full."""
    park, best, row = of.park, of.best, of.prepared.rows[state]
    stars, money = of.prepared.facts[state, STARS_NOW], of.prepared.facts[state, MONEY_NOW]
    if not may_come_up_to(park, stars, money, best):
        return True
    if not of.record[COLLECTING]:
        stop_there(of, state, parent, stars, money, row, NOTHING)
        return True
    out, child = of.scratch.few[VALUES_OF_STOP], of.scratch.row
    stage_values(park, row, stars, money, out, of.scratch.few[SETTLED])
    if out[0] < best[0]:
        return True
    for cell in range(row.size):
        child[cell] = row[cell]
    sort_guests(park, child)
    return enter(of, state, parent, stars, money, of.prepared.limits[state], NOTHING)


@compiled_into
def fill_limits_of(of, state):  # type: ignore[no-untyped-def]
    """Fill the limits of a prepared state; False as soon as one alone refutes it, unless limits are raised for one who has joined."""
    park, potentials, prepared, alone = of.park, of.potentials, of.prepared, not of.prepared.facts[state, JOINED]
    row, left = prepared.rows[state], prepared.facts[state, LEFT] / park.per_mascot
    stars, money = prepared.facts[state, STARS_NOW], prepared.facts[state, MONEY_NOW]
    placed = cubes_in_row(park, row)
    for index in range(potentials.constant.size):
        limit = limit_of(park, potentials, index, row, placed, stars, money)
        limit += potentials.mascots[index] * left
        prepared.limits[state, index] = limit
        if alone and refutes(limit, potentials.stages[index], of.best):
            return False
    return True


@compiled_into
def may_better(of, state):  # type: ignore[no-untyped-def]
    """Whether its limits, and what paths allow, leave a prepared state room for something better.

    Paths do not know that one who has joined may yet make the compulsory move, and limits are raised for it.
    """
    prepared, best, depth = of.prepared, of.best, of.depth
    limits, stages = prepared.limits[state], of.potentials.stages
    if prepared.facts[state, JOINED]:
        if may_improve(limits, stages, best, depth):
            return True
        raised = of.scratch.limits[LIMITS]
        limits_with_move(of.park, of.potentials, prepared, state, raised)
        return may_improve(raised, stages, best, depth)
    if not may_improve(limits, stages, best, depth):
        return False
    return of.paths.most.size == 0 or may_use_up(of, state)


@compiled_into
def may_use_up(of, state):  # type: ignore[no-untyped-def]
    """Whether paths let a prepared state use up all its free icons, which are as many as before any use."""
    park, paths, prepared, scratch = of.park, of.paths, of.prepared, of.scratch
    row = prepared.rows[state]
    if scratch.uses[1] == NOTHING:
        scratch.uses[1], scratch.worth[2] = uses_beside(park, paths, scratch.free, row, NOTHING)
    worth = scratch.worth[2] + worth_of_rest(park, paths, scratch.uses[1], row)
    return worth + paths.cards[MASCOTS] * prepared.facts[state, LEFT] >= -SAFETY
