"""Entering a park by touch and by keyboard."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.web.visit import Visit, fixture

MOST_TAPS = 60


def enter_facts(visitor: Visit, name: str, colour: str, stars: int, requirement: str | None) -> None:
    """The printed facts of a tile whose name the catalogue knows."""
    visitor.key("enter")
    visitor.key(f"known/{name}")
    visitor.key(f"Colour/{colour}")
    visitor.key(f"Stars/{stars}")
    if requirement is not None:
        visitor.tap(f'.presets [aria-label="{requirement}"]')
    visitor.key("finish")


def test_the_log_flume_example_is_entered_by_touch(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    for hex_, facts, guests in (
        ((1, 0), ("spooky-forest", "green", 4, "even die and even die"), []),
        ((2, 0), ("log-flume", "blue", 4, None), ["yellow4", "blue5"]),
        ((3, 0), ("ferris-wheel", "yellow", 5, None), ["yellow1"]),
        ((4, 0), ("duck-pond", "green", 3, "any die higher than any die"), ["green2"]),
    ):
        visitor.hex(*hex_)
        enter_facts(visitor, *facts)
        for guest in guests:
            visitor.key(f"add/{guest}")
        visitor.key("done")
    printed, entered = fixture("positions/log-flume.json")["park"], visitor.position()["park"]
    assert {tile["id"]: tile["hex"] for tile in entered["tiles"]} == {
        tile["id"]: tile["hex"] for tile in printed["tiles"]
    }
    facts = {tile["id"]: tile["attraction"] for tile in entered["tiles"]}
    for tile in printed["tiles"][1:]:
        assert facts[tile["id"]] == tile["attraction"]
    assert entered["guests"] == printed["guests"]
    assert visitor.page.locator(".fault").count() == 0


def test_a_mid_game_park_takes_fewer_than_sixty_taps(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    tiles = ["carousel", "swings", "teacups", "ghost-train", "dodgems", "rapids"]
    hexes = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    for number, (name, place) in enumerate(zip(tiles, hexes, strict=True)):
        visitor.hex(*place)
        visitor.unfold("made-up")
        visitor.key(f"made-up-{name}")
        visitor.key(f"add/{['blue', 'green', 'yellow'][number % 3]}{number % 6 + 1}")
        if number < 4:
            visitor.key("generator")
    park = visitor.position()["park"]
    assert len(park["tiles"]) == 1 + 6
    assert len(park["guests"]) == 6
    assert sum(tile["upgrades"] == ["generator"] for tile in park["tiles"]) == 4
    assert visitor.taps < MOST_TAPS


@pytest.mark.thorough
def test_six_tiles_entered_with_their_printed_facts_take_fewer_than_sixty_taps(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    hexes = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    for number, place in enumerate(hexes):
        visitor.hex(*place)
        visitor.key("enter")
        visitor.key("Colour/green")
        visitor.key(f"Stars/{number + 2}")
        visitor.tap('.presets [aria-label="even die and even die"]')
        visitor.key("finish")
        visitor.key(f"add/green{number + 1}")
        if number < 4:
            visitor.key("special-effect")
    park = visitor.position()["park"]
    assert len(park["tiles"]) == 1 + 6
    assert len(park["guests"]) == 6
    assert visitor.taps < MOST_TAPS


def test_a_guest_takes_any_value_at_a_tap_and_every_change_is_undone_and_redone(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    visitor.tile("entrance")
    visitor.key("add/blue5")
    visitor.key("guest/g1")
    visitor.key("turn/g1/6")
    visitor.key("turn/g1/1")
    assert visitor.position()["park"]["guests"][0]["value"] == 1
    before = visitor.position()
    for _ in range(3):
        visitor.key("undo")
    assert visitor.position()["park"]["guests"] == []
    visitor.go("/")
    for _ in range(3):
        visitor.key("redo")
    assert visitor.position() == before


def test_a_fault_is_marked_on_its_hex_while_the_park_is_entered(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    visitor.tile("entrance")
    visitor.unfold("tile-more")
    for _ in range(4):
        visitor.key("Cubes already placed/more")
    marked = visitor.page.locator('.park [data-tile=entrance][aria-label*="Fault:"]')
    marked.wait_for()
    assert visitor.page.locator("#panel .fault").count() >= 1
    for _ in range(4):
        visitor.key("undo")
    marked.wait_for(state="detached")


def test_bounds_come_from_the_description_of_the_api(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    most = visitor.page.evaluate(
        "async () => (await (await fetch('/openapi.json')).json()).components.schemas.Position.properties.maps.maximum"
    )
    for _ in range(most):
        visitor.key("Maps/more")
    assert visitor.page.locator('[data-key="Maps/more"]').is_disabled()
    assert visitor.position()["maps"] == most


def test_a_tile_and_a_guest_are_entered_by_keyboard_alone(visit: Callable[..., Visit]) -> None:
    visitor = visit("desktop")
    page = visitor.page
    page.locator('.park [data-tile="entrance"]').focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.hex") == "1,0"
    page.keyboard.press("Enter")
    page.locator("details[data-key=made-up] > summary").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator('[data-key="add/green3"]').focus()
    page.keyboard.press("Space")
    park = visitor.position()["park"]
    assert [tile["hex"] for tile in park["tiles"]] == [[0, 0], [1, 0]]
    assert park["guests"][0]["at"] == park["tiles"][1]["id"]
    page.keyboard.press("Control+z")
    assert visitor.position()["park"]["guests"] == []


def test_own_attractions_are_kept_for_the_next_park(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    visitor.hex(1, 0)
    enter_facts(visitor, "log-flume", "blue", 4, None)
    visitor.key("done")
    visitor.key("clear")
    visitor.hex(0, 1)
    visitor.tap('.entry:has-text("Log Flume")')
    assert visitor.position()["park"]["tiles"][1]["attraction"]["name"] == "Log Flume"
    kept = visitor.position()["park"]["tiles"]
    visitor.tap('[data-key="tab/park"]')
    visitor.page.keyboard.press("Escape")
    visitor.unfold("start-board")
    visitor.key("start-keep")  # from here on new parks begin with these tiles
    for key, tiles in (("start/made-up-north", 4), ("start/entrance", 1), ("clear", 2)):
        visitor.key(key)
        assert len(visitor.position()["park"]["tiles"]) == tiles
    assert visitor.position()["park"]["tiles"] == kept
    visitor.key("start-forget")
    visitor.key("clear")
    assert [tile["id"] for tile in visitor.position()["park"]["tiles"]] == ["entrance"]


def test_mascots_staff_and_administrator_of_the_full_game_are_entered(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    visitor.key("Game/full")
    visitor.key("skill/value-by-two/green")
    visitor.key("skill/move-in")
    visitor.key("mascot/1")
    visitor.key("administrator/keep-pips/blue")
    visitor.key("administrator/cheaper-maps")
    visitor.key("staff/guide")
    visitor.key("staff/guide")
    position = visitor.position()
    assert position["mascots"] == [{"skill": {"kind": "value-by-two", "colour": "green"}}]
    assert position["administrator"] == {"kind": "cheaper-maps"}
    assert position["staff"] == ["guide", "guide"]


def test_exact_values_the_reroll_symbol_and_an_unusual_requirement_are_entered(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    visitor.hex(1, 0)
    visitor.key("enter")
    visitor.unfold("more-requirement")
    visitor.key("Dice/3")
    visitor.key("Relation/higher")
    visitor.key("Colour of die 2/green")
    visitor.unfold("slot-more/2")
    for face in (1, 3, 4, 5):
        visitor.key(f"face/2/{face}")
    visitor.key("reroll/2")
    visitor.page.fill('[data-key="symbol/2"]', "Key")
    visitor.page.keyboard.press("Tab")
    visitor.key("finish")
    entered = visitor.position()["park"]["tiles"][-1]["attraction"]["requirement"]
    last = {"values": [2, 6], "reroll": True, "symbol": "key"}
    assert entered == {"dice": [{}, {"colour": "green"}, last], "relation": "higher"}


def test_the_reroll_administrator_has_its_symbol_and_is_sent_away_by_a_tap(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    visitor.key("Game/full")
    visitor.key("administrator/reroll")
    visitor.page.fill('[data-key="administrator/symbol"]', "key")
    visitor.page.keyboard.press("Tab")
    assert visitor.position()["administrator"] == {"kind": "reroll", "symbol": "key"}
    chosen = visitor.page.locator('[data-key="administrator/reroll"]')
    assert chosen.get_attribute("aria-pressed") == "true"
    visitor.key("administrator/reroll")
    assert visitor.position()["administrator"] is None


def test_own_attractions_are_edited_saved_read_and_forgotten(visit: Callable[..., Visit], tmp_path: Path) -> None:
    visitor = visit("phone")
    page = visitor.page
    visitor.unfold("own")
    visitor.key("own-new")
    page.fill("#facts-name", "Our wheel")
    visitor.key("Stars/5")
    visitor.key("finish")
    visitor.key("own/our-wheel")
    visitor.key("Stars/7")
    visitor.key("finish")
    with page.expect_download() as download:
        visitor.key("own-save")
    saved = tmp_path / "tiles.json"
    download.value.save_as(saved)
    kept = json.loads(saved.read_text("utf-8"))["tiles"]
    assert [(each["slug"], each["attraction"]["stars"]) for each in kept] == [("our-wheel", 7)]
    visitor.key("forget/our-wheel")
    assert page.locator('[data-key="own/our-wheel"]').count() == 0
    visitor.key("forget/undo")
    page.locator('[data-key="own/our-wheel"]').wait_for()
    visitor.key("forget/our-wheel")
    page.set_input_files("details[data-key=own] input[type=file]", saved)
    page.locator('[data-key="own/our-wheel"]').wait_for()
    visitor.go("/")
    visitor.hex(1, 0)
    visitor.key("our-wheel")
    assert visitor.position()["park"]["tiles"][1]["attraction"]["stars"] == 7


def test_an_attraction_given_to_the_club_is_offered_to_everybody(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    visitor.unfold("own")
    visitor.key("own-new")
    visitor.page.fill("#facts-name", "Club carousel")
    visitor.key("finish")
    visitor.key("give/club-carousel")
    visitor.until("document.getElementById('live').textContent.includes('in the club')")
    other = visit("desktop")
    other.hex(1, 0)
    other.key("club-carousel")
    assert other.position()["park"]["tiles"][1]["attraction"]["name"] == "Club carousel"
    other.page.request.delete(f"{other.server}/v1/tiles/club-carousel")


@pytest.mark.thorough
def test_undo_and_redo_have_no_limit_and_outlive_a_reload(visit: Callable[..., Visit]) -> None:
    visitor = visit("desktop")
    many = 120
    script = """async (many) => {
      const { change } = await import("/web/js/store.js");
      for (let money = 1; money <= many; money += 1) change((doc) => { doc.position.money = money; });
    }"""
    visitor.page.evaluate(script, many)
    visitor.go("/")
    assert visitor.position()["money"] == many
    visitor.page.evaluate("(many) => { while (many--) document.querySelector('[data-key=undo]').click(); }", many)
    assert visitor.position()["money"] == 0
    assert visitor.page.locator('[data-key="undo"]').is_disabled()
    visitor.page.evaluate("(many) => { while (many--) document.querySelector('[data-key=redo]').click(); }", many)
    assert visitor.position()["money"] == many
