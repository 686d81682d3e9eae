"""The cube that an operation places: on a free icon, or beyond the icons by a Manager."""

from models.shared.phrases import count
from models.shared.rulebook import rule
from models.theme_park.cards import Staff
from models.theme_park.operate.moves import OperateMove
from models.theme_park.operate.phrases import spent, tile_name
from models.theme_park.operate.position import MOST_CUBES, Position
from models.theme_park.operate.rules import Rule
from models.theme_park.operate.state import State, cubes_on, free_icons
from models.theme_park.rulings import Choice, Ruling


@rule(Rule.CUBE_SUPPLY)
def a_cube_is_left(position: Position, state: State, move: OperateMove) -> str | None:
    """A player has 17 operate cubes (ruling ``cubes.limit``)."""
    if sum(state.cubes) < MOST_CUBES or position.rulings.says(Ruling.CUBES_LIMIT, Choice.NO):
        return None
    return f"All {MOST_CUBES} operate cubes are placed; none is left for {tile_name(position, move.tile)}."


@rule(Rule.CUBE_ICON)
def an_icon_is_free(position: Position, state: State, move: OperateMove) -> str | None:
    """Each operate icon takes one cube a round; a Manager's cube needs no icon."""
    if move.manager or free_icons(position, state, move.tile):
        return None
    icons = count(position.tile[move.tile].icons, "operate icon")
    return f"{tile_name(position, move.tile)} has {icons} and {count(cubes_on(position, state, move.tile), 'cube')} on it; no icon is free."


@rule(Rule.MANAGER_READY)
def a_manager_is_ready(position: Position, state: State, move: OperateMove) -> str | None:
    """Each Manager card played pays for one operation."""
    if not move.manager or state.managers:
        return None
    return f"No Manager can operate {tile_name(position, move.tile)} again: {spent(position, Staff.MANAGER)}."


@rule(Rule.MANAGER_ICONS_COVERED)
def a_manager_needs_covered_icons(position: Position, state: State, move: OperateMove) -> str | None:
    """A Manager operates an attraction that has no available icon."""
    free = free_icons(position, state, move.tile) if move.manager else 0
    if not free:
        return None
    return f"The Manager works only on an attraction without a free operate icon; {tile_name(position, move.tile)} still has {free}."


@rule(Rule.MANAGER_SAME_TILE)
def managers_may_share_a_tile(position: Position, state: State, move: OperateMove) -> str | None:
    """Only under the ruling ``manager.twice-same-tile`` = no must two Managers choose two tiles."""
    managed = move.manager and cubes_on(position, state, move.tile) > position.tile[move.tile].icons
    if not managed or position.rulings.says(Ruling.MANAGER_TWICE_SAME_TILE, Choice.YES):
        return None
    return f"A Manager has already operated {tile_name(position, move.tile)}; the ruling {Ruling.MANAGER_TWICE_SAME_TILE} asks for another attraction."


CUBE_CHECKS = (
    an_icon_is_free,
    a_manager_is_ready,
    a_manager_needs_covered_icons,
    managers_may_share_a_tile,
    a_cube_is_left,
)
