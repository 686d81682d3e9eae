"""The page of Dice Manor: a manor in one line, dice tapped in, the decision drawn and played."""

import json
import random
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest

from models.dice_manor.notation import print_manor
from tests.dice_manor.manors import random_manor
from tests.web.visit import Visit

LINE = "e-a-b; a: 4 red office; b: */2"
GOOD = "e-a-b; a: 4 red office; b: 2/3, * blue library"


def kept(page: Visit) -> Any:
    """What the browser keeps of the page."""
    return json.loads(page.page.evaluate("localStorage.getItem('dice-manor')"))


def written(page: Visit) -> str:
    """The line, once the server has read it."""
    return page.page.locator("[data-key=manor]").input_value()


def tap_dice(page: Visit, *numbers: int) -> None:
    for number in numbers:
        page.key(f"die/{number}")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_roll_is_answered_drawn_and_played_and_the_rest_is_worth_what_the_answer_said(
    visit: Callable[..., Visit], size: str
) -> None:
    page = visit(size, "/dice-manor")
    page.page.locator("[data-key=manor]").fill(GOOD)
    for _ in range(3):
        page.key("Dice to place/less")
    tap_dice(page, 4, 4, 2, 1)
    page.key("solve")
    page.page.get_by_text("prestige still to come").wait_for()
    assert page.page.locator(".options li").count() > 3
    assert page.page.locator(".manor .chosen").count() >= 1
    assert page.accessibility() == []
    assert not page.too_wide()
    while page.page.locator("strong").inner_text().startswith("Roll"):  # a reroll comes first: another option will do
        page.key("option/1")
    page.key("play")
    page.page.locator(".manor .lying").first.wait_for()
    assert kept(page)["unplaced"] < 4
    assert not page.too_wide()
    page.key("undo")
    assert kept(page)["unplaced"] == 4
    assert kept(page)["rolled"] == [4, 4, 2, 1]


def test_what_cannot_be_read_of_a_line_is_told_below_it(visit: Callable[..., Visit]) -> None:
    page = visit("phone", "/dice-manor")
    page.page.locator("[data-key=manor]").fill(LINE)
    page.page.get_by_role("alert").filter(has_text="Part 3").wait_for()
    page.page.locator("[data-key=manor]").fill(GOOD)
    page.page.get_by_role("alert").wait_for(state="detached")


def test_a_target_is_played_for(visit: Callable[..., Visit]) -> None:
    page = visit("desktop", "/dice-manor")
    page.page.locator("[data-key=manor]").fill(GOOD)
    page.page.locator("[data-key=target]").fill("12")
    page.page.locator("[data-key=target]").blur()
    page.key("solve")
    page.page.get_by_text("to get 12 or more").wait_for()


def test_what_a_turn_earned_is_needed_no_more_for_the_target(visit: Callable[..., Visit]) -> None:
    page = visit("desktop", "/dice-manor")
    page.page.locator("[data-key=manor]").fill("e-a-b; a: 4; b: 4")
    page.page.locator("[data-key=target]").fill("12")
    page.page.locator("[data-key=target]").blur()
    for _ in range(3):
        page.key("Dice to place/less")
    tap_dice(page, 4, 4, 4, 1)
    page.key("solve")
    page.page.get_by_text("to get 12 or more").wait_for()
    page.key("play")
    page.page.get_by_text("Paths have earned 5 so far.").wait_for()
    assert kept(page)["target"] == "7"
    page.key("undo")
    assert kept(page)["target"] == "12"


def test_the_first_screen_leads_to_it(visit: Callable[..., Visit]) -> None:
    page = visit("phone", first=True)
    page.page.get_by_role("link", name="Dice Manor").click()
    page.page.locator("[data-key=manor]").wait_for()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_manor_is_tapped_in_room_by_room_and_given_away_as_a_link(visit: Callable[..., Visit], size: str) -> None:
    page = visit(size, "/dice-manor")
    for key in ("new", "room/add", "accepts/0/2", "accepts/0/4", "colour/red", "room/add", "accepts/0/any", "slot/add"):
        page.key(key)
    assert written(page) == "entrance-a; a-b; entrance: * entrance; a: 2 office red; b: *, 4 office"
    page.key("room/b")
    page.key("room/entrance")
    page.key("die-in/0/3")
    page.page.locator(".manor .lying").wait_for()
    assert page.accessibility() == []
    assert not page.too_wide()
    page.key("undo")
    page.page.locator(".manor .lying").wait_for(state="detached")  # the server reads the line first
    page.key("redo")
    page.key("room/done")
    tap_dice(page, 4, 2)
    page.unfold("share")
    assert page.page.locator("svg.qr").count() == 1
    address = page.page.locator("#share-link").get_attribute("href")
    assert address is not None
    before = kept(page)
    page.page.evaluate("localStorage.clear()")
    page.page.goto("about:blank")
    page.go(address)
    assert written(page).startswith("entrance-a; a-b; entrance: *=3")
    assert {**kept_after(page), "text": ""} == {**before, "text": "", "dice": None}


def kept_after(page: Visit) -> Any:
    """What is kept once something was changed and taken back."""
    page.key("Tokens/more")
    page.key("undo")
    return kept(page)


