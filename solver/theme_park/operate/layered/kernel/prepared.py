"""States prepared by uses of mascots for the next operation, and the log of what led to them (compiled)."""

from typing import NamedTuple

import numpy as np

from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.compiling import compiled_into, compiled_part
from solver.theme_park.operate.layered.encoding.codes import (
    BASE,
    BASE_BITS,
    CREDIT_SHIFT,
    GUIDES,
    MAPS,
    MASCOTS,
    NOTHING,
    ROLLED,
    SKILLS,
    TREATED,
    VALUES,
)
from solver.theme_park.operate.layered.kernel.hashing import hash_of

MOST_PREPARED = 60_000
"""Prepared states of one state; where there are more, some are left out and the pass says so."""

PLACE_BITS = 20
"""Bits for the place of a prepared state among those of one state."""

PLAIN, EXTRA, SKILL, REWARD, SETTLED, JOINS, RIDES = range(7)
ACTION_BITS, CARD_BITS, TILE_BITS, SLOT_BITS, EFFECT_BITS = 3, 4, 7, 5, 7
IN_PLACE = (1 << TILE_BITS) - 1
"""The tile of a use that touches one die only: wherever it stands."""
NO_SLOT = (1 << SLOT_BITS) - 1
COMING_BITS = 32
"""Of a packed reward, the lowest bits: the dice that come to its tile, a bit a slot."""

FACTS = 19
STARS_NOW, MONEY_NOW, TILE, LEFT, ORDER, ONLY, FRESH, CREDITED, TOUCHED, CARD, WHOLE, BEFORE, ACTION, LOGGED = range(14)
JOINED, KEPT, OWED, SKILLED, RIDDEN = range(14, FACTS)
"""What is told of a prepared state beside its row.

TILE is that of the use that is open, LEFT how many adjustments it may still make, ORDER the least slot that the next of them
may touch where their order does not matter, ONLY the one slot that it may touch, or NOTHING. FRESH are all dice touched, a bit
a slot, CREDITED those that have only been given credits, TOUCHED those of the last use, CARD its skill, or the number of skills for a plain one. WHOLE: whether operations may
follow. ACTION led here from the state BEFORE, and is in the log at LOGGED.

JOINED are those who have joined a party on TILE beyond those that fulfil its requirement, a bit a slot: only operations of that tile
follow. KEPT is the slot of one of them whose pip is kept, or NOTHING, OWED the adjustments that they need, ORDER the next slot that
may join.

SKILLED: whether a skill was used, or a die adjusted so that one can change it. RIDDEN: dice that have ridden and wait for a use, a bit a slot.
"""


Step = tuple[tuple[int, ...], int]
"""A step of a sequence: what mascots do first, and the operation or NOTHING, packed as ``decode`` reads them."""


class Prepared(NamedTuple):
    """Prepared states of one state, itself the first; ``number[0]`` are in use, and ``number[1]`` states have been prepared.

    ``table``: by their hash, the places of those in use, beyond ``number[1]`` in the bits from PLACE_BITS on: what was entered for other
    states counts as empty.
    """

    rows: Array
    words: Array
    limits: Array  # [state, price]
    facts: Array  # [state, fact]
    number: Array
    table: Array


class Log(NamedTuple):
    """What led to the prepared states that were followed further: actions, each with the one before it."""

    action: Array
    before: Array
    number: Array


def new_prepared(cells: int, prices: int, room: int) -> Prepared:
    """Room for the prepared states of one state."""
    rows = np.zeros((room, cells), dtype=np.uint16)
    return Prepared(
        rows=rows,
        words=rows.view(np.uint64),
        limits=np.empty((room, prices), dtype=np.float64),
        facts=np.empty((room, FACTS), dtype=np.int64),
        number=np.zeros(2, dtype=np.int64),
        table=np.zeros(1 << (2 * room - 1).bit_length(), dtype=np.int64),
    )


def new_log(room: int) -> Log:
    """An empty log with places for ``room`` uses."""
    return Log(np.empty(room, dtype=np.int64), np.empty(room, dtype=np.int32), np.zeros(1, dtype=np.int64))


def longer(log: Log) -> Log:
    """The same log with twice the room."""
    more = new_log(2 * len(log.action))
    used = int(log.number[0])
    more.action[:used], more.before[:used], more.number[0] = log.action[:used], log.before[:used], used
    return more


def step_of(log: Log, use: int, operation: int) -> Step:
    """The actions that led to the place ``use`` of the log, first things first, and the operation."""
    actions = []
    while use != NOTHING:
        actions.append(int(log.action[use]))
        use = int(log.before[use])
    return tuple(reversed(actions)), operation


