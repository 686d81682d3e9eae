"""The made-up parks are what their script draws, load without faults, and hold what they are there for."""

from collections import Counter

import pytest

from models.theme_park.cards import SkillKind, Staff
from models.theme_park.operate.position import MOST_MAPS, MOST_MASCOTS, Position, RuleSet
from solver.theme_park.operate.supported import unsolved
from tests.bench import played
from tests.bench.made_up import parks, written
from tests.bench.positions import PLAYED, paths, position

PARKS = dict(parks())
NAMES = pytest.mark.parametrize("name", PARKS)


def has_rerolls(park: Position) -> bool:
    slots = [slot for tile in park.tiles for slot in tile.attraction.requirement.slots]
    return any(slot.reroll for slot in slots) or any(skill and skill.kind is SkillKind.REROLL for skill in park.mascots)


@NAMES
def test_the_file_is_what_the_script_draws_and_loads_without_faults(name: str) -> None:
    assert paths()[name].read_text(encoding="utf-8") == written(PARKS[name])
    assert position(name) == PARKS[name]


@NAMES
def test_the_solver_accepts_the_park(name: str) -> None:
    assert not unsolved(PARKS[name])


def test_forty_parks_of_both_games_reach_what_the_game_can_reach() -> None:
    every = list(PARKS.values())
    assert Counter(park.game for park in every) == {RuleSet.INTRODUCTORY: 16, RuleSet.FULL: 24}
    assert max(len(park.guests) for park in every) == 12
    assert max(len(park.tiles) for park in every) == 9
    assert max(park.maps for park in every) == MOST_MAPS
    assert max(len(park.mascots) for park in every) == MOST_MASCOTS
    assert max(sum(tile.icons == 2 and not tile.is_entrance for tile in park.tiles) for park in every) == 3
    assert {card for park in every for card in (Staff.MANAGER, Staff.MASCOT) if park.played[card] == 2} == {
        Staff.MANAGER,
        Staff.MASCOT,
    }


def test_every_skill_is_dealt_and_rerolls_are_few() -> None:
    dealt = {skill.kind for park in PARKS.values() for skill in park.mascots if skill}
    assert dealt == set(SkillKind)
    assert sum(has_rerolls(park) for park in PARKS.values()) == 2


def test_every_ride_is_named_as_made_up() -> None:
    rides = [tile for park in PARKS.values() for tile in park.tiles if not tile.is_entrance]
    assert all(tile.name.startswith("Made-up ") for tile in rides)


@pytest.mark.thorough
def test_parks_of_whole_games_are_what_their_script_draws_of_every_round() -> None:
    drawn = dict(played.parks())
    assert {path.stem for path in (PLAYED / "positions").glob("*.json")} == set(drawn)
    for name, park in drawn.items():
        assert paths()[name].read_text(encoding="utf-8") == played.written(park)
    assert Counter(park.round for park in drawn.values()) == {1: 12, 2: 12, 3: 12, 4: 12, 5: 8}
