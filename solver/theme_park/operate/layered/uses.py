"""Uses of mascots that an operation alone does not hold (compiled).

A use is written down as late as it can be: just before the next operation with one of the dice that it touches, or at the
end. So each state of a layer has *prepared* states, reached by uses, from which only operations with a die just touched are
looked at. The adjustments that plain mascots make for the dice of one party are part of that operation instead.

A prepared state may be *open*: its mascot has extra adjustments left to make on its tile (Mascot cards).
"""

# ruff: noqa: PLR0912 - as in the kernel

from typing import NamedTuple

import numpy as np

from solver.theme_park.operate.layered.codes import (
    ABSENT,
    BASE,
    BASE_BITS,
    COLOURS,
    GUIDES,
    MAPS,
    MASCOTS,
    NOTHING,
    SKILLS,
    VALUES,
    compiled_part,
)
from solver.theme_park.operate.layered.park import Array
from solver.theme_park.operate.layered.skills import (
    ASKED,
    DICE_THERE,
    ENTERS,
    JUMPS,
    LEAVES,
    OF_COLOUR,
    PAYS,
    PLAYS,
    SWAPS,
    TURNS_FIRST,
    TURNS_ONE,
    TURNS_TWO,
    TWIN,
    UNPLAYED,
)

MOST_PREPARED = 30_000
"""Prepared states of one state; where there are more, some are left out and the pass says so."""

PLAIN, EXTRA, SKILL, REWARD = range(4)
ACTION_BITS, CARD_BITS, TILE_BITS, SLOT_BITS, EFFECT_BITS = 2, 4, 7, 5, 7
IN_PLACE = (1 << TILE_BITS) - 1
"""The tile of a use that touches one die only: wherever it stands."""
NO_SLOT = (1 << SLOT_BITS) - 1


FACTS = 13
STARS_NOW, MONEY_NOW, TILE, LEFT, ORDER, ONLY, FRESH, TOUCHED, CARD, WHOLE, BEFORE, ACTION, LOGGED = range(FACTS)
"""What is told of a prepared state beside its row.

TILE is that of the use that is open, LEFT how many adjustments it may still make, ORDER the least slot that the next of them
may touch where their order does not matter, ONLY the one slot that it may touch, or NOTHING. FRESH are all dice touched, a bit
a slot, TOUCHED those of the last use, CARD its skill, or the number of skills for a plain one. WHOLE: whether operations may
follow. ACTION led here from the state BEFORE, and is in the log at LOGGED.
"""


class Prepared(NamedTuple):
    """Prepared states of one state, itself the first; ``number[0]`` are in use."""

    rows: Array
    limits: Array  # [state, price]
    facts: Array  # [state, fact]
    number: Array


class Log(NamedTuple):
    """What led to the prepared states that were followed further: actions, each with the one before it."""

    action: Array
    before: Array
    number: Array


def new_prepared(cells: int, prices: int, room: int) -> Prepared:
    """Room for the prepared states of one state."""
    return Prepared(
        rows=np.zeros((room, cells), dtype=np.uint16),
        limits=np.empty((room, prices), dtype=np.float64),
        facts=np.empty((room, FACTS), dtype=np.int64),
        number=np.zeros(1, dtype=np.int64),
    )


def new_log(room: int) -> Log:
    """An empty log."""
    return Log(np.empty(room, dtype=np.int64), np.empty(room, dtype=np.int32), np.zeros(1, dtype=np.int64))


def longer(log: Log) -> Log:
    """The same log with twice the room."""
    more = new_log(2 * len(log.action))
    used = int(log.number[0])
    more.action[:used], more.before[:used], more.number[0] = log.action[:used], log.before[:used], used
    return more


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
    prepared.rows[0] = row
    prepared.limits[0] = limits
    prepared.facts[0, STARS_NOW], prepared.facts[0, MONEY_NOW] = stars, money
    for fact in (LEFT, FRESH, TOUCHED):
        prepared.facts[0, fact] = 0
    for fact in (CARD, BEFORE, LOGGED):
        prepared.facts[0, fact] = NOTHING
    prepared.facts[0, WHOLE] = True
    prepared.number[0] = 1


