"""A small position document to spoil, moves for it, and the command line run in this process."""

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple, NoReturn
from unittest.mock import patch

from api.cli import main

Document = dict[str, Any]

# Entrance - Ferris Wheel in a row, Duck Pond below both.
PARK: Document = {
    "version": 1,
    "rules": {"game": "introductory", "round": 4, "last_round": False, "expansions": [], "rulings": {}},
    "park": {
        "tiles": [
            {"id": "entrance", "hex": [0, 0], "attraction": "park-entrance"},
            {
                "id": "ferris",
                "hex": [1, 0],
                "upgrades": ["generator", "special-effect"],
                "attraction": {
                    "name": "Ferris Wheel",
                    "colour": "yellow",
                    "stars": 4,
                    "income": 0,
                    "amenity": None,
                    "requirement": {
                        "dice": [{"colour": "yellow", "values": [1, 3, 5]}, {"values": "even"}],
                        "relation": "any",
                    },
                },
            },
            {
                "id": "pond",
                "hex": [0, 1],
                "attraction": {
                    "name": "Duck Pond",
                    "colour": "green",
                    "stars": 3,
                    "requirement": {"dice": [{}, {"colour": "blue"}], "relation": "lower"},
                },
            },
        ],
        "guests": [
            {"id": "g1", "colour": "yellow", "value": 5, "at": "entrance"},
            {"id": "g2", "colour": "blue", "value": 4, "at": "ferris"},
        ],
    },
    "maps": 3,
    "mascots": [{"skill": None}],
    "staff": ["guide", "manager"],
    "administrator": None,
    "money": 6,
}

# g1 operates the Entrance and walks to g2; a mascot and the two operate the Ferris Wheel.
MOVES: list[Document] = [
    {"do": "operate", "tile": "entrance", "party": ["g1"], "mover": "g1", "to": "ferris"},
    {"do": "mascot", "mascot": 0, "tile": "ferris", "adjust": [{"guest": "g1", "by": -1}]},
    {"do": "operate", "tile": "ferris", "party": ["g2", "g1"], "mover": "g2", "to": "pond"},
]


def park() -> Document:
    """A fresh copy of the park."""
    return deepcopy(PARK)


def spoilt(*changes: tuple[str, Any]) -> Document:
    """The park with the value at each path replaced or added; ``...`` takes it away."""
    return changed(park(), *changes)


def full(*changes: tuple[str, Any]) -> Document:
    """The park in the full game with every expansion, with a card of each kind, spoilt like the park.

    Where the changes leave Innovations in play the Entrance has its cable car.
    """
    document = changed(
        park(),
        ("rules", {"game": "full", "expansions": ["surprises", "innovations", "promo"]}),
        ("mascots", [{"skill": {"kind": "two-five", "colour": "blue"}}]),
        ("administrator", {"kind": "keep-pips", "colour": "yellow"}),
        ("bag", {"blue": 9, "green": 9, "yellow": 9}),
        *changes,
    )
    rules = document["rules"]
    expansions = rules.get("expansions", []) if isinstance(rules, dict) else []
    if "innovations" in expansions:
        document["park"]["tiles"][0].setdefault("innovation", "cable-car")
    return document


def changed(document: Document, *changes: tuple[str, Any]) -> Document:
    """``document`` itself with the value at each path replaced or added; ``...`` takes it away."""
    for path, value in changes:
        *way, last = (int(step) if step.isdigit() else step for step in path.split("/"))
        place: Any = document
        for step in way:
            place = place[step]
        if value is ...:
            del place[last]
        elif isinstance(place, list) and last == len(place):
            place.append(value)
        else:
            place[last] = value
    return document


class Run(NamedTuple):
    """What a run of the command line left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def press_ctrl_c(*_: object, **__: object) -> NoReturn:
    """In the place of a function: what Ctrl-C does while it runs."""
    raise KeyboardInterrupt


def run(*words: str | Path, stdin: object = b"") -> Run:
    """Run the command line in this process; what is not bytes is given on standard input as JSON."""
    given = stdin if isinstance(stdin, bytes) else json.dumps(stdin).encode()
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    code = None
    with patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(given))), redirect_stdout(out), redirect_stderr(err):
        try:
            main([str(word) for word in words])
        except SystemExit as exit_:
            code = exit_.code
    texts = [stream.buffer.getvalue().decode() for stream in (out, err)]
    assert isinstance(code, int)
    return Run(int(code), *texts)


def one_line(text: str) -> str:
    """The text without its line breaks."""
    return " ".join(text.split())
