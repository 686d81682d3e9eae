"""States of a relaxed park from which a vector's cubes can still be placed, and what they say of the real park's states (compiled).

A pass over the park with mascots apart that leaves nothing out records all its ways. Back from the states in which every cube
lies, they lead to those that reach them: of a late park one in twenty to a hundred. What none of these stands for reaches nothing in
the real park, where no more is allowed (perimeter search: Dillenburg and Nelson, 1994; abstraction: Culberson and Schaeffer, 1998).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.compiling import compiled, compiled_into
from solver.theme_park.operate.layered.encoding.codes import (
    ABSENT,
    BASE,
    CREDIT_SHIFT,
    GUIDES,
    IDLE,
    MAPS,
    MASCOTS,
    VALUES,
)
from solver.theme_park.operate.layered.encoding.park import ParkArrays
from solver.theme_park.operate.layered.kernel.pruning import adjustments_kept
from solver.theme_park.operate.layered.limits.dominance import detours_of

MOST_WAYS = 3_000_000
"""Ways into one layer that are recorded."""

FAR = 1 << 20
"""More turns or maps than there are."""


class Reaching(NamedTuple):
    """States that reach the cubes wanted, without their idle guests, by the cubes that lie already.

    ``detours`` [place, place]: maps more that a guest at the first may need than one at the second, wherever it goes.
    ``strides`` [tile] packs cubes beyond ``placed`` into a number; ``first`` and ``number`` [packed cubes] say where in ``rows`` they are.
    """

    placed: Array
    detours: Array
    strides: Array
    first: Array
    number: Array
    rows: Array


def no_reaching() -> Reaching:
    """What holds no state within anything."""
    none = np.zeros(0, dtype=np.int64)
    return Reaching(none, np.zeros((0, 0), dtype=np.int64), none, none, none, np.zeros((0, 0), dtype=np.uint16))


def reaching_of(park: ParkArrays, layers: Sequence[Array], ways: Sequence[Array], placed: Array) -> Reaching:
    """Of a complete pass over ``park``: its layers' rows without idle guests, and the ways into each but the first, as pairs of states."""
    wanted, guests = park.icons, park.kinds.size
    strides = np.cumprod(np.append(1, wanted - placed + 1))
    tiles = slice(guests, guests + len(placed))
    kept, reached = [], np.zeros(0, dtype=np.bool_)
    for number in range(len(layers) - 1, -1, -1):
        rows = layers[number].copy()
        rows[:, :guests][rows[:, :guests] >= IDLE] = ABSENT
        reaches = (rows[:, tiles] == wanted).all(axis=1)
        if number + 1 < len(layers):
            reaches[ways[number][reached[ways[number][:, 1]], 0]] = True
        reached = reaches
        kept.append(rows[reached])
    chosen = np.concatenate(kept)
    packed = (chosen[:, tiles].astype(np.int64) - placed) @ strides[:-1]
    counted = np.bincount(packed, minlength=strides[-1])
    first = np.cumsum(counted) - counted
    return Reaching(placed, detours_of(park), strides[:-1], first, counted, chosen[np.argsort(packed, kind="stable")])


@compiled
def hold_within(park, reaching, layer, alive):  # type: ignore[no-untyped-def]
    """Take from ``alive`` [state] the states of ``layer`` for which none of ``reaching`` stands."""
    if reaching.placed.size == 0:
        return
    for state in range(layer.number[0]):
        if alive[state] and not may_reach(park, reaching, layer.serving[state]):
            alive[state] = False


@compiled_into
def serves_yet(code):  # type: ignore[no-untyped-def]
    """Whether a guest with this code is there, and not set apart as one who can serve no more."""
    return code < IDLE and code != ABSENT


@compiled_into
def may_reach(park, reaching, row):  # type: ignore[no-untyped-def]
    """Whether one of ``reaching`` stands for a state: it has as many cubes, no less of each card, and the guests who may serve.

    What a use did earlier than need be is done later where mascots are apart: there a guest may still be where it was, or show
    what it did, and has the maps, Guides and adjustments for it.
    """
    guests, tiles = park.kinds.size, park.icons.size
    cards, packed = guests + tiles, np.int64(0)
    for tile in range(tiles):
        packed += (np.int64(row[guests + tile]) - reaching.placed[tile]) * reaching.strides[tile]
    maps, adjustments = np.int64(row[cards + MAPS]), park.per_mascot * np.int64(row[cards + MASCOTS])
    for guest in range(guests):
        if serves_yet(row[guest]):
            adjustments += adjustments_kept(np.int64(row[guest]))
    for other in range(reaching.first[packed], reaching.first[packed] + reaching.number[packed]):
        turns = np.int64(reaching.rows[other, cards + MASCOTS]) - adjustments
        walks = np.int64(reaching.rows[other, cards + MAPS]) - maps
        leads = np.int64(reaching.rows[other, cards + GUIDES]) - np.int64(row[cards + GUIDES])
        if turns < 0 or walks < 0 or leads < 0:
            continue
        if stands_for(park, reaching, other, row, turns, walks, leads):
            return True
    return False


@compiled_into
def stands_for(park, reaching, other, row, turns, walks, leads):  # type: ignore[no-untyped-def]
    """Whether so many turns, maps and Guides may bring the guests of one of ``reaching`` to where those of a state stand and what
    they show."""
    turned, walked, together, led_walk, led_both = np.int64(0), np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    for guest in range(park.kinds.size):
        if not serves_yet(row[guest]):
            continue
        one_turned, one_walked, one_together = from_a_like(park, reaching, other, guest, np.int64(row[guest]))
        turned, walked, together = turned + one_turned, walked + one_walked, together + one_together
        if turned > turns:
            return False
        led_walk, led_both = max(led_walk, one_walked), max(led_both, one_together - one_turned)
    if leads > 1:
        return True
    if leads == 1:  # a Guide may have led the guest who is the farthest away
        walked, together = walked - led_walk, together - led_both
    return walked <= walks and together <= turns + walks


@compiled_into
def from_a_like(park, reaching, other, guest, code):  # type: ignore[no-untyped-def]
    """The fewest turns, the fewest maps, and the fewest of both, that bring a guest of the same kind to where one stands and what
    it shows; FAR where there is none that may be it.

    Only for a credit is one brought anywhere before it operates.
    """
    place, value, brought = (code & BASE) // VALUES, (code & BASE) % VALUES, code >> CREDIT_SHIFT > 0
    turned, walked, together = np.int64(FAR), np.int64(FAR), np.int64(FAR)
    for like in range(park.kinds.size):
        there = np.int64(reaching.rows[other, like])
        if park.kinds[like] != park.kinds[guest] or there == ABSENT:
            continue
        if brought or there // VALUES == place:
            turns, maps = park.turns[there % VALUES, value], reaching.detours[there // VALUES, place]
            turned, walked, together = min(turned, turns), min(walked, maps), min(together, turns + maps)
    return turned, walked, together
