"""Long use: ``python -m tests.trust.soak [SOLVES] [--only pool|http] [--keep]``.

So many solves in a row in one process that is never replaced, and as many through the real server, each of another
small park. Tells the memory of parent and child after every hundred. 1 when a process dies, an answer is not proven,
or the last third of the readings lies above the middle third by more than ``TOLERATED_MIB``.
"""

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psutil

from api import dump_position
from api.theme_park.schemas.position import MOST_MONEY
from models.theme_park.operate.position import Position
from solver.runtime.pool import PoolLimits
from solver.theme_park.operate.result import Status
from solver.theme_park.operate.search_pool import SearchOrder, search_pool, submit
from solver.theme_park.operate.settings import Settings
from tests.bench.memory import grown
from tests.commands import reader
from tests.service.serving import serving
from tests.theme_park.parity.solving import small_parks
from tests.trust.keeping import keep
from tests.trust.workers import either_park

WINDOW = 100
SECONDS, COMPILING = 60.0, 600.0
"""Most of a search, and of the first one, which may have to compile."""
MOST_STATES = 400
"""Of a park, so that each is proven at once, some of them by CP-SAT alone."""
NEVER = 1_000_000
"""Searches after which the one child would be replaced."""
MEBIBYTE = 1 << 20
TOLERATED_MIB = 30.0
"""What is known of parties (``models.theme_park.requirement``) is bounded, but fills slowly where every park has other
requirements."""
COMMAND = "python -m tests.trust.soak"
Reading = tuple[int, float, float]
"""Solves so far, MiB of the parent, MiB of the child."""


class Wrong(AssertionError):
    """What must not be."""


def parks(solves: int) -> Iterator[Position]:
    """Small parks of both games, no two alike."""
    for seed, park, _, _ in small_parks(0, solves, most_states=MOST_STATES, park=either_park):
        yield replace(park, money=seed % (MOST_MONEY + 1))


def pool(solves: int, _folder: Path) -> Iterator[Reading]:
    """Solves through one child of a pool."""
    searches = search_pool(PoolLimits(children=1, reserved=0, tasks=NEVER))
    try:
        submit(searches, SearchOrder(next(parks(1)), Settings(time_limit=COMPILING))).result()
        first = searches.pids()
        for number, position in enumerate(parks(solves), 1):
            outcome = submit(searches, SearchOrder(position, Settings(time_limit=SECONDS))).result()
            if outcome.mishap is not None or outcome.advice.status is not Status.OPTIMAL:
                raise Wrong(f"solve {number}: {outcome.mishap}, {outcome.advice.status}, {outcome.advice.notes}")
            if searches.pids() != first:
                raise Wrong(f"solve {number}: the child was replaced")
            if number % WINDOW == 0:
                yield number, memory(psutil.Process().pid), memory(*searches.pids())
    finally:
        searches.close()


def http(solves: int, folder: Path) -> Iterator[Reading]:
    """Solves through the server, which replaces its search processes now and then."""
    with serving(folder) as served:
        (web,) = psutil.Process(served.process.pid).children()
        for number, position in enumerate(parks(solves), 1):
            body = {"position": dump_position(position), "time_limit": SECONDS}
            answer = served.client.post("/v1/operate/solve", json=body)
            if answer.status_code != 200 or answer.json()["cached"] or answer.json()["status"] != "optimal":
                raise Wrong(f"solve {number}: {answer.status_code} {answer.text}")
            if number % WINDOW == 0:
                children = [each for each in web.children() if "spawn_main" in " ".join(each.cmdline())]
                yield number, memory(web.pid), memory(*(each.pid for each in children))


def memory(*pids: int) -> float:
    """MiB resident in the largest of the processes."""
    largest: int = max(psutil.Process(pid).memory_info().rss for pid in pids)
    return round(largest / MEBIBYTE, 1)


WAYS = {"pool": pool, "http": http}


def told(readings: list[Reading]) -> str:
    """What the readings come to."""
    (first, parent, child), (last, parent_after, child_after) = readings[0], readings[-1]
    sentence = (
        f"{last:,} solves in a row, none crashed; MiB of parent and child after {first} {parent:.0f} and {child:.0f}, "
        f"after {last:,} {parent_after:.0f} and {child_after:.0f}"
    )
    if len(readings) < 3:
        return sentence
    return f"{sentence}; the last third against the middle third {' and '.join(f'{each:+.1f}' for each in growth(readings))}"


def growth(readings: list[Reading]) -> list[float]:
    """MiB by which parent and child grew over the last third."""
    return [round(grown([reading[index] for reading in readings]), 1) for index in (1, 2)]


def main(solves: int, ways: list[str], *, keeping: bool) -> int:
    """Solve; 1 when something is wrong. Figures are kept as they come, so that a run may be broken off."""
    most = 0.0
    for way in ways:
        readings: list[Reading] = []
        with tempfile.TemporaryDirectory() as folder:
            try:
                for reading in WAYS[way](solves, Path(folder)):
                    readings.append(reading)
                    print(way, *reading, flush=True)
                    if keeping:
                        keep(f"{COMMAND} --only {way}", told(readings), {"readings": readings})
            except Wrong as wrong:
                sys.exit(f"{way}: {wrong}")
        print(f"{way}: {told(readings)}")
        most = max(most, *(growth(readings) if way == "pool" else growth(readings)[:1]))
    return int(most > TOLERATED_MIB)


if __name__ == "__main__":
    parser = reader("tests.trust.soak", __doc__)
    parser.add_argument("solves", nargs="?", type=int, default=2_000)
    parser.add_argument("--only", choices=WAYS)
    parser.add_argument("--keep", action="store_true", help="keep the figures and write tests/trust/README.md")
    asked = parser.parse_args()
    sys.exit(main(asked.solves, [asked.only] if asked.only else list(WAYS), keeping=asked.keep))
