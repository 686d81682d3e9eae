"""Building on the grid: each rule with a legal and an illegal place, and where the best place is."""

import json
from itertools import permutations, product
from typing import Any

import pytest

from api.dice_manor.building import layouts_document, load_site
from api.dice_manor.loading import load_seat
from api.dice_manor.text import layouts_text
from api.problems.bad_input import BadInput
from models.dice_manor.building import BUILD_CHECKS, Edge, Grid, Placing, Side, Tile, TileRoom, placings
from models.dice_manor.building_replay import Build, check_building, replay_building
from models.dice_manor.manor import RoomType
from models.dice_manor.rules import Rule
from models.dice_manor.rulings import Choice, ManorRulings, Ruling
from models.shared.deadline import Patience, TimeOver, within
from solver.dice_manor.grand_opening import opening_worth
from solver.dice_manor.layouts import Goal, best_layouts, joined
from tests.dice_manor.documents import example
from tests.dice_manor.manors import room

DOCUMENT = example("build")
SITE = load_site(DOCUMENT)
LIBRARY = "made-up-library"


def test_walls_of_two_tiles_may_touch_unless_the_table_rules_otherwise_and_doors_meet_under_both():
    strict = ManorRulings.of({Ruling.WALLS_SIDE_BY_SIDE: Choice.MAY_NOT_TOUCH})
    grid = Grid(SITE.grid.placed, strict)
    assert replay_building(grid, SITE.tiles, [Build(LIBRARY, (1, 0))]).violation is None
    assert replay_building(grid, SITE.tiles, [Build(LIBRARY, (2, 0), 2)]).violation.message.startswith("A door of")


@pytest.mark.parametrize("told", ["dining", "kitchen", "both"])
def test_a_door_between_the_rooms_of_a_tile_is_told_on_one_side_or_on_both(told):
    west = (Edge(0, 0, Side.WEST), *([Edge(0, 0, Side.EAST)] if told != "kitchen" else []))
    east = (Edge(1, 0, Side.WEST),) if told != "dining" else ()
    tile = Tile("two", (TileRoom(room("dining", 4), ((0, 0),), west), TileRoom(room("kitchen", 5), ((1, 0),), east)))
    alone = Grid(SITE.grid.placed[:1], ManorRulings())
    for turn, at in ((0, (1, 0)), (3, (0, -1))):
        grid = replay_building(alone, (tile,), [Build("two", at, turn)]).grids[-1]
        assert grid.manor.joined["kitchen"] == {"dining"}


def test_a_tile_is_built_once():
    twice = [Build(LIBRARY, (1, 0)), Build(LIBRARY, (1, -2))]
    verdict = replay_building(SITE.grid, SITE.tiles, twice)
    assert (len(verdict.grids), verdict.violation.step, verdict.violation.rule) == (1, 1, Rule.BUILD_TILE)


FAR_DOOR = Tile("hall", (TileRoom(room("hall", 4), ((0, 0), (1, 0), (1, 1)), (Edge(1, 1, Side.EAST),)),))


@pytest.mark.parametrize("tile", [SITE.tiles[0], FAR_DOOR], ids=["library", "a door away from its first cell"])
def test_the_places_listed_are_those_that_the_rules_allow_on_the_whole_grid(tile):
    everywhere = {
        (at, turn)
        for at in product(range(-6, 7), repeat=2)
        for turn in range(4)
        if all(check.fault(SITE.grid, Placing(tile, at, turn)) is None for check in BUILD_CHECKS)
    }
    listed = [(each.at, each.turn) for each in placings(SITE.grid, tile)]
    assert set(listed) == everywhere
    assert len(listed) == len(everywhere)


def test_a_place_at_which_two_doors_of_a_tile_meet_doors_is_listed_once():
    corner = Tile("corner", (TileRoom(room("corner", 4), ((0, 0),), (Edge(0, 0, Side.WEST), Edge(0, 0, Side.SOUTH))),))
    grid = Grid((SITE.grid.placed[0], Placing(office("north", "red", "S", "E"), (0, -1))), ManorRulings())
    beside = grid.with_tile(Placing(office("east", "red", "N", "W"), (1, 0)))
    listed = [(each.at, each.turn) for each in placings(beside, corner)]
    assert listed.count(((1, -1), 0)) == 1
    assert len(listed) == len(set(listed))


