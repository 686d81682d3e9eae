"""Small screens, screen readers, dark rooms, strict policies."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise

from tests.web.tapping import die
from tests.web.visit import TABS, Visit, fixture

LEAST = 44
"""Pixels that a finger needs."""


def screens(visitor: Visit) -> Iterator[str]:
    """Every screen in turn, with what can be folded out folded out."""
    visitor.open_example("Guide and manager")
    yield "round"
    visitor.unfold("game")
    visitor.key("ruling/draw-outline")
    yield "outline"
    visitor.key("outline-none")
    visitor.hex(0, 1)
    yield "picker"
    visitor.key("enter")
    yield "facts"
    visitor.key("cancel")
    visitor.key("close")
    visitor.tile("spooky-forest")
    yield "tile"
    visitor.solve()
    visitor.key("next")
    yield "answer"
    for name in TABS[2:]:
        visitor.tab(name)
        visitor.page.wait_for_selector(".verdict" if name == "Judge" else ".qr")
        yield name
    visitor.tab("Judge")
    visitor.tile("spooky-forest")
    visitor.key("Move/guide")
    yield "entering a move"
    visitor.key("clear-moves")
    visitor.key("Move/mascot")
    visitor.tile("spooky-forest")
    die(visitor, "Adjust", "g1")
    yield "entering a mascot"
    visitor.key("Move/operate")
    die(visitor, "Party", "g1")
    visitor.key("mover/g1")
    yield "entering an operation"
    visitor.unfold("operation-more")
    visitor.key("assembled/map")
    yield "in its midst"


def fold_out(visitor: Visit) -> None:
    visitor.page.evaluate("document.querySelectorAll('#panel details').forEach((each) => { each.open = true; })")


INK = "getComputedStyle(document.body).color"


@contextmanager
def in_the_dark(visitor: Visit) -> Iterator[None]:
    """The same screen in dark colours; nothing else changes with them."""
    light = visitor.page.evaluate(INK)
    visitor.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    visitor.until(f"{INK} !== '{light}'")
    yield
    visitor.page.emulate_media(color_scheme="light", reduced_motion="reduce")
    visitor.until(f"{INK} === '{light}'")


def too_small(visitor: Visit) -> list[str]:
    """What is tapped and smaller than a finger needs."""
    found: list[str] = visitor.page.evaluate(
        """(least) => [...document.querySelectorAll('button, summary, select, textarea, .button, .park [role=button]')]
          .map((each) => [each.getBoundingClientRect(), each])
          .filter(([box]) => box.width && (box.width < least || box.height < least))
          .map(([box, each]) => `${Math.round(box.width)}x${Math.round(box.height)} ${each.outerHTML.slice(0, 90)}`)""",
        LEAST,
    )
    return found


def test_every_screen_of_a_phone_fits_its_width_its_fingers_and_everybodys_eyes(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    for screen in screens(visitor):
        fold_out(visitor)
        assert not visitor.too_wide(), screen
        assert too_small(visitor) == [], screen
        assert visitor.accessibility() == [], screen
        with in_the_dark(visitor):
            fold_out(visitor)
            assert visitor.accessibility("color-contrast") == [], f"{screen} in the dark"


def test_screens_of_a_desktop_have_no_serious_findings(visit: Callable[..., Visit]) -> None:
    visitor = visit("desktop")
    for screen in screens(visitor):
        assert not visitor.too_wide(), screen
        if screen in ("facts", "answer", "entering an operation"):
            assert visitor.accessibility() == [], screen


def test_text_of_twice_the_size_and_a_zoom_of_four_hundred_percent_reflow(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    visitor.open_example("Guide and manager")
    visitor.page.evaluate("document.documentElement.style.fontSize = '200%'")
    for name in TABS:
        visitor.tab(name)
        assert not visitor.too_wide(), name
    visitor.tab("Park")
    visitor.tile("spooky-forest")
    assert not visitor.too_wide()
    boxes = [visitor.page.locator(f'[data-key="tab/{name.lower()}"]').evaluate(WORDS) for name in TABS]
    assert all(one[1] <= other[0] for one, other in pairwise(boxes)), boxes
    undo = visitor.page.locator('[data-key="undo"]').bounding_box()
    assert undo is not None
    assert undo["x"] + undo["width"] <= 360
    visitor.page.evaluate("document.documentElement.style.fontSize = ''")
    visitor.page.set_viewport_size({"width": 320, "height": 256})  # 1280 x 1024 at 400 %
    visitor.page.evaluate("document.getElementById('panel').scrollIntoView()")
    top = visitor.page.locator("#panel").evaluate("(panel) => panel.getBoundingClientRect().top")
    bar = visitor.page.locator("#tabs").evaluate("(bar) => bar.getBoundingClientRect().top")
    assert bar - max(0, top) > 150  # nothing stands still over what is read but the tabs
    assert not visitor.too_wide()


WORDS = """(button) => {
  const range = document.createRange();
  range.selectNodeContents(button);
  const { left, right } = range.getBoundingClientRect();
  return [left, right];
}"""


def test_hexes_of_a_large_park_are_large_enough_for_a_finger_and_dragged_into_view(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    visitor.open_park(fixture("bench/made_up/positions/made-up-full-21.json"))
    visitor.page.locator(".park [data-hex]").first.wait_for()  # on a busy machine it is drawn a moment later
    sizes = visitor.page.eval_on_selector_all(
        ".park [data-hex]", "hexes => hexes.map((each) => each.getBoundingClientRect().width)"
    )
    assert min(sizes) >= LEAST
    before = visitor.page.locator(".park").get_attribute("viewBox")
    visitor.tap('[aria-label="Zoom in"]')
    nearer = visitor.page.locator(".park").get_attribute("viewBox")
    name = (
        visitor.page.locator(".park .tile .name")
        .nth(3)
        .evaluate(
            "(name) => (({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2])(name.getBoundingClientRect())"
        )
    )
    visitor.page.mouse.move(*name)
    visitor.page.mouse.down()
    visitor.page.mouse.move(120, 260, steps=3)
    visitor.page.mouse.up()
    assert len({before, nearer, visitor.page.locator(".park").get_attribute("viewBox")}) == 3
    assert visitor.page.locator("#panel h2").inner_text() == "This round"  # dragging is no tap


def test_colours_are_told_by_shape_too(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    visitor.tile("entrance")
    forms = {
        colour: visitor.page.locator(f'[data-key="add/{colour}3"] svg > :first-child').evaluate(
            "(each) => each.tagName + (each.getAttribute('points') ?? '')"
        )
        for colour in ("blue", "green", "yellow")
    }
    assert len(set(forms.values())) == 3


def test_the_policy_forbids_foreign_hosts_and_inline_code(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    blocked = visitor.page.evaluate(
        """() => new Promise((tell) => {
          document.addEventListener("securitypolicyviolation", (event) => tell(event.effectiveDirective));
          const script = document.createElement("script");
          script.textContent = "window.inline = true";
          document.body.append(script);
        })"""
    )
    assert blocked.startswith("script-src")
    assert not visitor.page.evaluate("'inline' in window")
    visitor.errors.clear()  # the browser reports the script that we tried


def test_focus_stays_where_it_was_when_the_page_draws_itself_anew(visit: Callable[..., Visit]) -> None:
    visitor = visit("desktop")
    visitor.page.locator('[data-key="Maps/more"]').focus()
    visitor.page.keyboard.press("Enter")
    visitor.page.keyboard.press("Enter")
    assert visitor.position()["maps"] == 2
    assert visitor.page.evaluate("document.activeElement.dataset.key") == "Maps/more"
