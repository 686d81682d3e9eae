"""What one honest client has of the service while others attack it; parts of ``python -m tests.service.strain``."""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.api.documents import MOVES, park
from tests.service.attackers import KINDS, hard
from tests.service.percentiles import percentile
from tests.service.serving import Served, serving

ATTACKERS = 20
SECONDS = 15.0
LEAST = 100
"""Checks that must be answered in these, so that one of them may be slower than their 99th percentile."""
SETTLING = 2.0
"""Seconds that the attack lasts before the honest client comes."""
PAUSE = 0.03
MOST = 1.0
"""Seconds within which 99 of 100 checks must be answered."""
HONEST = "127.0.0.2"
"""Where the honest client comes from; the attackers share 127.0.0.1."""
SHORT = 0.3


class Wrong(AssertionError):
    """What must not be."""


def attacks(folder: Path) -> str:
    """Every attack in turn."""
    rows, late = [], []
    for kind in KINDS:
        with serving(folder, database_url=f"sqlite:///{folder}/{kind}.sqlite3") as served:
            seconds, told = _besieged(served, kind)
        p50, p99 = percentile(seconds, 50), percentile(seconds, 99)
        cells = (kind, len(seconds), *(f"{1000 * each:.0f}" for each in (p50, p99, max(seconds))), _counted(told))
        rows.append(f"  | {' | '.join(map(str, cells))} |")
        print(rows[-1], file=sys.stderr)
        if p99 > MOST:
            late.append(rows[-1])
        if len(seconds) < LEAST:
            raise Wrong(f"{kind}: only {len(seconds)} checks in {SECONDS} s")
    if late:
        raise Wrong(f"a check took longer than {MOST} s: {late}")
    head = "  | attack | checks | p50, ms | p99, ms | longest, ms | answers to the attackers |\n  |---|---|---|---|---|---|"
    return (
        f"{ATTACKERS} attackers of one address, rates off, and one honest client of another, who asks for checks of ten moves; "
        "a percentile is one of the times measured, by nearest rank\n\n" + "\n".join((head, *rows)) + "\n"
    )


def _counted(told: Mapping[str, int]) -> str:
    return ", ".join(f"{number} x {what}" for what, number in sorted(told.items())) or "none"


def _besieged(served: Served, kind: str) -> tuple[list[float], dict[str, int]]:
    """The seconds of each check during an attack, and what the attackers had of it."""
    body = {"position": park(), "moves": MOVES}
    with _attacking(served.url, kind) as attackers, _honest(served.url) as honest:
        time.sleep(SETTLING)
        until, seconds = time.monotonic() + SECONDS, list[float]()
        while time.monotonic() < until:
            began = time.monotonic()
            answer = honest.post("/v1/operate/check", json=body)
            seconds.append(time.monotonic() - began)
            if answer.status_code != 200:
                raise Wrong(f"{kind}: an honest check was answered {answer.status_code} {answer.text[:200]}")
            time.sleep(PAUSE)
        told, _ = attackers.communicate(timeout=60)
    return seconds, json.loads(told)


@contextmanager
def _attacking(url: str, kind: str) -> "Iterator[subprocess.Popen[str]]":
    seconds = str(SETTLING + SECONDS)
    command = [sys.executable, "-m", "tests.service.attackers", url, kind, str(ATTACKERS), seconds]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def _honest(url: str) -> httpx.Client:
    return httpx.Client(base_url=url, timeout=60, transport=httpx.HTTPTransport(local_address=HONEST))


def queue(folder: Path) -> str:
    """One client fills the queue with jobs of an hour; another one's short job."""
    with serving(folder) as served, _honest(served.url) as honest:
        statuses = dict[int, int]()
        began = time.monotonic()
        for _ in range(257):
            answer = served.client.post("/v1/jobs", json=hard(time_limit=3600))
            statuses[answer.status_code] = statuses.get(answer.status_code, 0) + 1
            last = answer
        sent, again = time.monotonic() - began, last.headers.get("Retry-After")
        taken = honest.post("/v1/jobs", json=hard(time_limit=5))
        if taken.status_code != 202:
            raise Wrong(f"the other client's job was answered {taken.status_code}")
        began, ahead = time.monotonic(), taken.json()["ahead"]
        while honest.get(taken.headers["Location"]).json()["state"] != "done":
            if time.monotonic() - began > 120:
                raise Wrong("the other client's job is not done after two minutes")
            time.sleep(0.5)
        done = time.monotonic() - began
    told = ", ".join(f"{number} x {status}" for status, number in sorted(statuses.items()))
    return (
        f"257 one-hour jobs of one client in {sent:.0f} s: {told} (Retry-After {again} s); another's job of 5 s is taken with "
        f"{ahead} before it and done after {done:.0f} s"
    )


def limits(folder: Path) -> str:
    """Short searches on a machine with other work for eight."""
    with _busy(8), serving(folder) as served:
        time.sleep(5)
        seconds, overrun = list[float](), 0
        for number in range(100):
            began = time.monotonic()
            answer: Any = served.client.post("/v1/jobs", json=hard(time_limit=SHORT) | {"seed": number}).headers[
                "Location"
            ]
            job = served.client.get(answer).json()
            while job["finished"] is None:
                time.sleep(0.05)
                job = served.client.get(answer).json()
            seconds.append(time.monotonic() - began)
            overrun += job["mishap"] == "overrun" or job["state"] != "done"
    if overrun:
        raise Wrong(f"{overrun} of 100 searches of {SHORT} s overran")
    return (
        f"100 jobs of {SHORT} s with eight busy processes beside: none overrun, all done; "
        f"p50 {statistics.median(seconds):.2f} s, longest {max(seconds):.2f} s from asking to the answer"
    )


@contextmanager
def _busy(number: int) -> Iterator[None]:
    processes = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(number)]
    try:
        yield
    finally:
        for each in processes:
            each.kill()
            each.wait()


def two(folder: Path) -> str:
    """Two servers on one SQLite file under other host names; needs root for ``unshare``."""
    if os.geteuid():
        sys.exit("Another host name can only be given by root.")
    with serving(folder) as first:
        path = first.client.post("/v1/jobs", json=hard(time_limit=25)).headers["Location"]
        others = [first.client.post("/v1/jobs", json=hard(time_limit=1)).headers["Location"] for _ in range(6)]
        elsewhere = ("unshare", "--uts", "sh", "-c", 'hostname elsewhere && exec "$0" "$@"')
        command = (*elsewhere, sys.executable, "-m", "api.cli", "serve", "--port", "0")
        with serving(folder, command=command) as second:
            states = []
            for each in (path, *others):
                job = second.client.get(each).json()
                while job["finished"] is None:
                    time.sleep(0.2)
                    job = second.client.get(each).json()
                states.append((job["state"], job["attempt"]))
    if set(states) != {("done", 1)}:
        raise Wrong(f"jobs ended as {states}")
    return f"Two servers with other host names on one SQLite file: {len(states)} jobs done, each in its first attempt"
