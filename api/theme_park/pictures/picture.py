"""A whole picture for keeping: the park, and below it what the caption says."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree as ET

from api.theme_park.pictures.board import bounds, park_parts
from api.theme_park.pictures.caption import Line, caption
from api.theme_park.pictures.elements import BOLD, element, text
from api.theme_park.pictures.look import Theme, look, num
from models.theme_park.guests import TileId
from models.theme_park.operate.moves import OperateMove
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import OperateStep
from models.theme_park.operate.state import start

NAMESPACE = "http://www.w3.org/2000/svg"


def picture(
    position: Position, steps: Sequence[OperateStep] = (), theme: Theme = Theme.LIGHT, link: str | None = None
) -> str:
    """The SVG text of the park at its start with the numbers of ``steps``, legal moves, and the caption below it.

    ``link``: an address or notation that opens the position again.
    """
    colours = look()["colours"][theme]
    operated: dict[TileId, list[int]] = defaultdict(list)
    for number, step in enumerate(steps, 1):
        if isinstance(step.move, OperateMove):
            operated[step.move.tile].append(number)
    left, top, width, height = bounds([tile.hex for tile in position.tiles], look()["size"], look()["margin"])
    lines, below = caption(position, steps, link), top + height
    wide = max(width, look()["plan"]["width"] + 2 * look()["margin"])
    left -= (wide - width) / 2
    height += sum(line.down for line in lines) + look()["plan"]["top"]
    root = element(
        "svg",
        {
            "xmlns": NAMESPACE,
            "viewBox": " ".join(num(each) for each in (left, top, wide, height)),
            "width": wide,
            "height": height,
            "font-family": look()["font"],
        },
        [
            element("rect", {"x": left, "y": top, "width": wide, "height": height, "fill": colours["page"]}),
            *park_parts(position, start(position), colours, operated),
            *_written(lines, left + look()["margin"], below, colours["ink"]),
        ],
    )
    return ET.tostring(root, encoding="unicode")


def _written(lines: Sequence[Line], left: float, top: float, ink: str) -> Iterator[ET.Element]:
    for line in lines:
        top += line.down
        yield text(line.words, left, top, line.size, ink, {"text-anchor": "start", **(BOLD if line.bold else {})})
