"""The page of Dice Manor: a manor in one line, dice tapped in, the decision drawn and played."""

from collections.abc import Callable

import pytest

from tests.web.visit import Visit

LINE = "e-a-b; a: 4 red office; b: */2"
GOOD = "e-a-b; a: 4 red office; b: 2/3, * blue library"


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
    assert page.page.evaluate("JSON.parse(localStorage.getItem('dice-manor')).unplaced") < 4
    assert not page.too_wide()


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


def test_the_first_screen_leads_to_it(visit: Callable[..., Visit]) -> None:
    page = visit("phone", first=True)
    page.page.get_by_role("link", name="Dice Manor").click()
    page.page.locator("[data-key=manor]").wait_for()
