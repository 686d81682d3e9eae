"""Dice that join a party beyond those that fulfil the requirement, where a ruling lets parties be larger (compiled).

A die that joins pips down with the others, may keep its pip, and may be the one that moves; it fills no slot. So each prepared state leads
to others in which one guest more has joined on a tile: from those only operations of that tile follow, by the other guests.
"""

import numpy as np

from solver.theme_park.operate.compiling import compiled_into, compiled_part
from solver.theme_park.operate.layered.encoding.codes import ABSENT, COLOURS, CREDIT_SHIFT, MASCOTS, NOTHING, VALUES
from solver.theme_park.operate.layered.kernel.children import has_its_like_before
from solver.theme_park.operate.layered.kernel.party_adjustments import adjusted
from solver.theme_park.operate.layered.kernel.prepared import (
    ACTION,
    CARD,
    CREDITED,
    FRESH,
    JOINED,
    JOINS,
    KEPT,
    LEFT,
    NO_SLOT,
    ORDER,
    OWED,
    RIDDEN,
    STARS_NOW,
    TILE,
    TOUCHED,
    WHOLE,
    come,
    follow,
    pack,
    place_and_value,
    shown_colour,
)


@compiled_part
def let_one_more_join(park, skills, prepared, state, tiles):  # type: ignore[no-untyped-def]
    """Every guest that may join a party on one of ``tiles``, a bit each; of several the ones further back join later. False for lack of room."""
    row, joined = prepared.rows[state], prepared.facts[state, JOINED]
    first = prepared.facts[state, ORDER] if joined else 0
    for tile in range(park.icons.size):
        if not tiles >> tile & 1:
            continue
        for slot in range(first, park.kinds.size):
            if row[slot] == ABSENT or has_its_like_before(park, row, joined, slot):
                continue
            for led in range(2):
                walk = come(skills, row, tile, slot, led)
                if walk >= 0 and not let_join(park, skills, prepared, state, tile, slot, led, walk):
                    return False
    return True


@compiled_part
def let_join(park, skills, prepared, state, tile, slot, led, walk):  # type: ignore[no-untyped-def]
    """A guest joins on a tile, adjusted in every way that matters, and pips down or keeps its pip; False for lack of room."""
    code = np.int64(prepared.rows[state, slot])
    die = shown_colour(skills, slot, code) * VALUES + place_and_value(code)[1]
    credits = code >> CREDIT_SHIFT
    cards = park.kinds.size + park.icons.size
    left = np.int64(prepared.rows[state, cards + MASCOTS]) * park.per_mascot - prepared.facts[state, OWED]
    keeps = park.keeps[tile] and prepared.facts[state, KEPT] == NOTHING
    for colour in range(COLOURS):
        if colour != die // VALUES and not (keeps and park.keep_adjusted and colour == park.keep_colour):
            continue
        for value in range(VALUES):
            to = colour * VALUES + value
            cost = adjusted(park, die, to, credits)
            if cost > left or (cost > 0 and may_wait(park, die, to, cost, credits)):
                continue
            for kept in range(2 if keeps else 1):
                seen = colour if park.keep_adjusted else park.colours[park.kinds[slot]]
                if kept and seen != park.keep_colour:
                    continue
                if not join(park, skills, prepared, state, tile, slot, led, walk, to, to != die, cost, kept):
                    return False
    return True


@compiled_into
def may_wait(park, die, to, cost, credits):  # type: ignore[no-untyped-def]
    """Whether it may as well be adjusted later, by mascots that adjust one die each: it stays in the park or leaves as it would do otherwise."""
    if park.per_mascot > 1 or to // VALUES != die // VALUES:
        return False
    for other in range(VALUES):
        as_much = adjusted(park, die, die - die % VALUES + other, credits) + park.turns[other, to % VALUES] <= cost
        if as_much and other != to % VALUES and (other == 0) == (to % VALUES == 0):
            return True
    return False


@compiled_part
def join(park, skills, prepared, state, tile, slot, led, walk, to, changed, cost, kept):  # type: ignore[no-untyped-def]
    """A guest joins with the die ``to``; False for lack of room."""
    new = follow(skills, prepared, state, walk, led)
    if new == NOTHING:
        return False
    facts, bit = prepared.facts[new], np.int64(1) << slot
    after = to % VALUES - (0 if kept else 1)
    prepared.rows[new, slot] = ABSENT if after < 0 else tile * VALUES + after
    if park.vips[park.kinds[slot]] and (after >= 0 or park.vip_leaves_star):
        facts[STARS_NOW] += 1
    if facts[FRESH] & bit and (changed or not facts[CREDITED] & bit):
        facts[FRESH] = facts[CREDITED] = 0  # the operation is one with a die just touched
    facts[JOINED] = prepared.facts[state, JOINED] | bit
    facts[RIDDEN] &= ~bit
    facts[OWED] = prepared.facts[state, OWED] + cost
    facts[KEPT] = slot if kept else prepared.facts[state, KEPT]
    facts[TILE], facts[ORDER], facts[WHOLE] = tile, slot + 1, True
    facts[LEFT] = facts[TOUCHED] = 0
    facts[CARD] = NOTHING
    facts[ACTION] = pack(JOINS, 0, tile, slot, led, to + (COLOURS * VALUES if kept else 0), NO_SLOT, 0, 0)
    prepared.number[0] += 1
    return True


@compiled_part
def joined_who_may_move(park, prepared, state):  # type: ignore[no-untyped-def]
    """Those who have joined and may make the compulsory move, a bit a slot."""
    joined, kept, movable = prepared.facts[state, JOINED], prepared.facts[state, KEPT], np.int64(0)
    for slot in range(park.kinds.size):
        stays = slot == kept and park.kept_stays
        if joined >> slot & 1 and prepared.rows[state, slot] != ABSENT and not stays:
            movable |= np.int64(1) << slot
    return movable


@compiled_into
def limits_with_move(park, potentials, prepared, state, raised):  # type: ignore[no-untyped-def]
    """Fill ``raised`` [index]: limits of a prepared state with those who have joined, of whom one may make the compulsory move.

    The relaxation, which the state's own limits are of, lets only one move who is yet to join or to operate. What follows is a flow of its
    own but that this one moves there and the other here: so limits are raised by the most that this may make.
    """
    row, tile = prepared.rows[state], prepared.facts[state, TILE]
    joined, movers = prepared.facts[state, JOINED], joined_who_may_move(park, prepared, state)
    for index in range(raised.size):
        raised[index] = prepared.limits[state, index]
        if not movers:
            continue
        gained, spared = -np.inf, 0.0
        for slot in range(park.kinds.size):
            kind = park.kinds[slot]
            if movers >> slot & 1:
                gained = max(gained, more_by_moving(park, potentials, index, kind, np.int64(row[slot])))
            elif row[slot] != ABSENT and not joined >> slot & 1:
                for value in range(VALUES):
                    spared = max(spared, -more_by_moving(park, potentials, index, kind, tile * VALUES + value))
        raised[index] += max(0.0, gained + spared)


@compiled_into
def more_by_moving(park, potentials, index, kind, stays):  # type: ignore[no-untyped-def]
    """What a limit is more where a guest with the code ``stays`` moves on."""
    gone = stays + park.icons.size * VALUES
    return potentials.guest[kind, gone, index] - potentials.guest[kind, stays, index]
