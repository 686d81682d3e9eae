"""Every way a position document can be wrong is refused, at its place, in words that help."""

from random import Random
from typing import Any

import pytest

from api import BadInput, dump_position, load_position
from api.schemas.problems import problem
from tests.api.documents import park, run, spoilt
from tests.api.wrong_positions import ENTRANCE, WRONG, G, T
from tests.theme_park.parks import random_position


def faults(document: object, prefix: str = "") -> dict[str, str]:
    with pytest.raises(BadInput) as bad:
        load_position(document, prefix=prefix)
    return {fault.pointer: fault.detail for fault in bad.value.faults}


@pytest.mark.parametrize(("path", "value", "pointer", "words"), WRONG, ids=[row[2] for row in WRONG])
def test_a_wrong_value_is_refused_at_its_place(path: str, value: Any, pointer: str, words: tuple[str, ...]) -> None:
    told = faults(spoilt((path, value)))
    assert pointer in told
    assert all(word in told[pointer] for word in words), told[pointer]


@pytest.mark.parametrize("document", [None, [], "park", 3, True, 1.5])
def test_what_is_no_object_is_no_position(document: object) -> None:
    assert "an object with the fields of, version" in faults(document)[""]


def test_faults_of_every_kind_are_told_together() -> None:
    told = faults(
        spoilt((f"{G}/0/value", 7), (f"{T}/2/hex", [0, 0]), (f"{T}/1/hex", [9, 9]), (f"{G}/1/at", "moon"), ("maps", 9))
    )
    assert set(told) == {f"/{G}/0/value", f"/{T}/2/hex", f"/{T}/1/hex", f"/{G}/1/at", "/maps"}


def test_a_place_with_a_wrong_shape_is_told_once() -> None:
    document = spoilt((f"{G}/0/at", " moon "))
    with pytest.raises(BadInput) as bad:
        load_position(document)
    assert [fault.pointer for fault in bad.value.faults] == [f"/{G}/0/at"]


def test_a_tile_whose_hex_cannot_be_read_may_join_the_others() -> None:
    assert set(faults(spoilt((f"{T}/0/hex", "here"), (f"{T}/1/hex", [1, -5])))) == {f"/{T}/0/hex"}


def test_pointers_begin_with_the_prefix() -> None:
    told = faults(spoilt((f"{G}/0/at", "moon"), ("maps", 9)), prefix="/position")
    assert set(told) == {f"/position/{G}/0/at", "/position/maps"}


def test_names_in_pointers_are_escaped() -> None:
    assert "/cubes/a~1b~0c" in faults(spoilt(("cubes", {"a/b~c": 1})))


def test_a_problem_document_tells_at_most_a_hundred_faults() -> None:
    document = spoilt(("park/guests", [{"id": f"g{n}"} for n in range(60)]))
    with pytest.raises(BadInput) as bad:
        load_position(document)
    assert len(bad.value.faults) == 180
    told = problem(bad.value)
    assert len(told["errors"]) == 100
    assert "180 faults" in told["detail"]


def test_only_version_and_park_are_needed() -> None:
    position = load_position(
        {"version": 1, "park": {"tiles": [{"id": "e", "hex": [0, 0], "attraction": "park-entrance"}]}}
    )
    assert (position.maps, position.mascots, position.staff, position.money, position.cubes) == (0, (), (), 0, ())
    assert position.administrator is None
    assert position.bag is None


def test_a_slug_brings_its_printed_upgrades_and_listing_them_is_no_fault() -> None:
    listed = load_position(spoilt((f"{T}/0/upgrades", ["generator", "merch-kiosk"])))
    assert listed.tile["entrance"].upgrades == {"generator", "merch-kiosk"}
    assert load_position(park()).tile["entrance"].upgrades == {"generator", "merch-kiosk"}


def test_an_inline_entrance_has_only_what_is_listed() -> None:
    inline = {"name": "Park Entrance", "colour": "grey", "stars": 2, "requirement": {"dice": [{}]}}
    tile = load_position(spoilt((f"{T}/0/attraction", inline))).tile["entrance"]
    assert (tile.is_entrance, tile.icons, tile.attraction.stars) == (True, 1, 2)


