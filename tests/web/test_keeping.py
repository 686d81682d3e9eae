"""Nothing is lost: whatever a browser keeps, whichever tabs are open, and whatever a file says, the page opens."""

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.visit import Visit, fixture

ATTRACTION = {"name": "Our wheel", "colour": "blue", "stars": 5, "requirement": {"dice": [{"values": "even"}]}}
RUBBISH = [
    "",
    "null",
    "[]",
    "{",
    "42",
    '"text"',
    "{}",
    '{"doc": null}',
    '{"rev": 1, "doc": {"position": {}}}',
    "[" * 5000,
]
"""What no page ever wrote."""
KINDS = ("draft/x", "answer/x", "search/x", "review/x", "what-if/x", "own/x", "aside/x")


def park() -> Any:
    """A sound park with every field that the page writes."""
    rules = {"game": "full", "round": 1, "last_round": False, "expansions": [], "rulings": {}}
    rest = {"maps": 0, "mascots": [], "staff": [], "administrator": None, "money": 0, "cubes": {}}
    position = rest | fixture("rulebook/guide-and-manager.json")["position"]
    position["rules"] = rules | position.get("rules", {})
    position["park"]["tiles"] = [
        {"id": each["id"], "hex": each["hex"], "attraction": deepcopy(ATTRACTION), "upgrades": []}
        for each in position["park"]["tiles"]
    ]
    return position


def wrong_words() -> list[Any]:
    """Parks that are almost as they should be: one value each is of another kind, far too large, or missing."""
    wrong: list[Any] = []
    for path, value in (
        (("park", "tiles", 1, "attraction", "colour"), "Blue"),
        (("park", "tiles", 1, "attraction", "requirement", "dice"), {}),
        (("park", "tiles", 1, "attraction", "requirement"), None),
        (("park", "tiles", 1, "attraction"), "no-such-slug"),
        (("park", "tiles", 1, "hex"), ["a", 1e300]),
        (("park", "tiles", 1, "upgrades"), "generator"),
        (("park", "tiles"), []),
        (("park", "guests", 0, "value"), 77),
        (("park", "guests", 0, "colour"), "__proto__"),
        (("park", "guests"), None),
        (("rules", "rulings"), [1]),
        (("rules",), "full"),
        (("mascots",), [{"skill": "two-five"}]),
        (("cubes",), None),
        (("maps",), "three"),
    ):
        position = park()
        at: Any = position
        for name in path[:-1]:
            at = at[name]
        at[path[-1]] = value
        wrong.append(position)
    return wrong


def stored(position: Any, **more: Any) -> str:
    doc = {"position": position, "moves": []}
    return json.dumps({"rev": "r", "at": 1, "doc": doc, "past": [], "future": []} | more)


def opens_with(visitor: Visit, kept: dict[str, str]) -> None:
    """Keep exactly ``kept``, open the page anew, show every tab, and see that it works."""
    visitor.page.evaluate(
        "(kept) => { localStorage.clear(); sessionStorage.clear(); Object.entries(kept).forEach(([key, text]) => localStorage.setItem(key, text)); }",
        kept,
    )
    visitor.go("/")
    for name in ("best", "judge", "share", "park"):
        visitor.page.evaluate("(tab) => import('/web/js/store.js').then(({ show }) => show({ tab }))", name)
        assert visitor.page.locator("[data-key=start-afresh]").count() == 0, (name, kept)
    visitor.key("Maps/more")
    assert visitor.position()["maps"] >= 1, kept


@pytest.mark.thorough
def test_no_stored_data_keeps_the_page_from_opening(visit: Callable[..., Visit]) -> None:
    visitor = visit("desktop")
    every = {f"park-advisor/{kind}{number}": text for kind in KINDS for number, text in enumerate(RUBBISH)}
    opens_with(visitor, {"park-advisor": RUBBISH[0]} | every)
    wrong, whole = wrong_words(), park()
    answers = [{"position": each, "sequences": [{"steps": [{}]}], "notes": []} for each in (whole, *wrong)]
    own = {"slug": "x", "attraction": ATTRACTION | {"colour": "Blue"}}
    drafts = {f"park-advisor/draft/{number}": stored(each) for number, each in enumerate(wrong)}
    for text, answer in zip(
        [
            *RUBBISH[-2:],
            json.dumps({"past": wrong, "doc": {"position": wrong[0], "moves": [{}]}, "future": 3, "own": [own, 7]}),
        ],
        answers[:3],
        strict=True,
    ):
        opens_with(
            visitor,
            drafts
            | {
                "park-advisor": text,
                "park-advisor/draft/y": stored(whole, past=[{"position": wrong[0], "moves": []}, 3], future="no"),
                "park-advisor/answer/y": json.dumps(answer),
                "park-advisor/search/y": json.dumps({"path": "/v1/jobs/../../evil", "position": wrong[0]}),
                "park-advisor/review/y": json.dumps({"path": "/v1/jobs/none", "of": wrong[0]}),
                "park-advisor/what-if/y": json.dumps({"path": ["/v1/jobs/none"], "of": 7}),
                "park-advisor/own/x": json.dumps(own),
            },
        )
        assert len(visitor.position()["park"]["tiles"]) == len(whole["park"]["tiles"])  # what is sound is there


