"""The page draws the same elements as ``park-advisor render``."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from api import dump_position, load_moves, load_position
from api.pictures import picture
from api.pictures.look import Theme
from models import replay
from tests.web.visit import Visit, fixture

DRAW = """async ([position, theme, steps]) => {
  const { picture } = await import("/web/js/picture.js");
  const scene = { tiles: position.park.tiles, guests: position.park.guests, cubes: position.cubes, treated_as: {} };
  return new XMLSerializer().serializeToString(picture(scene, theme, steps));
}"""
MADE_UP = Path("bench/made_up/positions")
PARKS = ["positions/log-flume.json", *(str(MADE_UP / f"made-up-full-{number:02}.json") for number in (1, 7, 20))]


def elements(svg: str) -> list[tuple[str, dict[str, str], str]]:
    return [(each.tag, dict(sorted(each.attrib.items())), each.text or "") for each in ET.fromstring(svg).iter()]


@pytest.fixture
def visitor(visit: Callable[..., Visit]) -> Visit:
    return visit()


def test_page_and_command_draw_the_same_elements(visitor: Visit) -> None:
    for name in PARKS:
        position = load_position(fixture(name))
        for theme in Theme:
            drawn = visitor.page.evaluate(DRAW, [dump_position(position), theme.value, []])
            assert elements(drawn) == elements(picture(position, theme=theme)), name


def test_page_and_command_draw_the_same_plan(visitor: Visit) -> None:
    position = load_position(fixture(PARKS[0]))
    moves: Any = fixture("positions/log-flume.moves.json")
    steps = replay(position, load_moves(moves, position)).steps
    told = [{"move": move, "text": step.text} for move, step in zip(moves, steps, strict=True)]
    drawn = visitor.page.evaluate(DRAW, [dump_position(position), Theme.LIGHT.value, told])
    assert elements(drawn) == elements(picture(position, steps))
