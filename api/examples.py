"""Positions to begin with, for the page: the rulebook's worked examples and some made-up parks."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from models.data import read_json

MADE_UP_SHOWN = 6
MADE_UP = "bench/made_up/positions"


@cache
def examples() -> list[dict[str, Any]]:
    """Each with its kind, name, note, position and, of the rulebook's, the moves."""
    return [*_rulebook(), *_made_up()]


def _rulebook() -> Iterator[dict[str, Any]]:
    for name in _names("rulebook"):
        example = read_json(f"rulebook/{name}")
        yield {
            "kind": "rulebook",
            "name": _title(name),
            "note": example["source"],
            "position": example["position"],
            "moves": example["moves"],
        }


def _made_up() -> Iterator[dict[str, Any]]:
    """Evenly from the whole list, so that both games are there."""
    names = _names(MADE_UP)
    for name in names[:: max(1, len(names) // MADE_UP_SHOWN)]:
        yield {
            "kind": "made-up",
            "name": _title(name),
            "note": "",
            "position": read_json(f"{MADE_UP}/{name}"),
            "moves": [],
        }


def _names(folder: str) -> list[str]:
    return sorted(each.name for each in files("fixtures").joinpath(folder).iterdir() if each.name.endswith(".json"))


def _title(name: str) -> str:
    words = name.removesuffix(".json").replace("-", " ")
    return words[0].upper() + words[1:]
