"""Adjustments that mascots make beside operations: for a skill to come, or by Mascot cards for later (compiled).

What an extra adjustment does is settled only when its die next operates: until then it is a *credit* of the die, which serves
there as an adjustment that costs nothing, and is lost if it is not needed. So all that a use may do to a die is one state.
"""

import numpy as np

from solver.theme_park.operate.compiling import compiled_part
from solver.theme_park.operate.layered.encoding.codes import (
    ABSENT,
    COLOURS,
    CREDIT_SHIFT,
    MOST_CREDITS,
    NOTHING,
    VALUES,
)
from solver.theme_park.operate.layered.encoding.skills import (
    ASKED,
    OF_COLOUR,
    PLAYS,
    SWAPS,
    TURNS_FIRST,
    TURNS_ONE,
    TURNS_TWO,
)
from solver.theme_park.operate.layered.kernel.children import is_like_the_one_before
from solver.theme_park.operate.layered.kernel.prepared import (
    ACTION,
    CARD,
    CREDITED,
    EXTRA,
    FRESH,
    IN_PLACE,
    LEFT,
    NO_SLOT,
    ONLY,
    ORDER,
    PLAIN,
    SETTLED,
    SKILLED,
    TILE,
    TOUCHED,
    WHOLE,
    come,
    follow,
    keep_touched,
    pack,
    place_and_value,
    put,
    shown_colour,
    use_up,
)


@compiled_part
def turn_in_place(skills, prepared, state, slot, action):  # type: ignore[no-untyped-def]
    """Every adjustment of the die in ``slot`` where it stands, so that a skill can change it; False for lack of room.

    It is a use of its own (PLAIN), or settles a credit (SETTLED).
    """
    code = np.int64(prepared.rows[state, slot])
    own, shown = skills.colours[skills.kinds[slot]], shown_colour(skills, slot, code)
    place, value = place_and_value(code)
    credits = (code >> CREDIT_SHIFT) - 1 if action == SETTLED else 0
    for way in range(2 + COLOURS):
        to, colour = value, shown
        if way < 2:
            to = skills.steps[value, way]
            if to < 0:
                continue
        else:
            colour = way - 2
            if colour == shown or not (skills.park_colours[colour, ASKED] or colour == own):
                continue
        new = follow(skills, prepared, state, 0, 0)
        if new == NOTHING:
            return False
        put(skills, prepared.rows[new], slot, place, to, colour, credits)
        if action == PLAIN:
            use_up(skills, prepared, new, np.int64(NOTHING))
            open_use(prepared, new, np.int64(IN_PLACE), skills.extras, skills.cards.shape[0], slot)
        else:
            open_use(
                prepared, new, prepared.facts[state, TILE], 0, prepared.facts[state, CARD], prepared.facts[state, ONLY]
            )
        prepared.facts[new, WHOLE] = prepared.facts[new, SKILLED] = True
        prepared.facts[new, ACTION] = pack(action, 0, np.int64(IN_PLACE), slot, 0, colour * VALUES + to, NO_SLOT, 0, 0)
        keep_touched(skills, prepared, new, np.int64(1) << slot, action == PLAIN)
    return True


@compiled_part
def open_use(prepared, state, tile, left, card, only):  # type: ignore[no-untyped-def]
    """Write down what use a prepared state belongs to, and how many extra adjustments it has left."""
    prepared.facts[state, TILE], prepared.facts[state, LEFT], prepared.facts[state, ORDER] = tile, left, 0
    prepared.facts[state, CARD], prepared.facts[state, ONLY] = card, only


