"""Tiles built one after another, judged by the rules."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from models.dice_manor.building import BUILD_CHECKS, Cell, Grid, Placing, Tile
from models.dice_manor.rules import Rule, catalogue
from models.dice_manor.rulings import Choice, Ruling
from models.shared.phrases import listing
from models.shared.rulebook import Broken, first_broken
from models.shared.rulings import UnderRuling, relied_on
from models.shared.verdict import Violation


@dataclass(frozen=True, slots=True)
class Build:
    """A move of the Build phase: a tile won, its origin and its quarter turns."""

    tile: str
    at: Cell
    turn: int = 0


@dataclass(frozen=True, slots=True)
class BuildVerdict:
    """The grids after each legal move, the tiles that are left, and the first violation if there is one.

    ``under`` and ``relies_on`` are those of turns (``models.dice_manor.replay``).
    """

    grids: tuple[Grid, ...]
    left: tuple[Tile, ...]
    violation: Violation | None = None
    under: tuple[UnderRuling[Ruling, Choice], ...] = ()
    relies_on: tuple[tuple[Ruling, Choice], ...] = ()


def broken_by(grid: Grid, tiles: Sequence[Tile], move: Build) -> Broken[Rule] | Placing:
    """The first rule that ``move`` breaks, or where its tile then lies."""
    tile = next((each for each in tiles if each.id == move.tile), None)
    if tile is None:
        names = listing([each.id for each in tiles], none="nothing")
        return Broken(Rule.BUILD_TILE, f"{move.tile!r} is no tile to build now; left: {names}.")
    placing = Placing(tile, move.at, move.turn)
    return first_broken(BUILD_CHECKS, grid, placing) or placing


def check_building(grid: Grid, tiles: Sequence[Tile], moves: Sequence[Build]) -> BuildVerdict:
    """The verdict on ``moves``, with what it hangs on."""
    watched = grid.rulings.watched()
    verdict = replay_building(replace(grid, rulings=watched), tiles, moves)
    others = []
    for id, choice, rulings in grid.rulings.others(watched.asked or ()):
        other = replay_building(replace(grid, rulings=rulings), tiles, moves).violation
        others.append(UnderRuling(id, choice, other is None, other.step if other else None))
    if verdict.violation is None:
        return replace(verdict, relies_on=relied_on(grid.rulings, others))
    at = verdict.violation.step
    return replace(verdict, under=tuple(one for one in others if one.step is None or one.step > at))


def replay_building(grid: Grid, tiles: Sequence[Tile], moves: Sequence[Build]) -> BuildVerdict:
    """The verdict on ``moves``, without what other rulings would make of it."""
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
