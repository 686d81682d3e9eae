"""Where to build the tiles won: layouts ranked by the expected prestige of the Grand Opening.

Layouts that join the same rooms are one, as the Grand Opening depends on doors alone. For one tile all are tried, and the
best is proven; for several the ``WIDTH`` most promising go on from tile to tile.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from models.dice_manor.building import Grid, Placing, Tile, placings
from models.dice_manor.manor import Manor
from models.shared.deadline import spend
from solver.dice_manor.tile_gain import DICE, TOKENS, opening_worth

WIDTH = 24
"""Layouts that are kept from one tile to the next."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Tiles in the order in which they are built, the rooms that this joins, and what the Grand Opening is worth then."""

    placed: tuple[Placing, ...]
    grid: Grid
    worth: float


@dataclass(frozen=True, slots=True)
class Layouts:
    """Layouts with as many tiles as fit, the best first; ``proven``: none is better."""

    found: tuple[Layout, ...]
    proven: bool
    before: float


def best_layouts(grid: Grid, tiles: tuple[Tile, ...], dice: int = DICE, tokens: int = TOKENS) -> Layouts:
    """Every layout, or the most promising; raises TimeOver (``models.shared.deadline``)."""
    worths: dict[Manor, float] = {}
    before = opening_worth(grid.manor, grid.rulings, dice, tokens)
    here: tuple[Layout, ...] = (Layout((), grid, before),)
    for _ in tiles:
        after: dict[object, Layout] = {}
        for layout in here:
            for longer in _longer(layout, tiles):
                spend()
                manor = longer.manor
                key = (frozenset(placing.tile.id for placing in longer.placed[len(grid.placed) :]), _joined(manor))
                if key not in after:
                    worths[manor] = worths.get(manor) or opening_worth(manor, grid.rulings, dice, tokens)
                    after[key] = Layout(longer.placed[len(grid.placed) :], longer, worths[manor])
        if not after:
            break
        here = tuple(sorted(after.values(), key=lambda layout: -layout.worth)[:WIDTH])
    # layouts that join the same rooms leave different cells open: only where nothing follows is the choice a proof
    return Layouts(here, len(tiles) <= 1, before)


def _longer(layout: Layout, tiles: tuple[Tile, ...]) -> Iterator[Grid]:
    built = {placing.tile.id for placing in layout.placed}
    for tile in tiles:
        if tile.id not in built:
            for placing in placings(layout.grid, tile):
                yield layout.grid.with_tile(placing)


def _joined(manor: Manor) -> frozenset[tuple[str, tuple[str, ...]]]:
    return frozenset((room.id, room.doors) for room in manor.rooms)