def test_four_quarter_turns_leave_a_tile_as_it_lay():
    tile = SITE.tiles[0]
    assert Placing(tile, (0, 0), 4).laid == tile
    assert Placing(tile, (0, 0), 1).laid.rooms[0].doors == (Edge(0, 0, Side.NORTH), Edge(0, 1, Side.EAST))


def test_doors_that_meet_join_their_rooms():
    grid = replay_building(SITE.grid, SITE.tiles, [Build(LIBRARY, (1, 0))]).grids[-1]
    assert {id: set(others) for id, others in grid.manor.joined.items()} == {
        "entrance": {"office", "library"},
        "office": {"entrance"},
        "library": {"entrance"},
    }


def test_by_ruling_the_cells_beside_the_one_before_the_front_door_stay_empty_too():
    def empty(choice):
        rulings = ManorRulings.of({Ruling.FRONT_CELL: choice})
        return Grid(SITE.grid.placed, rulings).kept_empty

    assert empty(Choice.ONLY_THE_CELL) == {(0, 1)}
    assert empty(Choice.AND_ITS_NEIGHBOURS) == {(0, 1), (-1, 1), (1, 1), (0, 2)}


def test_by_ruling_the_front_door_that_is_not_told_is_south_of_the_first_cell_of_the_entrance():
    south = ManorRulings.of({Ruling.ENTRANCE_FRONT: Choice.SOUTH})
    halls = (TileRoom(room("entrance", "*", type=RoomType.ENTRANCE), ((0, 0), (1, 0)), ()),)
    wide = Tile("entrance", (*halls, TileRoom(room("cloakroom", 4), ((2, 0),), ())))
    assert Grid((Placing(wide, (0, 0)),), south).kept_empty == {(0, 1)}
    assert Grid((Placing(wide, (5, 5), 1),), south).kept_empty == {(4, 5)}
    assert Grid((Placing(wide, (0, 0)),), ManorRulings()).kept_empty == frozenset()


STRICT = {Ruling.WALLS_SIDE_BY_SIDE: Choice.MAY_NOT_TOUCH}
BESIDE, ABOVE, NOWHERE = Build("beside", (1, 0)), Build("above", (1, -1)), Build("far", (5, 5))
TURNED_AWAY = Build("above", (1, -1), 2)


@pytest.mark.parametrize(
    ("rulings", "moves", "step", "under"),
    [
        (STRICT, [BESIDE, ABOVE, NOWHERE], 1, [(Choice.MAY_TOUCH, 2)]),
        (STRICT, [BESIDE, ABOVE], 1, [(Choice.MAY_TOUCH, None)]),
        ({}, [BESIDE, ABOVE, NOWHERE], 2, []),
        ({}, [BESIDE, TURNED_AWAY], 1, []),
    ],
    ids=["gets further", "would be legal", "would end earlier", "would end alike"],
)
def test_tiles_that_are_refused_name_the_rulings_under_which_building_gets_further(rulings, moves, step, under):
    tiles = [office(each, "red", "W") for each in ("beside", "above", "far")]
    verdict = check_building(Grid(SITE.grid.placed, ManorRulings.of(rulings)), tiles, moves)
    assert verdict.violation.step == step
    assert [(one.choice, one.step) for one in verdict.under] == under


def test_the_best_place_of_one_tile_is_proven_and_worth_the_most():
    layouts = best_layouts(SITE.grid, SITE.tiles, Goal(4, 0))
    assert layouts.proven
    worths = [layout.worth.total for layout in layouts.found]
    assert worths == sorted(worths, reverse=True)
    assert layouts.found[0].placed[0].at == (1, -1)
    assert worths[0] > layouts.before.total


def office(id, colour, *doors):
    edges = tuple(Edge(0, 0, Side(side)) for side in doors)
    return Tile(id, (TileRoom(room(id, 4, colours=(colour,)), ((0, 0),), edges),))


TWO = (*SITE.tiles, office("made-up-corner", "red", "N", "W"))


def every_end(grid, tiles):
    """The manors of all sequences of places until none is left, tile by tile in every order."""
    found = set()
    for order in permutations(tiles):
        here = [grid]
        for tile in order:
            here = [longer for each in here for longer in [each.with_tile(at) for at in placings(each, tile)] or [each]]
        found |= {
            joined(each.manor) for each in here if all(not list(placings(each, tile)) for tile in left(each, tiles))
        }
    return found


