"""The board under thumbs and mice: readable, pinched, folded; dice and tiles dragged."""

from collections.abc import Callable
from typing import Any

from tests.web.visit import SIZES, Visit

LEAST_PIXELS = 9
NAMES_LEAST, DICE_LEAST, FINGER = 6, 13, 40
"""Pixels of letters of names, of dice across, and of what is tapped across."""
NAMES = [
    "carousel",
    "swings",
    "teacups",
    "ghost-train",
    "dodgems",
    "drop-tower",
    "rapids",
    "twin-coaster",
    "boating-lake",
]
HEXES = [(0, -1), (1, -1), (2, -1), (-1, 0), (1, 0), (2, 0), (-1, 1), (0, 1), (1, 1)]
SIZE_OF_TEXT = """[...document.querySelectorAll('.park .slot text')]
  .map((text) => parseFloat(text.getAttribute('font-size')) * text.getScreenCTM().a)"""


SIZE_OF_NAMES = SIZE_OF_TEXT.replace(".slot text", ".name")
ACROSS = (
    """(kind) => [...document.querySelectorAll(`.park .${kind}`)].map((each) => each.getBoundingClientRect().width)"""
)


def ten_tiles() -> dict[str, Any]:
    """A made-up park of three rows."""
    tiles = [{"id": "entrance", "hex": [0, 0], "attraction": "park-entrance"}]
    tiles += [
        {"id": name, "hex": list(place), "attraction": f"made-up-{name}"}
        for name, place in zip(NAMES, HEXES, strict=True)
    ]
    guests = [{"id": "g1", "colour": "blue", "value": 5, "at": "entrance"}]
    return {"version": 1, "park": {"tiles": tiles, "guests": guests}}


def middle(visitor: Visit, selector: str) -> tuple[float, float]:
    """Where the middle of an element is, asked at once: the page may draw it anew at any time."""
    where = "(({ x, y, width, height }) => [x + width / 2, y + height / 2])(document.querySelector(each).getBoundingClientRect())"
    x, y = visitor.page.evaluate(f"(each) => {where}", selector)
    return x, y


def in_view(visitor: Visit, selector: str) -> list[tuple[float, float]]:
    """The middles of those that the frame of the board shows."""
    middles = """(selector) => {
      const frame = document.querySelector(".frame").getBoundingClientRect();
      return [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect())
        .map(({ x, y, width, height }) => [x + width / 2, y + height / 2])
        .filter(([x, y]) => x > frame.left && x < frame.right && y > frame.top && y < frame.bottom);
    }"""
    found: list[tuple[float, float]] = visitor.page.evaluate(middles, selector)
    return found


def drag(visitor: Visit, start: str, end: str) -> None:
    visitor.page.mouse.move(*middle(visitor, start))
    visitor.page.mouse.down()
    visitor.page.mouse.move(*middle(visitor, end), steps=4)
    visitor.page.mouse.up()


def pinch(visitor: Visit, apart: tuple[float, float]) -> None:
    """Two fingers on the board, from so far apart to so far."""
    x, y = middle(visitor, ".park")
    send = visitor.page.context.new_cdp_session(visitor.page).send
    for kind, half in (("touchStart", apart[0] / 2), ("touchMove", sum(apart) / 4), ("touchMove", apart[1] / 2)):
        points = [{"x": x - half, "y": y, "id": 0}, {"x": x + half, "y": y, "id": 1}]
        send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def at_rest(visitor: Visit) -> None:
    """Once the board stays as it is: the frame takes the park's shape, then the park the frame's size."""
    seen, now = "", "x"
    while seen != now:
        visitor.page.wait_for_timeout(300)
        seen, now = now, str(visitor.page.locator(".park").evaluate("(park) => park.outerHTML + park.clientHeight"))