@compiled_part
def shown_colour(skills, slot, code):  # type: ignore[no-untyped-def]
    """The colour that requirements see."""
    treated = code >> BASE_BITS
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
def follow(prepared, state):  # type: ignore[no-untyped-def]
    """A new prepared state like ``state``, still to be changed; NOTHING when there is no room."""
    new = prepared.number[0]
    if new >= prepared.facts.shape[0]:
        return NOTHING
    prepared.rows[new] = prepared.rows[state]
    for fact in (STARS_NOW, MONEY_NOW, FRESH):
        prepared.facts[new, fact] = prepared.facts[state, fact]
    prepared.facts[new, BEFORE], prepared.facts[new, LOGGED] = state, NOTHING
    return new


@compiled_part
def use_up(skills, prepared, state, card):  # type: ignore[no-untyped-def]
    """Use a mascot, with skill ``card`` or without."""
    row, cards = prepared.rows[state], skills.kinds.size + skills.travel.shape[1]
    row[cards + MASCOTS] -= 1
    if card >= 0:
        row[cards + SKILLS] &= ~np.uint16(1 << card)
    if row[cards + MASCOTS] == 0:
        row[cards + SKILLS] = 0


@compiled_part
def touch(prepared, state, touched, first):  # type: ignore[no-untyped-def]
    """Keep a new prepared state; ``touched``: slots touched by its action; ``first``: whether that begins a use."""
    prepared.facts[state, FRESH] |= touched
    before = 0 if first else prepared.facts[prepared.facts[state, BEFORE], TOUCHED]
    prepared.facts[state, TOUCHED] = before | touched
    prepared.number[0] += 1


@compiled_part
def uses_of_state(skills, prepared, state):  # type: ignore[no-untyped-def]
    """Prepared states that one more action leads to; False when some found no room."""
    cards = skills.kinds.size + skills.travel.shape[1]
    if prepared.facts[state, LEFT] > 0 and not adjust_more(skills, prepared, state):
        return False
    row = prepared.rows[state]
    if prepared.facts[state, WHOLE] and row[cards + MASCOTS] > 0:
        mask = np.int64(row[cards + SKILLS])
        for card in range(skills.cards.shape[0]):
            twin = skills.cards[card, TWIN]
            if not mask >> card & 1 or (twin >= 0 and mask >> twin & 1):
                continue
            if not use_skill(skills, prepared, state, card):
                return False
        if not use_plain(skills, prepared, state, mask):
            return False
    return True


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
    place = np.int64(row[slot] & BASE) // VALUES
    walk = skills.travel[place, tile, 0]
    if led:
        if row[cards + GUIDES] == 0 or skills.travel[place, tile, 1] >= walk:
            return -1
        walk = skills.travel[place, tile, 1]
    return walk if walk <= row[cards + MAPS] else -1


@compiled_part
def put(skills, row, slot, place, value, colour):  # type: ignore[no-untyped-def]
    """Set a die down at a place with a value, shown as a colour."""
    row[slot] = shown_as(place * VALUES + value, colour, skills.colours[skills.kinds[slot]])