def test_what_was_placed_is_judged_with_its_rule_and_its_loss(visit: Callable[..., Visit]) -> None:
    page = visit("phone", "/dice-manor")
    page.page.locator("[data-key=manor]").fill(GOOD)
    for _ in range(3):
        page.key("Dice to place/less")
    tap_dice(page, 4, 4, 2, 1)
    page.key("judge/begin")
    for key in ("number/4", "slot/a/0", "judge"):
        page.key(key)
    page.page.locator(".verdict").get_by_text("tour.entrance-first").wait_for()
    page.key("path/clear")
    for key in ("slot/entrance/0", "slot/a/0", "judge"):
        page.key(key)
    page.page.locator(".verdict.legal").wait_for()
    assert (
        page.page.locator(".verdict.legal").inner_text().count("worth") + page.page.get_by_text("It loses").count() == 1
    )
    assert page.accessibility() == []
    assert not page.too_wide()
    page.key("judge/play")
    page.page.locator(".manor .lying").first.wait_for()
    assert kept(page)["unplaced"] == 2


def test_a_keyboard_is_enough(visit: Callable[..., Visit]) -> None:
    page = visit("desktop", "/dice-manor")
    page.page.locator("[data-key=manor]").fill(GOOD)
    page.page.locator("[data-key='room/b']").wait_for()
    page.page.locator("[data-key=manor]").blur()
    keys = page.page.keyboard
    for key in ("4", "4", "2", "1", "5", "6", "3", "Backspace", "3", "Enter"):
        keys.press(key)
    page.page.get_by_text("prestige still to come").wait_for()
    assert kept(page)["rolled"] == [4, 4, 2, 1, 5, 6, 3]
    keys.press("Control+z")
    assert kept(page)["rolled"] == [4, 4, 2, 1, 5, 6]
    page.page.locator("[data-key='room/a']").focus()
    keys.press("Enter")
    page.page.get_by_role("heading", name="Room a").wait_for()


def crowded() -> str:
    """The address of a Grand Opening that takes a minute to be proven."""
    line = print_manor(random_manor(random.Random(3), 30, 20, 20, 0.15), {})
    return "/dice-manor#" + urlencode({"manor": line, "unplaced": 9, "tokens": 6})


def test_what_takes_long_is_estimated_and_searched_on_through_a_reload_until_it_is_stopped(
    visit: Callable[..., Visit],
) -> None:
    page = visit("phone", crowded())
    page.key("solve")
    page.page.get_by_text("an estimate").wait_for()
    bar = page.page.locator("#search")
    bar.get_by_text("Ways to fill").wait_for()
    assert page.accessibility() == []
    assert not page.too_wide()
    page.page.reload()
    page.ready()
    bar.get_by_text("Ways to fill").wait_for()
    page.page.get_by_text("an estimate").wait_for()
    page.tap(bar.get_by_role("button"))
    bar.wait_for(state="hidden")
    page.page.get_by_text("You stopped it").wait_for()
    assert page.page.get_by_text("prestige still to come").is_visible()
    assert page.page.evaluate("localStorage.getItem('dice-manor-job')") is None


def test_chances_losses_and_limits_are_so_rounded_that_they_stay_true(visit: Callable[..., Visit]) -> None:
    """A chance of 0.9999 was told as 100.0 %, and a loss of 0.004 as none."""
    script = """async () => {
      const { lost, percent, sure } = await import("/web/js/dice_manor/figures.js");
      const estimate = { status: "estimate", error: 0.05, bound: 15.0012 };
      return [percent(0.9999), percent(1), percent(0.0001), percent(0), lost(0.004), lost(0), lost(1.25), lost(0.0001, percent),
        sure(estimate), sure({ ...estimate, error: 0.0002, bound: 0.75001 }, percent), sure({ ...estimate, error: 0.004 }),
        sure({ status: "optimal" })];
    }"""
    assert visit("phone", "/dice-manor").page.evaluate(script) == [
        *("more than 99.9 %", "100.0 %", "less than 0.1 %", "0.0 %"),
        *("less than 0.01", "", "1.25", "less than 0.1 %"),
        *("an estimate, ± 0.05, at most 15.01", "an estimate, ± 0.1 %, at most 75.1 %"),
        *("an estimate, ± 0.01, at most 15.01", "proven"),
    ]


def test_a_chance_that_is_estimated_says_so(visit: Callable[..., Visit]) -> None:
    """Whether it is proven was told of the prestige alone."""
    page = visit("phone", "/dice-manor")
    page.page.locator("[data-key=manor]").fill(GOOD)
    page.page.locator("[data-key='die/1']").wait_for()
    page.page.evaluate(
        """async () => {
          const { show } = await import("/web/js/dice_manor/state.js");
          const target = { prestige: 12, status: "estimate", chance: 0.5, error: 0.01, bound: 0.8, options: [] };
          show({ answer: { status: "optimal", expected: 9, exact: "9", error: null, bound: 9, options: [], target } });
        }"""
    )
    told = page.page.locator("[aria-label='The answer']").inner_text()
    assert "About 50.0 % to get 12 or more" in told
    assert "This chance: an estimate, ± 1.0 %, at most 80.0 %." in told
    assert "For prestige alone: 9.00 expected, exactly 9, proven." in told
