"""A park told otherwise is the same park: no limit shown in one telling is below what is found in another.

Tiles and guests named anew come in another order, and colours are exchanged, so shortcuts that go by such orders are taken elsewhere. This
asks no oracle, and so holds parks that are too large for it.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from models.theme_park.cards import Staff
from models.theme_park.guests import GUEST_COLOURS, Colour, GuestId, TileId
from models.theme_park.operate.position import Position
from models.theme_park.requirement import Requirement
from models.theme_park.rulings import Rulings
from solver import Objective, Settings
from solver.theme_park.operate.layered.encoding.park import exact_stages, fits
from solver.theme_park.operate.settings import STAGES
from solver.theme_park.operate.shared_bounds import SharedBounds
from solver.theme_park.operate.tables import Tables
from tests.theme_park.parity.solving import FULL_SWITCHES, layered_alone, random_rulings, weighed_without_chance
from tests.theme_park.parity.wild_parks import a_skill, asking_for_anything
from tests.theme_park.parks import OPERATE_STAFF, random_position, with_attractions
from tests.thorough import sampled

PARKS_A_BATCH, FIRST_PARK, TELLINGS, MOST_SPENT = 3, 118_000, 3, 200_000
WIDTHS = ((400, 4_000), (40, 400, 4_000), (100, 1_000))


def exchanged(rng: Random, position: Position) -> Position:
    """The park with its colours exchanged."""
    colours = dict(zip(GUEST_COLOURS, rng.sample(GUEST_COLOURS, len(GUEST_COLOURS)), strict=True))

    def other(colour: Colour | None) -> Colour | None:
        return None if colour is None else colours.get(colour, colour)

    def told(requirement: Requirement) -> Requirement:
        slots = tuple(replace(slot, colour=other(slot.colour)) for slot in requirement.slots)
        return replace(requirement, slots=slots)

    administrator = position.administrator
    return replace(
        with_attractions(
            position,
            lambda each: replace(
                each, colour=colours.get(each.colour, each.colour), requirement=told(each.requirement)
            ),
        ),
        guests=tuple(replace(guest, colour=colours[guest.colour]) for guest in position.guests),
        mascots=tuple(
            None if skill is None else replace(skill, colour=other(skill.colour)) for skill in position.mascots
        ),
        administrator=None if administrator is None else replace(administrator, colour=other(administrator.colour)),
        bag=None if position.bag is None else tuple((colours[colour], number) for colour, number in position.bag),
    )


def named_anew(rng: Random, position: Position) -> Position:
    """The park with its tiles and guests, and so their order, named anew."""
    tiles = {tile.id: TileId(f"{rng.choice('abcdefgh')}{number}") for number, tile in enumerate(position.tiles)}
    guests = {guest.id: GuestId(f"{rng.choice('abcdefgh')}{number}") for number, guest in enumerate(position.guests)}
    return replace(
        position,
        tiles=tuple(replace(tile, id=tiles[tile.id]) for tile in position.tiles),
        guests=tuple(replace(guest, id=guests[guest.id], at=tiles[guest.at]) for guest in position.guests),
        mascots=tuple(rng.sample(position.mascots, len(position.mascots))),
        cubes=tuple((tiles[tile], number) for tile, number in position.cubes),
    )


def large_park(rng: Random, objective: Objective) -> Position:
    """A park of up to eight tiles and six guests with skills and Mascot cards, of which the search proves what is best."""
    while True:
        position = random_position(
            rng,
            tiles=rng.randint(3, 8),
            guests=rng.randint(2, 6),
            maps=rng.randint(0, 3),
            mascots=0,
            staff=[rng.choice(OPERATE_STAFF) for _ in range(rng.randint(0, 1))],
            rulings=random_rulings(rng, FULL_SWITCHES) if rng.random() < 0.5 else Rulings(),
            full=True,
        )
        skills = tuple(rng.choice((None, a_skill(rng), a_skill(rng))) for _ in range(rng.randint(0, 3)))
        position = replace(with_attractions(position, without_symbols_on), mascots=skills)
        if rng.random() < 0.5:
            position = replace(position, staff=(*position.staff, Staff.MASCOT))
        if rng.random() < 0.4:
            position = asking_for_anything(rng, position)
        if rng.random() < 0.4:
            guests = tuple(replace(guest, value=rng.choice((1, 2, 2, 3, 3))) for guest in position.guests)
            position = replace(position, guests=guests)
        exact = fits(position) and exact_stages(Tables(position), objective)
        if exact and weighed_without_chance(position):
            return position


def without_symbols_on(attraction):
    slots = tuple(replace(slot, reroll=False, symbol=None) for slot in attraction.requirement.slots)
    return replace(attraction, requirement=replace(attraction.requirement, slots=slots))


def searched(rng: Random, position: Position, settings: Settings) -> SharedBounds:
    """What the layered search alone finds and proves before it has made so many states; now and then as if the park were large."""
    engine, bounds = layered_alone(position, settings)

    def enough() -> bool:
        return engine._spent() > MOST_SPENT

    engine.open(enough)
    if rng.random() < 0.5:
        engine._small = False
    engine.bound()
    engine.run(rng.choice(WIDTHS), enough)
    return bounds


def tellings(rng: Random, position: Position, settings: Settings) -> Iterator[SharedBounds]:
    for number in range(TELLINGS):
        told = named_anew(rng, exchanged(rng, position)) if number else position
        yield searched(rng, told, settings)


@pytest.mark.parametrize("batch", sampled(range(67), thorough=5))
def test_what_is_found_in_one_telling_exceeds_no_limit_shown_in_another(batch: int) -> None:
    proven = 0
    for seed in range(FIRST_PARK + batch * PARKS_A_BATCH, FIRST_PARK + (batch + 1) * PARKS_A_BATCH):
        rng = Random(seed)
        settings = Settings(objective=rng.choice(list(Objective)), time_limit=None, workers=1)
        position = large_park(rng, settings.objective)
        exact = min(exact_stages(Tables(position), settings.objective), len(STAGES[settings.objective]))
        told = list(tellings(rng, position, settings))
        for one, other in product(told, repeat=2):
            for stage in range(exact):
                if stage == 0 or (other.proven(stage) and one.values[:stage] == other.values[:stage]):
                    assert other.bound(stage) >= one.values[stage], (seed, stage)
        proven += sum(each.proven(exact) for each in told)
    assert proven
