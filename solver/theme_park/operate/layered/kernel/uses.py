"""Uses of mascots that an operation alone does not hold (compiled).

A use is written down as late as it can be: just before the next operation with one of the dice that it touches, or at the
end. So each state of a layer has *prepared* states, reached by uses, from which only operations with a die just touched are
looked at; what uses in another order lead to is prepared once. The adjustments that plain mascots make for the dice of one party
are part of that operation instead.

A prepared state may be *open*: its mascot has extra adjustments left to make on its tile (Mascot cards).
"""

# ruff: noqa: PLR0912 - one loop in another: what each does is in functions that become part of it

import numpy as np

from models.theme_park.operate.movement import CABLE_CAR_FARE
from solver.theme_park.operate.compiling import compiled_into, compiled_part
from solver.theme_park.operate.layered.encoding.codes import (
    ABSENT,
    BASE_BITS,
    COLOURS,
    CREDIT_SHIFT,
    GUIDES,
    MAPS,
    MASCOTS,
    NOTHING,
    SKILLS,
    TREATED,
)
from solver.theme_park.operate.layered.encoding.skills import (
    DICE_THERE,
    ENTERS,
    JUMPS,
    LEAVES,
    OF_COLOUR,
    PAYS,
    PLAYS,
    SPARES_VIPS,
    SWAPS,
    TURNS_ONE,
    TWIN,
    UNPLAYED,
)
from solver.theme_park.operate.layered.kernel.paid_uses import be_paid
from solver.theme_park.operate.layered.kernel.plain_uses import adjust_more, settle_credits, use_plain
from solver.theme_park.operate.layered.kernel.prepared import (
    IN_PLACE,
    LEFT,
    MONEY_NOW,
    NO_SLOT,
    SKILL,
    WHOLE,
    come,
    finish_skill,
    follow,
    may_follow,
    pack,
    place_and_value,
    put,
    shown_colour,
)
from solver.theme_park.operate.layered.kernel.uses_of_two import Two, touch_two


@compiled_part
def uses_of_state(skills, prepared, state):  # type: ignore[no-untyped-def]
    """Prepared states that one more action leads to; False when some found no room."""
    cards = skills.kinds.size + skills.travel.shape[1]
    if prepared.facts[state, LEFT] > 0 and not adjust_more(skills, prepared, state):
        return False
    row = prepared.rows[state]
    made = np.int64(prepared.rows[0, cards + MASCOTS]) - np.int64(row[cards + MASCOTS])
    if prepared.facts[state, WHOLE] and row[cards + MASCOTS] > 0 and made < skills.most_uses:
        mask = np.int64(row[cards + SKILLS])
        for card in range(skills.cards.shape[0]):
            twin = skills.cards[card, TWIN]
            if not mask >> card & 1 or (twin >= 0 and mask >> twin & 1):
                continue
            if not use_skill(skills, prepared, state, card):
                return False
        if not use_plain(skills, prepared, state, mask) or not settle_credits(skills, prepared, state, mask):
            return False
    return True


@compiled_part
def use_skill(skills, prepared, state, card):  # type: ignore[no-untyped-def]
    """Every use of one skill; False for lack of room."""
    plays = skills.cards[card, PLAYS]
    if plays == UNPLAYED:
        return True
    if plays == PAYS:
        return be_paid(skills, prepared, state, card)
    colour = skills.cards[card, OF_COLOUR]
    guests, tiles = skills.kinds.size, skills.travel.shape[1]
    for slot in range(guests):
        code = np.int64(prepared.rows[state, slot])
        if code == ABSENT or (colour >= 0 and colour != skills.colours[skills.kinds[slot]]):
            continue
        if skills.cards[card, SPARES_VIPS] and skills.vips[skills.kinds[slot]]:
            continue
        if plays in (TURNS_ONE, SWAPS):
            for tile in range(-1, tiles if skills.skill_extras else 0):
                here = np.int64(IN_PLACE if tile < 0 else tile)
                for led in range(1 if tile < 0 else 2):
                    if not change_one(skills, prepared, state, card, here, slot, led):
                        return False
            continue
        for tile in range(tiles):
            for led in range(2):
                if plays in (LEAVES, ENTERS, JUMPS) and not walk_one(skills, prepared, state, card, tile, slot, led):
                    return False
                if plays == JUMPS or (plays != ENTERS and come(skills, prepared.rows[state], tile, slot, led) < 0):
                    continue
                for other in range(slot + 1, guests):
                    second = np.int64(prepared.rows[state, other])
                    if second == ABSENT or (colour >= 0 and colour != skills.colours[skills.kinds[other]]):
                        continue
                    for other_led in range(2):
                        if not touch_two(skills, prepared, state, card, tile, Two(slot, led, other, other_led)):
                            return False
    return True