def left(grid, tiles):
    built = {placing.tile.id for placing in grid.placed}
    return [tile for tile in tiles if tile.id not in built]


def test_every_layout_of_several_tiles_is_tried_and_the_best_is_proven():
    layouts = best_layouts(SITE.grid, TWO, Goal(3, 0))
    assert layouts.proven
    assert {joined(layout.grid.manor) for layout in layouts.found} == every_end(SITE.grid, TWO)
    assert len(layouts.found) == layouts.manors
    moves = [Build(each.tile.id, each.at, each.turn) for each in layouts.found[0].placed]
    assert replay_building(SITE.grid, TWO, moves).violation is None


def test_a_tile_that_may_be_left_and_would_cost_a_bonus_is_left():
    four = {"diversity": {"1": 4}}
    answers = [
        layouts_document(load_site(DOCUMENT | four | {"dice": 1, "rulings": {"tile-not-placed": choice}}), seconds=5)
        for choice in ("where-it-fits", "may-be-left")
    ]
    built, free = answers
    assert built["moves"]
    assert free["moves"] == []
    assert free["status"] == "optimal"
    assert free["expected"] == free["before"] > built["expected"]
    assert any("left unbuilt" in note for note in free["notes"])
    assert not any("left unbuilt" in note for note in built["notes"])


@pytest.mark.parametrize(("diversity", "told"), [({"1": 4}, True), ({"1": 4, "2": 5}, False), ({}, False)])
def test_a_table_of_diversity_that_lacks_the_types_of_a_layout_is_told_of(diversity, told):
    answer = layouts_document(load_site(DOCUMENT | {"dice": 1, "diversity": diversity}), seconds=5)
    assert ("diversity names no prestige for 2 room types; counted as 0." in answer["notes"]) is told


def test_layouts_that_are_too_many_are_searched_and_nothing_is_called_proven(monkeypatch):
    best = best_layouts(SITE.grid, TWO, Goal(3, 0)).found[0].worth.total
    monkeypatch.setattr("solver.dice_manor.layouts.MOST_GRIDS", 3)
    searched = best_layouts(SITE.grid, TWO, Goal(3, 0))
    assert not searched.proven
    assert searched.found[0].worth.total <= best


def test_layouts_that_the_time_does_not_suffice_for_leave_the_best_unproven(monkeypatch):
    every, asked = best_layouts(SITE.grid, TWO, Goal(3, 0)), []

    def over(*arguments):
        asked.append(arguments)
        if len(asked) > 3:
            raise TimeOver
        return opening_worth(*arguments)

    monkeypatch.setattr("solver.dice_manor.layouts.opening_worth", over)
    layouts = best_layouts(SITE.grid, TWO, Goal(3, 0))
    assert not layouts.proven
    assert 0 < len(layouts.found) < layouts.manors == every.manors


def test_where_no_time_is_left_a_legal_layout_is_estimated_and_all_tiles_that_fit_are_built():
    for most in (None, 1):
        with within(Patience(work=0.0, seconds=0.0)):
            layouts = best_layouts(SITE.grid, TWO, Goal(7, 2), most)
        best = layouts.found[0]
        assert replay_building(SITE.grid, TWO, [Build(*each) for each in moved(best)]).violation is None
        assert not any(list(placings(best.grid, tile)) for tile in left(best.grid, TWO))
        assert not layouts.proven
        assert not best.worth.exact


def moved(layout):
    return [(each.tile.id, each.at, each.turn) for each in layout.placed]


def test_manors_are_estimated_where_the_one_that_lies_is_not_weighed_exactly_in_its_share_of_the_time(monkeypatch):
    def over(*_):
        raise TimeOver

    monkeypatch.setattr("solver.dice_manor.layouts.opening_worth", over)
    monkeypatch.setattr("solver.dice_manor.layouts.PLAYED", 0.0)
    layouts = best_layouts(SITE.grid, TWO, Goal(3, 0))
    assert len(layouts.found) == layouts.manors
    assert not any(layout.worth.exact for layout in layouts.found)