@compiled_part
def adjust_one(skills, prepared, state, tile, slot, led, action):  # type: ignore[no-untyped-def]
    """Every adjustment of the die in ``slot``, once it has come to ``tile``; False for lack of room."""
    guests, tiles = skills.kinds.size, skills.travel.shape[1]
    cards = guests + tiles
    plain = action == PLAIN
    code = np.int64(prepared.rows[state, slot])
    own, shown = skills.colours[skills.kinds[slot]], shown_colour(skills, slot, code)
    value, place = (code & BASE) % VALUES, (code & BASE) // VALUES
    walk = 0 if tile == IN_PLACE else come(skills, prepared.rows[state], tile, slot, led)
    if walk < 0:
        return True
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
        new = follow(prepared, state)
        if new == NOTHING:
            return False
        row = prepared.rows[new]
        row[cards + MAPS] -= walk
        row[cards + GUIDES] -= led
        put(skills, row, slot, place if tile == IN_PLACE else tile, to, colour)
        prepared.facts[new, TILE] = tile
        if plain:
            use_up(skills, prepared, new, np.int64(NOTHING))
            prepared.facts[new, LEFT] = skills.extras
            prepared.facts[new, CARD] = skills.cards.shape[0]
            prepared.facts[new, ONLY] = slot if tile == IN_PLACE else NOTHING
            prepared.facts[new, WHOLE] = tile == IN_PLACE
            prepared.facts[new, ORDER] = slot
        else:
            prepared.facts[new, LEFT] = prepared.facts[state, LEFT] - 1
            prepared.facts[new, CARD] = prepared.facts[state, CARD]
            prepared.facts[new, ONLY] = prepared.facts[state, ONLY]
            prepared.facts[new, ORDER] = slot
            prepared.facts[new, WHOLE] = prepared.facts[state, WHOLE] or not prepared.facts[state, TOUCHED] >> slot & 1
        prepared.facts[new, ACTION] = pack(action, 0, tile, slot, led, colour * VALUES + to, NO_SLOT, 0, 0)
        touch(prepared, new, np.int64(1) << slot, plain)
    return True


@compiled_part
def adjust_more(skills, prepared, state):  # type: ignore[no-untyped-def]
    """One more adjustment by the mascot of an open use."""
    tile = prepared.facts[state, TILE]
    for slot in range(prepared.facts[state, ORDER], skills.kinds.size):
        code = np.int64(prepared.rows[state, slot])
        if code == ABSENT or (prepared.facts[state, ONLY] >= 0 and slot != prepared.facts[state, ONLY]):
            continue
        if prepared.facts[state, TOUCHED] >> slot & 1 and tile != IN_PLACE and (code & BASE) // VALUES != tile:
            continue  # the mascot's skill has taken it away
        for led in range(1 if tile == IN_PLACE else 2):
            if not adjust_one(skills, prepared, state, tile, slot, led, np.int64(EXTRA)):
                return False
    return True


@compiled_part
def use_plain(skills, prepared, state, mask):  # type: ignore[no-untyped-def]
    """A mascot without its skill, where that is more than part of an operation.

    One die alone is adjusted so that a skill can turn it; two and more where there are extra adjustments.
    """
    tiles, row = skills.travel.shape[1], prepared.rows[state]
    for slot in range(skills.kinds.size):
        if row[slot] == ABSENT:
            continue
        for card in range(skills.cards.shape[0]):
            if (
                skills.cards[card, TURNS_FIRST]
                and mask >> card & 1
                and skills.cards[card, OF_COLOUR] == skills.colours[skills.kinds[slot]]
            ):
                if not adjust_one(
                    skills,
                    prepared,
                    state,
                    np.int64(IN_PLACE),
                    slot,
                    np.int64(0),
                    np.int64(PLAIN),
                ):
                    return False
                break
        if skills.extras == 0:
            continue
        for tile in range(tiles):
            for led in range(2):
                if not adjust_one(
                    skills,
                    prepared,
                    state,
                    tile,
                    slot,
                    led,
                    np.int64(PLAIN),
                ):
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
        if plays in (TURNS_ONE, SWAPS):
            for tile in range(-1, tiles if skills.skill_extras else 0):
                here = np.int64(IN_PLACE if tile < 0 else tile)
                for led in range(1 if tile < 0 else 2):
                    if not change_one(skills, prepared, state, card, here, slot, led):
                        return False
            continue
        for tile in range(tiles):
            for led in range(2):
                if plays in (LEAVES, ENTERS, JUMPS) and not walk_one(
                    skills,
                    prepared,
                    state,
                    card,
                    tile,
                    slot,
                    led,
                ):
                    return False
                if plays == JUMPS:
                    continue
                for other in range(slot + 1, guests):
                    second = np.int64(prepared.rows[state, other])
                    if second == ABSENT or (colour >= 0 and colour != skills.colours[skills.kinds[other]]):
                        continue
                    for other_led in range(2):
                        if not touch_two(
                            skills,
                            prepared,
                            state,
                            card,
                            tile,
                            slot,
                            led,
                            other,
                            other_led,
                        ):
                            return False
    return True