def test_a_park_without_an_entrance_is_refused_unless_a_tile_that_cannot_be_read_may_be_it() -> None:
    without = ((f"{T}/0", ...), (f"{G}/0/at", "ferris"), (f"{T}/1/hex", [2, 0]))
    assert set(faults(spoilt(*without))) == {f"/{T}"}
    assert set(faults(spoilt(*without, (f"{T}/0/attraction", 7)))) == {f"/{T}/0/attraction"}


def test_three_of_an_upgrade_beside_those_printed_on_the_entrance_are_accepted() -> None:
    rides = [
        {"id": f"t{q}", "hex": [q, 0], "attraction": "made-up-carousel", "upgrades": ["generator", "merch-kiosk"]}
        for q in range(1, 4)
    ]
    position = load_position(spoilt((T, [ENTRANCE, *rides]), (G, [])))
    assert sum(tile.icons for tile in position.tiles) == 8


def test_upgrades_may_be_printed_on_starting_attractions_beside_those_installed() -> None:
    rides = [
        {"id": f"t{q}", "hex": [q, 0], "attraction": "made-up-carousel", "upgrades": ["generator"], "installed": []}
        for q in range(1, 4)
    ]
    full = {**rides[0], "upgrades": ["generator", "merch-kiosk", "special-effect"], "installed": ["special-effect"]}
    fourth = {**rides[0], "id": "t4", "hex": [4, 0], "installed": ["generator"]}
    position = load_position(spoilt((T, [ENTRANCE, full, *rides[1:], fourth]), (G, [])))
    assert sum(tile.icons for tile in position.tiles) == 2 + 4 * 2
    box = {"name": "Park Entrance", "colour": "grey", "stars": 2, "requirement": {"dice": [{}]}}
    printed = {**ENTRANCE, "attraction": box, "upgrades": [*full["upgrades"]], "installed": []}
    assert len(load_position(spoilt((T, [printed]), (G, []))).tiles[0].upgrades) == 3


def test_more_than_seventeen_cubes_need_the_ruling() -> None:
    rides = [{"id": f"t{n}", "hex": [n, 0], "attraction": "made-up-carousel"} for n in range(1, 18)]
    tiles: list[dict[str, Any]] = [ENTRANCE, *rides]
    cubes = {tile["id"]: 1 for tile in tiles}
    document = {"version": 1, "park": {"tiles": tiles}, "cubes": cubes}
    assert "18 cubes" in faults(document)["/cubes"]
    assert sum(n for _, n in load_position(document | {"rules": {"rulings": {"cubes.limit": "no"}}}).cubes) == 18


def test_the_outline_is_a_list_of_hexes_or_unbounded() -> None:
    bounded = load_position(spoilt(("rules/rulings", {"board.boundary": [[0, 0], [1, 0], [0, 1]]})))
    assert bounded.rulings.outline == {(0, 0), (1, 0), (0, 1)}
    assert load_position(spoilt(("rules/rulings", {"board.boundary": "unbounded"}))) == load_position(park())


@pytest.mark.parametrize("seed", range(60))
def test_a_position_reads_back_as_it_was_written(seed: int) -> None:
    position = random_position(Random(seed), tiles=5, guests=6, full=seed % 2 == 0)
    assert load_position(dump_position(position)) == position


@pytest.mark.parametrize("command", ["solve", "check", "moves"])
def test_every_command_refuses_a_wrong_position_with_exit_code_2(command: str) -> None:
    words = [command, "-"] + (["nowhere.json"] if command == "check" else [])
    wrong = spoilt((f"{G}/0/at", "moon"), ("maps", 9))
    told = run(*words, "--json", stdin=wrong)
    assert told.code == 2
    assert told.json["status"] == 422
    assert {error["pointer"] for error in told.json["errors"]} == {f"/{G}/0/at", "/maps"}
    text = run(*words, stdin=wrong)
    assert (text.code, text.out) == (2, "")
    assert f"/{G}/0/at: Found" in text.err
