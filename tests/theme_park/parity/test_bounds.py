"""No engine's bound is below the optimum of the oracle: engine by engine, card by card.

A bound that is too low makes a worse sequence "optimal", and no replay sees it.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from models.shared.hexgrid import Hex
from models.theme_park.attraction import Innovation, Tile, Upgrade
from models.theme_park.cards import (
    COLOURED_ADMINISTRATORS,
    COLOURED_SKILLS,
    Administrator,
    AdministratorKind,
    Skill,
    SkillKind,
    Staff,
)
from models.theme_park.guests import GUEST_COLOURS, Colour, Guest, GuestId
from models.theme_park.operate.chance import FACES
from models.theme_park.operate.position import Position
from solver.theme_park.operate.flow.counting import COUNTED, Counting, counts
from solver.theme_park.operate.flow.counting import UNCHANGED as COUNTED_UNCHANGED
from solver.theme_park.operate.flow.network import forget_networks
from solver.theme_park.operate.flow.prices import Pricing, supplies, terms_of
from solver.theme_park.operate.flow.relaxed_cards import RELAXED, covers
from solver.theme_park.operate.flow.relaxed_cards import UNCHANGED as RELAXED_UNCHANGED
from solver.theme_park.operate.layered.encoding.codes import SAFETY
from solver.theme_park.operate.messages import Limit, Message
from solver.theme_park.operate.paths.best_ways import BestWays
from solver.theme_park.operate.paths.level_bundle import LevelBundle
from solver.theme_park.operate.paths.program import PathProgram
from solver.theme_park.operate.paths.relaxation import PathRelaxation
from solver.theme_park.operate.portfolio import search
from solver.theme_park.operate.settings import STAGES, Engine, Settings, Stage
from solver.theme_park.operate.supported import unsolved
from solver.theme_park.operate.tables import VALUES, Tables
from solver.theme_park.operate.trivial_bounds import CARD_GAINS, _nothing, upper_limit
from tests.theme_park.oracle import Exhaustive
from tests.theme_park.parity.solving import small_parks, tiny_park
from tests.theme_park.parks import SHAPES, entrance, random_tile
from tests.thorough import sampled

KINDS: tuple[type[StrEnum], ...] = (SkillKind, AdministratorKind, Staff, Innovation, Upgrade)
CARDS = [(kinds, card) for kinds in KINDS for card in kinds]
NAMES = [f"{kinds.__name__}-{card.value}" for kinds, card in CARDS]
DECISIVE = [
    SkillKind.STARS_PER_GUEST,
    AdministratorKind.RETURN_DISCARDED,
    Staff.TICKET_AGENT,
    SkillKind.MOVE_OUT,
    Innovation.PHOTO_BOOTH,
]
"""Cards whose parks every engine is asked about also in the short run."""
ONE_DIE = SHAPES["single"]
MOST_STATES = 600
PARKS, MORE_PARKS = 8, 150
SOME_ROUNDS = 10
ROUNDING = 1e-3
"""Of what ways are worth, which are remembered with single precision."""


@dataclass(frozen=True)
class TableRow:
    """What a table says of a card, and what stands there for a card that does nothing."""

    table: str
    part: dict[StrEnum, Any]
    card: StrEnum
    nothing: Any

    def is_missed(self, case: "Case") -> bool:
        """Whether the law breaks in that park without the row."""
        forget_networks()  # they were built with the row
        try:
            with patch.dict(self.part, {self.card: self.nothing}):
                hold_bounds_without_a_search(case)
        except AssertionError:
            return True
        finally:
            forget_networks()
        return False


TABLES = {
    "gains": (CARD_GAINS, _nothing),
    "relaxed": (RELAXED, RELAXED_UNCHANGED),
    "counted": (COUNTED, COUNTED_UNCHANGED),
}
NEVER_MISSED = {
    *((table, AdministratorKind.REROLL) for table in TABLES),
    *(("counted", card) for card in (SkillKind.MOVE_OUT, SkillKind.MOVE_IN, SkillKind.MOVE_TWO, SkillKind.SWAP_COLOUR)),
}
"""Rows that no park can miss: where an administrator lets dice be rerolled the tiles say so, not the row, and counting asks for
neither ways nor colours."""
ROWS = [
    TableRow(name, part, card, nothing)
    for name, (table, nothing) in TABLES.items()
    for part in (table.skills, table.administrators, table.staff, table.innovations, table.upgrades)
    for card, entry in part.items()
    if entry is not nothing and (name, card) not in NEVER_MISSED
]
"""Rows without which a bound may be too low."""


@dataclass(frozen=True)
class Case:
    """A park with the true optimum of each stage."""

    seed: int
    position: Position
    settings: Settings
    truth: Exhaustive

    @property
    def stages(self) -> Iterator[tuple[Stage, int, dict[Stage, int]]]:
        """Each stage, its optimum, and the optima of those before it, which are held."""
        stages = STAGES[self.settings.objective]
        best = dict(zip(stages, self.truth.score, strict=True))
        for index, stage in enumerate(stages):
            yield stage, best[stage], {each: int(best[each]) for each in stages[:index]}


def with_card(card: StrEnum, rng: Random, position: Position) -> Position:
    """The park with one ``card``, where it can do something; every other time with little else that can be done."""
    tile = rng.choice(position.tiles)
    colour = tile.attraction.colour if tile.attraction.colour in GUEST_COLOURS else rng.choice(GUEST_COLOURS)
    if card in SHAPED:
        position = SHAPED[card](rng, position, tile)
    elif rng.random() < 0.7:
        position = tightened(rng, position, tile, colour)
    match card:
        case SkillKind():
            return replace(position, mascots=(Skill(card, colour if card in COLOURED_SKILLS else None),))
        case AdministratorKind():
            coloured = position.tiles[-1].attraction.colour if card in SHAPED else colour
            coloured = coloured if card in COLOURED_ADMINISTRATORS else None
            return replace(position, administrator=Administrator(card, coloured))
        case Staff():
            return replace(position, staff=(card, *position.staff[1:]))
        case Innovation.CABLE_CAR:
            cars = {tile.id, rng.choice(position.tiles).id}
            return changed(position, lambda each: replace(each, innovation=card) if each.id in cars else each)
        case Innovation():
            return changed(position, lambda each: replace(each, innovation=card) if each.id == tile.id else each)
    return changed(
        position, lambda each: replace(each, upgrades=each.upgrades | {card}) if each.id == tile.id else each
    )


def tightened(rng: Random, position: Position, tile: Tile, colour: Colour) -> Position:
    """The park with an icon left on ``tile`` at most, most guests there and of ``colour``, and no other cards."""
    left = rng.choice((0, 1, 1))
    guests = tuple(
        replace(
            guest,
            at=tile.id if rng.random() < 0.8 else guest.at,
            colour=colour if rng.random() < 0.5 else guest.colour,
            value=rng.choice((1, 2, guest.value)),
        )
        for guest in position.guests
    )
    cubes = tuple((each.id, max(0, each.icons - left * (each.id == tile.id))) for each in position.tiles)
    return replace(
        position, guests=guests, cubes=cubes, staff=(), maps=rng.choice((0, 0, 1)), mascots=(), administrator=None
    )


def of_the_wrong_colour(rng: Random, position: Position, tile: Tile) -> Position:
    """The park with guests of one colour, attractions that want another, and dice of every colour in the bag.

    A mascot may treat a die as of a colour for one operation: only what is of it for good operates twice.
    """
    wanted, other = rng.sample(GUEST_COLOURS, 2)
    position = tightened(rng, position, tile, other)
    tiles = tuple(wanting(wanted, each) for each in position.tiles)
    guests = tuple(replace(guest, colour=rng.choice((other, other, wanted)), value=4) for guest in position.guests)
    cubes = tuple((each.id, max(0, each.icons - 1)) for each in tiles)
    return replace(
        position, tiles=tiles, guests=guests, cubes=cubes, bag=tuple((colour, 5) for colour in GUEST_COLOURS)
    )


def wanting(colour: Colour, tile: Tile) -> Tile:
    """The tile with ``colour`` printed in every slot of its requirement."""
    requirement = tile.attraction.requirement
    slots = tuple(replace(slot, colour=colour) for slot in requirement.slots)
    return replace(tile, attraction=replace(tile.attraction, requirement=replace(requirement, slots=slots)))


def nearly_operated(rng: Random, position: Position, tile: Tile) -> Position:
    """A row of attractions of one colour with cubes on all but one, on which a guest waits, and no other cards."""
    colour = tile.attraction.colour if tile.attraction.colour in GUEST_COLOURS else rng.choice(GUEST_COLOURS)
    rides = [random_tile(rng, q, Hex(q, 0), largest=1) for q in range(1, rng.randint(4, 8))]
    tiles = (
        entrance(),
        *(replace(ride, attraction=replace(ride.attraction, colour=colour, requirement=ONE_DIE)) for ride in rides),
    )
    last = rng.choice(tiles[1:])
    cubes = tuple((each.id, each.icons - (each.id == last.id)) for each in tiles)
    guest = Guest(GuestId("g1"), rng.choice(GUEST_COLOURS), rng.randint(1, 3), last.id)
    return replace(tightened(rng, position, tile, colour), tiles=tiles, guests=(guest,), cubes=cubes, maps=0, bag=None)


SHAPED: dict[StrEnum, Callable[[Random, Position, Tile], Position]] = {
    SkillKind.SWAP_COLOUR: of_the_wrong_colour,
    Innovation.PHOTO_BOOTH: of_the_wrong_colour,
    AdministratorKind.ATTRACTIONS: nearly_operated,
    AdministratorKind.ATTRACTIONS_OF_COLOUR: nearly_operated,
}
"""Cards that seldom decide anything in parks that are only tight."""


def changed(position: Position, change: Callable[[Tile], Tile]) -> Position:
    return replace(position, tiles=tuple(map(change, position.tiles)))


def park_with(card: StrEnum) -> Callable[[Random], Position]:
    def park(rng: Random) -> Position:
        while True:
            position = with_card(
                card, rng, tiny_park(rng, tiles=rng.randint(1, 3), mascots=rng.choice((0, 1)), full=True)
            )
            if not unsolved(position) and Tables(position).rerolls <= 1:
                return position

    return park


def cases(card: StrEnum, number: int) -> Iterator[Case]:
    first = 70_000 + 1_000 * NAMES.index(f"{type(card).__name__}-{card.value}")
    for case in small_parks(first, number, most_states=MOST_STATES, park=park_with(card)):
        yield Case(*case)


def reaches(limit: float, best: float) -> bool:
    return math.floor(limit + SAFETY) >= best


def hold_bounds_without_a_search(case: Case) -> None:
    """Counting icons, counting prices and the relaxation, each stage with the earlier ones held at their best."""
    position, weights = case.position, case.settings.weights
    tables = Tables(position, faces=VALUES)
    have, pricing, counting = supplies(tables), Pricing(tables, weights), Counting(tables, weights)
    for stage, best, held in case.stages:
        assert upper_limit(position, stage, weights) >= best, f"park {case.seed}, {stage}: {position}"
        if covers(tables):
            prices = pricing.prices(stage, have, held)
            assert prices is not None, f"park {case.seed}, {stage}: what is reached is called unreachable"
            assert reaches(prices.limit, best), f"park {case.seed}, {stage}: the relaxation: {position}"
        if counts(tables) and not tables.fares_matter:
            for prices in counting.limits(stage, have, held):
                assert reaches(prices.limit, best), f"park {case.seed}, {stage}: counting: {position}"


def hold_bounds_of(engines: frozenset[Engine], case: Case) -> None:
    """What the engines tell of each stage while they search alone."""
    told: list[Message] = []
    search(case.position, replace(case.settings, engines=engines), told.append)
    faces = FACES if Tables(case.position).chance else 1
    best = {stage: value * faces for stage, value, _ in case.stages}
    for limit in told:
        if isinstance(limit, Limit) and limit.rank == 0:
            assert limit.bound >= best[limit.stage], f"park {case.seed}, {limit}, {sorted(engines)}: {case.position}"


@pytest.mark.parametrize("card", [card for _, card in CARDS], ids=NAMES)
def test_bounds_without_a_search_reach_the_optimum_and_would_not_without_a_row(card: StrEnum) -> None:
    rows = [row for row in ROWS if row.card is card]
    for number, case in enumerate(cases(card, MORE_PARKS), start=1):
        hold_bounds_without_a_search(case)
        rows = [row for row in rows if not row.is_missed(case)]
        if number >= PARKS and not rows:
            break
    assert not rows, f"no park misses {rows}"


@pytest.mark.parametrize("card", [card for _, card in CARDS], ids=NAMES)
def test_paths_of_guests_reach_the_optimum_and_allow_no_more_than_the_flow(card: StrEnum) -> None:
    for case in cases(card, PARKS):
        tables = Tables(case.position, faces=VALUES)
        if not covers(tables):
            continue
        have, pricing = supplies(tables), Pricing(tables, case.settings.weights)
        most = {tile.id: tables.free_icons[tile.id] + tables.managers_on(tile.id) for tile in case.position.tiles}
        program = PathProgram(pricing, most)
        relaxation, question = PathRelaxation(program), program.question(have)
        for stage, best, held in case.stages:
            if tables.fares_matter and stage is not Stage.STARS:
                continue  # walks that bring dollars would be walked for ever
            prices = pricing.prices(stage, have)  # the search for paths begins where the flow was solved last
            goal, stars, money, constant = terms_of(tables, case.settings.weights, stage)
            near, taken = program.solved_duals(), constant + stars * have.stars + money * have.money
            limit = relaxation.limit(question, goal, -math.inf, lambda: False, near, SOME_ROUNDS)[0] + taken
            assert prices is not None
            assert limit <= prices.limit + SAFETY, f"park {case.seed}, {stage}: more than the flow: {case.position}"
            if not held:
                assert reaches(limit, best), f"park {case.seed}, {stage}: {case.position}"


@pytest.mark.parametrize("card", [card for _, card in CARDS], ids=NAMES)
def test_prices_sought_without_a_linear_program_reach_the_optimum_and_say_what_they_limit(card: StrEnum) -> None:
    for case in cases(card, PARKS):
        tables = Tables(case.position, faces=VALUES)
        if not covers(tables):
            continue
        have, pricing = supplies(tables), Pricing(tables, case.settings.weights)
        program = PathProgram(pricing, {tile.id: tables.free_icons[tile.id] for tile in case.position.tiles})
        question = program.question(replace(have, managers=0.0))
        bundle = LevelBundle(program, BestWays(program.paths))
        for stage, best, held in case.stages:
            if tables.fares_matter and stage is not Stage.STARS:
                continue
            goal, stars, money, constant = terms_of(tables, case.settings.weights, stage)
            near, taken = program.network_duals(have, goal), constant + stars * have.stars + money * have.money
            limit, duals = bundle.limit(question, goal, best - taken - 1.0, lambda: False, near)
            assert program.holds(goal, duals), f"park {case.seed}, {stage}: a column pays: {case.position}"
            told = question.limit(bundle.prices(duals, goal))
            assert math.isclose(limit, told, abs_tol=ROUNDING), f"park {case.seed}, {stage}: {case.position}"
            if not held and not tables.managers:
                assert reaches(limit + taken, best), f"park {case.seed}, {stage}: {case.position}"


@pytest.mark.thorough
@pytest.mark.parametrize("card", [card for _, card in CARDS], ids=NAMES)
def test_bounds_without_a_search_reach_the_optimum_of_many_parks(card: StrEnum) -> None:
    for case in cases(card, MORE_PARKS):
        hold_bounds_without_a_search(case)


@pytest.mark.parametrize(
    "card", sampled(sorted((card for _, card in CARDS), key=lambda card: card not in DECISIVE), len(DECISIVE))
)
def test_the_bounds_that_each_engine_tells_reach_the_optimum(card: StrEnum) -> None:
    for case in cases(card, 1):
        for engines in ({Engine.LAYERED}, {Engine.RELAXATION}, {Engine.CPSAT}):
            hold_bounds_of(frozenset(engines), case)


def test_each_card_is_among_the_parks() -> None:
    assert len(CARDS) == len(list(chain(*KINDS))) == len(set(NAMES))
