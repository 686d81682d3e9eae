"""A whole picture for keeping: the park, and below it the sentences of a plan."""

from collections import defaultdict
from collections.abc import Sequence
from xml.etree import ElementTree as ET

from api.fitting import packed
from api.pictures.board import bounds, park_parts
from api.pictures.elements import element, text
from api.pictures.look import Theme, look, num
from models.theme_park.guests import TileId
from models.theme_park.moves import OperateMove
from models.theme_park.operate.state import start
from models.theme_park.position import Position
from models.theme_park.replay import OperateStep

NAMESPACE = "http://www.w3.org/2000/svg"


def picture(position: Position, steps: Sequence[OperateStep] = (), theme: Theme = Theme.LIGHT) -> str:
    """The SVG text of the park at its start, with the numbers and the sentences of ``steps``, legal moves."""
    colours = look()["colours"][theme]
    operated: dict[TileId, list[int]] = defaultdict(list)
    for number, step in enumerate(steps, 1):
        if isinstance(step.move, OperateMove):
            operated[step.move.tile].append(number)
    left, top, width, height = bounds([tile.hex for tile in position.tiles], look()["size"], look()["margin"])
    letters = look()["plan"]["letters"]
    sentences = [f"{number}. {step.text}" for number, step in enumerate(steps, 1)]
    lines = [line for sentence in sentences for line in packed(sentence.split(" "), letters)]
    below = top + height
    if lines:
        wide = max(width, look()["plan"]["width"] + 2 * look()["margin"])
        left -= (wide - width) / 2
        width = wide
        height += len(lines) * look()["plan"]["line"] + look()["plan"]["top"]
    root = element(
        "svg",
        {
            "xmlns": NAMESPACE,
            "viewBox": " ".join(num(each) for each in (left, top, width, height)),
            "width": width,
            "height": height,
            "font-family": look()["font"],
        },
        [
            element("rect", {"x": left, "y": top, "width": width, "height": height, "fill": colours["page"]}),
            *park_parts(position, start(position), colours, operated),
            *_plan(lines, left + look()["margin"], below, colours["ink"]),
        ],
    )
    return ET.tostring(root, encoding="unicode")


def _plan(lines: Sequence[str], left: float, top: float, ink: str) -> list[ET.Element]:
    sizes = look()["plan"]
    return [
        text(line, left, top + number * sizes["line"], sizes["text"], ink, {"text-anchor": "start"})
        for number, line in enumerate(lines, 1)
    ]