@compiled_part
def open_skill(skills, prepared, new, card, tile, only, whole):  # type: ignore[no-untyped-def]
    """What a new prepared state is after a skill: its extra adjustments are still to be made."""
    prepared.facts[new, TILE], prepared.facts[new, LEFT], prepared.facts[new, CARD] = tile, skills.skill_extras, card
    prepared.facts[new, ONLY], prepared.facts[new, ORDER], prepared.facts[new, WHOLE] = only, 0, whole


@compiled_part
def change_one(skills, prepared, state, card, tile, slot, led):  # type: ignore[no-untyped-def]
    """A skill that turns one die or swaps its colour."""
    guests, tiles = skills.kinds.size, skills.travel.shape[1]
    cards = guests + tiles
    row = prepared.rows[state]
    code = np.int64(row[slot])
    place, value, kind = (code & BASE) // VALUES, (code & BASE) % VALUES, skills.kinds[slot]
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
        new = follow(prepared, state)
        if new == NOTHING:
            return False
        changed = prepared.rows[new]
        use_up(skills, prepared, new, card)
        changed[cards + MAPS] -= walk
        changed[cards + GUIDES] -= led
        shown = shown_colour(skills, slot, code)
        treated = code >> BASE_BITS
        changed[slot] = ABSENT
        if swaps and not treated:
            shown = way
        put(skills, changed, target, place if tile == IN_PLACE else tile, to, shown)
        open_skill(skills, prepared, new, card, tile, target if tile == IN_PLACE else NOTHING, tile == IN_PLACE)
        effect = target if swaps else to
        prepared.facts[new, ACTION] = pack(SKILL, card, tile, slot, led, effect, NO_SLOT, 0, 0)
        touch(prepared, new, touched, True)
    return True


@compiled_part
def walk_one(skills, prepared, state, card, tile, slot, led):  # type: ignore[no-untyped-def]
    """A skill that moves one die.

    Of ways that differ only in which step is free, one is enough: the first, but for extra adjustments on its tile.
    """
    guests, tiles = skills.kinds.size, skills.travel.shape[1]
    cards = guests + tiles
    row = prepared.rows[state]
    code = np.int64(row[slot])
    place, value = (code & BASE) // VALUES, (code & BASE) % VALUES
    plays = skills.cards[card, PLAYS]
    if skills.skill_extras == 0 and led:
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
        if skills.skill_extras == 0:
            if plays != LEAVES and skills.travel[place, to, 0] <= needs:
                continue
            if plays == JUMPS:
                cheaper = False
                for other in range(tiles):
                    if skills.jumps[other, to]:
                        cost = skills.travel[place, other, 0]
                        if cost < needs or (cost == needs and other < tile):
                            cheaper = True
                            break
                if cheaper:
                    continue
            elif needs > 0:
                continue
        new = follow(prepared, state)
        if new == NOTHING:
            return False
        changed = prepared.rows[new]
        use_up(skills, prepared, new, card)
        changed[cards + MAPS] -= needs
        changed[cards + GUIDES] -= led
        put(skills, changed, slot, after, value, shown_colour(skills, slot, code))
        open_skill(skills, prepared, new, card, tile, NOTHING, True)
        prepared.facts[new, ACTION] = pack(SKILL, card, tile, slot, led, after, NO_SLOT, 0, 0)
        touch(prepared, new, np.int64(1) << slot, True)
    return True


