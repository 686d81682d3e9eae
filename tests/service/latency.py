"""How long a check takes while many ask: ``python -m tests.service.latency [--clients 20] [--seconds 20] [--pause 0.5]
[--keep]``.

Every client has its own connection and its own ten moves, drawn from a park of the bench, and asks again after a pause
that is drawn around ``--pause``; with ``--pause 0`` it asks without rest. Server and clients share the machine.
"""

import http.client
import json
import os
import tempfile
import threading
import time
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import psutil

from api import dump_move, load_position
from models.theme_park.operate.moves import Move
from models.theme_park.operate.phase import legal_moves, play
from models.theme_park.operate.state import start
from tests.commands import reader
from tests.service.keeping import keep
from tests.service.percentiles import percentile
from tests.service.serving import serving

POSITIONS = Path(__file__).parents[2] / "fixtures" / "theme_park" / "bench" / "positions"
MOVES = 10
TRIES = 2000


def ten_moves(document: Any, random: Random) -> list[Any]:
    """Ten legal moves from a position, at random; raises LookupError where none are found."""
    position = load_position(document)
    for _ in range(TRIES):
        moves: list[Move] = []
        state = start(position)
        while len(moves) < MOVES and (legal := list(legal_moves(position, state))):
            moves.append(random.choice(legal))
            state = play(position, state, moves[-1])
        if len(moves) == MOVES:
            return [dump_move(move) for move in moves]
    raise LookupError("no ten moves")


def bodies(number: int) -> list[bytes]:
    """A check of ten moves for each client, from parks of rounds 3 to 5."""
    random = Random(1)
    found: list[bytes] = []
    files = sorted(path for path in POSITIONS.glob("round[345]-*.json"))
    while len(found) < number:
        document = json.loads(random.choice(files).read_text())
        document = document.get("position", document)
        found.append(json.dumps({"position": document, "moves": ten_moves(document, random)}).encode())
    return found


def ask(url: str, body: bytes, pause: float, until: float, seconds: list[float], seed: int) -> None:
    """One client: asks until the time is over, and notes how long each answer took."""
    parts, random = urlsplit(url), Random(seed)
    connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=60)
    time.sleep(random.uniform(0, pause))
    while time.monotonic() < until:
        began = time.perf_counter()
        connection.request("POST", "/v1/operate/check", body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        told = answer.read()
        seconds.append(time.perf_counter() - began)
        if answer.status != 200 or not json.loads(told)["legal"]:
            raise AssertionError(told)
        time.sleep(random.uniform(0.5, 1.5) * pause)
    connection.close()


def measure(clients: int, lasting: float, pause: float) -> tuple[list[float], float]:
    """Seconds of every answer, in order; seconds of a processor that the web process spent on each."""
    seconds: list[float] = []
    asked = bodies(clients)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as served:
        for body in asked:  # what is loaded at the first use is no part of the figures
            ask(served.url, body, 0, time.monotonic() + 0.05, [], 0)
        (web,) = psutil.Process(served.process.pid).children()
        until, before = time.monotonic() + lasting, sum(web.cpu_times()[:2])
        threads = [
            threading.Thread(target=ask, args=(served.url, body, pause, until, seconds, seed))
            for seed, body in enumerate(asked)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        spent = sum(web.cpu_times()[:2]) - before
    return sorted(seconds), spent / len(seconds)


def main() -> None:
    """The command."""
    parser = reader("tests.service.latency", __doc__)
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pause", type=float, default=0.5)
    parser.add_argument("--keep", action="store_true", help="keep the figures, also in tests/service/README.md")
    asked = parser.parse_args()
    load = os.getloadavg()[0]
    seconds, spent = measure(asked.clients, asked.seconds, asked.pause)
    p50, p99 = percentile(seconds, 50), percentile(seconds, 99)
    told = (
        f"{asked.clients} clients with pauses around {asked.pause:g} s, {len(seconds) / asked.seconds:.0f} checks of {MOVES} "
        f"moves a second, {len(seconds)} in all: p50 {1000 * p50:.0f} ms, p99 {1000 * p99:.0f} ms, longest {1000 * seconds[-1]:.0f} ms, "
        f"{1000 * spent:.1f} ms of a processor each"
    )
    print(f"{told}; load {load:.1f} before")
    if asked.keep:
        keep(f"latency --pause {asked.pause:g}", told, load)


if __name__ == "__main__":
    main()
