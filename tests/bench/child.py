"""One search in a process of its own: ``python -m tests.bench.child ENGINE POSITION SECONDS [warm]``.

Warm: it first imports everything and solves a worked example and the small park by which the service prepares its
processes with the same engine, so that caches and kept processes are in place; then it says "ready" and waits for a
line. It prints one JSON document, and stays until its input closes so that its memory can be read to the end.
"""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from api import load_moves, load_position
from models import replay
from models.theme_park.operate.notation import parse_position
from models.theme_park.operate.position import Position
from solver.theme_park.operate.warm_up import SMALL
from tests.bench.engines import load
from tests.bench.positions import position

WARMING = Path(__file__).parents[2] / "fixtures" / "theme_park" / "positions" / "log-flume.json"
WARMING_SECONDS = 10.0


def searched(engine: str, park: Position, seconds: float) -> dict[str, Any]:
    """The outcome of one search, its sequence replayed by the referee."""
    outcome = load(engine)(park, seconds)
    verdict = replay(park, load_moves(list(outcome.moves), park))
    return {
        **asdict(outcome),
        "moves": len(outcome.moves),
        "events": [(event.seconds, event.stars, event.bound) for event in outcome.events],
        "replayed": verdict.stars,
        "violation": None if verdict.violation is None else verdict.violation.message,
    }


def main(engine: str, name: str, seconds: float, *, warm: bool) -> None:
    """Search once."""
    park = position(name)
    if warm:
        for small in (load_position(json.loads(WARMING.read_text(encoding="utf-8"))), parse_position(SMALL)):
            load(engine)(small, WARMING_SECONDS)
        print("ready", flush=True)
        sys.stdin.readline()
    print(json.dumps(searched(engine, park, seconds)), flush=True)
    if warm:
        sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]), warm=sys.argv[4:] == ["warm"])
