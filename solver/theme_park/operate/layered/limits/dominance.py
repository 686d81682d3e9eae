"""States that do not matter as another of their layer can do all that they can (compiled).

It can where the same cubes lie, all guests but one stand and show the same, and it has the maps and mascots more by which that one
comes to where the other's stands, shows what that shows and has its credits, which are adjustments that mascots would make. Whatever
the other does, it does after that (dominance relations: Ibaraki, 1977; in planning: Torralba and Hoffmann, 2015). States that differ
in one guest meet in a hash of the rest, so that few are compared.
Two guests may differ as well: that drops 2 to 8 % more, and takes five to ten times as long.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.compiling import compiled, compiled_into
from solver.theme_park.operate.layered.encoding.codes import (
    ABSENT,
    BASE,
    BASE_BITS,
    CREDIT_SHIFT,
    IDLE,
    MANAGERS,
    MAPS,
    MASCOTS,
    NOTHING,
    ROLLED,
    SKILLS,
    TREATED,
    VALUES,
)
from solver.theme_park.operate.layered.encoding.park import ParkArrays
from solver.theme_park.operate.layered.kernel.children import is_like_the_one_before
from solver.theme_park.operate.layered.kernel.idle_guests import has_no_less
from solver.theme_park.operate.layered.kernel.layers import Layer
from solver.theme_park.operate.tables import FAR

MOST_COMPARED = 32
"""States that one is compared with for each of its guests, the last ones first: more would drop a few more, and take longer where very
many differ in one guest."""

AT_ONCE = 20_000
"""States compared between two looks whether to stop: a hundredth of a second."""

MOST_HEADS = 1 << 21
"""Places of the hash table: more would take memory that two threads' wide passes need."""


class Comparing(NamedTuple):
    """What comparing needs of a park, and room to work in.

    ``detours`` [place, place]: maps more that a guest at the first may need than one at the second, wherever it goes. ``turned``: whether
    mascots may make up for what a die shows while a skill is left. ``absent``: whether a guest may be one more than the other state has,
    once no skill is left: its die may be one that a skill would swap in from the bag.
    """

    detours: Array
    turned: bool
    absent: bool
    hashes: Array  # [state]
    heads: Array  # [hash]: the last entry with it
    before: Array  # [entry]: the one before it with its hash; a state has an entry for each guest


def detours_of(park: ParkArrays) -> Array:
    """Maps more that a guest at one place may need than one at another, wherever it goes [place, place], and to be paid as much for it."""
    more = np.maximum(0, (park.travel[:, None] - park.travel[None]).max(axis=(2, 3)))
    most = park.fares.shape[-1] - 1
    for number in range(most, -1, -1) if park.fares.size else ():
        as_much = (park.fares[:, None, ..., number:] >= park.fares[None, ..., : most + 1 - number]).all(axis=(2, 3, 4))
        lacks = ~as_much
        more[lacks] = np.maximum(more[lacks], number + 1)
    return np.ascontiguousarray(more)


def drop_dominated(
    park: ParkArrays,
    detours: Array,
    layer: Layer,
    alive: Array,
    stop: Callable[[], bool],
    *,
    turned: bool,
    absent: bool,
) -> None:
    """Take from ``alive`` [state] the states of a layer that others of it dominate; ``Comparing`` tells of the rest.

    Of states that dominate each other the first stays. Once it is to ``stop``, the others stay too.
    """
    entries = int(np.count_nonzero(alive)) * park.kinds.size
    heads = min(MOST_HEADS, 1 << max(1, (2 * entries - 1).bit_length()))
    comparing = Comparing(
        detours,
        turned,
        absent,
        hashes=np.empty(len(alive), dtype=np.uint64),
        heads=np.full(heads, NOTHING, dtype=np.int32),
        before=np.empty(len(alive) * park.kinds.size, dtype=np.int32),
    )
    for begin in range(0, len(alive), AT_ONCE):
        if stop():
            return
        compare_with_those_before(park, comparing, layer, alive, begin, min(begin + AT_ONCE, len(alive)))


@compiled
def compare_with_those_before(park, comparing, layer, alive, begin, end):  # type: ignore[no-untyped-def]
    """Compare the states from ``begin`` to ``end`` with those before, and take from ``alive`` [state] what another dominates."""
    guests = park.kinds.size
    for state in range(begin, end):
        if not alive[state]:
            continue
        row = layer.serving[state]
        comparing.hashes[state] = hash_without_cards(park, row)
        for guest in range(guests):
            if not is_like_the_one_before(park, row, guest) and not meet(park, comparing, layer, alive, state, guest):
                break


