"""Upper limits that need no search: every icon used, no pip lost that need not be."""

from models.theme_park.cards import Staff
from models.theme_park.guests import HIGHEST, LOWEST, TileId
from models.theme_park.operate.earnings import earnings, stars_for_money
from models.theme_park.operate.state import start
from models.theme_park.position import Position
from solver.operate.advice import Stage, Weights
from solver.operate.tables import Tables


def upper_limit(position: Position, stage: Stage, weights: Weights) -> int:
    """What ``stage`` can never exceed in ``position``; never wrong, often loose."""
    tables = Tables(position)
    before = earnings(position, start(position))
    stars = before.stars + _best_cubes(tables, {tile.id: sum(tile.stars_per_cube) for tile in position.tiles})
    money = before.money + _best_cubes(tables, {tile.id: tile.money_per_cube for tile in position.tiles})
    had = sum(guest.value for guest in position.guests) + tables.pips_per_adjustment * tables.adjustments
    returned = (HIGHEST - LOWEST) * position.played[Staff.TICKET_AGENT]
    pips = min(HIGHEST * len(position.guests), had + returned)
    match stage:
        case Stage.STARS:
            return stars
        case Stage.MONEY:
            return money
        case Stage.PIPS:
            return pips
        case Stage.GUESTS:
            return len(position.guests)
        case Stage.FINAL:
            return stars + stars_for_money(position, position.money + money)
        case Stage.BALANCED:
            return weights.stars * stars + weights.money * money + weights.pips * pips


def _best_cubes(tables: Tables, worth: dict[TileId, int]) -> int:
    """The most that the cubes left can bring when each tile's cube brings ``worth``."""
    icons = [worth[tile] for tile, free in tables.free_icons.items() for _ in range(free)]
    managed = [max(worth.values(), default=0)] * tables.managers
    return sum(sorted(icons + managed, reverse=True)[: tables.operations])