def test_what_cannot_be_read_is_saved_before_it_is_removed(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    own = {slug: {"slug": slug, "attraction": ATTRACTION, "at": 1} for slug in ("our-wheel", "wrong")}
    own["wrong"]["attraction"] = ATTRACTION | {"colour": "Blue"}
    visitor.page.evaluate(
        "(own) => Object.entries(own).forEach(([slug, each]) => localStorage.setItem(`park-advisor/own/${slug}`, JSON.stringify(each)))",
        own,
    )
    visitor.go("/")
    with visitor.page.expect_download() as download:
        visitor.key("save-data")
    saved = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert json.loads(saved["park-advisor/own/wrong"]) == own["wrong"]
    visitor.key("forget-unread")
    kept = "Object.keys(localStorage).filter((key) => key.startsWith('park-advisor/own/'))"
    assert visitor.page.evaluate(kept) == ["park-advisor/own/our-wheel"]
    assert visitor.page.locator(".notice").count() == 0
    visitor.page.evaluate("localStorage.clear()")
    visitor.go("/")
    visitor.tab("Share")
    visitor.page.set_input_files("#panel input[type=file]", download.value.path())
    visitor.until("document.getElementById('live').textContent.includes('1 thing')")
    assert visitor.page.evaluate(kept) == ["park-advisor/own/our-wheel"]


def test_a_panel_that_cannot_be_drawn_gives_way_to_a_way_out(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    spoil = "import('/web/js/store.js').then(({ state, emit }) => { state.doc.position.park.tiles[0].attraction = {}; emit(); })"
    visitor.tile("entrance")
    visitor.key("add/blue5")
    visitor.page.evaluate(spoil)
    visitor.key("rescue-undo")
    assert visitor.page.locator("[data-key=done]").count() == 1
    visitor.page.evaluate(spoil)
    visitor.key("start-afresh")
    assert visitor.position()["park"]["tiles"][0]["attraction"]["name"]
    visitor.go("/")
    assert visitor.page.locator("[data-key=start-afresh]").count() == 0


FILL = """() => {
  for (let size = 1 << 20; size; size >>= 1) {
    try {
      for (let number = 0; ; number += 1) localStorage.setItem(`other/${size}/${number}`, "x".repeat(size));
    } catch { /* full for pieces of this size */ }
  }
}"""


def test_a_full_browser_says_so_keeps_working_and_lets_the_data_be_saved(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    visitor.key("Maps/more")
    visitor.page.evaluate(FILL)
    visitor.open_park(fixture("bench/made_up/positions/made-up-full-21.json"))
    notice = visitor.page.locator("#panel .notice")
    expect(notice).to_contain_text("no room")
    visitor.key("Money/more")
    shown = "import('/web/js/store.js').then(({ state }) => state.doc.position.park.tiles.length)"
    assert visitor.page.evaluate(shown) > 5
    with visitor.page.expect_download() as download:
        visitor.key("save-data")
    saved = json.loads(Path(download.value.path()).read_text("utf-8"))
    kept = [json.loads(text)["doc"]["position"] for key, text in saved.items() if "/draft/" in key]
    assert [each["maps"] for each in kept] == [1]  # what was kept before stays
    visitor.key("notice-seen")
    visitor.page.evaluate(
        "Object.keys(localStorage).filter((key) => key.startsWith('other/')).forEach((key) => localStorage.removeItem(key))"
    )
    visitor.key("Money/more")
    assert notice.count() == 0
    assert len(visitor.position()["park"]["tiles"]) > 5


@pytest.mark.thorough
def test_who_comes_while_the_server_is_away_finds_the_page_once_it_is_back(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    visitor.key("Maps/more")
    page = visitor.page

    def asked(url: str) -> bool:
        return "/v1/" in url

    page.route(asked, lambda route: route.abort("connectionrefused"))
    page.reload()
    expect(page.locator("#panel h2")).to_have_text("The server is away")
    assert page.locator('[data-key="try-now"]').is_visible()
    page.unroute(asked)
    visitor.ready()
    assert visitor.position()["maps"] == 1
    assert page.locator("#panel h2").inner_text() == "This round"


def test_of_a_file_with_a_wrong_word_nothing_is_kept_and_its_place_is_told(
    visit: Callable[..., Visit], tmp_path: Path
) -> None:
    visitor = visit("phone")
    visitor.unfold("own")
    file = "details[data-key=own] input[type=file]"
    good = {"slug": "our-wheel", "attraction": ATTRACTION}
    for wrong, place in (
        ({"colour": "Blue"}, "/tiles/1/attraction/colour"),
        ({"requirement": {"dice": ["red"]}}, "/tiles/1/attraction/requirement/dice/0"),
        ({"stars": 1e9}, "/tiles/1/attraction/stars"),
    ):
        bad = tmp_path / "bad.json"
        entry = {"slug": "wrong", "attraction": ATTRACTION | wrong}
        bad.write_text(json.dumps({"version": 1, "tiles": [good, entry]}))
        for offline in (False, True):  # the description of the API judges as the server does
            visitor.page.context.set_offline(offline)
            visitor.page.set_input_files(file, bad)
            expect(visitor.page.locator(".notice .fault").first).to_contain_text(place)
            visitor.key("refused-seen")
        visitor.page.context.set_offline(False)
        assert visitor.page.evaluate("Object.keys(localStorage).filter((key) => key.includes('/own/'))") == []
    for text in ("no JSON", "[]", '{"version": 1}', '{"version": 2, "tiles": []}'):
        bad.write_text(text)
        visitor.page.set_input_files(file, bad)
        visitor.page.wait_for_selector(".notice .fault")
        visitor.key("refused-seen")
    bad.write_text(json.dumps({"version": 1, "tiles": [good]}))
    visitor.page.set_input_files(file, bad)
    visitor.page.wait_for_selector('[data-key="own/our-wheel"]')


DEAF = """const add = window.addEventListener;
window.addEventListener = (name, ...rest) => name !== "storage" && add.call(window, name, ...rest);"""


def other_tab(visitor: Visit, script: str = "") -> Visit:
    """A second tab of the same browser; ``script`` runs before the page's own."""
    page = visitor.page.context.new_page()
    page.add_init_script(script)
    other = Visit(page, visitor.server)
    other.errors = visitor.errors
    return other


def enter_own(visitor: Visit, name: str) -> None:
    visitor.unfold("own")
    visitor.key("own-new")
    visitor.page.fill("#facts-name", name)
    visitor.key("finish")


@pytest.mark.thorough
def test_tabs_keep_each_others_parks_and_attractions(visit: Callable[..., Visit]) -> None:
    first = visit("desktop")
    second = other_tab(first)
    for name in ("Wheel", "Mill", "Swing"):
        enter_own(second, name)
    second.hex(1, 0)
    second.key("wheel")
    second.key("add/blue5")
    first.page.locator('.park [data-tile="wheel"]').wait_for()  # a tab with nothing of its own follows
    park = second.position()
    second.page.close()
    first.page.reload()
    first.ready()
    assert first.position() == park
    second = other_tab(first)
    first.unfold("own")
    second.unfold("own")
    first.key("forget/mill")
    enter_own(second, "Rapids")
    first.page.locator('[data-key="own/rapids"]').wait_for()
    for tab in (first, second):
        assert tab.page.locator('[data-key="own/mill"]').count() == 0
        assert tab.page.locator('[data-key^="own/"]:is(.entry)').count() == 3
    second.key("Maps/more")
    first.until("document.querySelector('[aria-label=\"Maps: 1\"]').ariaPressed === 'true'")
    first.key("Money/more")
    assert (first.position()["maps"], first.position()["money"]) == (1, 1)


def test_two_tabs_that_change_one_park_at_once_keep_both(visit: Callable[..., Visit]) -> None:
    first = visit("desktop")
    first.key("Maps/more")
    second = other_tab(first, DEAF)  # it does not hear of the other, as when it was asleep
    first.key("Maps/more")
    second.key("Money/more")
    assert "changed in another tab" in second.page.locator(".notice").inner_text()
    assert (first.position()["maps"], first.position()["money"]) == (2, 0)
    assert (second.position()["maps"], second.position()["money"]) == (1, 1)


def test_another_park_leaves_the_one_before_as_it_is(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    visitor.open_example("Guide and manager")
    before = visitor.position()
    visitor.key("clear")
    visitor.tab("Share")
    visitor.unfold("parks")
    visitor.tap('[data-key^="park/"]')
    assert visitor.position() == before
    visitor.page.evaluate("window.dispatchEvent(new Event('pagehide'))")
    assert visitor.position() == before
