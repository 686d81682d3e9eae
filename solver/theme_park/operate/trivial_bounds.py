"""Upper limits that need no search: every icon used, no pip lost that need not be."""

from models.theme_park.cards import SkillKind, Staff
from models.theme_park.guests import HIGHEST, LOWEST, TileId
from models.theme_park.operate.earnings import earnings, operated_thresholds, stars_for_money
from models.theme_park.operate.movement import CABLE_CAR_FARE
from models.theme_park.operate.position import Position
from models.theme_park.operate.skills import SKILL_CARDS
from models.theme_park.operate.skills.rewards import MOST_DOLLARS, MOST_STARS
from models.theme_park.operate.skills.walks import WALKS, WalkSkill
from models.theme_park.operate.state import start
from models.theme_park.operate.upkeep import returned_colour
from solver.theme_park.operate.settings import Stage, Weights
from solver.theme_park.operate.tables import Tables


def upper_limit(position: Position, stage: Stage, weights: Weights) -> int:
    """What ``stage`` can never exceed in ``position``; never wrong, often loose."""
    tables = Tables(position)
    match stage:
        case Stage.STARS:
            return _stars(tables)
        case Stage.MONEY:
            return _money(tables)
        case Stage.PIPS:
            return _pips(tables)
        case Stage.GUESTS:
            return len(position.guests)
        case Stage.FINAL:
            return _stars(tables) + stars_for_money(position, position.money + _money(tables))
        case Stage.BALANCED:
            return weights.stars * _stars(tables) + weights.money * _money(tables) + weights.pips * _pips(tables)


def _stars(tables: Tables) -> int:
    position = tables.position
    before = earnings(position, start(position))
    cubes = _best_cubes(tables, {tile.id: sum(tile.stars_per_cube) for tile in position.tiles})
    vips = min(len(position.vips), len(position.guests) if tables.any_size else tables.most_seats) * tables.operations
    skills = _skills(tables, SkillKind.STARS_PER_GUEST) * MOST_STARS
    administrator = len(operated_thresholds(position.administrator)) - before.administrator
    return before.stars + cubes + vips + skills + administrator


def _money(tables: Tables) -> int:
    position = tables.position
    cubes = _best_cubes(tables, {tile.id: tile.money_per_cube for tile in position.tiles})
    walking = sum(isinstance(SKILL_CARDS[skill.kind], WalkSkill) for skill in position.mascots if skill)
    moves = position.maps + tables.guides + tables.operations + WALKS * walking
    paid_paths = CABLE_CAR_FARE * moves if tables.fares_matter else 0
    skills = _skills(tables, SkillKind.MONEY_PER_GUEST) * MOST_DOLLARS
    return earnings(position, start(position)).money + cubes + paid_paths + skills


def _pips(tables: Tables) -> int:
    position = tables.position
    had = sum(guest.value for guest in position.guests) + tables.pips_per_adjustment * tables.adjustments
    skilled = sum(tables.pips_per_skill(skill.kind) for skill in position.mascots if skill)
    returned = (HIGHEST - LOWEST) * (position.played[Staff.TICKET_AGENT] + (returned_colour(position) is not None))
    highest = HIGHEST * len(position.guests)
    return highest if tables.chance else min(highest, had + skilled + returned)


def _skills(tables: Tables, kind: SkillKind) -> int:
    """How many mascots stand on that skill."""
    return sum(skill is not None and skill.kind is kind for skill in tables.position.mascots)


def _best_cubes(tables: Tables, worth: dict[TileId, int]) -> int:
    """The most that the cubes left can bring when each tile's cube brings ``worth``."""
    icons = [worth[tile] for tile, free in tables.free_icons.items() for _ in range(free)]
    managed = [max(worth.values(), default=0)] * tables.managers
    return sum(sorted(icons + managed, reverse=True)[: tables.operations])
