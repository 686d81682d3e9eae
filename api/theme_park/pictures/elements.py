"""Small SVG elements: text, silhouettes, dice, requirements."""

from collections.abc import Iterable, Mapping
from typing import Any
from xml.etree import ElementTree as ET

from api.theme_park.pictures.look import look, num, points
from models.theme_park.guests import Colour
from models.theme_park.requirement import Relation, Requirement, Slot

Palette = Mapping[str, Any]


def element(
    tag: str, attributes: Mapping[str, str | float] | None = None, inside: Iterable[ET.Element] = ()
) -> ET.Element:
    """An element; numbers are written with at most two decimals."""
    written = {name: value if isinstance(value, str) else num(value) for name, value in (attributes or {}).items()}
    made = ET.Element(tag, written)
    made.extend(inside)
    return made


def text(
    words: str, x: float, y: float, size: float, fill: str, extra: Mapping[str, str | float] | None = None
) -> ET.Element:
    """One line of text, centred on ``x`` unless ``extra`` says otherwise."""
    made = element("text", {"x": x, "y": y, "font-size": size, "fill": fill, "text-anchor": "middle", **(extra or {})})
    made.text = words
    return made


def at(x: float, y: float) -> str:
    """The ``transform`` that moves the origin to a point."""
    return f"translate({num(x)},{num(y)})"


def shape(colour: str, size: float, attributes: Mapping[str, str | float]) -> ET.Element:
    """The silhouette that stands for a colour, so that no colour is told by its hue alone."""
    form = look()["shapes"][colour]
    if form == "circle":
        return element("circle", {"r": look()["circle"] * size, **attributes})
    return element("polygon", {"points": points(form, size), "stroke-linejoin": "round", **attributes})


def die(
    colour: Colour, value: int, size: float, colours: Palette, treated_as: Colour | None = None, *, vip: bool = False
) -> list[ET.Element]:
    """A guest around the origin; a flag in the colour it is treated as, a star for a VIP."""
    fill, pip = colours[colour]["die"], colours[colour]["pip"]
    pips = look()["pips"]
    parts = [shape(colour, size, {"fill": fill, "stroke": colours["ink"], "stroke-width": size * 0.05})]
    parts += [
        element("circle", {"cx": x * size, "cy": y * size, "r": pips["radius"] * size, "fill": pip})
        for x, y in pips[str(value)]
    ]
    if treated_as is not None:
        x, y = look()["flag"]["at"]
        edge = {"fill": colours[treated_as]["die"], "stroke": colours["card"], "stroke-width": size * 0.06}
        flag = shape(treated_as, look()["flag"]["size"] * size, edge)
        parts.append(element("g", {"transform": at(x * size, y * size)}, [flag]))
    if vip:
        mark = look()["vip"]
        x, y = mark["at"]
        star: dict[str, str | float] = {
            "stroke": colours["card"],
            "stroke-width": size * 0.09,
            "paint-order": "stroke",
        }
        parts.append(text(mark["mark"], x * size, y * size + size * 0.18, mark["size"] * size, colours["ink"], star))
    return parts


def values_text(slot: Slot) -> str:
    """The values a slot accepts, in a word where the look has one."""
    digits = [str(value) for value in sorted(slot.values)]
    named: Mapping[str, str] = look()["values"]
    return named.get(",".join(digits), "".join(digits))


def requirement(printed: Requirement, colours: Palette) -> list[ET.Element]:
    """The requirement around the origin: a die for each slot and the relation between them."""
    sizes = look()["requirement"]
    size, joiner = sizes["dice"][len(printed.slots) - 1], sizes["joiner"]
    step = size + sizes["gap"][len(printed.slots) - 1]
    left = -((len(printed.slots) - 1) * step) / 2
    parts = []
    for index, slot in enumerate(printed.slots):
        x = left + index * step
        if index:
            relation = Relation.ANY if printed.relation.ordered and index > 1 else printed.relation
            mark = look()["joiners"][relation]
            parts.append(text(mark, x - step / 2, joiner * 0.35, joiner, colours["ink"], BOLD))
        parts.append(_slot(slot, x, size, colours))
    return parts


BOLD: Mapping[str, str | float] = {"font-weight": "bold"}
SHORT = 3
"""Letters that fit on a die of a requirement as they are."""


def _slot(slot: Slot, x: float, size: float, colours: Palette) -> ET.Element:
    sizes = look()["requirement"]
    colour = slot.colour or "any"
    letters, values = sizes["text"], values_text(slot)
    squeezed = {"textLength": size * sizes["room"], "lengthAdjust": "spacingAndGlyphs"} if len(values) > SHORT else {}
    parts = [
        shape(colour, size, {"fill": colours[colour]["die"], "stroke": colours["ink"], "stroke-width": 1.5}),
        text(values, 0, letters * 0.35, letters, colours[colour]["pip"], {**BOLD, **squeezed}),
    ]
    marks = sizes["reroll"] * slot.reroll + sizes["symbol"] * (slot.symbol is not None)
    if marks:
        parts.append(text(marks, size * 0.5, -size * 0.3, sizes["reroll_size"], colours["ink"]))
    return element("g", {"class": "slot", "transform": at(x, 0)}, parts)
