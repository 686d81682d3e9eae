"""Regenerates the counts under ``fixtures/theme_park/perft``: ``python -m tests.theme_park.tools.perft`` from the project's root.

A count says how many sequences of exactly so many moves are legal. Review a changed count as you
would a changed rule.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

from api import load_position
from models.theme_park.operate.notation import parse_position
from models.theme_park.operate.phase import legal_transitions
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import State, start
from tests.commands import reader

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "fixtures" / "theme_park" / "perft"
BENCH = ROOT / "fixtures" / "theme_park" / "bench" / "positions"


def count_sequences(position: Position, deepest: int) -> list[int]:
    """How many sequences of exactly 1, 2 … ``deepest`` moves are legal; those that meet in a state are counted together."""
    counts, layer = [], Counter({start(position): 1})
    for _ in range(deepest):
        following = Counter[State]()
        for state, ways in layer.items():
            for played in legal_transitions(position, state):
                following[played.after] += ways
        counts.append(following.total())
        layer = following
    return counts


def position_of(row: dict[str, Any]) -> Position:
    """The position of a row: a line of the notation, or the name of a bench park."""
    if "line" in row:
        return parse_position(row["line"])
    return load_position(json.loads((BENCH / f"{row['bench']}.json").read_text(encoding="utf-8")))


def rows(path: Path) -> list[dict[str, Any]]:
    """The rows of a file of counts."""
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["positions"]
    return found


def regenerate(path: Path) -> None:
    """Count every row of ``path`` again, to the depths it lists."""
    document = json.loads(path.read_text(encoding="utf-8"))
    for row in document["positions"]:
        position = position_of(row)
        row["counts"] = count_sequences(position, len(row["counts"]))
    lines = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in document["positions"])
    source = json.dumps(document["source"], ensure_ascii=False)
    path.write_text(f'{{\n "source": {source},\n "positions": [\n{lines}\n ]\n}}\n', encoding="utf-8")


if __name__ == "__main__":
    reader("tests.theme_park.tools.perft", __doc__).parse_args()
    for file in sorted(FOLDER.glob("*.json")):
        regenerate(file)
