"""What pictures look like: ``api/web/look.json``, which the page reads too."""

import json
from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from math import floor
from pathlib import Path
from typing import Any

Look = dict[str, Any]
Point = tuple[float, float]


class Theme(StrEnum):
    """Palettes in which a picture can be drawn."""

    LIGHT = "light"
    DARK = "dark"


@cache
def look() -> Look:
    """The data file of how pictures look; raises OSError without it."""
    path = Path(__file__).parents[2] / "web" / "look.json"
    data: Look = json.loads(path.read_text("utf-8"))
    return data


def num(value: float) -> str:
    """At most two decimals, the same text in every program that draws."""
    return f"{floor(value * 100 + 0.5) / 100:.2f}".rstrip("0").rstrip(".")


def points(list_of: Sequence[Sequence[float]], scale: float = 1) -> str:
    """The corners of a polygon."""
    return " ".join(f"{num(x * scale)},{num(y * scale)}" for x, y in list_of)
