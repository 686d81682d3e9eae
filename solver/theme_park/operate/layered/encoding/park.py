"""A position as arrays, for the compiled search; every number comes from the rules or the tables."""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from models.theme_park.attraction import Innovation, Tile, Upgrade
from models.theme_park.cards import AdministratorKind, Staff
from models.theme_park.guests import GUEST_COLOURS, HIGHEST, LOWEST, Colour
from models.theme_park.operate.earnings import (
    counts_as_operated,
    dollars_a_star,
    earnings,
    operated_thresholds,
)
from models.theme_park.operate.end_of_phase import returned_colour
from models.theme_park.operate.movement import CABLE_CAR_FARE, destinations
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import State, start
from models.theme_park.rulings import Choice, Ruling
from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.cards import CardTable
from solver.theme_park.operate.flow.records import kinds_of
from solver.theme_park.operate.flow.relaxed_cards import covers
from solver.theme_park.operate.layered.encoding.codes import (
    ABSENT,
    BALANCED,
    CARDS,
    COLOURS,
    DICE,
    FINAL,
    MOST_CREDITED_TARGETS,
    MOST_TARGETS,
    SEATS,
    STARS,
    VALUES,
)
from solver.theme_park.operate.layered.encoding.fares import fares, plays_fares
from solver.theme_park.operate.layered.encoding.requirements import fulfilling, seats_to_reroll, tiles_served
from solver.theme_park.operate.layered.encoding.skills import (
    MOST_SKILLS,
    PLAYED_AS,
    UNPLAYED,
    most_credits,
    plays_uses,
    skills_of,
    slot_kinds,
)
from solver.theme_park.operate.settings import Objective, Settings
from solver.theme_park.operate.tables import FAR, Tables

MOST_TILES = ABSENT // (2 * VALUES)
"""Tiles of the largest park: wider codes would make limits slower, and the linear program of a larger one takes seconds."""

MOST_GUESTS = 16
MOST_MONEY = 100_000
"""More dollars than a phase can bring."""

Row = npt.NDArray[np.uint16]

OBJECTIVES = {Objective.STARS: STARS, Objective.FINAL: FINAL, Objective.BALANCED: BALANCED}


def _all(_tables: Tables) -> bool:
    return True


def _none(_tables: Tables) -> bool:
    return False


PLAYED: CardTable[Callable[[Tables], bool]] = CardTable(
    skills={kind: _none if plays == UNPLAYED else _all for kind, plays in PLAYED_AS.items()},
    administrators={
        AdministratorKind.KEEP_PIPS: _all,
        AdministratorKind.ATTRACTIONS_OF_COLOUR: _all,
        AdministratorKind.RETURN_DISCARDED: _all,
        AdministratorKind.ATTRACTIONS: _all,
        AdministratorKind.MASCOTS: _all,
        AdministratorKind.WELCOME_EXTRA_GUEST: _all,
        AdministratorKind.MONEY_WORTH_MORE: _all,
        AdministratorKind.CHEAPER_MASCOTS: _all,
        AdministratorKind.CHEAPER_MAPS: _all,
        AdministratorKind.SWAP_STAFF_CARD: _all,
        AdministratorKind.LOWER_TURN_SUM: _all,
        AdministratorKind.REROLL: lambda tables: not tables.operations_reroll or tables.relaxes_chance,
        AdministratorKind.MOVE_UPGRADE: _all,
    },
    staff={
        Staff.TICKET_AGENT: _all,
        Staff.CONCIERGE: _all,
        Staff.GUIDE: _all,
        Staff.MASCOT: _all,
        Staff.BUILDER: _all,
        Staff.MANAGER: _all,
        Staff.INNOVATOR: _all,
        Staff.CONSULTANT: _all,
        Staff.CHAPERONE: _all,
    },
    innovations={
        Innovation.CABLE_CAR: _all,  # ``plays_fares`` says where all its fares are counted
        Innovation.PHOTO_BOOTH: _all,
        Innovation.STATUE_1: _all,
        Innovation.STATUE_2: _all,
        Innovation.STATUE_3: _all,
    },
    upgrades=dict.fromkeys(Upgrade, _all),
)
"""Of every card whether the layered search plays all the moves that it allows."""