def test_the_notes_tell_what_was_weighed_in_time_and_what_is_an_estimate():
    answer = layouts_document(load_site(DOCUMENT | {"dice": 9}), seconds=1e-6)
    assert answer["moves"]
    assert answer["notes"][:2] == [
        "Of 2 different manors 1 was weighed in time.",
        "The Grand Opening is estimated, by a policy played many times: another layout may be better.",
    ]
    assert not any("fit nowhere" in note for note in answer["notes"])


def test_majorities_against_the_other_players_are_counted_and_may_change_the_place():
    blue = {"id": "bob", "rooms": [{"id": "x", "type": "office", "colours": ["blue"]}]}
    alone, against = (
        layouts_document(load_site(each), seconds=5) for each in (DOCUMENT, DOCUMENT | {"others": [blue]})
    )
    assert any("Majorities" in note for note in alone["notes"])
    assert alone["options"][0]["parts"] | {"grand_opening": 0} == {
        "grand_opening": 0,
        "colours": 0,
        "largest": 0,
        "diversity": 0,
    }
    assert against["options"][0]["parts"]["colours"] == 12 + 8  # most red, tied for most blue
    assert against["options"][0]["parts"]["largest"] == 12
    assert against["expected"] == pytest.approx(alone["expected"] + 32)
    told = layouts_document(load_site(DOCUMENT | {"diversity": {"2": 5}}), seconds=5)
    assert told["options"][0]["parts"]["diversity"] == 5


def test_a_magic_room_is_built_beside_the_colour_that_pays():
    magic = {**DOCUMENT["tiles"][0]["rooms"][0], "colours": ["magic"], "cells": [[0, 0]], "doors": [[0, 0, "W"]]}
    site = {**DOCUMENT, "tiles": [{"id": "made-up-library", "rooms": [magic]}], "dice": 1, "tokens": 0}
    rival = {"id": "bob", "rooms": [{"id": "x", "type": "office", "colours": ["red"]}]}
    best = layouts_document(load_site({**site, "others": [rival]}), seconds=5)["options"][0]
    assert best["doors"]["made-up-library" if "made-up-library" in best["doors"] else "library"] == ["office"]
    assert best["parts"]["colours"] == 12


@pytest.mark.parametrize(
    ("path", "value", "pointer"),
    [
        (("grid", 0, "tile", "rooms", 0, "type"), "office", "/grid/0/tile"),
        (("grid", 1, "at"), [0, 0], "/grid/1/at"),
        (("tiles", 0, "rooms", 0, "doors"), [[0, 0, "E"]], "/tiles/0/rooms/0/doors/0"),
        (("tiles", 0, "rooms", 0, "cells"), [[0, 0], [0, 0]], "/tiles/0/rooms/0/cells"),
        (("tiles", 0, "rooms", 0, "id"), "office", "/tiles/0/rooms/0/id"),
    ],
)
def test_a_fault_of_the_grid_is_told_where_it_is(path, value, pointer):
    document = json.loads(json.dumps(DOCUMENT))
    place = document
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(Exception, match="cannot be used") as raised:
        load_site(document)
    assert pointer in [fault.pointer for fault in raised.value.faults]


def test_the_text_tells_the_worth_of_the_manor_with_its_bonuses():
    document = layouts_document(load_site(DOCUMENT | {"diversity": {"1": 100}}), seconds=5)
    assert document["before"] > 100
    assert layouts_text(document).startswith(f"The manor is worth {document['before']:.4f} now.")


def test_a_room_of_a_tile_of_two_may_have_no_way_to_the_entrance_and_no_other_room_may() -> None:
    def document(of: str) -> dict[str, Any]:
        rooms = [
            {"id": "entrance", "type": "entrance", "slots": ["any"], "doors": ["one"]},
            {"id": "one", "type": of, "slots": [[4]], "doors": ["entrance"]},
            {"id": "other", "type": of, "slots": [[4]], "doors": []},
        ]
        return {"of": "dice-manor", "version": 1, "phase": "grand-opening", "unplaced": 2, "manor": {"rooms": rooms}}

    assert load_seat(document("dining-kitchen"))
    with pytest.raises(BadInput) as refused:
        load_seat(document("office"))
    assert [fault.pointer for fault in refused.value.faults] == ["/manor/rooms/2/doors"]
