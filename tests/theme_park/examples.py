"""Reading the worked examples under ``fixtures`` and playing them."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from api import load_moves, load_position
from models.theme_park.operate.notation import parse_moves
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import OperateVerdict, replay
from models.theme_park.operate.state import guest_now

FIXTURES = Path(__file__).parents[2] / "fixtures" / "theme_park"


@cache
def read(path: Path) -> Any:
    """The parsed file; callers treat it as read-only."""
    return json.loads(path.read_text(encoding="utf-8"))


def play(position: object, moves: object) -> tuple[Position, OperateVerdict]:
    """The position of a document and the verdict on the moves of another, or of a line of the notation."""
    park = load_position(position)
    return park, replay(park, parse_moves(moves) if isinstance(moves, str) else load_moves(moves, park))


def guests_after(park: Position, verdict: OperateVerdict) -> dict[str, dict[str, Any] | None]:
    """Every guest in the state reached: colour, value and tile, or None when it has left the park."""
    found: dict[str, dict[str, Any] | None] = {}
    for guest in park.guests:
        now = guest_now(park, verdict.reached, guest.id)
        found[guest.id] = now and {"colour": now.colour.value, "value": now.value, "at": now.at}
    return found


def refusal(verdict: OperateVerdict) -> tuple[str, int] | None:
    """The rule broken and the step (from 0), or None when the moves are legal."""
    return (str(verdict.violation.rule), verdict.violation.step) if verdict.violation else None


def outcome(park: Position, verdict: OperateVerdict, example: dict[str, Any]) -> dict[str, Any]:
    """What the example says of the state reached, as the verdict has it: stars, money, guests."""
    found: dict[str, Any] = {"stars": verdict.stars, "money": verdict.money, "guests": guests_after(park, verdict)}
    return {name: value for name, value in found.items() if name in example}


def expected_outcome(example: dict[str, Any]) -> dict[str, Any]:
    """What the example says of the state reached."""
    return {name: example[name] for name in ("stars", "money", "guests") if name in example}
