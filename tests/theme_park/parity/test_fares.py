"""Cable cars: what rides pay, against the oracle and against the rules, in the layered search alone."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest

from models.theme_park.attraction import Innovation
from models.theme_park.cards import Skill, SkillKind, Staff
from models.theme_park.operate.position import Position
from models.theme_park.rulings import Rulings
from solver import Objective, Settings
from solver.theme_park.operate.layered.chance.expectimax import Expectimax
from solver.theme_park.operate.layered.encoding.codes import ABSENT, BASE, GUIDES, MAPS, VALUES
from solver.theme_park.operate.layered.encoding.fares import (
    MOST_MAPS_PAID,
    fares,
    plays_fares,
    rides_at_the_end,
    shares_of_detour,
)
from solver.theme_park.operate.layered.encoding.park import exact_stages, first_row, park_arrays
from solver.theme_park.operate.layered.kernel.rides import paid_at_the_end
from solver.theme_park.operate.layered.limits.dominance import detours_of
from solver.theme_park.operate.settings import STAGES, Engine, Weights
from solver.theme_park.operate.supported import unsolved
from solver.theme_park.operate.tables import Tables
from tests.theme_park.oracle import exhaust
from tests.theme_park.parity.solving import (
    any_parks,
    full_park,
    park_with_rerolls,
    proves_what_the_oracle_knows,
    small_parks,
)
from tests.theme_park.parity.wild_parks import park_of_larger_parties
from tests.thorough import of_batch, sampled

PARKS_A_BATCH, MOST_STATES = 3, 1_200
ALONE = frozenset({Engine.LAYERED})
WALKING = (SkillKind.MOVE_OUT, SkillKind.MOVE_TWO)


def with_cable_cars(rng: Random, position: Position) -> Position:
    """The park with two or three cable cars anywhere, up to two maps, and now and then a skill that moves dice."""
    cars = rng.sample(range(len(position.tiles)), rng.randint(2, min(3, len(position.tiles))))
    tiles = [
        replace(tile, innovation=Innovation.CABLE_CAR if number in cars else None)
        for number, tile in enumerate(position.tiles)
    ]
    mascots = position.mascots
    if mascots and rng.random() < 0.5:
        mascots = (Skill(rng.choice(WALKING)), *mascots[1:])
    return replace(position, tiles=tuple(tiles), maps=rng.randint(0, 2), mascots=mascots)


def with_fares(park: Callable[[Random], Position]) -> Callable[[Random], Position]:
    """Parks of that kind in which the layered search counts fares."""

    def drawn(rng: Random) -> Position:
        while True:
            position = park(rng)
            if len(position.tiles) < 2:
                continue
            position = with_cable_cars(rng, position)
            if not unsolved(position) and fares(Tables(position), Settings()).size:
                return position

    return drawn


park_with_fares = with_fares(full_park)
larger_parties_with_fares = with_fares(park_of_larger_parties)


def park_of_rolls_with_fares(rng: Random) -> Position:
    """The same where dice may be rerolled."""
    while True:
        position = with_fares(park_with_rerolls)(rng)
        if Tables(position).chance and Expectimax(position, Settings()).in_time:
            return position


@pytest.mark.parametrize("batch", sampled(range(48), thorough=8))
def test_the_layered_search_alone_proves_every_stage_where_cable_cars_pay(batch: int) -> None:
    all_stages, (first, parks) = 0, of_batch(batch, PARKS_A_BATCH)
    for seed, position, settings, truth in small_parks(
        710_000 + first, parks, most_states=MOST_STATES, park=park_with_fares
    ):
        exact = proves_what_the_oracle_knows(seed, position, replace(settings, engines=ALONE), truth)
        all_stages += exact == len(STAGES[Objective.STARS])
    assert all_stages, "some of them are proven in every stage"


@pytest.mark.parametrize("batch", sampled(range(24), thorough=6))
def test_who_joins_a_party_by_cable_car_is_paid(batch: int) -> None:
    first, parks = of_batch(batch, PARKS_A_BATCH)
    proven = [
        proves_what_the_oracle_knows(seed, position, replace(settings, engines=ALONE), truth)
        for seed, position, settings, truth in small_parks(
            740_000 + first, parks, most_states=MOST_STATES, park=larger_parties_with_fares
        )
    ]
    assert any(proven), "some of them are proven"


@pytest.mark.parametrize("batch", sampled(range(24), thorough=6))
def test_the_best_plan_with_rerolls_counts_fares(batch: int) -> None:
    searched, (first, parks) = 0, of_batch(batch, PARKS_A_BATCH)
    for seed, position, settings, truth in small_parks(
        720_000 + first, parks, most_states=MOST_STATES, park=park_of_rolls_with_fares
    ):
        expectimax = Expectimax(position, settings)
        if not expectimax.exact:
            continue
        searched += 1
        nothing = (-1,) * len(STAGES[settings.objective])
        found = expectimax.search(nothing, np.inf, 1_000_000, lambda: False, priced=False)  # type: ignore[arg-type]
        assert found.values[: expectimax.exact] == truth.score[: expectimax.exact], f"park {seed}: {position}"
    assert searched, "some of them are searched so"


def brute_force(tables: Tables, places: list[int], maps: int, guides: int) -> int:
    """Most dollars of the rides at the end, by every way to share out maps and Guides."""
    tiles = [tile.id for tile in tables.position.tiles]
    most = 0
    for spent in product(range(maps + 1), repeat=len(places)):
        for led in product(range(guides + 1), repeat=len(places)):
            if sum(spent) > maps or sum(led) > guides:
                continue
            paid = 0
            for place, by, leads in zip(places, spent, led, strict=True):
                origin = tiles[place % len(tiles)]
                if place < len(tiles):
                    way = tables.paid_paths.best(origin, None, by, leads)
                    paid += 0 if way is None else way[0]
                else:
                    paid += tables.paid_paths.best_after_move(origin, None, by, leads) or 0
            most = max(most, paid)
    return most


def test_rides_at_the_end_pay_as_much_as_any_by_the_fewest_cards() -> None:
    paying = 0
    for position, settings in any_parks(730_000, 60, park_with_fares):
        tables, park = Tables(position), park_arrays(Tables(position), settings)
        row = first_row(tables, park)[0].copy()
        here = row[: park.kinds.size]
        rng = Random(position.maps)
        for guest in np.flatnonzero(here != ABSENT).tolist():
            may_have_moved = park.walkable[(here[guest] & BASE) // VALUES]
            here[guest] += VALUES * len(position.tiles) * (may_have_moved and rng.random() < 0.5)
        places = ((here[here != ABSENT] & BASE) // VALUES).tolist()
        cards = park.kinds.size + park.icons.size
        maps, guides = int(row[cards + MAPS]), int(row[cards + GUIDES])
        most = brute_force(tables, places, maps, guides)
        assert paid_at_the_end(park, row) == most
        ways = rides_at_the_end(tables, places, maps, guides)
        spent, led = (sum(column) for column in zip(*ways, strict=True))
        assert brute_force(tables, places, spent, led) == most, "the cards spent pay as much"
        if spent:
            assert brute_force(tables, places, spent - 1, led) < most, "with a map less they pay less"
        paying += most > 0
    assert paying > 20


def test_a_detour_is_shared_so_that_ways_pay_most() -> None:
    for position, settings in any_parks(731_000, 40, park_with_fares):
        tables, paid = Tables(position), fares(Tables(position), settings)
        if not paid.size or position.maps < 2:
            continue
        for places in ((0, 1), (1, 1)):
            fewest = [tables.walks[position.tiles[place].id][position.tiles[0].id] for place in places]
            detour = position.maps - sum(fewest)
            if detour < 0:
                continue
            shares = shares_of_detour(tables, places, position.tiles[0].id, (False, False), detour)
            assert sum(shares) == detour
            pays = sum(paid[place, 0, 0, one + more] for place, one, more in zip(places, fewest, shares, strict=True))
            assert pays == max(
                paid[places[0], 0, 0, fewest[0] + own] + paid[places[1], 0, 0, fewest[1] + detour - own]
                for own in range(detour + 1)
            )


def test_who_may_stand_in_for_another_is_paid_as_much() -> None:
    for position, settings in any_parks(732_000, 40, park_with_fares):
        park = park_arrays(Tables(position), settings)
        if not park.fares.size:
            continue
        detours, most = detours_of(park), park.fares.shape[-1] - 1
        for one, other in product(range(len(detours)), repeat=2):
            more = int(detours[one, other])
            for maps in range(most + 1 - more):
                assert (park.fares[one, ..., maps + more] >= park.fares[other, ..., maps]).all()


def test_where_not_all_fares_are_counted_the_stars_alone_are_exact() -> None:
    position = replace(next(position for position, _ in any_parks(733_000, 1, park_with_fares)), rulings=Rulings())
    taking_in = replace(position, mascots=(Skill(SkillKind.MOVE_IN),))
    twice_led = replace(position, mascots=(), staff=(Staff.GUIDE, Staff.GUIDE))
    many_maps = replace(position, mascots=(), staff=(), maps=MOST_MAPS_PAID + 1)
    for each in (taking_in, twice_led, many_maps):
        tables = Tables(each)
        assert not plays_fares(tables)
        assert not fares(tables, Settings()).size
        assert exact_stages(tables, Objective.STARS) == 1
        assert exact_stages(tables, Objective.FINAL) == exact_stages(tables, Objective.BALANCED) == 0
    plain = replace(position, mascots=(), staff=())
    assert exact_stages(Tables(plain), Objective.STARS) == exact_stages(Tables(plain), Objective.BALANCED) == 3


def test_no_fares_are_counted_where_dollars_weigh_nothing() -> None:
    position = next(position for position, _ in any_parks(734_000, 1, park_with_fares))
    weightless = Settings(objective=Objective.BALANCED, weights=Weights(stars=1, money=0, pips=1))
    assert not fares(Tables(position), weightless).size
    assert exhaust(position, weightless, most_states=50_000).score
