"""Searches one park after the other in one warm process: what ``tests.bench.survey`` starts, in this checkout or another.

It frees memory as the service's process does. It is run by its path, with the checkout that is to be measured first on ``PYTHONPATH``. Takes a line of JSON a search,
``{"document", "seconds"}``, and answers each with a line: the outcome as ``tests.bench.outcome`` has it, the sequence
replayed by the referee. It says "ready" once all is loaded and compiled.
"""

import json
import sys
from typing import Any

from api import load_position
from models.theme_park.operate.notation import parse_position
from models.theme_park.operate.position import Position
from solver import NotSolvedYet
from solver.runtime import memory
from solver.theme_park.operate.warm_up import SMALL
from tests.bench.child import searched
from tests.bench.engines import TOGETHER

WARMING_SECONDS = 60.0


def answer(park: Position, seconds: float) -> dict[str, Any]:
    """The outcome of one search, that it takes no such park, or how it failed."""
    try:
        return searched(TOGETHER, park, seconds)
    except NotSolvedYet as refusal:
        return {"refused": str(refusal)}
    except Exception as fault:
        return {"failed": f"{type(fault).__name__}: {fault}"}


def call(freeing: str) -> None:
    """What frees memory, where the code measured has it."""
    if (function := getattr(memory, freeing, None)) is not None:
        function()


def main() -> None:
    """Answer line by line until the input closes."""
    call("free_large_arrays_at_once")
    answer(parse_position(SMALL), WARMING_SECONDS)
    print("ready", flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps(answer(load_position(asked["document"]), asked["seconds"])), flush=True)
        call("give_back")


if __name__ == "__main__":
    main()
