"""The page draws the same elements as ``park-advisor render``."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from api import dump_position, load_moves, load_position
from api.theme_park.pictures import picture
from api.theme_park.pictures.look import Theme
from api.theme_park.schemas.moves import dump_move
from models import replay
from tests.api.test_render import AT_HAND, planned
from tests.web.visit import Visit, fixture

LINK = "https://example.org/p/p1~" + "t.carousel" * 30
DRAW = """async ([position, theme, steps, link]) => {
  const { picture } = await import("/web/js/picture.js");
  return new XMLSerializer().serializeToString(picture(position, theme, steps, link));
}"""
MADE_UP = Path("bench/made_up/positions")
PARKS = ["positions/log-flume.json", *(str(MADE_UP / f"made-up-full-{number:02}.json") for number in (1, 7, 21))]


def elements(svg: str) -> list[tuple[str, dict[str, str], str]]:
    return [(each.tag, dict(sorted(each.attrib.items())), each.text or "") for each in ET.fromstring(svg).iter()]


@pytest.fixture
def visitor(visit: Callable[..., Visit]) -> Visit:
    return visit()


def test_page_and_command_draw_the_same_elements(visitor: Visit) -> None:
    for name in PARKS:
        position = load_position(fixture(name))
        for theme in Theme:
            drawn = visitor.page.evaluate(DRAW, [dump_position(position), theme.value, [], LINK])
            assert elements(drawn) == elements(picture(position, theme=theme, link=LINK)), name


def size_of(path: Path) -> tuple[int, int]:
    with Image.open(path) as picture_:
        return picture_.size


def test_the_icons_are_there_in_the_sizes_that_the_manifest_says() -> None:
    web = Path(__file__).parents[2] / "api/web"
    listed = json.loads((web / "manifest.webmanifest").read_text("utf-8"))["icons"]
    drawn = [each for each in listed if each["type"] == "image/png"]
    assert {(each["sizes"], each.get("purpose")) for each in drawn} == {
        ("192x192", None),
        ("512x512", None),
        ("512x512", "maskable"),
    }
    for each in drawn:
        assert "{}x{}".format(*size_of(web / each["src"].removeprefix("/web/"))) == each["sizes"]
    assert size_of(web / "icons/apple-touch.png") == (180, 180)
    assert '<link rel="apple-touch-icon" href="/web/icons/apple-touch.png">' in (web / "index.html").read_text("utf-8")


def test_page_and_command_draw_the_same_caption_of_all_that_is_at_hand_and_marks_of_a_tile_operated_twice(
    visitor: Visit,
) -> None:
    position, steps = load_position(AT_HAND), planned(load_position(AT_HAND))
    told = [
        {"move": dump_move(step.move), "text": step.text, "stars": step.stars, "money": step.money} for step in steps
    ]
    as_entered = dump_position(position) | {"staff": AT_HAND["staff"]}
    drawn = visitor.page.evaluate(DRAW, [as_entered, Theme.LIGHT.value, told, LINK])
    assert elements(drawn) == elements(picture(position, steps, link=LINK))


def test_page_and_command_draw_the_same_plan(visitor: Visit) -> None:
    position = load_position(fixture(PARKS[0]))
    moves: Any = fixture("positions/log-flume.moves.json")
    steps = replay(position, load_moves(moves, position)).steps
    told = [
        {"move": move, "text": step.text, "stars": step.stars, "money": step.money}
        for move, step in zip(moves, steps, strict=True)
    ]
    drawn = visitor.page.evaluate(DRAW, [dump_position(position), Theme.LIGHT.value, told, None])
    assert elements(drawn) == elements(picture(position, steps))