@compiled_part
def touch_two(skills, prepared, state, card, tile, slot, led, other, other_led):  # type: ignore[no-untyped-def]
    """A skill that turns or moves two dice."""
    guests, tiles = skills.kinds.size, skills.travel.shape[1]
    cards = guests + tiles
    row = prepared.rows[state]
    if led + other_led > row[cards + GUIDES]:
        return True
    touched = np.int64(1) << slot | np.int64(1) << other
    if not may_follow(skills, prepared, state, card, touched):
        return True
    one, two = np.int64(row[slot]), np.int64(row[other])
    place_one, place_two = (one & BASE) // VALUES, (two & BASE) // VALUES
    value_one, value_two = (one & BASE) % VALUES, (two & BASE) % VALUES
    plays = skills.cards[card, PLAYS]
    walk_one, walk_two = 0, 0
    if plays != ENTERS:
        walk_one, walk_two = come(skills, row, tile, slot, led), come(skills, row, tile, other, other_led)
        if walk_one < 0 or walk_two < 0 or walk_one + walk_two > row[cards + MAPS]:
            return True
    ways = tiles if plays == ENTERS else 2 if plays == TURNS_TWO else 1
    for first in range(ways):
        for second in range(ways):
            to_one, to_two, after_one, after_two = tile, tile, value_one, value_two
            if plays == TURNS_TWO:
                if skills.same_way and first != second:
                    continue
                after_one, after_two = skills.steps[value_one, first], skills.steps[value_two, second]
                if after_one < 0 or after_two < 0:
                    continue
            elif plays == LEAVES:
                if not skills.jumps[tile, tiles]:
                    continue
                to_one, to_two = tile + tiles, tile + tiles
            else:
                to_one, to_two = first, second
                walk_one = skills.enters[tile, place_one, first, led]
                walk_two = skills.enters[tile, place_two, second, other_led]
                if led and walk_one >= skills.enters[tile, place_one, first, 0]:
                    continue
                if other_led and walk_two >= skills.enters[tile, place_two, second, 0]:
                    continue
                if walk_one + walk_two > row[cards + MAPS]:
                    continue
            new = follow(prepared, state)
            if new == NOTHING:
                return False
            changed = prepared.rows[new]
            use_up(skills, prepared, new, card)
            changed[cards + MAPS] -= walk_one + walk_two
            changed[cards + GUIDES] -= led + other_led
            put(skills, changed, slot, to_one, after_one, shown_colour(skills, slot, one))
            put(skills, changed, other, to_two, after_two, shown_colour(skills, other, two))
            open_skill(skills, prepared, new, card, tile, NOTHING, True)
            effect_one = after_one if plays == TURNS_TWO else to_one
            effect_two = after_two if plays == TURNS_TWO else to_two
            prepared.facts[new, ACTION] = pack(SKILL, card, tile, slot, led, effect_one, other, other_led, effect_two)
            touch(prepared, new, touched, True)
    return True


@compiled_part
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
                if np.int64(row[slot] & BASE) // VALUES == tile:
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
def pay_for(  # type: ignore[no-untyped-def]
    skills,
    prepared,
    state,
    card,
    tile,
    here,
    counted,
    first,
    second,
    third,
):
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
        new = follow(prepared, state)
        if new == NOTHING:
            return False
        changed = prepared.rows[new]
        use_up(skills, prepared, new, card)
        changed[cards + MAPS] -= walk
        changed[cards + GUIDES] -= 1 if led else 0
        for slot in (first, second, third):
            if slot >= 0:
                code = np.int64(row[slot])
                put(skills, changed, slot, tile, (code & BASE) % VALUES, shown_colour(skills, slot, code))
        prepared.facts[new, STARS_NOW] += skills.pays[card, counted, 0]
        prepared.facts[new, MONEY_NOW] += skills.pays[card, counted, 1]
        open_skill(skills, prepared, new, card, tile, NOTHING, True)
        packed = np.int64(REWARD)
        packed = packed << CARD_BITS | card
        packed = packed << TILE_BITS | tile
        packed = packed << SLOT_BITS | (lead if led else NO_SLOT)
        prepared.facts[new, ACTION] = packed << 32 | coming
        touch(prepared, new, here | coming, True)
    return True
