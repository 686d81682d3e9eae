"""Upper limits that need no search: every icon is used, and no pip is lost that need not be."""

from collections.abc import Callable
from typing import Any, NamedTuple

from models.theme_park.attraction import Innovation, Upgrade
from models.theme_park.cards import AdministratorKind, Skill, SkillKind, Staff
from models.theme_park.guests import HIGHEST, LOWEST, TileId
from models.theme_park.operate.earnings import earnings, operated_thresholds, stars_for_money
from models.theme_park.operate.movement import CABLE_CAR_FARE
from models.theme_park.operate.position import Position
from models.theme_park.operate.skills.rewards import MOST_DOLLARS, MOST_STARS
from models.theme_park.operate.skills.walks import WALKS
from models.theme_park.operate.state import start
from solver.theme_park.operate.cards import CardTable
from solver.theme_park.operate.settings import Stage, Weights
from solver.theme_park.operate.tables import Tables


class Gain(NamedTuple):
    """What one card adds to the limits: stars, dollars and pips at most, and moves that may be paid by cable car."""

    stars: int = 0
    money: int = 0
    pips: int = 0
    moves: int = 0


def _nothing(_tables: Tables, _card: Any) -> Gain:
    """What the card does is nothing in this phase, or is in what cubes, cards and adjustments are counted by."""
    return Gain()


def _turns(tables: Tables, skill: Skill) -> Gain:
    return Gain(pips=tables.pips_per_skill(skill.kind))


def _walks(_tables: Tables, _skill: Skill) -> Gain:
    return Gain(moves=WALKS)


def _different_attractions(tables: Tables, _card: Any) -> Gain:
    before = earnings(tables.position, start(tables.position)).administrator
    return Gain(stars=len(operated_thresholds(tables.position.administrator)) - before)


def _guest_put_back(_tables: Tables, _card: Any) -> Gain:
    return Gain(pips=HIGHEST - LOWEST)


CARD_GAINS: CardTable[Callable[[Tables, Any], Gain]] = CardTable(
    skills={
        SkillKind.VALUE_BY_TWO: _turns,
        SkillKind.TWO_FIVE: _turns,
        SkillKind.TWO_BY_ONE: _turns,
        SkillKind.REROLL: _turns,
        SkillKind.MONEY_PER_GUEST: lambda _tables, _skill: Gain(money=MOST_DOLLARS),
        SkillKind.STARS_PER_GUEST: lambda _tables, _skill: Gain(stars=MOST_STARS),
        SkillKind.MOVE_OUT: _walks,
        SkillKind.MOVE_IN: _walks,
        SkillKind.MOVE_TWO: _walks,
        SkillKind.SWAP_COLOUR: _nothing,
    },
    administrators={
        AdministratorKind.KEEP_PIPS: _nothing,
        AdministratorKind.ATTRACTIONS_OF_COLOUR: _different_attractions,
        AdministratorKind.RETURN_DISCARDED: _guest_put_back,
        AdministratorKind.ATTRACTIONS: _different_attractions,
        AdministratorKind.MASCOTS: _nothing,
        AdministratorKind.WELCOME_EXTRA_GUEST: _nothing,
        AdministratorKind.MONEY_WORTH_MORE: _nothing,
        AdministratorKind.CHEAPER_MASCOTS: _nothing,
        AdministratorKind.CHEAPER_MAPS: _nothing,
        AdministratorKind.SWAP_STAFF_CARD: _nothing,
        AdministratorKind.LOWER_TURN_SUM: _nothing,
        AdministratorKind.REROLL: _nothing,
        AdministratorKind.MOVE_UPGRADE: _nothing,
    },
    staff={
        Staff.TICKET_AGENT: _guest_put_back,
        Staff.CONCIERGE: _nothing,
        Staff.GUIDE: lambda _tables, _card: Gain(moves=1),
        Staff.MASCOT: _nothing,
        Staff.BUILDER: _nothing,
        Staff.MANAGER: _nothing,
        Staff.INNOVATOR: _nothing,
        Staff.CONSULTANT: _nothing,
        Staff.CHAPERONE: _nothing,
    },
    innovations=dict.fromkeys(Innovation, _nothing),
    upgrades=dict.fromkeys(Upgrade, _nothing),
)
"""Of every card what it adds to the limits that need no search."""


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


def _gain(tables: Tables) -> Gain:
    """What all cards add together."""
    gains = [gain(tables, card) for gain, card in CARD_GAINS.entries(tables.position)]
    return Gain(*(sum(column) for column in zip(Gain(), *gains, strict=True)))


def _stars(tables: Tables) -> int:
    position = tables.position
    before = earnings(position, start(position))
    cubes = _best_cubes(tables, {tile.id: sum(tile.stars_per_cube) for tile in position.tiles})
    vips = min(len(position.vips), len(position.guests) if tables.any_size else tables.most_seats) * tables.operations
    return before.stars + cubes + vips + _gain(tables).stars


def _money(tables: Tables) -> int:
    position, gain = tables.position, _gain(tables)
    cubes = _best_cubes(tables, {tile.id: tile.money_per_cube for tile in position.tiles})
    moves = position.maps + tables.operations + gain.moves
    paid_paths = CABLE_CAR_FARE * moves if tables.fares_matter else 0
    return earnings(position, start(position)).money + cubes + paid_paths + gain.money


def _pips(tables: Tables) -> int:
    position = tables.position
    had = sum(guest.value for guest in position.guests) + tables.pips_per_adjustment * tables.adjustments
    highest = HIGHEST * len(position.guests)
    return highest if tables.chance else min(highest, had + _gain(tables).pips)


def _best_cubes(tables: Tables, value: dict[TileId, int]) -> int:
    """The most that the cubes left can bring when each tile's cube brings ``value``."""
    icons = [value[tile] for tile, free in tables.free_icons.items() for _ in range(free)]
    managed = [max(value.values(), default=0)] * tables.managers
    return sum(sorted(icons + managed, reverse=True)[: tables.operations])
