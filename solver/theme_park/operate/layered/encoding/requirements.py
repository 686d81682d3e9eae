"""What dice fulfil, as tables: which parties, which dice of them may be rerolled, and on which tiles a guest may serve at all."""

from functools import lru_cache, reduce
from itertools import permutations, product

import numpy as np

from models.theme_park.attraction import Innovation, Tile
from models.theme_park.guests import GUEST_COLOURS, LOWEST
from models.theme_park.operate.kept_and_rerolled import may_reroll
from models.theme_park.requirement import Die, Relation, Requirement
from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.layered.encoding.codes import ABSENT, COLOURS, DICE, SEATS, VALUES
from solver.theme_park.operate.tables import FAR, Tables

EVERY_DIE: list[Die] = list(product(GUEST_COLOURS, range(LOWEST, LOWEST + VALUES)))
"""By their number: values within colours."""


@lru_cache(maxsize=1024)
def fulfilling(requirement: Requirement, *, free_a_colour: bool) -> Array:
    """Which parties fulfil a requirement [three dice], in any order; unused seats are die 0. Not to be written to.

    What ``fulfils`` says of each party, for all of them at once.
    """
    size, seated = requirement.size, _seated(requirement, free_a_colour=free_a_colour)
    whole = np.zeros((DICE,) * SEATS, dtype=np.bool_)
    whole[(0,) * (SEATS - size)] = np.logical_or.reduce(
        [seated.transpose(order) for order in permutations(range(size))]
    )
    return whole.ravel()


def seats_to_reroll(tables: Tables, tile: Tile) -> Array:
    """Of each fulfilling party [three dice] the seats whose die may fill a slot with the reroll symbol, a bit each."""
    requirement, free = tile.attraction.requirement, tile.innovation is Innovation.PHOTO_BOOTH
    size, whole = requirement.size, np.zeros((DICE,) * SEATS, dtype=np.uint8)
    if tables.relaxes_chance and tables.symbols(tile):
        seated = _seated(requirement, free_a_colour=free)
        for order in permutations(range(size)):  # the last axis is the first seat
            seats = [
                seat
                for seat, slot in enumerate(reversed(order))
                if may_reroll(tables.position, requirement.slots[slot])
            ]
            whole[(0,) * (SEATS - size)] |= sum(1 << seat for seat in seats) * seated.transpose(order).astype(np.uint8)
    return whole.ravel()


def _seated(requirement: Requirement, *, free_a_colour: bool) -> Array:
    """Whether the requirement is fulfilled by a die in each slot [die of each slot]."""
    size = requirement.size
    taken = np.array(
        [
            [[slot.accepts(die, any_colour=free) for die in EVERY_DIE] for slot in requirement.slots]
            for free in (False, True)
        ]
    )
    seated = np.zeros((DICE,) * size, dtype=np.bool_)
    for freed in (None, *range(size)) if free_a_colour else (None,):
        seated |= reduce(np.logical_and.outer, [taken[int(slot == freed), slot] for slot in range(size)])
    return seated & _holding(requirement.relation, size)


@lru_cache
def _holding(relation: Relation, size: int) -> Array:
    """Whether a relation holds between dice in the order of the slots [die of each slot]."""
    values = [value for _, value in EVERY_DIE[:VALUES]]
    holding = np.array([relation.holds(each) for each in product(values, repeat=size)]).reshape((VALUES,) * size)
    return np.tile(holding, (COLOURS,) * size)


def tiles_served(tables: Tables, travel: Array, colours: Array) -> Array:
    """The tiles to which a guest may come, and where it may be of a party, a bit each [maps, led, adjustments, kind, code].

    ``travel`` and ``colours`` as in ``ParkArrays``. More maps or adjustments than there are places for bring no more.
    """
    adjusted = np.array([_adjusted(tables, tile) for tile in tables.position.tiles])  # [tile, die]
    places, tiles, _ = travel.shape
    maps, adjustments = (np.arange(each[each < FAR].max(initial=0) + 1) for each in (travel, adjusted))
    comes = travel[None] <= maps[:, None, None, None]  # [maps, place, tile, led]
    comes[..., 1] |= comes[..., 0]
    of_kind = adjusted.reshape(tiles, COLOURS, VALUES)[:, colours]  # [tile, kind, value]
    fits = of_kind[None] <= adjustments[:, None, None, None]  # [adjustments, tile, kind, value]
    bits = np.int64(1) << np.arange(tiles)
    served = np.einsum("mptl,atkv,t->mlakpv", comes, fits, bits)
    by_code = np.zeros((*served.shape[:4], ABSENT + 1), dtype=np.int64)
    by_code[..., : places * VALUES] = served.reshape(*served.shape[:4], places * VALUES)
    return by_code


def _adjusted(tables: Tables, tile: Tile) -> list[int]:
    """For every die the fewest adjustments after which it fits a slot of ``tile``: none where it may join without."""
    if tables.any_size:
        return [0] * DICE
    free = tile.innovation is Innovation.PHOTO_BOOTH
    fit = {die for die in EVERY_DIE for slot in tile.attraction.requirement.slots if slot.accepts(die, any_colour=free)}
    return [
        min((tables.turns[value].get(to, FAR) + (shown != colour) for shown, to in fit), default=FAR)
        for colour, value in EVERY_DIE
    ]