class ParkArrays(NamedTuple):
    """What the kernel reads of a park; guests by kind, tiles in the position's order."""

    kinds: Array  # kind of each guest
    colours: Array  # colour of each kind
    vips: Array  # whether each kind is a VIP
    icons: Array
    most: Array  # most cubes on each tile, Managers' included
    size: Array
    stars: Array
    money: Array
    counts: Array  # whether a tile counts for the administrator
    thresholds: Array
    most_bonus: int
    travel: Array  # [place, tile, led]: maps needed
    fares: Array  # as ``fares`` gives them
    led_pays: Array  # [place, tile]: whether the way pays more where a Guide leads
    most_paid: int  # by the rides at the end
    walkable: Array
    fulfils: Array  # [tile, three dice]
    larger: bool  # whether parties may be larger than printed
    serves: Array  # [maps, led, adjustments, kind, code]: the tiles that one may serve on, alone with so many cards, a bit each
    turns: Array
    adjustments: int
    per_mascot: int
    most_cubes: int
    faces: Array  # values that a rerolled die may be put on
    rolls: Array  # [tile, three dice]: the seats whose die may be rerolled, a bit each
    rolled_stays: bool
    first_face: int  # of ``faces``, what the first rerolled die shows, -1 where any may be chosen
    keeps: Array
    keep_colour: int
    keep_adjusted: bool
    sole_kept_stays: bool
    kept_stays: bool
    vip_leaves_star: bool
    agents: int
    returner: int
    objective: int
    weights: Array
    held: int
    dollars_a_star: int
    most_credits: int  # of one guest
    rank_stars: int  # which of two equal states is worth more: so much a star, and a dollar
    rank_money: int


class Memo(NamedTuple):
    """Ways to make parties fulfil tiles, filled in as they are met."""

    ways: Array  # [tile, credits of the dice, dice]: where their ways stand, as ``packed_ways``, 0 for not filled in
    targets: Array
    cost: Array  # adjustments that mascots still have to make
    used: Array


def new_memo(park: ParkArrays) -> Memo:
    """An empty memo; it takes no memory before it is written to."""
    tiles, classes = park.icons.size, (park.most_credits + 1) ** SEATS
    room = MOST_CREDITED_TARGETS if park.most_credits else MOST_TARGETS
    return Memo(
        ways=np.zeros((tiles, classes, DICE**3), dtype=np.int64),
        targets=np.empty((room, 3), dtype=np.uint8),
        cost=np.empty(room, dtype=np.int16),
        used=np.zeros(1, dtype=np.int64),
    )


def memo_beside(memo: Memo) -> Memo:
    """An empty memo for what ``memo`` is for, to be filled by another thread."""
    return Memo(
        ways=np.zeros(memo.ways.shape, dtype=memo.ways.dtype),
        targets=np.empty_like(memo.targets),
        cost=np.empty_like(memo.cost),
        used=np.zeros_like(memo.used),
    )


def fits(position: Position) -> bool:
    """Whether the layered search can play ``position`` at all."""
    fewer = len(position.tiles) <= MOST_TILES and len(skills_of(position)) <= MOST_SKILLS
    return fewer and 0 < len(position.guests) <= MOST_GUESTS


def exact_stages(tables: Tables, objective: Objective) -> int:
    """How many stages of the objective the layered search settles exactly; it gives sequences in any case.

    Rerolls that are not relaxed to a choice, and adjustments in the midst of an operation are left unused, and now and then fares are not
    counted. Of skills and extra adjustments some rulings allow what it does not play.
    """
    position = tables.position
    if PLAYED.missing(position) or not all(plays_all(tables) for plays_all, _ in PLAYED.entries(position)):
        return 0
    if not covers(tables) or (tables.visits and not plays_uses(tables)):
        return 0
    if tables.fares_matter and not plays_fares(tables):
        return 1 if objective is Objective.STARS else 0
    both = tables.pays_beside_cubes and objective is Objective.FINAL
    return 2 if both else 3  # of equal states the one with fewer stars and more dollars may win the last stage


