"""Rulings of the table, on the page."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.tapping import tap_out
from tests.web.visit import Visit, fixture

CHOOSE_LAST = """() => [...document.querySelectorAll("[id^='ruling-']")]
  .filter((each) => each.checkVisibility()).map((each) => each.id.slice("ruling-".length)).map((id) => {
    const field = () => document.getElementById(`ruling-${id}`);
    const last = field().options ? [...field().options].at(-1).value : null;
    if (field().options?.length > 1) {
      field().value = last;
      field().dispatchEvent(new Event("change", { bubbles: true }));
    }
    return id;
  })"""
"""All at once what a choice in each does, and the ids of those seen; one by one the browser's driver takes seconds."""


def open_rulings(visitor: Visit) -> None:
    visitor.tab("Park")
    visitor.unfold("game")


def test_every_ruling_is_there_and_its_choice_reaches_the_position_unless_it_is_the_usual_one(
    visit: Callable[..., Visit],
) -> None:
    visitor = visit("desktop")
    rows = visitor.page.request.get(f"{visitor.server}/v1/rules").json()["rulings"]
    open_rulings(visitor)
    expect(visitor.page.locator(f'[id="ruling-{rows[-1]["id"]}"]')).to_be_visible()
    assert set(visitor.page.evaluate(CHOOSE_LAST)) >= {row["id"] for row in rows}
    changed = {row["id"]: row["choices"][-1] for row in rows if len(row["choices"]) > 1}
    assert visitor.position()["rules"]["rulings"] == changed
    visitor.page.select_option("#ruling-party\\.size", "exact")
    assert "party.size" not in visitor.position()["rules"]["rulings"]


def test_the_outline_is_drawn_by_taps_and_a_tile_outside_it_is_a_fault_on_its_hex(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    visitor.open_example("Guide and manager")
    open_rulings(visitor)
    visitor.key("ruling/draw-outline")
    visitor.key("Steps from the Entrance/1")
    outline = visitor.position()["rules"]["rulings"]["board.boundary"]
    assert len(outline) >= 7
    assert visitor.page.locator('.park [aria-label*="Fault:"]').count() == 0
    tile = visitor.position()["park"]["tiles"][-1]
    visitor.tile(tile["id"])
    assert tile["hex"] not in visitor.position()["rules"]["rulings"]["board.boundary"]
    visitor.page.locator(f'.park [data-tile="{tile["id"]}"][aria-label*="Fault:"]').wait_for()
    visitor.key("undo")
    visitor.page.locator('.park [aria-label*="Fault:"]').wait_for(state="detached")
    visitor.hex(2, -1)
    assert [2, -1] in visitor.position()["rules"]["rulings"]["board.boundary"]
    visitor.key("outline-none")
    assert "board.boundary" not in visitor.position()["rules"]["rulings"]


def test_a_ruling_of_the_table_turns_the_verdict(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    position = fixture("rulebook/log-flume-to-duck-pond.json")["position"]
    crowd = {"id": "g9", "colour": "green", "value": 6, "at": "log-flume"}
    position["park"]["guests"].append(crowd)
    visitor.open_park(position, "judge")
    tap_out(
        visitor,
        {"do": "operate", "tile": "log-flume", "party": ["g1", "g2", "g9"], "mover": "g2", "to": "ferris-wheel"},
    )
    assert "operate.party.size" in visitor.page.locator(".verdict.illegal").inner_text()
    open_rulings(visitor)
    visitor.page.select_option("#ruling-party\\.size", "superset")
    visitor.tab("Judge")
    visitor.page.wait_for_selector(".verdict.legal")
    open_rulings(visitor)
    visitor.page.select_option("#ruling-party\\.size", "exact")
    visitor.tab("Judge")
    visitor.page.wait_for_selector(".verdict.illegal")
