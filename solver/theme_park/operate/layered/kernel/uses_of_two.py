"""Skills that turn or move two dice at once (compiled)."""

from typing import NamedTuple

import numpy as np

from solver.theme_park.operate.compiling import compiled_into, compiled_part
from solver.theme_park.operate.layered.encoding.codes import CREDIT_SHIFT, GUIDES, MAPS, NOTHING
from solver.theme_park.operate.layered.encoding.skills import ENTERS, PLAYS, TURNS_TWO
from solver.theme_park.operate.layered.kernel.prepared import (
    SKILL,
    come,
    finish_skill,
    follow,
    may_follow,
    pack,
    place_and_value,
    put,
    shown_colour,
)


class Two(NamedTuple):
    """Two dice by their slots, and whether a Guide leads each to the skill's tile."""

    one: int
    led: int
    other: int
    other_led: int


class Touched(NamedTuple):
    """What becomes of two dice: the maps it takes, where each stands and what it shows, from 0, and what tells that in the action."""

    maps: int
    place: int
    other_place: int
    value: int
    other_value: int
    effect: int
    other_effect: int


@compiled_part
def touch_two(skills, prepared, state, card, tile, two):  # type: ignore[no-untyped-def]
    """Every way to use a skill that turns or moves two dice; False for lack of room."""
    row, tiles = prepared.rows[state], skills.travel.shape[1]
    cards, slots = skills.kinds.size + tiles, np.int64(1) << two.one | np.int64(1) << two.other
    if two.led + two.other_led > row[cards + GUIDES] or not may_follow(skills, prepared, state, card, slots):
        return True
    plays = skills.cards[card, PLAYS]
    if plays == ENTERS:
        return enter_two(skills, prepared, state, card, tile, two)
    walk, other_walk = come(skills, row, tile, two.one, two.led), come(skills, row, tile, two.other, two.other_led)
    maps = walk + other_walk
    if walk < 0 or other_walk < 0 or maps > row[cards + MAPS]:
        return True
    if plays == TURNS_TWO:
        return turn_two(skills, prepared, state, card, tile, two, maps)
    return not skills.jumps[tile, tiles] or leave_two(skills, prepared, state, card, tile, two, maps)


@compiled_into
def leave_two(skills, prepared, state, card, tile, two, maps):  # type: ignore[no-untyped-def]
    """Let both dice leave the tile, each for where it may choose later; False for lack of room."""
    row, left = prepared.rows[state], tile + skills.travel.shape[1]
    value, other_value = place_and_value(np.int64(row[two.one]))[1], place_and_value(np.int64(row[two.other]))[1]
    touched = Touched(maps, left, left, value, other_value, left, left)
    return keep_two(skills, prepared, state, card, tile, two, 1, touched)


@compiled_into
def turn_two(skills, prepared, state, card, tile, two, maps):  # type: ignore[no-untyped-def]
    """Turn both dice on the tile, the same way where a ruling asks for it; False for lack of room."""
    row = prepared.rows[state]
    value, other_value = place_and_value(np.int64(row[two.one]))[1], place_and_value(np.int64(row[two.other]))[1]
    for first in range(2):
        for second in range(2):
            if skills.same_way and first != second:
                continue
            to, other_to = skills.steps[value, first], skills.steps[other_value, second]
            if to < 0 or other_to < 0:
                continue
            touched = Touched(maps, tile, tile, to, other_to, to, other_to)
            if not keep_two(skills, prepared, state, card, tile, two, 0, touched):
                return False
    return True


@compiled_into
def enter_two(skills, prepared, state, card, tile, two):  # type: ignore[no-untyped-def]
    """Move each die by way of the tile to any other; False for lack of room."""
    row, tiles = prepared.rows[state], skills.travel.shape[1]
    left = row[skills.kinds.size + tiles + MAPS]
    place, value = place_and_value(np.int64(row[two.one]))
    other_place, other_value = place_and_value(np.int64(row[two.other]))
    for first in range(tiles):
        walk = skills.enters[tile, place, first, two.led]
        if walk > left or (two.led and walk >= skills.enters[tile, place, first, 0]):
            continue
        for second in range(tiles):
            other_walk = skills.enters[tile, other_place, second, two.other_led]
            if two.other_led and other_walk >= skills.enters[tile, other_place, second, 0]:
                continue
            if walk + other_walk > left:
                continue
            touched = Touched(walk + other_walk, first, second, value, other_value, first, second)
            if not keep_two(skills, prepared, state, card, tile, two, 1, touched):
                return False
    return True


@compiled_part
def keep_two(skills, prepared, state, card, tile, two, credited, touched):  # type: ignore[no-untyped-def]
    """Keep the prepared state in which two dice are touched, with their credits where ``credited``; False for lack of room."""
    new = follow(skills, prepared, state, touched.maps, two.led + two.other_led)
    if new == NOTHING:
        return False
    row, changed = prepared.rows[state], prepared.rows[new]
    code, other_code = np.int64(row[two.one]), np.int64(row[two.other])
    shown, other_shown = shown_colour(skills, two.one, code), shown_colour(skills, two.other, other_code)
    put(skills, changed, two.one, touched.place, touched.value, shown, credited * (code >> CREDIT_SHIFT))
    put(
        skills,
        changed,
        two.other,
        touched.other_place,
        touched.other_value,
        other_shown,
        credited * (other_code >> CREDIT_SHIFT),
    )
    action = pack(SKILL, card, tile, two.one, two.led, touched.effect, two.other, two.other_led, touched.other_effect)
    slots = np.int64(1) << two.one | np.int64(1) << two.other
    finish_skill(skills, prepared, new, card, tile, NOTHING, True, action, slots)
    return True