@compiled_part
def log_of(prepared, log, state):  # type: ignore[no-untyped-def]
    """The place in the log of what led to a prepared state; NOTHING for the first."""
    while state > 0 and prepared.facts[state, LOGGED] == NOTHING:
        earliest = state
        while (
            prepared.facts[earliest, BEFORE] > 0 and prepared.facts[prepared.facts[earliest, BEFORE], LOGGED] == NOTHING
        ):
            earliest = prepared.facts[earliest, BEFORE]
        place = log.number[0]
        log.number[0] += 1
        log.action[place] = prepared.facts[earliest, ACTION]
        log.before[place] = prepared.facts[prepared.facts[earliest, BEFORE], LOGGED]
        prepared.facts[earliest, LOGGED] = place
    return prepared.facts[state, LOGGED]


@compiled_part
def first_prepared(prepared, row, limits, stars, money):  # type: ignore[no-untyped-def]
    """Begin anew with a state in which no mascot has been used yet."""
    for cell in range(row.size):
        prepared.rows[0, cell] = row[cell]
    for index in range(limits.size):
        prepared.limits[0, index] = limits[index]
    prepared.facts[0, STARS_NOW], prepared.facts[0, MONEY_NOW] = stars, money
    for fact in (LEFT, FRESH, CREDITED, TOUCHED, JOINED, OWED, SKILLED, RIDDEN):
        prepared.facts[0, fact] = 0
    for fact in (CARD, BEFORE, LOGGED, KEPT):
        prepared.facts[0, fact] = NOTHING
    prepared.facts[0, WHOLE] = True
    prepared.number[0] = 1
    prepared.number[1] += 1


@compiled_into
def shown_colour(skills, slot, code):  # type: ignore[no-untyped-def]
    """The colour that requirements see."""
    treated = code >> BASE_BITS & TREATED
    return treated - 1 if treated else skills.colours[skills.kinds[slot]]


@compiled_part
def shown_as(base, colour, own):  # type: ignore[no-untyped-def]
    """The code of a die of colour ``own`` that is treated as ``colour``."""
    return base if colour == own else base | (colour + 1) << BASE_BITS


@compiled_part
def pack(action, card, tile, slot, led, effect, other, other_led, other_effect):  # type: ignore[no-untyped-def]
    """An action as one number, as ``decode`` reads it."""
    packed = np.int64(action)
    packed = packed << CARD_BITS | card
    packed = packed << TILE_BITS | tile
    packed = packed << SLOT_BITS | slot
    packed = packed << 1 | led
    packed = packed << EFFECT_BITS | effect
    packed = packed << SLOT_BITS | other
    packed = packed << 1 | other_led
    return packed << EFFECT_BITS | other_effect


@compiled_part
def place_and_value(code):  # type: ignore[no-untyped-def]
    """Where a die is and what it shows, from 0."""
    return (code & BASE) // VALUES, (code & BASE) % VALUES


@compiled_part
def follow(skills, prepared, state, maps, guides):  # type: ignore[no-untyped-def]
    """A new prepared state like ``state`` but for so many maps and guides, still to be changed; NOTHING when there is no room."""
    new = prepared.number[0]
    if new >= prepared.facts.shape[0]:
        return NOTHING
    cards = skills.kinds.size + skills.travel.shape[1]
    for cell in range(prepared.rows.shape[1]):
        prepared.rows[new, cell] = prepared.rows[state, cell]
    prepared.rows[new, cards + MAPS] -= maps
    prepared.rows[new, cards + GUIDES] -= guides
    for fact in (STARS_NOW, MONEY_NOW, FRESH, CREDITED, SKILLED, RIDDEN):
        prepared.facts[new, fact] = prepared.facts[state, fact]
    prepared.facts[new, BEFORE], prepared.facts[new, LOGGED] = state, NOTHING
    prepared.facts[new, JOINED], prepared.facts[new, OWED], prepared.facts[new, KEPT] = 0, 0, NOTHING
    return new


@compiled_part
def use_up(skills, prepared, state, card):  # type: ignore[no-untyped-def]
    """Use a mascot, with skill ``card`` or without."""
    row, cards = prepared.rows[state], skills.kinds.size + skills.travel.shape[1]
    row[cards + MASCOTS] -= 1
    if card >= 0:
        row[cards + SKILLS] &= ~np.uint16(1 << card)
    if row[cards + MASCOTS] == 0:
        row[cards + SKILLS] &= np.uint16(ROLLED)


@compiled_part
def keep_touched(skills, prepared, state, touched, first):  # type: ignore[no-untyped-def]
    """Keep a new prepared state unless it is there; ``touched``: slots touched by its action; ``first``: whether that begins a use."""
    prepared.facts[state, FRESH] |= touched
    ridden = prepared.facts[state, RIDDEN]
    if first and ridden and not ridden & touched and not (skills.extras or skills.skill_extras):
        return  # the ride is for a later use
    prepared.facts[state, RIDDEN] = ridden & ~touched
    before = 0 if first else prepared.facts[prepared.facts[state, BEFORE], TOUCHED]
    prepared.facts[state, TOUCHED] = before | touched
    keep_new(skills, prepared, state)


