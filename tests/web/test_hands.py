"""Real hands: fast taps, the Back key, buttons that stay under the finger, words instead of field names, broken links."""

import json
from collections.abc import Callable
from itertools import count

import pytest
from playwright.sync_api import expect

from api import load_position
from models.theme_park.operate.notation import print_position
from tests.web.visit import Visit, fixture

FAST = 60
"""Milliseconds between two taps."""


def centre(visitor: Visit, selector: str) -> tuple[float, float]:
    """Where the middle of an element is, asked at once: the page may draw it anew at any time."""
    x, y = visitor.page.evaluate(
        """(selector) => {
          const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect();
          return [left + width / 2, top + height / 2];
        }""",
        selector,
    )
    return x, y


def click_fast(visitor: Visit, places: list[tuple[float, float]]) -> None:
    """Press and release at each place, half of the time down, whatever the page does meanwhile."""
    for x, y in places:
        visitor.page.mouse.move(x, y)
        visitor.page.mouse.down()
        visitor.page.wait_for_timeout(FAST / 2)
        visitor.page.mouse.up()
        visitor.page.wait_for_timeout(FAST / 2)


REDRAWN = (
    """(every) => import("/web/js/store.js").then(({ emit }) => { window.redrawing = setInterval(emit, every); })"""
)


@pytest.mark.thorough
def test_fast_clicks_all_count_though_the_page_is_drawn_anew_between_press_and_release(
    visit: Callable[..., Visit],
) -> None:
    visitor = visit("desktop")
    visitor.open_example("Log flume to duck pond")
    visitor.key("Money/more")
    more = centre(visitor, '[data-key="Money/more"]')
    visitor.page.evaluate(REDRAWN, 7)  # as by answers that come in at the worst moments
    click_fast(visitor, [more] * 12)
    visitor.page.evaluate("clearInterval(window.redrawing)")
    assert visitor.position()["money"] == 13
    visitor.tab("Judge")
    visitor.page.wait_for_selector(".verdict.legal")
    numbers = count(1)

    def late(route: object) -> None:
        visitor.page.wait_for_timeout(10 * (next(numbers) % 10))
        route.continue_()  # type: ignore[attr-defined]

    visitor.page.route("**/v1/operate/**", late)
    visitor.key("clear-moves")
    visitor.tile("log-flume")
    visitor.key("Move/operate")
    visitor.page.wait_for_selector('[data-key="Party on Log Flume/g1"]')
    party = [centre(visitor, f'[data-key="Party on Log Flume/{guest}"]') for guest in ("g1", "g2")]
    visitor.page.evaluate(REDRAWN, 7)
    click_fast(visitor, (party * 6) + party[:1])
    visitor.page.wait_for_timeout(100)
    pressed = [
        visitor.page.locator(f'[data-key="Party on Log Flume/{guest}"]').get_attribute("aria-pressed")
        for guest in ("g1", "g2")
    ]
    assert pressed == ["true", "false"]  # seven taps and six
    visitor.page.evaluate("clearInterval(window.redrawing)")
    visitor.page.unroute("**/v1/operate/**")


def test_cards_of_the_full_game_are_told_in_plain_words_and_removed_where_the_page_stays_put(
    visit: Callable[..., Visit],
) -> None:
    visitor = visit("phone")
    page = visitor.page
    position = fixture("rulebook/guide-and-manager.json")["position"]
    cards = {"administrator": {"kind": "keep-pips"}, "mascots": [{"skill": {"kind": "two-five"}}, {"skill": None}]}
    position["rules"] = {"game": "full", "round": 4}
    visitor.open_park(position | cards)
    visitor.unfold("game")
    visitor.key("Game/full")
    for name in ("introductory", "full", "introductory"):
        # at once, as the page may draw itself anew when the server has answered
        page.evaluate(
            "key => document.querySelector(`[data-key='${key}']`).scrollIntoView({block: 'center'})", f"Game/{name}"
        )
        before = centre(visitor, f'[data-key="Game/{name}"]')
        visitor.key(f"Game/{name}")
        after = centre(visitor, f'[data-key="Game/{name}"]')
        assert abs(before[1] - after[1]) < 2, name
    notice = page.locator("#panel .notice")
    expect(notice).to_contain_text("has no administrators and no skills, but 2 cards of them are entered here")
    assert "null" not in page.locator("#panel").inner_text()
    assert visitor.position()["rules"]["last_round"] is True  # the introductory game's fourth
    visitor.key("back-to-full")
    assert visitor.position()["rules"] | {"game": "full", "last_round": False} == visitor.position()["rules"]
    visitor.key("Game/introductory")
    visitor.key("clear-cards")
    expect(page.locator("#panel .notice, #panel .fault")).to_have_count(0)
    assert visitor.position()["administrator"] is None
    assert [each["skill"] for each in visitor.position()["mascots"]] == [None, None]
    visitor.tab("Best")
    assert page.locator('[data-key="What counts/final"]').get_attribute("aria-pressed") == "true"


