"""Rides: ways by cable car that pay, before a use of a mascot and after all else, and what the ways of a party pay (compiled).

``encoding/fares.py`` says which ways are played, and tells what each pays.
"""

import numpy as np

from solver.theme_park.operate.compiling import compiled_part, compiled_with_arrays
from solver.theme_park.operate.layered.encoding.codes import (
    ABSENT,
    BASE,
    CREDIT_SHIFT,
    GUIDES,
    MAPS,
    NOTHING,
    VALUES,
)
from solver.theme_park.operate.layered.encoding.fares import MOST_MAPS_PAID
from solver.theme_park.operate.layered.kernel.children import is_like_the_one_before
from solver.theme_park.operate.layered.kernel.prepared import (
    ACTION,
    CARD,
    CREDITED,
    EFFECT_BITS,
    LEFT,
    NO_SLOT,
    ONLY,
    ORDER,
    RIDDEN,
    RIDES,
    TILE,
    WHOLE,
    follow,
    keep_ridden,
    pack,
    place_and_value,
    put,
    shown_colour,
)

assert 1 << EFFECT_BITS > MOST_MAPS_PAID, "rides have room for their maps"


@compiled_with_arrays
def paid_at_the_end(park, row):  # type: ignore[no-untyped-def]
    """Most dollars of the rides that the maps and Guides left in a state pay for."""
    cards, anywhere = park.kinds.size + park.icons.size, park.icons.size
    maps, guides = np.int64(row[cards + MAPS]), np.int64(row[cards + GUIDES])
    best = np.zeros((guides + 1, maps + 1), dtype=np.int64)
    for guest in range(park.kinds.size):
        if row[guest] == ABSENT:
            continue
        paid = park.fares[(row[guest] & BASE) // VALUES, anywhere]
        for led in range(guides, -1, -1):
            for used in range(maps, -1, -1):
                most = np.int64(0)
                for by in range(led + 1):
                    for spent in range(used + 1):
                        most = max(most, best[led - by, used - spent] + paid[by, spent])
                best[led, used] = most
    return best[guides, maps]


@compiled_part
def fill_paid(park, scratch, codes, party, size, tile, led, left):  # type: ignore[no-untyped-def]
    """Fill [maps beyond the fewest], up to ``left``, with the most dollars of a party's ways; ``led``: the seats led, a bit each."""
    paid = scratch.paid
    for more in range(left + 1):
        paid[more] = 0
    for seat in range(size):
        by = led >> seat & 1
        fewest = scratch.walks[party[seat], by]
        pays = park.fares[(np.int64(codes[party[seat]]) & BASE) // VALUES, tile, by]
        for more in range(left, -1, -1):
            most = np.int64(0)
            for own in range(more + 1):
                most = max(most, paid[more - own] + pays[fewest + own])
            paid[more] = most


@compiled_part
def ride(skills, prepared, state):  # type: ignore[no-untyped-def]
    """Every ride of a die from a prepared state; of several the ones further back ride later. False for lack of room."""
    guests, tiles, row = skills.kinds.size, skills.travel.shape[1], prepared.rows[state]
    maps, guides = np.int64(row[guests + tiles + MAPS]), np.int64(row[guests + tiles + GUIDES])
    for slot in range(guests):
        if row[slot] == ABSENT or prepared.facts[state, RIDDEN] >> slot or is_like_the_one_before(skills, row, slot):
            continue
        place = place_and_value(np.int64(row[slot]))[0]
        for tile in range(tiles):
            if not skills.cable_cars[tile]:
                continue
            for led in range(guides + 1):
                for spent in range(maps + 1):
                    dollars = skills.fares[place, tile, led, spent]
                    if dollars <= 0 or (spent and skills.fares[place, tile, led, spent - 1] == dollars):
                        continue
                    if led and skills.fares[place, tile, 0, spent] == dollars:
                        continue
                    if not come_riding(skills, prepared, state, slot, tile, led, spent, dollars):
                        return False
    return True


@compiled_part
def come_riding(skills, prepared, state, slot, tile, led, maps, dollars):  # type: ignore[no-untyped-def]
    """The prepared state in which a die has come to a cable car for so much; False for lack of room."""
    new = follow(skills, prepared, state, maps, led)
    if new == NOTHING:
        return False
    facts, code = prepared.facts[new], np.int64(prepared.rows[state, slot])
    value, shown = place_and_value(code)[1], shown_colour(skills, slot, code)
    put(skills, prepared.rows[new], slot, tile, value, shown, code >> CREDIT_SHIFT)
    facts[TILE], facts[LEFT], facts[ORDER], facts[ONLY] = tile, 0, 0, NOTHING
    facts[CARD], facts[WHOLE] = prepared.facts[state, CARD], True
    facts[CREDITED] &= ~(np.int64(1) << slot)
    facts[ACTION] = pack(RIDES, 0, tile, slot, led, maps, NO_SLOT, 0, 0)
    keep_ridden(skills, prepared, new, slot, dollars)
    return True
