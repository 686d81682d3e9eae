"""No engine's bound is below the optimum of the oracle: engine by engine, card by card.

A bound that is too low makes a worse sequence "optimal", and no replay sees it.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain
from random import Random

import pytest

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
from models.theme_park.guests import GUEST_COLOURS, Colour
from models.theme_park.operate.chance import FACES
from models.theme_park.operate.position import Position
from solver.theme_park.operate.exhaustive import Exhaustive
from solver.theme_park.operate.flow.counting import Counting, counts
from solver.theme_park.operate.flow.prices import Pricing, supplies
from solver.theme_park.operate.flow.relaxed_cards import covers
from solver.theme_park.operate.layered.codes import SAFETY
from solver.theme_park.operate.messages import Limit, Message
from solver.theme_park.operate.portfolio import search
from solver.theme_park.operate.settings import STAGES, Engine, Settings, Stage
from solver.theme_park.operate.supported import unsolved
from solver.theme_park.operate.tables import Tables
from solver.theme_park.operate.trivial_bounds import upper_limit
from tests.theme_park.parity.solving import small_parks, tiny_park
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
MOST_STATES = 600
PARKS, MORE_PARKS = 10, 150


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
    if rng.random() < 0.7:
        position = tightened(rng, position, tile, colour)
    match card:
        case SkillKind():
            return replace(position, mascots=(Skill(card, colour if card in COLOURED_SKILLS else None),))
        case AdministratorKind():
            coloured = colour if card in COLOURED_ADMINISTRATORS else None
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
    tables = Tables(position)
    have, pricing, counting = supplies(tables), Pricing(tables, weights), Counting(tables, weights)
    for stage, best, held in case.stages:
        assert upper_limit(position, stage, weights) >= best, f"park {case.seed}, {stage}: {position}"
        if covers(position):
            prices = pricing.prices(stage, have, held)
            assert prices is not None, f"park {case.seed}, {stage}: what is reached is called unreachable"
            assert reaches(prices.limit, best), f"park {case.seed}, {stage}: the relaxation: {position}"
        if counts(position) and not tables.fares_matter:
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
def test_bounds_without_a_search_reach_the_optimum(card: StrEnum) -> None:
    for case in cases(card, PARKS):
        hold_bounds_without_a_search(case)


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