def test_in_the_last_round_money_counts_whether_it_was_tapped_or_carried_into(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    final = visitor.page.locator('[data-key="What counts/final"]')

    def last_round() -> bool:
        shown: bool = visitor.position()["rules"]["last_round"]
        visitor.tab("Best")
        assert (final.get_attribute("aria-pressed") == "true") is shown
        visitor.tab("Park")
        return shown

    position = fixture("positions/log-flume.json")
    visitor.open_park(position | {"rules": {"game": "full", "round": 4}})
    assert not last_round()
    visitor.key("Round/5")
    assert last_round()
    visitor.key("Round/4")
    assert not last_round()
    visitor.solve()
    visitor.key("next-round")
    visitor.page.wait_for_selector("body[data-tab=park]")
    assert visitor.position()["rules"]["round"] == 5
    assert last_round()


def test_the_back_key_leads_to_the_screen_before_and_nothing_is_lost(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    page = visitor.page
    visitor.open_example("Log flume to duck pond")
    visitor.solve()
    visitor.key("next")
    visitor.tile("log-flume")
    expect(page.locator(".peek")).to_contain_text("Log Flume")
    assert page.evaluate("document.body.dataset.tab") == "best"
    visitor.key("peek-edit")
    visitor.unfold("tile-more")
    visitor.key("facts")
    visitor.key("Stars/9")
    page.go_back()
    page.locator('[data-key="done"]').wait_for()
    page.go_forward()
    expect(page.locator('[data-key="Stars/9"]')).to_have_attribute("aria-pressed", "true")
    page.go_back()
    page.go_back()
    page.wait_for_selector("body[data-tab=best]")
    assert page.locator(".count").inner_text() == "1 / 3"
    page.go_back()
    page.wait_for_selector("body[data-tab=park]")
    assert page.url.startswith(visitor.server)


def test_what_is_said_covers_neither_the_field_that_is_typed_in_nor_what_is_pressed_next(
    visit: Callable[..., Visit],
) -> None:
    visitor = visit("phone")
    for tab, spot in (("Best", "[data-key=solve]"), ("Share", "[data-key=notation]")):
        visitor.tab(tab)
        visitor.page.evaluate(
            "(spot) => { const place = document.querySelector(spot); place.scrollIntoView({ block: 'nearest' }); place.focus(); }",
            spot,
        )
        visitor.page.evaluate("import('/web/js/dom.js').then(({ say }) => say('Some words. '.repeat(9)))")
        visitor.until("document.getElementById('live').textContent.length > 50")
        assert visitor.page.evaluate(
            """(spot) => {
              const [one, other] = [document.getElementById("live"), document.querySelector(spot)].map((each) => each.getBoundingClientRect());
              return one.bottom <= other.top || one.top >= other.bottom;
            }""",
            spot,
        )


def test_a_broken_link_notation_or_json_is_told_with_a_way_back(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    page = visitor.page
    visitor.open_example("Guide and manager")
    before = visitor.position()
    line = print_position(load_position(before))
    page.goto(f"{visitor.server}/p/{line[: len(line) // 2]}")
    assert page.locator("h1").inner_text() == "This link to a park cannot be opened"
    size = page.locator("p").first.evaluate("(each) => parseFloat(getComputedStyle(each).fontSize)")
    assert size >= 16
    assert not visitor.too_wide()
    assert visitor.accessibility() == []
    visitor.tap("a.back")
    visitor.ready()
    assert visitor.position() == before
    visitor.tab("Share")
    field = '[data-key="notation"]'
    wrong = ("p1~nonsense", "hello", '{"version": 1', "[]", '{"version": 1, "maps": 3}', "p1~" + "t" * 9000, "%E0%A4%A")
    for text in wrong:
        page.fill(field, text)
        page.keyboard.press("Enter")
        page.wait_for_selector("#panel .notice .fault")
        assert "414" not in page.locator("#panel .notice").inner_text()
        assert visitor.position() == before
        page.evaluate("import('/web/js/store.js').then(({ show }) => show({ unopened: null }))")
    visitor.errors.clear()  # the browser reports what the server refused
    chat = f"Look at my park: {visitor.server}/p/{line} bye"
    letter = f"{visitor.server}/p/{line[:40]}\n  {line[40:]}"
    for text in (letter, json.dumps(fixture("positions/log-flume.json")), chat):
        visitor.tab("Share")
        page.fill(field, text)
        page.keyboard.press("Enter")
        page.wait_for_selector("body[data-tab=park]")
    assert load_position(visitor.position()) == load_position(before)
