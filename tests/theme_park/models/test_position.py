"""A position: what it holds when nothing is said, and at most."""

from dataclasses import FrozenInstanceError

import pytest

from api import BadInput, dump_position, load_position
from models.theme_park.attraction import Attraction
from models.theme_park.guests import Colour, Guest
from models.theme_park.operate.earnings import counts_as_operated
from models.theme_park.operate.movement import MAP_CHECKS
from models.theme_park.operate.position import (
    MOST_CUBES,
    MOST_MAPS,
    MOST_MASCOTS,
    MOST_TILES,
    MOST_VIPS,
    ROUNDS,
    Position,
    RuleSet,
)
from models.theme_park.operate.rules import Rule, catalogue
from models.theme_park.requirement import ANY_VALUE, Relation, Requirement, Slot
from models.theme_park.rulings import Rulings

PARK = {
    "tiles": [{"id": "entrance", "hex": [0, 0], "attraction": "park-entrance"}],
    "guests": [{"id": "g1", "colour": "blue", "value": 3, "at": "entrance"}],
}


def read(**fields: object) -> Position:
    return load_position({"version": 1, "rules": {"game": "full"}, "park": PARK} | fields)


def row(number: int) -> dict[str, object]:
    """A park of so many tiles in a row."""
    others = [{"id": f"t{q}", "hex": [q, 0], "attraction": "made-up-swings"} for q in range(1, number)]
    return {"park": PARK | {"tiles": [*PARK["tiles"], *others]}}


MOST = [
    (lambda number: {"maps": number}, MOST_MAPS),
    (lambda number: {"mascots": [{"skill": None}] * number}, MOST_MASCOTS),
    (lambda number: {"maps": number - 2, "used": {"maps": 2}}, MOST_MAPS),
    (lambda number: {"used": {"maps": number}}, MOST_MAPS),
    (lambda number: {"mascots": [{}], "used": {"mascots": [{}] * (number - 1)}}, MOST_MASCOTS),
    (lambda number: {"used": {"mascots": [{}] * number}}, MOST_MASCOTS),
    (lambda number: {"rules": {"game": "full", "round": number}}, ROUNDS),
    (row, MOST_TILES),
]


@pytest.mark.parametrize(
    ("said", "most"),
    MOST,
    ids=[
        "maps",
        "mascots",
        "maps with used ones",
        "maps used",
        "mascots with used ones",
        "mascots used",
        "rounds",
        "tiles",
    ],
)
def test_a_document_may_say_as_much_as_the_box_holds_and_no_more(said, most):
    read(**said(most))
    with pytest.raises(BadInput):
        read(**said(most + 1))


def test_the_box_holds_what_the_rulebook_counts():
    counted = {"maps of four players": 32, "tiles": 36, "cubes of a player": 17, "VIP tokens": 8, "rounds": 5}
    assert counted == {
        "maps of four players": 4 * MOST_MAPS,
        "tiles": MOST_TILES - 1,
        "cubes of a player": MOST_CUBES,
        "VIP tokens": MOST_VIPS,
        "rounds": ROUNDS,
    }
    assert MOST_MASCOTS == 6


def test_of_what_nothing_is_said_there_is_none():
    position = Position((), ())
    assert (position.game, position.round, position.last_round) == (RuleSet.INTRODUCTORY, 1, False)
    assert (position.maps, position.money, position.mascots, position.staff, position.cubes) == (0, 0, (), (), ())
    assert (position.administrator, position.bag, position.expansions) == (None, None, frozenset())
    assert (position.used_maps, position.used_mascots) == (0, ())
    assert position.rulings == Rulings()
    assert not Guest("g1", Colour.BLUE, 3, "entrance").vip


def test_a_slot_of_which_nothing_is_printed_takes_any_die_and_shows_no_symbol():
    assert Slot() == Slot(None, ANY_VALUE, False)
    assert Requirement((Slot(),)).relation is Relation.ANY


def test_an_attraction_of_which_nothing_more_is_printed_has_no_income_and_no_amenity():
    attraction = Attraction("Made up", Colour.BLUE, 3, Requirement((Slot(),)))
    assert (attraction.income, attraction.amenity) == (0, None)


@pytest.mark.parametrize(
    ("administrator", "counts"),
    [(None, False), ({"kind": "mascots"}, False), ({"kind": "attractions"}, True)],
    ids=["none", "another", "the one that counts"],
)
def test_attractions_are_counted_only_for_an_administrator_that_counts_them(administrator, counts):
    position = read(administrator=administrator) if administrator else read()
    assert {counts_as_operated(position, tile) for tile in position.tiles} == {counts}


def test_a_position_is_a_value():
    assert hash(read(maps=2)) == hash(read(maps=2))
    with pytest.raises(FrozenInstanceError):
        read().maps = 3


def test_no_cubes_on_a_tile_are_the_same_said_or_not():
    assert read(cubes={"entrance": 0}) == read()
    assert read(cubes={"entrance": 1}) != read()


def test_nothing_used_is_the_same_said_or_not():
    unused = read(maps=1)
    assert read(maps=1, used={}) == read(maps=1, used={"maps": 0, "mascots": []}) == unused
    assert "used" not in dump_position(unused)
    used = {"maps": 1, "mascots": [{"skill": None}, {"skill": {"kind": "two-by-one"}}]}
    assert dump_position(read(used=used))["used"] == used
    assert read(used={"mascots": used["mascots"][::-1], "maps": 1}) == read(used=used)


@pytest.mark.parametrize(("innovation", "most"), [("cable-car", 3), ("photo-booth", 3), ("statue-1", 1)])
def test_a_park_holds_no_more_of_an_innovation_than_a_player_has_beside_the_cable_car_of_the_entrance(innovation, most):
    def park(number):
        (entrance, *others) = row(most + 2)["park"]["tiles"]
        built = [tile | {"innovation": innovation} if place < number else tile for place, tile in enumerate(others)]
        return {
            "rules": {"game": "full", "expansions": ["innovations"]},
            "park": PARK | {"tiles": [entrance | {"innovation": "cable-car"}, *built]},
        }

    read(**park(most))
    with pytest.raises(BadInput):
        read(**park(most + 1))


SHARED = [
    (catalogue()[Rule.CUBE_ICON], "title"),
    (MAP_CHECKS[0], "rule"),
    (read().tiles[0], "hex"),
    (read().tiles[0].attraction, "stars"),
    (Requirement((Slot(),)), "relation"),
    (Slot(), "reroll"),
]


@pytest.mark.parametrize(("value", "name"), SHARED, ids=[type(value).__name__ for value, _ in SHARED])
def test_what_many_positions_share_none_can_change(value, name):
    with pytest.raises(FrozenInstanceError):
        setattr(value, name, None)
