"""Positions to begin with, for the page: the rulebook's worked examples and some made-up parks."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from api.theme_park.catalogue_answers import catalogue_document
from models.shared.data import read_json
from models.theme_park.game.box.box_catalogue import MADE_UP as MADE_UP_BOX
from models.theme_park.game.box.box_catalogue import box_named
from models.theme_park.game.state import ENTRANCE, START_MAPS, START_MONEY
from models.theme_park.guests import GUEST_COLOURS

MADE_UP_SHOWN = 6
MADE_UP = "theme_park/bench/made_up/positions"


@cache
def every_example() -> list[dict[str, Any]]:
    """Each with its kind, name, note, position and, of the rulebook's, the moves."""
    return [*_hand_made(), *_rulebook(), *_begun(), *_made_up()]


def _hand_made() -> Iterator[dict[str, Any]]:
    """Parks made by hand for a first look, from small to full."""
    for name in _names("theme_park/examples"):
        yield {"kind": "hand-made", **read_json(f"theme_park/examples/{name}"), "moves": []}


def _rulebook() -> Iterator[dict[str, Any]]:
    for name in _names("theme_park/rulebook"):
        example = read_json(f"theme_park/rulebook/{name}")
        yield {
            "kind": "rulebook",
            "name": _title(name),
            "note": example["source"],
            "position": example["position"],
            "moves": example["moves"],
        }


def _begun() -> Iterator[dict[str, Any]]:
    """A game's first round: a start board of the made-up box, a monorail's guests, what set-up gives."""
    board = catalogue_document()["start_boards"][0]
    values = next(iter(box_named(MADE_UP_BOX, seats=2, expansions=frozenset()).monorails.values()))
    guests = [
        {"id": f"g{number}", "colour": colour.value, "value": value, "at": ENTRANCE}
        for number, (colour, value) in enumerate(zip(GUEST_COLOURS, values, strict=True), 1)
    ]
    yield {
        "kind": "made-up",
        "name": "Made-up start board, round 1",
        "note": "",
        "position": {
            "version": 1,
            "rules": {"game": "introductory", "round": 1, "last_round": False},
            "park": {"tiles": board["tiles"], "guests": guests},
            "maps": START_MAPS,
            "mascots": [{"skill": None}],
            "staff": [],
            "administrator": None,
            "money": START_MONEY,
        },
        "moves": [],
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
