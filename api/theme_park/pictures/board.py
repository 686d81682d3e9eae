"""The park: tiles where their hexes lie, guests on them, numbers of the steps that operate each tile."""

from collections.abc import Mapping, Sequence
from math import inf, sqrt
from xml.etree import ElementTree as ET

from api.text_layout import cut
from api.theme_park.pictures.elements import BOLD, Palette, at, die, element, requirement, shape, text
from api.theme_park.pictures.look import Point, look, points
from models.shared.hexgrid import Hex
from models.theme_park.attraction import Tile
from models.theme_park.guests import TileId
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import State, cubes_on, guest_now, guests_on

ROOT3 = sqrt(3)


def centre(place: Hex, size: float) -> Point:
    """The middle of a hex with a corner on top."""
    return size * ROOT3 * (place.q + place.r / 2), size * 1.5 * place.r


def corners(size: float) -> list[Point]:
    """The hex around the origin."""
    half = size * ROOT3 / 2
    return [(0, -size), (half, -size / 2), (half, size / 2), (0, size), (-half, size / 2), (-half, -size / 2)]


def bounds(places: Sequence[Hex], size: float, margin: float) -> tuple[float, float, float, float]:
    """Left, top, width and height of a picture of these hexes."""
    middles = [centre(place, size) for place in places]
    half = size * ROOT3 / 2
    left = min((x for x, _ in middles), default=inf) - half - margin
    top = min((y for _, y in middles), default=inf) - size - margin
    right = max(x for x, _ in middles) + half + margin
    bottom = max(y for _, y in middles) + size + margin
    return left, top, right - left, bottom - top


def park_parts(
    position: Position, state: State, colours: Palette, operated: Mapping[TileId, Sequence[int]]
) -> list[ET.Element]:
    """The elements of the park in the order in which they are painted."""
    return [
        *(_tile(tile, cubes_on(position, state, tile.id), colours) for tile in position.tiles),
        *(guest for tile in position.tiles for guest in _crowd(position, state, tile, colours)),
        *(_steps(tile, operated[tile.id], colours) for tile in position.tiles if operated.get(tile.id)),
    ]


def seats(count: int) -> tuple[float, list[Point]]:
    """How large the guests of one tile are drawn and where they stand; those without a place are not drawn."""
    crowd = next(each for each in look()["crowds"] if count <= each["upto"])
    places: list[Point] = []
    for most, y in crowd["rows"]:
        here = min(most, count - len(places))
        places += [((index - (here - 1) / 2) * crowd["step"], y) for index in range(here)]
    return crowd["die"], places


def _tile(tile: Tile, cubes: int, colours: Palette) -> ET.Element:
    printed = requirement(tile.attraction.requirement, colours)
    parts = [
        *_header(tile, colours),
        element("g", {"transform": at(0, look()["requirement"]["y"])}, printed),
        *_upgrades(tile, colours),
        *_icons(tile, cubes, colours),
        *_innovation(tile, colours),
    ]
    place = at(*centre(tile.hex, look()["size"]))
    return element("g", {"class": "tile", "data-tile": tile.id, "transform": place}, parts)


def _header(tile: Tile, colours: Palette) -> list[ET.Element]:
    roof, name = look()["roof"], look()["name"]
    size = look()["size"] - look()["inset"]
    shown = cut(tile.name, name["longest"])
    palette = colours[tile.attraction.colour]
    half = (size + roof["y"]) * ROOT3
    return [
        element(
            "polygon",
            {
                "class": "hex",
                "points": points(corners(size)),
                "fill": palette["tint"],
                "stroke": palette["roof"],
                "stroke-width": 3,
                "stroke-linejoin": "round",
            },
        ),
        element(
            "polygon",
            {
                "class": "roof",
                "points": points([(0, -size), (half, roof["y"]), (-half, roof["y"])]),
                "fill": palette["roof"],
            },
        ),
        element(
            "g",
            {"transform": at(*roof["glyph"])},
            [shape(tile.attraction.colour, roof["glyph_size"], {"fill": palette["text"]})],
        ),
        text(
            f"{tile.attraction.stars}★", roof["stars"][0], roof["stars"][1], roof["stars_size"], palette["text"], BOLD
        ),
        text(
            shown,
            0,
            name["y"],
            name["size"] * name["wide"] / max(name["wide"], len(shown)),
            colours["ink"],
            {"class": "name", **BOLD},
        ),
    ]


