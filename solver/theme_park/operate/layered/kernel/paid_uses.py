"""Uses of the skills that pay for the dice of a colour on a tile (compiled)."""

import numpy as np

from solver.theme_park.operate.compiling import compiled_part, compiled_with_arrays
from solver.theme_park.operate.layered.encoding.codes import ABSENT, CREDIT_SHIFT, MAPS, NOTHING
from solver.theme_park.operate.layered.encoding.skills import OF_COLOUR
from solver.theme_park.operate.layered.kernel.prepared import (
    CARD_BITS,
    COMING_BITS,
    MONEY_NOW,
    NO_SLOT,
    REWARD,
    SLOT_BITS,
    STARS_NOW,
    TILE_BITS,
    come,
    finish_skill,
    follow,
    may_follow,
    place_and_value,
    put,
    shown_colour,
)


@compiled_with_arrays
def be_paid(skills, prepared, state, card):  # type: ignore[no-untyped-def]
    """A skill that pays for the dice of its colour on a tile: those there, and any that come."""
    guests, tiles = skills.kinds.size, skills.travel.shape[1]
    row = prepared.rows[state]
    most = skills.pays.shape[1] - 1
    if skills.pays[card, most, 0] == 0 and not skills.dollars_count:
        return True
    others = np.empty(guests, dtype=np.int64)
    for tile in range(tiles):
        here, counted_here, coming = np.int64(0), 0, 0
        for slot in range(guests):
            if row[slot] != ABSENT and skills.colours[skills.kinds[slot]] == skills.cards[card, OF_COLOUR]:
                if place_and_value(np.int64(row[slot]))[0] == tile:
                    here |= np.int64(1) << slot
                    counted_here += 1
                elif come(skills, row, tile, slot, np.int64(0)) >= 0 or come(skills, row, tile, slot, np.int64(1)) >= 0:
                    others[coming] = slot
                    coming += 1
        for first in range(-1, coming):
            for second in range(-1, max(0, first)):
                for third in range(-1, max(0, second)):
                    if not pay_for(
                        skills,
                        prepared,
                        state,
                        card,
                        tile,
                        here,
                        counted_here,
                        np.int64(-1) if first < 0 else others[first],
                        np.int64(-1) if second < 0 else others[second],
                        np.int64(-1) if third < 0 else others[third],
                    ):
                        return False
    return True


@compiled_part
def pay_for(skills, prepared, state, card, tile, here, counted, first, second, third):  # type: ignore[no-untyped-def]
    """The skill pays for the dice on its tile and up to three that come there."""
    row, cards = prepared.rows[state], skills.kinds.size + skills.travel.shape[1]
    coming = np.int64(0)
    for slot in (first, second, third):
        if slot >= 0:
            coming |= np.int64(1) << slot
            counted += 1
    if counted == 0 or (
        coming
        and skills.pays[card, counted, 0] == skills.pays[card, counted - 1, 0]
        and skills.pays[card, counted, 1] == skills.pays[card, counted - 1, 1]
    ):
        return True
    if not may_follow(skills, prepared, state, card, here | coming):
        return True
    for lead in (-1, first, second, third):
        led = lead >= 0
        walk = 0
        for slot in (first, second, third):
            if slot >= 0:
                needs = come(skills, row, tile, slot, np.int64(1 if led and slot == lead else 0))
                walk += 1_000_000 if needs < 0 else needs
        if walk > row[cards + MAPS]:
            continue
        new = follow(skills, prepared, state, walk, np.int64(led))
        if new == NOTHING:
            return False
        for slot in (first, second, third):
            if slot >= 0:
                code = np.int64(row[slot])
                value, shown = place_and_value(code)[1], shown_colour(skills, slot, code)
                put(skills, prepared.rows[new], slot, tile, value, shown, code >> CREDIT_SHIFT)
        prepared.facts[new, STARS_NOW] += skills.pays[card, counted, 0]
        prepared.facts[new, MONEY_NOW] += skills.pays[card, counted, 1]
        packed = np.int64(REWARD)
        packed = packed << CARD_BITS | card
        packed = packed << TILE_BITS | tile
        packed = packed << SLOT_BITS | (lead if led else NO_SLOT)
        packed = packed << COMING_BITS | coming
        finish_skill(skills, prepared, new, card, tile, NOTHING, True, packed, here | coming)
    return True