@compiled_part
def give_credit(skills, prepared, state, tile, slot, led, action):  # type: ignore[no-untyped-def]
    """An adjustment of the die in ``slot``, once it has come to ``tile``, that is settled at its next operation.

    False for lack of room, or where the die can have no more credits.
    """
    code = np.int64(prepared.rows[state, slot])
    place, value = place_and_value(code)
    walk = 0 if tile == IN_PLACE else come(skills, prepared.rows[state], tile, slot, led)
    if walk < 0:
        return True
    credits = code >> CREDIT_SHIFT
    if credits == skills.most_credits:
        return credits < MOST_CREDITS  # more than all uses together may give it, or more than there is room for
    new = follow(skills, prepared, state, walk, led)
    if new == NOTHING:
        return False
    put(
        skills,
        prepared.rows[new],
        slot,
        place if tile == IN_PLACE else tile,
        value,
        shown_colour(skills, slot, code),
        credits + 1,
    )
    if action == PLAIN:
        use_up(skills, prepared, new, np.int64(NOTHING))
        open_use(prepared, new, tile, skills.extras, skills.cards.shape[0], np.int64(NOTHING))
        prepared.facts[new, WHOLE] = False
    else:
        left, only = prepared.facts[state, LEFT] - 1, prepared.facts[state, ONLY]
        open_use(prepared, new, tile, left, prepared.facts[state, CARD], only)
        prepared.facts[new, WHOLE] = prepared.facts[state, WHOLE] or not prepared.facts[state, TOUCHED] >> slot & 1
    if not prepared.facts[new, FRESH] >> slot & 1:
        prepared.facts[new, CREDITED] |= np.int64(1) << slot
    prepared.facts[new, ORDER] = slot
    prepared.facts[new, ACTION] = pack(action, 0, tile, slot, led, 0, NO_SLOT, 0, 0)
    keep_touched(skills, prepared, new, np.int64(1) << slot, action == PLAIN)
    return True


@compiled_part
def adjust_more(skills, prepared, state):  # type: ignore[no-untyped-def]
    """One more adjustment by the mascot of an open use."""
    tile = prepared.facts[state, TILE]
    for slot in range(prepared.facts[state, ORDER], skills.kinds.size):
        code = np.int64(prepared.rows[state, slot])
        only = prepared.facts[state, ONLY]
        if code == ABSENT or (only >= 0 and slot != only):
            continue
        if only < 0 and is_like_the_one_before(skills, prepared.rows[state], slot):
            continue  # but where one alone may be adjusted, the one before it may not be so in its place
        if prepared.facts[state, TOUCHED] >> slot & 1 and tile != IN_PLACE and place_and_value(code)[0] != tile:
            continue  # the mascot's skill has taken it away
        for led in range(1 if tile == IN_PLACE else 2):
            if not give_credit(skills, prepared, state, tile, slot, led, np.int64(EXTRA)):
                return False
    return True


@compiled_part
def use_plain(skills, prepared, state, mask):  # type: ignore[no-untyped-def]
    """A mascot without its skill, where that is more than part of an operation.

    One die alone is adjusted so that a skill can turn it; two and more where there are extra adjustments.
    """
    tiles, row = skills.travel.shape[1], prepared.rows[state]
    for slot in range(skills.kinds.size):
        if row[slot] == ABSENT or is_like_the_one_before(skills, row, slot):
            continue
        if waits_to_be_turned(skills, mask, slot) and not turn_in_place(skills, prepared, state, slot, np.int64(PLAIN)):
            return False
        if skills.extras == 0:
            continue
        for tile in range(tiles):
            for led in range(2):
                if not give_credit(skills, prepared, state, tile, slot, led, np.int64(PLAIN)):
                    return False
    return True


@compiled_part
def waits_to_be_turned(skills, mask, slot):  # type: ignore[no-untyped-def]
    """Whether a skill of ``mask`` turns the guest in ``slot`` only from some values."""
    for card in range(skills.cards.shape[0]):
        if (
            skills.cards[card, TURNS_FIRST]
            and mask >> card & 1
            and skills.cards[card, OF_COLOUR] == skills.colours[skills.kinds[slot]]
        ):
            return True
    return False


@compiled_part
def settle_credits(skills, prepared, state, mask):  # type: ignore[no-untyped-def]
    """Settle a credit of a die that a skill may yet change, as the skill lets credits go."""
    row = prepared.rows[state]
    changes = False
    for card in range(skills.cards.shape[0]):
        if mask >> card & 1 and skills.cards[card, PLAYS] in (TURNS_ONE, TURNS_TWO, SWAPS):
            changes = True
    for slot in range(skills.kinds.size if changes else 0):
        if row[slot] == ABSENT or row[slot] >> CREDIT_SHIFT == 0 or is_like_the_one_before(skills, row, slot):
            continue
        if not turn_in_place(skills, prepared, state, slot, np.int64(SETTLED)):
            return False
    return True