def _upgrades(tile: Tile, colours: Palette) -> list[ET.Element]:
    sizes = look()["upgrades"]
    parts = []
    installed = [(kind, mark) for kind, mark in sizes["marks"].items() if kind in tile.upgrades]
    for index, (kind, mark) in enumerate(installed):
        y = sizes["y"] + index * sizes["step"]
        ring = {"fill": colours["card"], "stroke": colours["ink"], "stroke-width": 1.5}
        parts.append(element("circle", {"class": kind, "cx": sizes["x"], "cy": y, "r": sizes["radius"], **ring}))
        parts.append(text(mark, sizes["x"], y + sizes["text"] * 0.35, sizes["text"], colours["ink"], BOLD))
    return parts


def _icons(tile: Tile, cubes: int, colours: Palette) -> list[ET.Element]:
    sizes = look()["icons"]
    size = sizes["size"]
    return [
        element(
            "rect",
            {
                "class": "cube" if index < cubes else "icon",
                "x": sizes["x"] - size / 2,
                "y": sizes["y"] + index * sizes["step"] - size / 2,
                "width": size,
                "height": size,
                "rx": 2,
                "fill": colours["ink" if index < cubes else "card"],
                "stroke": colours["ink"],
                "stroke-width": 1.5,
            },
        )
        for index in range(max(tile.icons, cubes))
    ]


def _innovation(tile: Tile, colours: Palette) -> list[ET.Element]:
    if tile.innovation is None:
        return []
    sizes = look()["innovation"]
    x, y, size = sizes["x"], sizes["y"], sizes["size"]
    box = {"x": x - size / 2 - 2, "y": y - size / 2, "width": size + 4, "height": size, "rx": 4}
    edge = {"fill": colours["card"], "stroke": colours["ink"], "stroke-width": 1.5}
    mark = sizes["marks"][tile.innovation]
    return [
        element("rect", {"class": tile.innovation.value, **box, **edge}),
        text(mark, x, y + sizes["text"] * 0.35, sizes["text"], colours["ink"], BOLD),
    ]


def _crowd(position: Position, state: State, tile: Tile, colours: Palette) -> list[ET.Element]:
    here = guests_on(position, state, tile.id)
    size, places = seats(len(here))
    x, y = centre(tile.hex, look()["size"])
    groups = []
    for guest, (dx, dy) in zip(here, places, strict=False):
        now = guest_now(position, state, guest)
        assert now is not None
        parts = die(now.colour, now.value, size, colours, now.treated_as, vip=guest in position.vips)
        groups.append(element("g", {"class": "die", "data-guest": guest, "transform": at(x + dx, y + dy)}, parts))
    return groups


def _steps(tile: Tile, numbers: Sequence[int], colours: Palette) -> ET.Element:
    sizes = look()["steps"]
    x, y = sizes["at"]
    parts = []
    for index, number in enumerate(numbers):
        here = x + (len(numbers) - 1 - index) * sizes["step"]  # the last one stands in the corner
        ring = {"fill": colours["choice"], "stroke": colours["card"], "stroke-width": 2}
        parts.append(element("circle", {"cx": here, "cy": y, "r": sizes["radius"], **ring}))
        parts.append(text(str(number), here, y + sizes["text"] * 0.35, sizes["text"], colours["card"], BOLD))
    return element("g", {"class": "steps", "transform": at(*centre(tile.hex, look()["size"]))}, parts)
