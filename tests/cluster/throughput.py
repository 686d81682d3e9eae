"""Jobs a second that 1, 2 and 4 workers carry out on one database, and how soon a job begins.

Searches of 0.2 s take all of their time; short ones take some milliseconds, so that what they cost is the queue; answers from
the store need no worker. They are asked for at once, and the seconds count from the first start to the last end. The
latency is of jobs asked for one after another over HTTP, while nothing else runs: until their stream tells something, and
until it tells that a worker has begun. Where workers have more processes than the machine has cores, they share those.
``--keep`` writes the figures to throughput.json and api/jobs/README.md.
"""

import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import text

from api.dice_manor.jobs.requests import SolveRequest
from api.jobs.request import JobRequest
from models.shared.data import read_json
from tests.cluster.keeping import THROUGHPUT, keep, machine_told
from tests.cluster.workers import Cluster, asked, cluster, until
from tests.commands import reader
from tests.postgresql import missing, server
from tests.service.percentiles import percentile
from tests.service.serving import Served, serving

WORKERS = (1, 2, 4)
SECONDS = 0.2
"""Of a search that takes all of its time."""
LONG, SHORT, STORED, ONE_BY_ONE = 60, 200, 200, 50
"""Jobs of each kind."""
MANOR = read_json("dice_manor/examples/position.json")
SPAN = "SELECT max(finished) - min(started) FROM jobs WHERE id = ANY(:ids)"
DONE = "SELECT count(*) FROM jobs WHERE id = ANY(:ids) AND state = 'done'"
PATIENCE = 300.0


@dataclass(frozen=True)
class Row:
    """Jobs a second with so many workers, and milliseconds until a job is heard of and until it has begun."""

    workers: int
    searches: float
    short: float
    stored: float
    heard: tuple[float, float]
    begun: tuple[float, float]


class Numbers:
    """Questions that nobody asked before."""

    def __init__(self) -> None:
        self._last = 0

    def fresh(self) -> int:
        self._last += 1
        return self._last

    def short(self) -> SolveRequest:
        return SolveRequest({"position": MANOR, "target": None, "seed": self.fresh()}, 20.0)

    def long(self) -> JobRequest:
        return asked(self.fresh(), SECONDS)


def measured(made: Cluster, requests: Sequence[JobRequest]) -> float:
    """Jobs a second of these, asked for at once by as many clients."""
    ids = [made.store.add(each, client=f"client {number}")[0].id for number, each in enumerate(requests)]

    def rows(query: str) -> Any:
        with made.database.read() as connection:
            return connection.execute(text(query), {"ids": ids}).scalar_one()

    until(lambda: rows(DONE) == len(ids) or None, PATIENCE)
    return len(ids) / float(rows(SPAN))


def stored(web: Served) -> float:
    """Answers a second that the web server gives from the store, asked for one after another."""
    body = {"position": MANOR, "time_limit": 20}
    until(lambda: web.client.post("/v1/jobs", json=body).json()["cached"], PATIENCE)
    began = time.perf_counter()
    for _ in range(STORED):
        told = web.client.post("/v1/jobs", json=body).json()
        assert (told["state"], told["cached"]) == ("done", True)
    return STORED / (time.perf_counter() - began)


def events(web: Served, job: str) -> Iterator[dict[str, Any]]:
    """What the stream of a job tells."""
    with web.client.stream("GET", f"/v1/jobs/{job}/events") as response:
        for line in response.iter_lines():
            if line.startswith("data: "):
                yield json.loads(line.removeprefix("data: "))


def latencies(web: Served, numbers: Numbers) -> tuple[list[float], list[float]]:
    """Milliseconds from asking until anything is heard, and until a worker has begun."""
    heard, begun = [], []
    for _ in range(ONE_BY_ONE):
        body = {"position": MANOR, "time_limit": 20, "target": 1 + numbers.fresh() % 200, "seed": numbers.fresh()}
        started, first = time.perf_counter(), 0.0
        for told in events(web, web.client.post("/v1/jobs", json=body).json()["id"]):
            first = first or time.perf_counter() - started
            if told["state"] == "running":
                break
        heard.append(1000 * first)
        begun.append(1000 * (time.perf_counter() - started))
        time.sleep(0.1)
    return heard, begun


def ends(values: Sequence[float]) -> tuple[float, float]:
    """Their median and the one that a hundredth exceeds."""
    return round(percentile(values, 50), 1), round(percentile(values, 99), 1)


def measure(workers: Sequence[int] = WORKERS) -> list[Row]:
    """A row for each number of workers, all on one database."""
    rows, numbers = list[Row](), Numbers()
    with ExitStack() as running:
        folder = Path(running.enter_context(tempfile.TemporaryDirectory()))
        postgres = running.enter_context(server())
        made = running.enter_context(cluster(postgres.fresh(), folder))
        command = (sys.executable, "-m", "api.cli", "serve", "--no-worker", "--port", "0")
        web = running.enter_context(serving(folder, command=command, database_url=made.url))
        for number in workers:
            fresh = made.start(number - len(made.machines))
            until(lambda fresh=fresh: all(_ready(made, each.worker, numbers) for each in fresh), PATIENCE)  # type: ignore[misc]
            searches = measured(made, [numbers.long() for _ in range(LONG)])
            short = measured(made, [numbers.short() for _ in range(SHORT)])
            heard, begun = latencies(web, numbers)
            row = Row(number, round(searches, 1), round(short, 1), round(stored(web), 1), ends(heard), ends(begun))
            print(row, flush=True)
            rows.append(row)
    return rows


def _ready(made: Cluster, worker: Any, numbers: Numbers) -> bool:
    """Whether a worker has carried out a job, and so has everything loaded."""
    measured(made, [numbers.long() for _ in range(2 * len(made.machines))])
    with made.database.read() as connection:
        found = connection.execute(text("SELECT count(*) FROM jobs WHERE owner LIKE :who"), {"who": f"{worker.pid}/%"})
        return bool(found.scalar_one())


def main() -> None:
    """The command."""
    parser = reader("tests.cluster.throughput", __doc__)
    parser.add_argument("--keep", action="store_true", help="keep the figures, also in api/jobs/README.md")
    words = parser.parse_args()
    if why := missing():
        parser.error(why)
    load = os.getloadavg()[0]
    rows = measure()
    if words.keep:
        kept = {"machine": machine_told(load), "rows": [asdict(row) for row in rows]}
        keep(THROUGHPUT, kept)


if __name__ == "__main__":
    main()