@compiled_part
def keep_ridden(skills, prepared, state, slot, dollars):  # type: ignore[no-untyped-def]
    """Keep a new prepared state, unless it is there, in which the die in ``slot`` has ridden for so much."""
    prepared.facts[state, MONEY_NOW] += dollars
    prepared.facts[state, FRESH] |= np.int64(1) << slot
    prepared.facts[state, RIDDEN] |= np.int64(1) << slot
    prepared.facts[state, TOUCHED] = prepared.facts[prepared.facts[state, BEFORE], TOUCHED] | np.int64(1) << slot
    keep_new(skills, prepared, state)


@compiled_part
def keep_new(skills, prepared, state):  # type: ignore[no-untyped-def]
    """Keep the new prepared state unless it is there."""
    mask, stamp = np.uint64(prepared.table.size - 1), prepared.number[1] << PLACE_BITS
    slot = hash_of(prepared.words[state])
    slot = (slot ^ np.uint64(prepared.facts[state, FRESH]) * np.uint64(0x9E3779B97F4A7C15)) & mask
    while prepared.table[slot] >= stamp:
        if are_same(skills, prepared, state, prepared.table[slot] - stamp):
            return
        slot = (slot + np.uint64(1)) & mask
    prepared.table[slot] = stamp | state
    prepared.number[0] += 1


@compiled_part
def are_same(skills, prepared, one, other):  # type: ignore[no-untyped-def]
    """Whether the same may follow two prepared states, so that it is the same whichever way one came to them."""
    for word in range(prepared.words.shape[1]):
        if prepared.words[one, word] != prepared.words[other, word]:
            return False
    for fact in (FRESH, LEFT, CREDITED, STARS_NOW, MONEY_NOW, WHOLE, SKILLED, RIDDEN):
        if prepared.facts[one, fact] != prepared.facts[other, fact]:
            return False
    if prepared.facts[one, LEFT] > 0:  # the use is still open
        for fact in (TILE, ORDER, ONLY, TOUCHED, CARD):
            if prepared.facts[one, fact] != prepared.facts[other, fact]:
                return False
    elif not (skills.extras or skills.skill_extras):  # uses follow in an order
        for fact in (TOUCHED, CARD):
            if prepared.facts[one, fact] != prepared.facts[other, fact]:
                return False
    return True


@compiled_part
def finish_skill(skills, prepared, state, card, tile, only, whole, action, touched):  # type: ignore[no-untyped-def]
    """Keep a new prepared state that a skill led to: its mascot is used, and its extra adjustments are still to be made."""
    use_up(skills, prepared, state, card)
    prepared.facts[state, TILE], prepared.facts[state, LEFT], prepared.facts[state, CARD] = (
        tile,
        skills.skill_extras,
        card,
    )
    prepared.facts[state, ONLY], prepared.facts[state, ORDER], prepared.facts[state, WHOLE] = only, 0, whole
    prepared.facts[state, ACTION] = action
    prepared.facts[state, CREDITED] &= ~touched
    prepared.facts[state, SKILLED] = True
    keep_touched(skills, prepared, state, touched, True)


@compiled_part
def may_follow(skills, prepared, state, card, touched):  # type: ignore[no-untyped-def]
    """Whether a use may follow the last one: of uses whose order does not matter one order is enough."""
    if prepared.facts[state, CARD] == NOTHING or skills.extras or skills.skill_extras:
        return True
    return card > prepared.facts[state, CARD] or (touched & prepared.facts[state, TOUCHED]) != 0


@compiled_part
def come(skills, row, tile, slot, led):  # type: ignore[no-untyped-def]
    """Maps that the die in ``slot`` needs to come to ``tile``; -1 when it cannot, or a guide would lead it in vain."""
    cards = skills.kinds.size + skills.travel.shape[1]
    place = place_and_value(np.int64(row[slot]))[0]
    walk = skills.travel[place, tile, 0]
    if led:
        if row[cards + GUIDES] == 0 or skills.travel[place, tile, 1] >= walk:
            return -1
        walk = skills.travel[place, tile, 1]
    return walk if walk <= row[cards + MAPS] else -1


@compiled_part
def put(skills, row, slot, place, value, colour, credits):  # type: ignore[no-untyped-def]
    """Set a die down at a place with a value, shown as a colour, with adjustments that are still to be settled."""
    shown = shown_as(place * VALUES + value, colour, skills.colours[skills.kinds[slot]])
    row[slot] = shown | credits << CREDIT_SHIFT
