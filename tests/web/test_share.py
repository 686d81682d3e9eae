"""Giving a park away and opening it again."""

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import zxingcpp
from PIL import Image

from api import load_position
from api.theme_park.pictures import picture
from models.theme_park.operate.notation import print_position
from tests.web.test_picture import elements
from tests.web.visit import Visit, fixture


@pytest.fixture
def sharing(visit: Callable[..., Visit]) -> Visit:
    visitor = visit("phone")
    visitor.open_example("Guide and manager")
    visitor.tab("Share")
    visitor.page.wait_for_selector("#share-link")
    return visitor


def test_the_link_reopens_the_same_park_in_another_browser(sharing: Visit, visit: Callable[..., Visit]) -> None:
    link = sharing.page.locator("#share-link").get_attribute("href")
    assert link is not None
    other = visit("desktop", link.removeprefix(sharing.server))
    assert load_position(other.position()) == load_position(sharing.position())
    assert other.page.url == f"{other.server}/"


def test_the_rulebooks_examples_are_opened_by_touch(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    visitor.tab("Share")
    visitor.unfold("examples/rulebook")
    visitor.key("example/Mascot adds one")
    visitor.page.wait_for_selector("body[data-tab=park]")
    printed = fixture("rulebook/mascot-adds-one.json")["position"]
    assert load_position(visitor.position()) == load_position(printed)


@pytest.mark.parametrize(
    ("park", "dark"),
    [("rulebook/guide-and-manager.json", True), ("bench/made_up/positions/made-up-full-24.json", False)],
    ids=["a small park in the dark", "a large park"],
)
def test_the_qr_code_on_a_phone_reads_as_the_link_that_reopens_the_park(
    visit: Callable[..., Visit], park: str, dark: bool
) -> None:
    visitor = visit("phone", dark=dark)
    position = fixture(park)
    visitor.open_park(position.get("position", position), "share")
    code = visitor.page.locator(".qr")
    code.wait_for()
    assert code.get_attribute("aria-label") == "QR code of the link"
    code.evaluate("(code) => code.scrollIntoView({ block: 'end' })")
    seen = zxingcpp.read_barcodes(Image.open(BytesIO(visitor.page.screenshot())))
    assert [each.text for each in seen] == [visitor.page.locator("#share-link").get_attribute("href")]
    other = visit("phone", seen[0].text.removeprefix(visitor.server))
    assert load_position(other.position()) == load_position(visitor.position())


def test_an_address_that_others_cannot_reach_or_the_browser_not_keep_says_so(sharing: Visit) -> None:
    panel = sharing.page.locator("#panel")
    assert "leads to this device alone" in panel.inner_text()
    assert "needs the server" not in panel.inner_text()
    sharing.page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    sharing.go("/")
    sharing.tab("Share")
    sharing.page.wait_for_selector("#share-link")
    assert "opening or reloading it needs the server" in panel.inner_text()
    sharing.page.context.set_offline(True)
    for tab in ("Best", "Judge"):
        sharing.tab(tab)
        sharing.page.wait_for_selector("#panel >> text=Do not reload the page")


def paste(visitor: Visit, text: str) -> None:
    """As with the keys of the browser."""
    visitor.page.evaluate("(text) => navigator.clipboard.writeText(text)", text)
    visitor.page.keyboard.press("Control+V")


def test_a_park_is_opened_wherever_it_is_pasted_and_a_field_takes_what_is_pasted_into_it(sharing: Visit) -> None:
    page, link = sharing.page, str(sharing.page.locator("#share-link").get_attribute("href"))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    park = load_position(sharing.position())
    given = {"Best": link, "Judge": print_position(park), "Share": json.dumps(sharing.position())}
    for tab, text in given.items():
        sharing.tab("Park")
        sharing.key("clear")
        sharing.tab(tab)
        assert load_position(sharing.position()) != park
        paste(sharing, text)
        page.wait_for_selector("body[data-tab=park]")
        assert load_position(sharing.position()) == park
    sharing.tab("Best")
    paste(sharing, "nothing of the kind")
    page.wait_for_selector("#panel .notice .fault")
    assert load_position(sharing.position()) == park
    sharing.key("unopened-seen")
    assert page.locator("#panel .notice").count() == 0
    sharing.tab("Share")
    page.focus('[data-key="notation"]')
    paste(sharing, link)
    assert page.input_value('[data-key="notation"]') == link
    assert page.evaluate("document.body.dataset.tab") == "share"
    sharing.errors.clear()  # the browser reports what the server refused


COPIES = {
    "copy-link": lambda sharing: sharing.page.locator("#share-link").get_attribute("href"),
    "copy-notation": lambda sharing: print_position(load_position(sharing.position())),
    "copy-json": lambda sharing: json.dumps(sharing.position()),
}


def clipboard(visitor: Visit) -> str:
    text: str = visitor.page.evaluate("(window.kept ?? navigator.clipboard).readText()")
    return text


def plain(text: str) -> str:
    return json.dumps(json.loads(text)) if text.startswith("{") else text


@pytest.mark.parametrize("secure", [True, False], ids=["clipboard", "without a clipboard"])
def test_link_notation_and_json_are_copied(sharing: Visit, secure: bool) -> None:
    sharing.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    if not secure:  # as on a server of the home network
        sharing.page.evaluate(
            "window.kept = navigator.clipboard; Object.defineProperty(navigator, 'clipboard', { value: undefined })"
        )
    for key, content in COPIES.items():
        sharing.key(key)
        sharing.until("/ is copied/.test(document.getElementById('live').textContent)")
        assert plain(clipboard(sharing)) == content(sharing)
        assert sharing.page.evaluate("document.activeElement.dataset.key") == key
        sharing.until("document.getElementById('live').classList.contains('unseen')")


def test_a_copied_line_opens_the_park_where_it_is_pasted(sharing: Visit) -> None:
    line, before = print_position(load_position(sharing.position())), sharing.position()
    sharing.tab("Park")
    sharing.key("clear")
    sharing.tab("Share")
    sharing.page.fill('[data-key="notation"]', line)
    sharing.page.keyboard.press("Enter")
    sharing.page.wait_for_selector("body[data-tab=park]")
    assert load_position(sharing.position()) == load_position(before)


def test_pictures_hold_the_plan_once_there_is_one(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    visitor.open_example("Log flume to duck pond")
    visitor.solve()
    visitor.tab("Share")
    visitor.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.key("copy-plan")
    visitor.until("/ is copied/.test(document.getElementById('live').textContent)")
    lines = clipboard(visitor).splitlines()
    assert len(lines) == 3
    for key in ("svg", "png"):
        with visitor.page.expect_download() as download:
            visitor.key(key)
        saved = Path(download.value.path())
        if key == "svg":
            drawn = saved.read_text("utf-8")
            height = float(ET.fromstring(drawn).get("height", 0))
            assert all(line.split(". ", 1)[1].split()[1] in drawn for line in lines)
        else:
            picture_ = Image.open(saved)
            assert picture_.height >= height
            assert len(picture_.convert("RGB").getcolors(1 << 24) or []) > 10


def test_pictures_and_json_are_saved(sharing: Visit, tmp_path: Path) -> None:
    saved = {}
    for key in ("svg", "png", "json"):
        with sharing.page.expect_download() as download:
            sharing.key(key)
        saved[key] = tmp_path / key
        download.value.save_as(saved[key])
    position = load_position(json.loads(saved["json"].read_text("utf-8")))
    assert position == load_position(sharing.position())
    link = sharing.page.locator("#share-link").get_attribute("href")
    assert elements(saved["svg"].read_text("utf-8")) == elements(picture(position, link=link))
    assert saved["png"].read_bytes().startswith(b"\x89PNG")


def test_a_printed_page_is_the_park_with_its_round_and_link(sharing: Visit) -> None:
    sharing.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    sharing.page.emulate_media(media="print")
    assert sharing.page.locator("#paper svg").count() == 2  # the park, and the code of its link
    assert not sharing.page.locator("main").is_visible()
    drawn = sharing.page.locator("#paper svg").first.evaluate("(svg) => svg.outerHTML")
    words = [each.text or "" for each in ET.fromstring(drawn).iter() if each.tag.endswith("text")]
    link = sharing.page.locator("#share-link").get_attribute("href")
    assert link in "".join(words)
    assert any(line.startswith("Introductory game, round 1") for line in words), words


def test_a_position_file_is_opened_and_a_faulty_one_is_refused_with_the_place(sharing: Visit, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    position = sharing.position() | {"maps": 3}
    good.write_text(json.dumps(position))
    bad.write_text(json.dumps(position | {"maps": 99}))
    before = sharing.position()
    sharing.page.set_input_files("#panel input[type=file]", bad)
    sharing.until("document.getElementById('live').textContent.includes('/position/maps')")
    assert sharing.position() == before
    sharing.page.set_input_files("#panel input[type=file]", good)
    sharing.page.wait_for_selector("body[data-tab=park]")
    assert sharing.position()["maps"] == 3
