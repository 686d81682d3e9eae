"""Every move that can be written down over the names of a tiny park, sensible or not.

Where an order means nothing a move is written in one order only: parties, rerolled dice and the two
dice of a skill by id.
"""

from collections.abc import Iterator
from itertools import combinations, product

from models.theme_park.guests import GUEST_COLOURS, GuestId, TileId
from models.theme_park.operate.moves import (
    AdjustColour,
    Adjustment,
    AdjustValue,
    GuideMove,
    MapMove,
    MascotMove,
    Move,
    OperateMove,
    SkillUse,
    Walk,
)
from models.theme_park.operate.position import Position

STEPS = (-2, -1, 1, 2)
RESULTS = (1, 6, 7)
"""What rerolled dice show here: two results that are on the die stand for six, and one that is not."""


def names(position: Position) -> tuple[list[GuestId], list[TileId]]:
    """The ids of the guests and of the tiles."""
    return [guest.id for guest in position.guests], [tile.id for tile in position.tiles]


def maps_and_guides(position: Position) -> Iterator[Move]:
    """Every guest to every tile."""
    for guest, tile in product(*names(position)):
        yield MapMove(guest, tile)
        yield GuideMove(guest, tile)


def adjustments(position: Position) -> list[Adjustment]:
    """Every guest by one or two pips or as any colour."""
    guests, _ = names(position)
    turns: list[Adjustment] = [AdjustValue(guest, by) for guest in guests for by in STEPS]
    return turns + [AdjustColour(guest, colour) for guest in guests for colour in GUEST_COLOURS]


def adjusting(position: Position, most: int) -> Iterator[Move]:
    """Every mascot, and one that is not there, on every tile with up to ``most`` adjustments."""
    single = adjustments(position)
    for mascot, tile in product(range(len(position.mascots) + 1), names(position)[1]):
        for number in range(most + 1):
            for adjust in product(single, repeat=number):
                yield MascotMove(mascot, tile, adjust)


def using_skills(position: Position) -> Iterator[Move]:
    """Every mascot on every tile using a skill in every way, alone or with one adjustment before or after."""
    changes = adjustments(position)
    for mascot, tile in product(range(len(position.mascots)), names(position)[1]):
        for use in every_use(position):
            for skill_after in (0, 1):
                yield MascotMove(mascot, tile, (), use, skill_after)
            for change, skill_after in product(changes, (0, 1, 2)):
                yield MascotMove(mascot, tile, (change,), use, skill_after)


def every_use(position: Position) -> Iterator[SkillUse]:
    """The choices of every card, each with something missing and something that is not asked."""
    guests, tiles = names(position)
    yield SkillUse()
    for guest in guests:
        yield SkillUse(guest=guest)
        yield from (SkillUse(guest=guest, by=by) for by in STEPS)
        yield from (SkillUse(guest=guest, to=tile) for tile in tiles)
        yield from (SkillUse(guest=guest, to_colour=colour) for colour in GUEST_COLOURS)
        yield from (SkillUse(guest=guest, result=result) for result in RESULTS)
        yield SkillUse(guest=guest, by=2, to=tiles[0], result=1)
    yield SkillUse(by=2)
    turns = [AdjustValue(guest, by) for guest in guests for by in STEPS]
    yield from (SkillUse(guests=(one,)) for one in turns)
    yield from (SkillUse(guests=pair) for pair in product(turns, repeat=2) if pair[0].guest <= pair[1].guest)
    walks = [Walk(guest, tile) for guest, tile in product(guests, tiles)]
    for number in (1, 2):
        yield from (SkillUse(moves=moves) for moves in product(walks, repeat=number))
    yield SkillUse(moves=(walks[0],) * 3)


def operating(position: Position, *, full: bool) -> Iterator[Move]:
    """Every tile with every party, mover and destination; in the full game with every die kept or rerolled."""
    guests, tiles = names(position)
    parties = [party for size in range(len(guests) + 1) for party in combinations(guests, size)]
    movers: list[GuestId | None] = [None, *guests]
    spared = list(product(movers, every_reroll(guests))) if full else [(None, ())]
    for tile, party, mover, to, manager in product(tiles, parties, movers, [None, *tiles], (False, True)):
        for keep, rerolls in spared:
            yield OperateMove(tile, party, mover, to, manager, keep, rerolls)


def every_reroll(guests: list[GuestId]) -> Iterator[tuple[tuple[GuestId, int], ...]]:
    """Every set of guests, each showing each result."""
    for number in range(len(guests) + 1):
        for rerolled in combinations(guests, number):
            for results in product(RESULTS, repeat=number):
                yield tuple(zip(rerolled, results, strict=True))
