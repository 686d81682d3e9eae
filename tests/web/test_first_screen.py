"""Who comes for the first time is told what this is, and sees it work."""

from collections.abc import Callable

from api import load_position
from models.theme_park.operate.notation import print_position
from tests.web.visit import Visit, fixture

BOX = """Name\tColour\tStars\tRequirement\tIncome\tAmenity
Wave Swinger\tblue\t5\to+e\t2\tIce cream
Haunted Hall\tg\t7★\tgreen 2346 ~ any ~ any\t$1\t
"""


def test_the_first_screen_says_what_this_is_and_an_example_is_solved_at_once(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone", first=True)
    page = visitor.page
    panel = page.locator("#panel")
    for words in ("Dice Theme Park", "Operate phase", "Try an example", "Enter my park", "Open a link or file"):
        assert words in panel.inner_text()
    assert page.locator('[data-key^="try/"]').count() == 3
    assert not visitor.too_wide()
    assert visitor.accessibility() == []
    visitor.unfold("legend")
    assert "Generator" in page.locator(".legend").inner_text()
    visitor.tap(page.locator('[data-key^="try/"]').first)
    page.wait_for_selector(".hint.big")
    assert "Look at" in page.locator(".hint.big").inner_text()  # no more than a hint, before anything was chosen
    assert page.locator(".cards").count() == 0
    for _ in range(3):
        visitor.key("reveal")
    assert page.locator(".why").count() == page.locator(".cards > li").count() > 0
    visitor.key("How much to show/2")
    visitor.go("/")
    visitor.tab("Best")
    assert page.locator('[data-key="How much to show/2"]').get_attribute("aria-pressed") == "true"  # it is remembered
    visitor.key("next")
    visitor.key("branch")
    page.wait_for_selector("body[data-tab=judge]")
    assert len(visitor.doc()["moves"]) == 1
    visitor.tab("Best")
    visitor.key("judge-plan")
    page.wait_for_selector(".verdict.legal")
    assert len(visitor.doc()["moves"]) > 1
    visitor.tap("#about")
    visitor.key("back-to-park")
    assert page.locator("#panel h2").inner_text() == "This round"


def test_a_broken_link_given_on_the_first_screen_is_told_there_until_a_good_one_opens(
    visit: Callable[..., Visit],
) -> None:
    visitor = visit("phone", first=True)
    page = visitor.page
    field = '[data-key="welcome-open"]'
    page.fill(field, "p1~nonsense")
    page.keyboard.press("Enter")
    page.wait_for_selector("#panel .notice .fault")
    assert page.locator("#panel .notice").is_visible()
    assert "cannot be read" in page.locator("#panel .notice .fault").first.inner_text()
    assert page.locator("body.welcome").count() == 1
    page.fill(field, print_position(load_position(fixture("positions/log-flume.json"))))
    page.keyboard.press("Enter")
    page.wait_for_selector("body:not(.welcome)")
    assert page.locator("#panel .notice").count() == 0
    assert load_position(visitor.position()) == load_position(fixture("positions/log-flume.json"))


def test_a_box_is_pasted_as_a_table_and_what_is_wrong_is_told_where(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    page = visitor.page
    visitor.unfold("own")
    visitor.unfold("many")
    page.fill("#table", BOX.replace("7★", "many"))
    visitor.key("table-enter")
    page.wait_for_selector('[data-key="many"] .fault')
    assert "Line 3, “stars”" in page.locator('[data-key="many"] .fault').inner_text()
    assert page.locator('[data-key^="own/"]').count() == 0
    page.fill("#table", BOX)
    visitor.key("table-enter")
    page.wait_for_selector('[data-key="own/haunted-hall"]')
    visitor.hex(1, 0)
    page.fill("#write", "Wave b5 o")
    page.keyboard.press("Enter")
    visitor.until("document.querySelector('[data-key=done]') !== null")
    visitor.key("done")
    visitor.hex(0, 1)
    page.fill("#write", "Wheel b5 q")
    page.keyboard.press("Enter")
    page.wait_for_selector("#write-faults")
    assert "Column 10" in page.locator("#write-faults").inner_text()
    assert page.input_value("#write") == "Wheel b5 q"
    visitor.key("haunted-hall")
    tile = visitor.position()["park"]["tiles"][2]
    assert tile["attraction"]["requirement"]["relation"] == "consecutive"
    visitor.unfold("tile-more")
    visitor.key("facts")
    visitor.key("Stars/3")
    visitor.key("finish")
    visitor.key("done")
    visitor.unfold("own")
    assert page.locator('[data-key^="own/haunted-hall"]').count() == 1  # corrected, not doubled
    assert "3★" in page.locator('[data-key="own/haunted-hall"]').inner_text()