def park_arrays(tables: Tables, settings: Settings) -> ParkArrays:
    """The arrays of a position that ``fits``."""
    position = tables.position
    says = position.rulings.says
    kinds = kinds_of(position)
    tiles = position.tiles
    administrator = position.administrator
    returner = returned_colour(position)
    weights = settings.weights
    rank_stars, rank_money = {
        Objective.STARS: (MOST_MONEY, 1),
        Objective.FINAL: (MOST_MONEY * dollars_a_star(position), MOST_MONEY + 1),
        Objective.BALANCED: (weights.stars, weights.money),
    }[settings.objective]
    colours = np.array([GUEST_COLOURS.index(colour) for colour, _ in kinds], dtype=np.int64)
    travel, paid = _travel(tables), fares(tables, settings)
    return ParkArrays(
        kinds=np.array(slot_kinds(tables), dtype=np.int64),
        colours=colours,
        vips=np.array([vip for _, vip in kinds], dtype=np.bool_),
        icons=np.array([tile.icons for tile in tiles], dtype=np.int64),
        most=np.array([_most_cubes(tables, tile) for tile in tiles], dtype=np.int64),
        size=np.array([tile.attraction.requirement.size for tile in tiles], dtype=np.int64),
        stars=np.array([sum(tile.stars_per_cube) for tile in tiles], dtype=np.int64),
        money=np.array([tile.money_per_cube for tile in tiles], dtype=np.int64),
        counts=np.array([counts_as_operated(position, tile) for tile in tiles], dtype=np.bool_),
        thresholds=np.array(operated_thresholds(administrator), dtype=np.int64),
        most_bonus=len(operated_thresholds(administrator)),
        travel=travel,
        fares=paid,
        led_pays=np.any(paid[..., 1, :] > paid[..., 0, :], axis=-1),
        most_paid=CABLE_CAR_FARE * (position.maps + tables.guides + len(position.guests)) if paid.size else 0,
        walkable=np.array([bool(destinations(position, tile.id)) for tile in tiles], dtype=np.bool_),
        fulfils=np.array(
            [
                fulfilling(tile.attraction.requirement, free_a_colour=tile.innovation is Innovation.PHOTO_BOOTH)
                for tile in tiles
            ]
        ),
        larger=tables.any_size,
        serves=tiles_served(tables, travel, colours),
        turns=np.array(
            [[tables.turns[value + LOWEST].get(to + LOWEST, FAR) for to in range(VALUES)] for value in range(VALUES)],
            dtype=np.int64,
        ),
        adjustments=tables.adjustments,
        per_mascot=tables.per_mascot,
        most_cubes=sum(number for _, number in position.cubes) + tables.cubes_left,
        faces=np.array([face - LOWEST for face in tables.faces if tables.relaxes_chance], dtype=np.int64),
        rolls=np.array([seats_to_reroll(tables, tile) for tile in tiles]),
        first_face=-1 if tables.first is None else tables.first - LOWEST,
        rolled_stays=not says(Ruling.MOVE_REROLLED_DIE, Choice.YES),
        keeps=np.array([tables.may_keep_a_pip(tile) for tile in tiles], dtype=np.bool_),
        keep_colour=_index(administrator.colour if tables.keeps_pips and administrator is not None else None),
        keep_adjusted=tables.keeps_pips and says(Ruling.ADMINISTRATOR_COLOUR_OF_DIE, Choice.ADJUSTED),
        sole_kept_stays=says(Ruling.MOVE_SOLE_KEPT_DIE, Choice.STAYS),
        kept_stays=says(Ruling.MOVE_KEPT_DIE, Choice.NO),
        vip_leaves_star=not says(Ruling.VIP_STAR, Choice.NO),
        agents=position.played[Staff.TICKET_AGENT],
        returner=_index(returner),
        objective=OBJECTIVES[settings.objective],
        weights=np.array([weights.stars, weights.money, weights.pips], dtype=np.int64),
        held=position.money,
        dollars_a_star=dollars_a_star(position),
        most_credits=most_credits(tables),
        rank_stars=rank_stars,
        rank_money=rank_money,
    )


def _index(colour: Colour | None) -> int:
    return -1 if colour is None else GUEST_COLOURS.index(colour)


def _most_cubes(tables: Tables, tile: Tile) -> int:
    placed = dict(tables.position.cubes).get(tile.id, 0)
    return max(placed, tile.icons) + tables.managers_on(tile.id)


def _travel(tables: Tables) -> Array:
    """Maps from each place to each tile, unled and led by one guide; places are tiles, then tiles left by a move."""
    tiles = [tile.id for tile in tables.position.tiles]
    ways = np.full((2 * len(tiles), len(tiles), 2), FAR, dtype=np.int64)
    for one, origin in enumerate(tiles):
        for other, to in enumerate(tiles):
            ways[one, other, 0] = tables.walks[origin][to]
            ways[one, other, 1] = tables.led_walks[origin][to]
            ways[one + len(tiles), other, 0] = tables.maps_after_move(origin, to, led=False)
            ways[one + len(tiles), other, 1] = tables.maps_after_move(origin, to, led=True)
    return ways


assert (len(GUEST_COLOURS), HIGHEST - LOWEST + 1) == (COLOURS, VALUES)


def first_row(tables: Tables, park: ParkArrays) -> tuple[Row, int, int]:
    """The row of the position's start, and the stars and money taken before it."""
    return row_of(tables, park, start(tables.position))


def row_of(tables: Tables, park: ParkArrays, state: State) -> tuple[Row, int, int]:
    """The row of a state in which no colour adjustment waits, and the stars and money taken before it."""
    position = tables.position
    kinds = kinds_of(position)
    codes = [
        (kinds.index((now.colour, guest.vip)), position.tile_index[now.at] * VALUES + now.value - LOWEST)
        for guest, now in zip(position.guests, state.guests, strict=True)
        if now is not None
    ]
    left = Counter(park.kinds.tolist()) - Counter(kind for kind, _ in codes)
    codes = sorted(codes + [(kind, ABSENT) for kind in left.elements()])
    row = np.zeros(row_cells(park), dtype=np.uint16)
    skills = sum(1 << bit for bit, (mascot, _) in enumerate(skills_of(position)) if state.mascots[mascot])
    cards = [state.maps, sum(state.mascots), state.guides, state.managers, skills]
    values = [*(code for _, code in codes), *state.cubes, *cards]
    row[: len(values)] = values
    before = earnings(position, state)
    return row, before.stars - before.administrator, before.money


def row_cells(park: ParkArrays) -> int:
    """16-bit cells of a state's row, in whole words."""
    cells = park.kinds.size + park.icons.size + CARDS
    return -(-cells // 4) * 4
