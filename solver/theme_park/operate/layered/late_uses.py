"""Uses of mascots with Mascot cards, made no earlier than an operation needs each of them (compiled).

A use that gives an operation's party no credit which it needs may as well be made after the operation, and one all of whose credits the
operation needs is part of it, as an adjustment of its party. So of the uses just made each gives the party a credit that it needs, and
another guest one. Which use gave which credit is not known, as all that lead to the same are one prepared state: that is told by numbers.
Where a skill takes part, uses may be for that.
"""

import numpy as np

from solver.theme_park.operate.compiling import compiled_into
from solver.theme_park.operate.layered.codes import ABSENT, CREDIT_SHIFT, NOTHING
from solver.theme_park.operate.layered.party_adjustments import adjusted
from solver.theme_park.operate.layered.prepared import CREDITED, SKILLED


@compiled_into
def credits_just_given(park, prepared, state):  # type: ignore[no-untyped-def]
    """How many credits the uses that led to a prepared state gave, or NOTHING where they may have been for something else."""
    facts, given = prepared.facts[state], np.int64(0)
    if not facts[CREDITED] or facts[SKILLED] or park.larger:
        return np.int64(NOTHING)
    for guest in range(park.kinds.size):
        if prepared.rows[state, guest] != ABSENT:
            given += just_given(prepared, state, guest)
    return given


@compiled_into
def just_given(prepared, state, guest):  # type: ignore[no-untyped-def]
    """Credits that the uses which led to a prepared state gave a guest."""
    now, before = np.int64(prepared.rows[state, guest]), np.int64(prepared.rows[0, guest])
    return (now >> CREDIT_SHIFT) - (before >> CREDIT_SHIFT)


@compiled_into
def fill_given(of, state):  # type: ignore[no-untyped-def]
    """Fill [guest] with the fewest and the most credits just given to a guest or one just like it: either may be seated."""
    park, prepared, given = of.park, of.prepared, of.scratch.given
    codes = prepared.rows[state]
    for guest in range(park.kinds.size):
        given[guest, 0] = given[guest, 1] = 0
        if codes[guest] == ABSENT or not codes[guest] >> CREDIT_SHIFT:
            continue
        given[guest, 0] = given[guest, 1] = just_given(prepared, state, guest)
        for other in range(park.kinds.size):
            if park.kinds[other] == park.kinds[guest] and codes[other] == codes[guest]:
                credits = just_given(prepared, state, other)
                given[guest, 0], given[guest, 1] = min(given[guest, 0], credits), max(given[guest, 1], credits)


@compiled_into
def may_each_serve(of, held, party, size):  # type: ignore[no-untyped-def]
    """Whether each use just made may have given a party a credit, and another guest one."""
    given, inside, outside = of.scratch.given, np.int64(0), held.given
    for seat in range(size):
        inside, outside = inside + given[party[seat], 1], outside - given[party[seat], 0]
    return inside >= held.made and outside >= held.made


@compiled_into
def each_serves(of, held, party, dice, size, entry):  # type: ignore[no-untyped-def]
    """Whether a way to adjust a party needs a credit of each use just made."""
    needed = np.int64(0)
    for seat in range(size):
        given = of.scratch.given[party[seat], 1]
        if given:
            credits = np.int64(of.prepared.rows[held.state, party[seat]]) >> CREDIT_SHIFT
            turns = adjusted(of.park, dice[seat], np.int64(of.memo.targets[entry, seat]), 0)
            needed += max(0, min(turns, credits) - (credits - given))
    return needed >= held.made
