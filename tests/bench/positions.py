"""The bench positions: handed over with and without a start board, made up to stress what the game can reach, and
taken from whole games."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from api import load_position
from models.theme_park.operate.position import Position

BENCH = Path(__file__).parents[2] / "fixtures" / "theme_park" / "bench"
BOARD, MADE_UP, PLAYED = BENCH / "board", BENCH / "made_up", BENCH / "played"
SETS = (BENCH, MADE_UP, BOARD, PLAYED)
"""Each holds ``positions/`` and ``best_known.json``."""


@dataclass(frozen=True)
class Known:
    """The most stars ever found in a position and the lowest limit proven on them, None while there is none.

    Expected stars, which may have fractions, where dice may be rerolled and a survey told of them.
    """

    stars: float
    bound: float | None

    @property
    def proven(self) -> bool:
        """Whether nothing better exists."""
        return self.stars == self.bound


@cache
def paths() -> dict[str, Path]:
    """Where each position's document lies, by name, in order."""
    return {path.stem: path for folder in SETS for path in sorted((folder / "positions").glob("*.json"))}


def names() -> list[str]:
    """All positions: rounds 1 to 5, then the made-up ones, then those with a start board and those of whole games."""
    return list(paths())


def position(name: str) -> Position:
    """The position of that name."""
    return load_position(json.loads(paths()[name].read_text(encoding="utf-8")))


def group(name: str) -> str:
    """The positions a name is told together with: of its kind and round, or the made-up parks of its game."""
    return name.rsplit("-", 1)[0]


def kind(name: str) -> str:
    """The positions of all rounds that a name belongs to: ``board-full`` of ``board-full3-02``."""
    return group(name).rstrip("0123456789")


def sample(picked: Sequence[str], every: int) -> list[str]:
    """Every so many of each group of ``picked``, from another one on in each group: what cycles is not left out."""
    groups: dict[str, list[str]] = {}
    for name in picked:
        groups.setdefault(group(name), []).append(name)
    return [name for number, names in enumerate(groups.values()) for name in names[number % every :: every]]


def best_known() -> dict[str, Known]:
    """What is known of each position; those never solved are left out."""
    known: dict[str, Known] = {}
    for folder in SETS:
        path = folder / "best_known.json"
        rows = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        known |= {name: Known(row["stars"], row["bound"]) for name, row in rows.items()}
    return known