@compiled_into
def meet(park, comparing, layer, alive, state, guest):  # type: ignore[no-untyped-def]
    """Compare a state with those entered that are like it without one guest, and enter it; False once it is dominated."""
    guests, row = park.kinds.size, layer.serving[state]
    rest = comparing.hashes[state] - hash_of_cell(park.kinds[guest], row[guest])
    slot = (rest ^ rest >> np.uint64(31)) & np.uint64(comparing.heads.size - 1)
    entry, compared = comparing.heads[slot], 0
    while entry != NOTHING and compared < MOST_COMPARED:
        other, like = entry // guests, entry % guests
        there = layer.serving[other]
        if (
            park.kinds[like] == park.kinds[guest]
            and comparing.hashes[other] - hash_of_cell(park.kinds[like], there[like]) == rest
            and are_alike_but(park, there, like, row, guest)
        ):
            if dominates(park, comparing, layer, other, like, state, guest):
                alive[state] = False
                return False
            if dominates(park, comparing, layer, state, guest, other, like):
                alive[other] = False
        entry = comparing.before[entry]
        compared += 1
    comparing.before[state * guests + guest] = comparing.heads[slot]
    comparing.heads[slot] = state * guests + guest
    return True


@compiled_into
def hash_of_cell(which, value):  # type: ignore[no-untyped-def]
    """A hash of one cell of a row, for sums that do not ask for the order of guests."""
    mixed = np.uint64((np.int64(which) << 17) + np.int64(value) + 1) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    return mixed ^ mixed >> np.uint64(32)


@compiled_into
def hash_without_cards(park, row):  # type: ignore[no-untyped-def]
    """A hash of the guests, in any order within a kind, and the cubes of a row."""
    guests, total = park.kinds.size, np.uint64(0)
    for guest in range(guests):
        total += hash_of_cell(park.kinds[guest], row[guest])
    for tile in range(park.icons.size):
        total += hash_of_cell(guests + tile, row[guests + tile])
    return total


@compiled_into
def are_alike_but(park, here, one, there, like):  # type: ignore[no-untyped-def]
    """Whether two rows have the same cubes, and the same guests without one of each, which are of one kind."""
    guests, at = park.kinds.size, 0
    for cell in range(guests, guests + park.icons.size):
        if here[cell] != there[cell]:
            return False
    for guest in range(guests):
        if guest == one:
            continue
        if at == like:
            at += 1
        if here[guest] != there[at]:
            return False
        at += 1
    return True


@compiled_into
def dominates(park, comparing, layer, state, guest, lesser, like):  # type: ignore[no-untyped-def]
    """Whether a state has taken as much as a ``lesser`` one, and has the cards more by which its guest comes to be as the other's."""
    row, there, cards = layer.serving[state], layer.serving[lesser], park.kinds.size + park.icons.size
    if not has_no_less(park, layer, cards, state, lesser) or row[cards + MANAGERS] < there[cards + MANAGERS]:
        return False
    if row[cards + SKILLS] != there[cards + SKILLS]:
        return False
    skilled = row[cards + SKILLS] & ~np.uint16(ROLLED) != 0
    if there[like] == ABSENT and comparing.absent and not skilled:
        return True
    turning = comparing.turned or not skilled
    walked, turned = needed(park, comparing, np.int64(row[guest]), np.int64(there[like]), turning)
    maps = np.int64(row[cards + MAPS]) - np.int64(there[cards + MAPS])
    return walked <= maps and turned <= np.int64(row[cards + MASCOTS]) - np.int64(there[cards + MASCOTS])


@compiled_into
def needed(park, comparing, code, to, turning):  # type: ignore[no-untyped-def]
    """Maps and mascots by which a guest comes to be as another of its kind; far too many where it cannot.

    ``turning``: whether mascots may make up for what a die shows, besides credits.
    """
    here, there = code & BASE, to & BASE
    if code == to:
        return np.int64(0), np.int64(0)
    if max(here, there) == BASE or max(code, to) >= IDLE or code >> BASE_BITS & TREATED != to >> BASE_BITS & TREATED:
        return np.int64(FAR), np.int64(FAR)
    turns = np.int64(park.turns[here % VALUES, there % VALUES])
    if turns and not turning:
        return np.int64(FAR), np.int64(FAR)
    turns = max(np.int64(0), turns + (to >> CREDIT_SHIFT) - (code >> CREDIT_SHIFT))
    mascots = (turns + park.per_mascot - 1) // park.per_mascot
    return np.int64(comparing.detours[here // VALUES, there // VALUES]), mascots
