"""Giving a park away and opening it again."""

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from api import load_position
from api.pictures import picture
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
    visitor.tap('details[data-key="examples/rulebook"] > summary')
    visitor.key("example/Mascot adds one")
    visitor.page.wait_for_selector("body[data-tab=park]")
    printed = fixture("rulebook/mascot-adds-one.json")["position"]
    assert load_position(visitor.position()) == load_position(printed)


def test_the_qr_code_is_drawn_for_the_link(sharing: Visit) -> None:
    code = sharing.page.locator(".qr")
    assert code.get_attribute("aria-label") == "QR code of the link"
    assert len(code.locator("path").get_attribute("d") or "") > 1000


def test_pictures_and_json_are_saved(sharing: Visit, tmp_path: Path) -> None:
    saved = {}
    for key in ("svg", "png", "json"):
        with sharing.page.expect_download() as download:
            sharing.key(key)
        saved[key] = tmp_path / key
        download.value.save_as(saved[key])
    position = load_position(json.loads(saved["json"].read_text("utf-8")))
    assert position == load_position(sharing.position())
    assert elements(saved["svg"].read_text("utf-8")) == elements(picture(position))
    assert saved["png"].read_bytes().startswith(b"\x89PNG")


def test_a_printed_page_is_the_park_alone(sharing: Visit) -> None:
    sharing.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    sharing.page.emulate_media(media="print")
    assert sharing.page.locator("#paper svg").is_visible()
    assert not sharing.page.locator("main").is_visible()
    drawn = sharing.page.locator("#paper svg").evaluate("(svg) => svg.outerHTML")
    assert ET.fromstring(drawn).get("viewBox")


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
