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
    """Palettes of the look."""

    LIGHT = "light"
    DARK = "dark"


@cache
def look() -> Look:
    """The data file."""
    path = Path(__file__).parent.parent / "web" / "look.json"
    data: Look = json.loads(path.read_text("utf-8"))
    return data


def num(value: float) -> str:
    """At most two decimals, the same text in every program that draws."""
    return f"{floor(value * 100 + 0.5) / 100:.2f}".rstrip("0").rstrip(".")


def points(list_of: Sequence[Sequence[float]], scale: float = 1) -> str:
    """The corners of a polygon."""
    return " ".join(f"{num(x * scale)},{num(y * scale)}" for x, y in list_of)


def cut(words: str, longest: int) -> str:
    """``words`` shortened to ``longest`` characters with an ellipsis."""
    return words if len(words) <= longest else words[: longest - 1].rstrip() + "…"


def wrap(words: str, letters: int) -> list[str]:
    """``words`` in lines of at most ``letters`` characters; a longer word keeps a line of its own."""
    lines: list[str] = []
    for word in words.split(" "):
        if lines and len(lines[-1]) + 1 + len(word) <= letters:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
