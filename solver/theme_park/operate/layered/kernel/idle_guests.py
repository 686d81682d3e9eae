"""Guests who can serve no more, and states that are alike without them (compiled).

A guest serves no more who fits no slot of any attraction with a free icon, whatever maps, guides and mascots are left. Stars do
not ask where such a guest stands or what it shows, so neither do limits on them, and of states that differ in such guests only
one need be kept (board4-02: a vector's layer of 118,000 states has 45,000 that differ otherwise).
"""

import numpy as np

from solver.theme_park.operate.compiling import compiled, compiled_into
from solver.theme_park.operate.layered.encoding.codes import (
    ABSENT,
    BASE,
    BASE_BITS,
    CREDIT_SHIFT,
    GUIDES,
    IDLE,
    MANAGERS,
    MAPS,
    MASCOTS,
    ROLLED,
    SKILLS,
    TREATED,
    VALUES,
)
from solver.theme_park.operate.layered.kernel.children import sort_guests
from solver.theme_park.operate.layered.kernel.hashing import hash_of
from solver.theme_park.operate.layered.kernel.pruning import cubes_in_row, limit_of


@compiled
def set_idle_apart(park, potentials, layer, stays, begin, end):  # type: ignore[no-untyped-def]
    """Fill ``layer.serving`` with the rows of its states without their idle guests, and their limits with what those leave.

    ``stays``: idle guests stay with what they show, as later stages count that, marked as idle; limits are left alone then. They stand
    nowhere, but while a mascot with Mascot cards is left: it may yet adjust several on one tile.
    Only states from ``begin`` to ``end`` are looked at. While a skill is left every guest may serve: a skill may turn any, or count them.
    """
    guests, cards = park.kinds.size, park.kinds.size + park.icons.size
    for state in range(begin, end):
        row, serving = layer.rows[state], layer.serving[state]
        for cell in range(row.size):
            serving[cell] = row[cell]
        if row[cards + SKILLS] & ~np.uint16(ROLLED):
            continue
        idle, tiles = 0, open_tiles(park, row)
        together = park.per_mascot > 1 and row[cards + MASCOTS] > 0
        for guest in range(guests):
            if row[guest] != ABSENT and not may_serve(park, row, guest, tiles):
                serving[guest] = marked_as_idle(row[guest], together) if stays else ABSENT
                idle += 1
        if idle == 0:
            continue
        sort_guests(park, serving)
        if stays:
            continue
        placed = cubes_in_row(park, row)
        for index in range(potentials.constant.size):
            limit = limit_of(park, potentials, index, serving, placed, layer.stars[state], layer.money[state])
            layer.limits[state, index] = min(layer.limits[state, index], limit)


@compiled_into
def marked_as_idle(code, placed):  # type: ignore[no-untyped-def]
    """The code of a guest who can serve no more, with its place or without: no other guest has such a one."""
    return np.uint16(IDLE | (code if placed else (code & ~np.uint16(BASE)) | (code & BASE) % VALUES))


@compiled_into
def open_tiles(park, row):  # type: ignore[no-untyped-def]
    """The tiles that may be operated once more, a bit each."""
    guests, managers, tiles = park.kinds.size, row[park.kinds.size + park.icons.size + MANAGERS], np.int64(0)
    for tile in range(park.icons.size):
        cubes = row[guests + tile]
        if cubes < park.icons[tile] or (managers > 0 and cubes < park.most[tile]):
            tiles |= np.int64(1) << tile
    return tiles


@compiled_into
def may_serve(park, row, guest, tiles):  # type: ignore[no-untyped-def]
    """Whether a guest may still be of a party on one of ``tiles``, all cards being used for it alone."""
    code, cards = np.int64(row[guest]), park.kinds.size + park.icons.size
    if code >> BASE_BITS & TREATED:
        return True
    maps = min(np.int64(row[cards + MAPS]), park.serves.shape[0] - 1)
    adjustments = (code >> CREDIT_SHIFT) + park.per_mascot * np.int64(row[cards + MASCOTS])
    adjustments = min(adjustments, park.serves.shape[2] - 1)
    led = 1 if row[cards + GUIDES] > 0 else 0
    return park.serves[maps, led, adjustments, park.kinds[guest], code & BASE] & tiles != 0


@compiled
def merge_alike(park, layer, scratch, alive, into):  # type: ignore[no-untyped-def]
    """Take from ``alive`` [state] what differs from another only in idle guests and in having no more left, nor more taken.

    ``into`` [state] takes the state that stands for it, where there is room to note that. The hash table of ``layer`` is written over: it is to be filled anew.
    """
    cards, mask = park.kinds.size + park.icons.size, np.uint64(layer.table.size - 1)
    row, words, merged = scratch.row, scratch.words, 0
    layer.table[:] = -1
    for state in range(layer.number[0]):
        if not alive[state]:
            continue
        for cell in range(row.size):
            row[cell] = layer.serving[state, cell]
        row[cards + MAPS] = row[cards + MASCOTS] = row[cards + GUIDES] = 0
        slot = hash_of(words) & mask
        while layer.table[slot] >= 0:
            other = layer.table[slot]
            if are_alike(layer, cards, state, other):
                if has_no_less(park, layer, cards, other, state):
                    alive[state] = False
                    merged += 1
                    if into.size:
                        into[state] = other
                    break
                if has_no_less(park, layer, cards, state, other):
                    alive[other] = False
                    merged += 1
                    if into.size:
                        into[other] = state
                    break
            slot = (slot + np.uint64(1)) & mask
        if alive[state]:
            layer.table[slot] = state
    return merged


@compiled_into
def are_alike(layer, cards, one, other):  # type: ignore[no-untyped-def]
    """Whether two states have the same cubes, the same guests who may serve, and the same cards but maps, mascots and guides."""
    for cell in range(layer.serving.shape[1]):
        differ = layer.serving[one, cell] != layer.serving[other, cell]
        if differ and cell != cards + MAPS and cell != cards + MASCOTS and cell != cards + GUIDES:
            return False
    return True


@compiled_into
def has_no_less(park, layer, cards, one, other):  # type: ignore[no-untyped-def]
    """Whether a state has as much of each card as another, and has taken as much."""
    more = park.rank_stars * (layer.stars[one] - layer.stars[other])
    if more + park.rank_money * (layer.money[one] - layer.money[other]) < 0:
        return False
    for card in (MAPS, MASCOTS, GUIDES):
        if layer.serving[one, cards + card] < layer.serving[other, cards + card]:
            return False
    return True