def touch_drag(visitor: Visit, start: str, end: str) -> None:
    """One finger that rests on ``start`` for a moment, goes to ``end`` and lifts."""
    (x, y), (to_x, to_y) = middle(visitor, start), middle(visitor, end)
    send = visitor.page.context.new_cdp_session(visitor.page).send
    send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    visitor.page.wait_for_timeout(600)
    for part in (0.25, 0.5, 0.75, 1):
        there = {"x": x + (to_x - x) * part, "y": y + (to_y - y) * part}
        send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [there]})
    send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_carries_a_die_to_another_tile(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    visitor.open_park(ten_tiles())
    visitor.page.evaluate("import('/web/js/store.js').then(({ show }) => show({ adding: false }))")
    at_rest(visitor)
    touch_drag(visitor, '.park [data-guest="g1"]', '.park [data-tile="rapids"] .name')
    assert [guest["at"] for guest in visitor.position()["park"]["guests"]] == ["rapids"]
    assert visitor.page.locator("#panel h2").inner_text() == "This round"  # a carried die is no tap


def test_ten_tiles_are_readable_pinched_and_folded_on_a_phone(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    visitor.open_park(ten_tiles())
    page = visitor.page
    page.evaluate("import('/web/js/store.js').then(({ show }) => show({ adding: false }))")
    at_rest(visitor)
    assert page.locator(".park .empty").count() == 0
    assert min(page.evaluate(SIZE_OF_TEXT)) >= LEAST_PIXELS
    assert min(page.evaluate(SIZE_OF_NAMES)) >= NAMES_LEAST
    assert min(page.evaluate(ACROSS, "die")) >= DICE_LEAST
    whole, width = page.locator(".park").bounding_box(), SIZES["phone"]["width"]
    assert whole is not None
    for name in ["entrance", *NAMES]:
        x, y = middle(visitor, f'.park [data-tile="{name}"]')
        assert 0 < x < width
        assert whole["y"] < y < whole["y"] + whole["height"]
    before = max(page.evaluate(SIZE_OF_TEXT))
    pinch(visitor, (80, 200))
    nearer = max(page.evaluate(SIZE_OF_TEXT))
    assert nearer > 1.5 * before
    assert page.locator("#panel h2").inner_text() == "This round"  # pinching is no tap
    pinch(visitor, (240, 60))
    farther = max(page.evaluate(SIZE_OF_TEXT))
    assert farther < nearer
    page.locator('.park [data-tile="teacups"]').dblclick()
    assert max(page.evaluate(SIZE_OF_TEXT)) > 1.2 * farther
    page.evaluate("window.scrollTo(0, 9999)")
    undo = page.locator('[data-key="undo"]').bounding_box()
    assert undo is not None
    assert undo["y"] >= 0  # in reach however far one has scrolled
    visitor.key("fold")
    assert not page.locator(".park").is_visible()
    visitor.key("strip/dodgems")
    assert "Dodgems" in page.locator("#panel h2").inner_text()
    visitor.key("fold")
    assert page.locator(".park").is_visible()
    visitor.key("add-tile")
    assert page.locator(".park .empty").count() > 0


def test_who_adds_tiles_has_every_place_in_reach_and_two_fingers_bring_near_what_is_printed(
    visit: Callable[..., Visit],
) -> None:
    visitor = visit("phone")
    visitor.open_park(ten_tiles())
    visitor.key("add-tile")
    at_rest(visitor)
    page = visitor.page
    places = page.locator(".park .empty").count()
    assert len(in_view(visitor, ".park .empty")) == places > 10
    assert min(page.evaluate(ACROSS, "empty")) >= FINGER
    pinch(visitor, (80, 200))
    assert min(page.evaluate(SIZE_OF_TEXT)) >= LEAST_PIXELS
    assert page.locator("#panel h2").inner_text() == "This round"
    assert page.locator(".park .empty").count() == places


def test_dice_and_tiles_are_dragged_brushed_moved_and_typed(visit: Callable[..., Visit]) -> None:
    visitor = visit("desktop")
    visitor.open_park(ten_tiles())
    at_rest(visitor)
    page = visitor.page

    def guests() -> list[tuple[str, int, str]]:
        return [(each["colour"], each["value"], each["at"]) for each in visitor.position()["park"]["guests"]]

    drag(visitor, '.park [data-guest="g1"]', '.park [data-tile="rapids"] .name')
    assert guests() == [("blue", 5, "rapids")]
    visitor.unfold("guest-brush")
    drag(visitor, '[data-key="brush/green3"]', '.park [data-tile="swings"] .name')
    assert guests()[1:] == [("green", 3, "swings")]
    visitor.key("brush/yellow2")
    visitor.tile("teacups")
    visitor.tile("teacups")
    assert guests()[2:] == [("yellow", 2, "teacups")] * 2
    visitor.key("brush/yellow2")
    visitor.unfold("upgrade-brush")
    visitor.key("brush/generator")
    visitor.tile("carousel")
    visitor.key("brush/generator")
    visitor.tile("dodgems")
    page.keyboard.type("y5k")
    assert guests()[-1] == ("yellow", 5, "dodgems")
    visitor.key("guest/g5")
    visitor.key("move/g5")
    visitor.tile("entrance")
    assert guests()[-1] == ("yellow", 5, "entrance")
    upgrades = {tile["id"]: tile["upgrades"] for tile in visitor.position()["park"]["tiles"]}
    assert (upgrades["carousel"], upgrades["dodgems"]) == (["generator"], ["merch-kiosk"])
    if page.locator('[data-key="done"]').count():
        visitor.key("done")
    page.wait_for_timeout(400)  # the next tap is no second one
    visitor.tile("boating-lake")
    visitor.unfold("tile-more")
    visitor.key("move-tile")
    visitor.hex(-2, 1)
    drag(visitor, '.park [data-tile="boating-lake"] .name', '.park [data-hex="-2,2"]')
    assert [tile["hex"] for tile in visitor.position()["park"]["tiles"] if tile["id"] == "boating-lake"] == [[-2, 2]]
