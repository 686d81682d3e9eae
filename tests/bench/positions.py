"""The bench positions: sixty handed over, and forty made up to stress what the game can reach."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from api import load_position
from models.theme_park.operate.position import Position

BENCH = Path(__file__).parents[2] / "fixtures" / "theme_park" / "bench"
SETS = (BENCH, BENCH / "made_up")
"""Each holds ``positions/`` and ``best_known.json``."""


@dataclass(frozen=True)
class Known:
    """The most stars ever found in a position and the lowest limit proven on them, None while there is none."""

    stars: int
    bound: int | None

    @property
    def proven(self) -> bool:
        """Whether nothing better exists."""
        return self.stars == self.bound


@cache
def paths() -> dict[str, Path]:
    """Where each position's document lies, by name, in order."""
    return {path.stem: path for folder in SETS for path in sorted((folder / "positions").glob("*.json"))}


def names() -> list[str]:
    """All positions: rounds 1 to 5, then the made-up ones."""
    return list(paths())


def position(name: str) -> Position:
    """The position of that name."""
    return load_position(json.loads(paths()[name].read_text(encoding="utf-8")))


def group(name: str) -> str:
    """The positions a name is told together with: its round, or the made-up parks of its game."""
    return name.rsplit("-", 1)[0]


def best_known() -> dict[str, Known]:
    """What is known of each position; those never solved are left out."""
    known: dict[str, Known] = {}
    for folder in SETS:
        path = folder / "best_known.json"
        rows = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        known |= {name: Known(row["stars"], row["bound"]) for name, row in rows.items()}
    return known
