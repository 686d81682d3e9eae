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
from models.theme_park.position import Position
from solver.operate.advice import Settings, Status
from solver.operate.pool import Order, PoolLimits, SearchPool
from tests.bench.memory import TOLERATED_MIB, grown
from tests.commands import reader
from tests.parity.solving import small_parks
from tests.service.serving import serving
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
COMMAND = "python -m tests.trust.soak"
Reading = tuple[int, float, float]
"""Solves so far, MiB of the parent, MiB of the child."""


class Wrong(AssertionError):
    """What must not be."""


def parks(solves: int) -> Iterator[Position]:
    """Small parks of both games, no two alike."""
    for seed, park, _, _ in small_parks(0, solves, most_states=MOST_STATES, park=either_park):
        yield replace(park, money=seed)


def pool(solves: int, _folder: Path) -> Iterator[Reading]:
    """Solves through one child of a pool."""
    searches = SearchPool(PoolLimits(children=1, reserved=0, searches=NEVER))
    try:
        searches.submit(Order(next(parks(1)), Settings(time_limit=COMPILING))).result()
        first = searches.pids()
        for number, position in enumerate(parks(solves), 1):
            outcome = searches.submit(Order(position, Settings(time_limit=SECONDS))).result()
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
    return round(max(psutil.Process(pid).memory_info().rss for pid in pids) / MEBIBYTE, 1)


WAYS = {"pool": pool, "http": http}


def main(solves: int, ways: list[str], *, keeping: bool) -> int:
    """Solve; 1 when something is wrong."""
    faults = 0
    for way in ways:
        readings = []
        with tempfile.TemporaryDirectory() as folder:
            try:
                for reading in WAYS[way](solves, Path(folder)):
                    readings.append(reading)
                    print(way, *reading, flush=True)
            except Wrong as wrong:
                sys.exit(f"{way}: {wrong}")
        parents, children = ([reading[index] for reading in readings] for index in (1, 2))
        growth = {"parent": round(grown(parents), 1), "child": round(grown(children), 1)}
        faults += growth["parent"] > TOLERATED_MIB
        faults += way == "pool" and growth["child"] > TOLERATED_MIB
        told = (
            f"{solves:,} solves in a row, none crashed; MiB of parent and child after {WINDOW} {parents[0]:.0f} and "
            f"{children[0]:.0f}, after {readings[-1][0]:,} {parents[-1]:.0f} and {children[-1]:.0f}; "
            f"the last third against the middle third {growth['parent']:+.1f} and {growth['child']:+.1f}"
        )
        print(f"{way}: {told}")
        if keeping:
            keep(f"{COMMAND} --only {way}", told, {"solves": solves, "growth": growth, "readings": readings})
    return int(faults > 0)


if __name__ == "__main__":
    parser = reader("tests.trust.soak", __doc__)
    parser.add_argument("solves", nargs="?", type=int, default=2_000)
    parser.add_argument("--only", choices=WAYS)
    parser.add_argument("--keep", action="store_true", help="keep the figures and write the README")
    asked = parser.parse_args()
    sys.exit(main(asked.solves, [asked.only] if asked.only else list(WAYS), keeping=asked.keep))
