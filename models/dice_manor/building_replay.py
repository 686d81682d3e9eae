"""Tiles built one after another, judged by the rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from models.dice_manor.building import BUILD_CHECKS, Cell, Grid, Placing, Tile
from models.dice_manor.rules import Rule, catalogue
from models.dice_manor.wording import these
from models.shared.rulebook import Broken, first_broken
from models.shared.verdict import Violation


@dataclass(frozen=True, slots=True)
class Build:
    """A move of the Build phase: a tile won, its origin and its quarter turns."""

    tile: str
    at: Cell
    turn: int = 0


@dataclass(frozen=True, slots=True)
class BuildVerdict:
    """The grids after each legal move, the tiles that are left, and the first violation if there is one."""

    grids: tuple[Grid, ...]
    left: tuple[Tile, ...]
    violation: Violation | None = None


def broken_by(grid: Grid, tiles: Sequence[Tile], move: Build) -> Broken[Rule] | Placing:
    """The first rule that ``move`` breaks, or where its tile then lies."""
    tile = next((each for each in tiles if each.id == move.tile), None)
    if tile is None:
        names = these([each.id for each in tiles], "and")
        return Broken(Rule.BUILD_TILE, f"{move.tile!r} is no tile to build now; left: {names}.")
    placing = Placing(tile, move.at, move.turn)
    return first_broken(BUILD_CHECKS, grid, placing) or placing


def replay_building(grid: Grid, tiles: Sequence[Tile], moves: Sequence[Build]) -> BuildVerdict:
    """The verdict on ``moves``."""
    grids, left = list[Grid](), tuple(tiles)
    for number, move in enumerate(moves):
        found = broken_by(grid, left, move)
        if isinstance(found, Broken):
            cited = catalogue()[found.rule].cited(found.case)
            return BuildVerdict(tuple(grids), left, Violation(number, found.rule.value, found.message, *cited))
        grid = grid.with_tile(found)
        grids.append(grid)
        left = tuple(each for each in left if each.id != move.tile)
    return BuildVerdict(tuple(grids), left)