@compiled_part
def change_one(skills, prepared, state, card, tile, slot, led):  # type: ignore[no-untyped-def]
    """A skill that turns one die or swaps its colour."""
    guests, row = skills.kinds.size, prepared.rows[state]
    code, kind = np.int64(row[slot]), skills.kinds[slot]
    place, value = place_and_value(code)
    walk = 0 if tile == IN_PLACE else come(skills, row, tile, slot, led)
    if walk < 0:
        return True
    swaps = skills.cards[card, PLAYS] == SWAPS
    for way in range(COLOURS if swaps else skills.turns.shape[2]):
        target, to = slot, value
        if swaps:
            other = skills.other_kind[kind, way]
            if other < 0:
                continue
            used, target = 0, NOTHING
            for guest in range(guests):
                if row[guest] != ABSENT:
                    used += skills.colours[skills.kinds[guest]] == way
                elif skills.kinds[guest] == other and target == NOTHING:
                    target = guest
            if used >= skills.park_colours[way, DICE_THERE] or target == NOTHING:
                continue
        else:
            to = skills.turns[card, value, way]
            if to < 0:
                continue
        touched = np.int64(1) << slot | np.int64(1) << target
        if not may_follow(skills, prepared, state, card, touched):
            continue
        new = follow(skills, prepared, state, walk, led)
        if new == NOTHING:
            return False
        changed = prepared.rows[new]
        shown = way if swaps and not code >> BASE_BITS & TREATED else shown_colour(skills, slot, code)
        changed[slot] = ABSENT
        put(skills, changed, target, place if tile == IN_PLACE else tile, to, shown, 0)
        action = pack(SKILL, card, tile, slot, led, target if swaps else to, NO_SLOT, 0, 0)
        only = target if tile == IN_PLACE else NOTHING
        finish_skill(skills, prepared, new, card, tile, only, tile == IN_PLACE, action, touched)
    return True


@compiled_into
def jumps_from_nearer(skills, place, tile, to, needs):  # type: ignore[no-untyped-def]
    """Whether a die at ``place`` may jump to ``to`` from a tile that fewer maps than ``needs`` lead to, or an earlier one that as many do."""
    for other in range(skills.travel.shape[1]):
        if skills.jumps[other, to]:
            cost = skills.travel[place, other, 0]
            if cost < needs or (cost == needs and other < tile):
                return True
    return False


@compiled_part
def walk_one(skills, prepared, state, card, tile, slot, led):  # type: ignore[no-untyped-def]
    """A skill that moves one die.

    Of ways that differ only in which step is free, one is enough: the first, but for extra adjustments on its tile.
    """
    guests, tiles = skills.kinds.size, skills.travel.shape[1]
    cards = guests + tiles
    row = prepared.rows[state]
    code = np.int64(row[slot])
    place, value = place_and_value(code)
    plays = skills.cards[card, PLAYS]
    rides = skills.fares.size > 0 and skills.cable_cars[tile]  # the step may pay, so it matters which one is free
    if skills.skill_extras == 0 and led and not rides:
        return True
    if not may_follow(skills, prepared, state, card, np.int64(1) << slot):
        return True
    walk = come(skills, row, tile, slot, led)
    for to in range(1 if plays == LEAVES else tiles):
        needs, after = walk, to
        if plays == LEAVES:
            after = tile + tiles
            if not skills.jumps[tile, tiles]:
                continue
        elif plays == ENTERS:
            needs = skills.enters[tile, place, to, led]
            if led and needs >= skills.enters[tile, place, to, 0]:
                continue
        elif not skills.jumps[tile, to]:
            continue
        if led and row[cards + GUIDES] == 0:
            continue
        if needs < 0 or needs > row[cards + MAPS]:
            continue
        if skills.skill_extras == 0 and not rides:
            if plays != LEAVES and skills.travel[place, to, 0] <= needs:
                continue
            if plays == JUMPS:
                if jumps_from_nearer(skills, place, tile, to, needs):
                    continue
            elif needs > 0:
                continue
        new = follow(skills, prepared, state, needs, led)
        if new == NOTHING:
            return False
        put(skills, prepared.rows[new], slot, after, value, shown_colour(skills, slot, code), code >> CREDIT_SHIFT)
        if rides and plays == JUMPS and skills.cable_cars[to]:
            prepared.facts[new, MONEY_NOW] += CABLE_CAR_FARE
        action = pack(SKILL, card, tile, slot, led, after, NO_SLOT, 0, 0)
        finish_skill(skills, prepared, new, card, tile, NOTHING, True, action, np.int64(1) << slot)
    return True
