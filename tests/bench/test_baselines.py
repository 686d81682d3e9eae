"""The rivals play by the rules and reach what the oracle reaches; otherwise beating them would prove nothing."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import count
from random import Random

import pytest

from api import load_moves
from models import replay
from models.theme_park.cards import Skill, SkillKind, Staff
from models.theme_park.operate.position import Position, RuleSet
from solver import Settings
from tests.bench.baselines import asp, cpsat, didp
from tests.bench.baselines.facts import NotWeighed
from tests.bench.positions import best_known, names, position
from tests.theme_park.oracle import TooManyStates, exhaust
from tests.theme_park.parks import random_position

RIVALS = pytest.mark.parametrize(
    "rival",
    [
        pytest.param(asp, id="clingo"),
        pytest.param(cpsat, id="plain-cpsat"),
        pytest.param(didp, id="didp", marks=pytest.mark.thorough),
    ],
)
ROUND_ONE = [name for name in names() if name.startswith("round1")]
MOST_STATES = 2_000
SMALL_PARKS = 8
CARDS = (Staff.MASCOT, Staff.GUIDE, Staff.MANAGER)


def assert_best(rival, park: Position, stars: int) -> None:
    outcome = rival.solve(park, 60)
    verdict = replay(park, load_moves(list(outcome.moves), park))
    assert verdict.legal, verdict.violation
    assert verdict.stars == outcome.stars == outcome.bound == stars
    assert outcome.stars_proven is not None


@RIVALS
@pytest.mark.parametrize("name", ROUND_ONE)
def test_round_one_parks_are_proven_at_the_best_known_stars(rival, name: str) -> None:
    assert_best(rival, position(name), best_known()[name].stars)


def test_dynamic_programming_takes_part() -> None:
    assert_best(didp, position(ROUND_ONE[0]), best_known()[ROUND_ONE[0]].stars)


def any_park(rng: Random) -> Position:
    return random_position(rng, tiles=rng.randint(1, 3), guests=rng.randint(1, 3))


def park_with_mascot_cards(rng: Random) -> Position:
    staff = (Staff.MASCOT, rng.choice(CARDS))
    return random_position(
        rng, tiles=rng.randint(2, 3), guests=rng.randint(2, 3), mascots=1, maps=rng.randint(0, 1), staff=staff
    )


@cache
def small_parks(draw: Callable[[Random], Position]) -> list[tuple[Position, int]]:
    """The first parks of a kind that the oracle can visit, with their best stars."""
    parks: list[tuple[Position, int]] = []
    for seed in count():
        park = draw(Random(seed))
        with suppress(TooManyStates):
            parks.append((park, int(exhaust(park, Settings(), most_states=MOST_STATES).score[0])))
        if len(parks) == SMALL_PARKS:
            return parks
    raise AssertionError


@RIVALS
@pytest.mark.parametrize("number", range(SMALL_PARKS))
def test_small_parks_are_proven_at_the_oracles_stars(rival, number: int) -> None:
    assert_best(rival, *small_parks(any_park)[number])


@RIVALS
@pytest.mark.parametrize("number", range(SMALL_PARKS))
def test_uses_shared_by_mascot_cards_are_weighed(rival, number: int) -> None:
    assert_best(rival, *small_parks(park_with_mascot_cards)[number])


@RIVALS
def test_a_park_with_skill_cards_is_refused_by_name(rival) -> None:
    park = position("round1-01")
    full = Position(park.tiles, park.guests, game=RuleSet.FULL, mascots=(Skill(SkillKind.TWO_BY_ONE),))
    with pytest.raises(NotWeighed, match="skill cards"):
        rival.solve(full, 1)
