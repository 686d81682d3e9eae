"""The real server under strain, by a command: ``python -m tests.service.strain jobs queue attacks … [--keep]``.

jobs: 200 jobs sent at once all end as done. refusals: of 200 sent at once to a short queue, those refused are told when
to come back and those taken end as done. memory: of server and search processes over 500 solves. disk: a file system
that is full for a while (a small tmpfs, for which the command must run as root). cold: the first solves of a new
installation, where numba has nothing compiled yet, and those after a restart. attacks: what an honest client has of the
service while twenty others attack it, in each of many ways. queue: one client fills the queue, another wants a short job.
limits: short searches on a busy machine. two: two servers on one file (as root). ``--keep`` writes the figures to
strain.json and README.md.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import httpx
import psutil

from tests.api.jobs.asking import EASY, HARD, park
from tests.commands import reader
from tests.figures import refresh
from tests.service.besieged import Wrong, attacks, limits, queue, two
from tests.service.serving import Served, serving
from tests.waiting import wait_for

AT_ONCE = 200
SENDERS = 50
SOLVES, WINDOW = 500, 100
PARKS = [f"bench/positions/round{number}-{park:02}" for number in (1, 2) for park in range(1, 13)]
KEPT = Path(__file__).with_name("strain.json")
MEBIBYTE = 1 << 20
PATIENCE = 600.0


def jobs(folder: Path, **environment: str) -> str:
    """Many jobs at once."""
    with serving(folder, cwd=None, **environment) as served:
        began = time.monotonic()

        def send(number: int) -> httpx.Response:
            body = {"position": park(EASY, money=number), "time_limit": 20}
            return httpx.post(f"{served.url}/v1/jobs", json=body, timeout=60)

        with ThreadPoolExecutor(SENDERS) as senders:
            answers = list(senders.map(send, range(AT_ONCE)))
        sent = time.monotonic() - began
        statuses = Counter(each.status_code for each in answers)
        if not set(statuses) <= {202, 503}:
            raise Wrong(f"answers {statuses}")
        if any(each.status_code == 503 and not each.headers.get("Retry-After") for each in answers):
            raise Wrong("refused without Retry-After")
        paths = [each.headers["Location"] for each in answers if each.status_code == 202]
        states = Counter(_ended(served, path)["state"] for path in paths)
        if states != Counter({"done": len(paths)}):
            raise Wrong(f"jobs ended as {states}")
    return (
        f"{AT_ONCE} jobs at once: {statuses[202]} taken in {sent:.1f} s, {statuses[503]} refused with Retry-After; "
        f"{states['done']} done after {time.monotonic() - began:.1f} s, none lost"
    )


def refusals(folder: Path) -> str:
    """Many jobs at once for a short queue."""
    return jobs(folder, queue="20")


def memory(folder: Path) -> str:
    """Solves that no cache answers, and what the processes hold at the end of each hundred."""
    rows = []
    with serving(folder) as served:
        for number, body in enumerate(islice(_positions(), SOLVES), 1):
            answer = served.client.post("/v1/operate/solve", json={"position": body, "time_limit": 10})
            if answer.status_code != 200 or answer.json()["cached"]:
                raise Wrong(f"solve {number} answered {answer.status_code}")
            if number % WINDOW == 0:
                rows.append((number, *_mebibytes(served)))
                print(*rows[-1], file=sys.stderr)
    told = "; ".join(
        f"{number} solves: server {web} MiB, search processes {search} MiB" for number, web, search in rows
    )
    return f"Memory: {told}"


def disk(folder: Path) -> str:
    """A disk that is full for a while."""
    with _small_disk(folder) as small, serving(folder, database_url=f"sqlite:///{small}/db") as served:
        running = served.client.post("/v1/jobs", json={"position": park(HARD), "time_limit": 12}).headers["Location"]
        wait_for(lambda: served.client.get(running).json()["answer"])
        filler = small / "filler"
        _fill(filler)
        statuses, taken = Counter[int](), []
        for number in range(40):
            answer = served.client.post("/v1/jobs", json={"position": park(EASY, money=number)})
            statuses[answer.status_code] += 1
            if answer.status_code == 202:
                taken.append(answer.headers["Location"])
            elif answer.json()["type"] != "/problems/storage-unavailable":
                raise Wrong(answer.text)
            _fill(filler)
        if served.client.get(running).json()["answer"]["stars"] <= 0:
            raise Wrong("the best so far is gone")
        quick = served.client.post("/v1/operate/solve", json={"position": park(EASY, money=50)}).status_code
        time.sleep(13)
        filler.unlink()
        states = Counter(_ended(served, path)["state"] for path in (running, *taken))
    if not statuses[503] or set(statuses) > {202, 503} or states != Counter({"done": len(taken) + 1}) or quick != 200:
        raise Wrong(f"answers {statuses}, jobs {states}, quick solve {quick}")
    return (
        f"Full disk: {statuses[503]} of 40 jobs refused with 503, {statuses[202]} taken; a quick solve answered {quick}; "
        f"with room again all {states['done']} jobs done, the one that ran meanwhile among them"
    )


def cold(folder: Path) -> str:
    """First solves with nothing compiled, and after a restart."""
    os.environ["NUMBA_CACHE_DIR"] = str(folder / "numba")
    return "First solves, asked for at once: " + "; ".join(
        f"{when} {_first_solves(folder, money)}"
        for money, when in enumerate(("with nothing compiled", "after a restart"))
    )


def _first_solves(folder: Path, money: int) -> str:
    """Two at once as soon as the server answers, a third when the search processes are prepared."""
    with serving(folder) as served, ThreadPoolExecutor() as senders:

        def seconds(name: str) -> float:
            began = time.monotonic()
            answer = served.client.post("/v1/operate/solve", json={"position": park(name, money=money)})
            if answer.status_code != 200 or answer.json()["status"] != "optimal":
                raise Wrong(f"{answer.status_code} {answer.text[:200]}")
            return time.monotonic() - began

        began = time.monotonic()
        first = list(senders.map(seconds, PARKS[:2]))
        wait_for(lambda: "park_advisor_compiled 1.0" in served.client.get("/metrics").text, PATIENCE)
        prepared = time.monotonic() - began
        return f"{first[0]:.2f} and {first[1]:.2f} s, prepared after {prepared:.1f} s, then {seconds(PARKS[2]):.2f} s"


def _positions() -> Iterator[dict[str, Any]]:
    money = 0
    while True:
        for name in PARKS:
            yield park(name, money=money)
        money += 1


def _ended(served: Served, path: str) -> dict[str, Any]:
    open_states = ("queued", "running")
    job: dict[str, Any] = wait_for(
        lambda: (job := served.client.get(path).json())["state"] not in open_states and job, PATIENCE
    )
    return job


def _mebibytes(served: Served) -> tuple[int, str]:
    (web,) = psutil.Process(served.process.pid).children()
    below = [each.memory_info().rss // MEBIBYTE for each in web.children() if "spawn_main" in " ".join(each.cmdline())]
    return web.memory_info().rss // MEBIBYTE, "+".join(map(str, sorted(below)))


def _fill(file: Path) -> None:
    with file.open("ab", buffering=0) as open_file:
        for size in (1 << 16, 1 << 12, 1):
            try:
                while open_file.write(b"x" * size) == size:
                    pass
            except OSError:
                pass


@contextmanager
def _small_disk(folder: Path) -> Iterator[Path]:
    if os.geteuid():
        sys.exit("The small tmpfs can only be mounted by root.")
    small = folder / "small"
    small.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(small)], check=True)
    try:
        yield small
    finally:
        subprocess.run(["umount", "--lazy", str(small)], check=True)


def _keep(part: str, told: str, load: float) -> None:
    """Write a figure where it is kept, and all of them into README.md; ``load`` is the machine's before it."""
    known = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    first, *table = told.split("\n")
    when = f"({time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores, load {load:.1f} before)"
    known[part] = "\n".join((f"{first} {when}{':' if table else '.'}", *table))
    KEPT.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    refresh()


def rows() -> str:
    """The lines of README.md: one for each part."""
    known = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    return "".join(f"* {known[each]}\n" for each in PARTS if each in known)


PARTS = {each.__name__: each for each in (jobs, refusals, memory, disk, cold, attacks, queue, limits, two)}


def main() -> None:
    """The command."""
    parser = reader("tests.service.strain", __doc__)
    parser.add_argument("parts", choices=PARTS, nargs="+")
    parser.add_argument("--keep", action="store_true", help="keep the figures")
    asked = parser.parse_args()
    for part in asked.parts:
        load = os.getloadavg()[0]
        with tempfile.TemporaryDirectory() as folder:
            try:
                told = PARTS[part](Path(folder))
            except Wrong as wrong:
                sys.exit(f"Wrong: {wrong}")
        print(told)
        if asked.keep:
            _keep(part, told, load)


if __name__ == "__main__":
    main()
