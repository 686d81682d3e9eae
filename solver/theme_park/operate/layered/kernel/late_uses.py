"""Uses of mascots with Mascot cards, made no earlier than an operation needs each of them (compiled).

A use that gives an operation's party no credit which it needs may as well be made after the operation, and one all of whose credits the
operation needs is part of it, as an adjustment of its party. So of the uses just made each gives the party a credit that it needs, and
another guest one. Which use gave which credit is not known, as all that lead to the same are one prepared state: that is told by numbers.
Where a skill takes part, uses may be for that.

Nor are uses made where the limits refute the operations that they could serve: of a state without uses the parties are noted from
which something better may come, however its adjustments are made.
"""

import numpy as np

from solver.theme_park.operate.compiling import compiled_into
from solver.theme_park.operate.layered.encoding.codes import (
    ABSENT,
    COLLECTING,
    CREDIT_SHIFT,
    EACH,
    MASCOTS,
    NOTHING,
    ROLLED,
    SKILLS,
)
from solver.theme_park.operate.layered.kernel.expanding import MOST_PARTIES
from solver.theme_park.operate.layered.kernel.party_adjustments import adjusted
from solver.theme_park.operate.layered.kernel.prepared import CREDITED, LEFT, MONEY_NOW, SKILLED, STARS_NOW
from solver.theme_park.operate.layered.kernel.stage_values import may_come_up_to

SLOTS_BITS = 32
"""The lowest bits of a noted party, for its slots: above them is its tile."""


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


@compiled_into
def begin_to_note(of):  # type: ignore[no-untyped-def]
    """Note no party yet for uses to serve, or that any may be: where a skill may be used, or where stopping may be best."""
    park, prepared, parties, alike = of.park, of.prepared, of.scratch.parties, of.scratch.alike
    row, cards = prepared.rows[0], park.kinds.size + park.icons.size
    stars, money = prepared.facts[0, STARS_NOW], prepared.facts[0, MONEY_NOW]
    parties[0] = NOTHING
    if park.most_credits == 0 or park.larger or of.record[COLLECTING] == EACH or row[cards + MASCOTS] == 0:
        return
    if row[cards + SKILLS] & ~np.uint16(ROLLED) or may_come_up_to(park, stars, money, of.best):
        return
    parties[0] = 0
    for guest in range(park.kinds.size):
        alike[guest] = np.int64(0)
        for other in range(park.kinds.size):
            if park.kinds[other] == park.kinds[guest] and row[other] == row[guest]:
                alike[guest] |= np.int64(1) << other


@compiled_into
def note_party(parties, tile, party, size):  # type: ignore[no-untyped-def]
    """Note a party on a tile for uses to serve; where there are too many, any may be."""
    if parties[0] == MOST_PARTIES:
        parties[0] = NOTHING
    if parties[0] != NOTHING:
        parties[0] += 1
        parties[parties[0]] = tile << SLOTS_BITS | slots_of(party, size)


@compiled_into
def slots_of(party, size):  # type: ignore[no-untyped-def]
    """The slots of a party, a bit each."""
    slots = np.int64(0)
    for seat in range(size):
        slots |= np.int64(1) << party[seat]
    return slots


@compiled_into
def is_noted(of, tile, party, size):  # type: ignore[no-untyped-def]
    """Whether a party on a tile is noted, or any may be; of those just alike before any use, the first ones are."""
    parties, alike, slots = of.scratch.parties, of.scratch.alike, slots_of(party, size)
    if parties[0] == NOTHING:
        return True
    for seat in range(size):
        same = alike[party[seat]]
        if same & (same - 1):
            slots = with_the_first(slots, same)
    for noted in range(1, parties[0] + 1):  # noqa: SIM110 - numba knows no generators
        if parties[noted] == tile << SLOTS_BITS | slots:
            return True
    return False


@compiled_into
def some_are_noted(parties, tile):  # type: ignore[no-untyped-def]
    """Whether parties on a tile are noted, or any may be."""
    if parties[0] == NOTHING:
        return True
    for noted in range(1, parties[0] + 1):  # noqa: SIM110 - numba knows no generators
        if parties[noted] >> SLOTS_BITS == tile:
            return True
    return False


@compiled_into
def with_the_first(slots, alike):  # type: ignore[no-untyped-def]
    """The slots with the first ones of ``alike`` in place of as many others of them."""
    left = slots & alike
    slots &= ~alike
    while left:
        left &= left - 1
        slots |= alike & -alike
        alike &= alike - 1
    return slots


@compiled_into
def may_serve_one(of, state):  # type: ignore[no-untyped-def]
    """Whether the uses that led to a prepared state may each serve one of the parties noted, and another guest."""
    park, prepared, parties = of.park, of.prepared, of.scratch.parties
    given = np.int64(NOTHING) if parties[0] == NOTHING else credits_just_given(park, prepared, state)
    if given == NOTHING:
        return True
    cards, left = park.kinds.size + park.icons.size, prepared.facts[state, LEFT]
    made = np.int64(prepared.rows[0, cards + MASCOTS]) - np.int64(prepared.rows[state, cards + MASCOTS]) - left
    for noted in range(1, parties[0] + 1):
        inside, outside = inside_and_outside(of, state, parties[noted], given)
        if inside >= made and outside >= made:
            return True
    return False


@compiled_into
def inside_and_outside(of, state, party, given):  # type: ignore[no-untyped-def]
    """The most of the credits ``given`` that those of a party have, and the most that others have: it may be any of those just alike."""
    inside, outside = np.int64(0), given
    for guest in range(of.park.kinds.size):
        if not party >> guest & 1:
            continue
        least = most = just_given(of.prepared, state, guest)
        alike = of.scratch.alike[guest]
        if alike & (alike - 1):
            for other in range(of.park.kinds.size):
                if alike >> other & 1:
                    credits = just_given(of.prepared, state, other)
                    least, most = min(least, credits), max(most, credits)
        inside, outside = inside + most, outside - least
    return inside, outside
