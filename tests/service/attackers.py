"""Clients that would stop a service for everyone: ``python -m tests.service.attackers URL KIND NUMBER SECONDS``.

Each runs in a thread of its own until the time is over, from the address 127.0.0.1 and with its own connections. At the end one
line of JSON tells how often each status came, and how often none.
"""

import json
import random
import socket
import ssl
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from urllib.parse import urlsplit

import httpx

from models.shared.data import read_json
from tests.api.jobs.asking import HARD, park
from tests.commands import reader
from tests.service.crowds import crowd

PAUSE = 4.0
"""Seconds between two bytes of a slow client."""
UNUSED = ssl.create_default_context()
"""Made once: each client of httpx would make its own, which takes this process longer than most answers take the service."""
BIG = b"GET /docs/files/swagger-ui-bundle.js HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /v1/operate/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n"


class Attack:
    """Where, until when, and what came of it."""

    def __init__(self, url: str, seconds: float) -> None:
        self.url, self.until = url, time.monotonic() + seconds
        self.told: Counter[str] = Counter()

    def goes_on(self) -> bool:
        return time.monotonic() < self.until

    def connect(self) -> socket.socket:
        parts = urlsplit(self.url)
        return socket.create_connection((str(parts.hostname), parts.port), timeout=20)

    def ask(self, path: str, body: object, patience: float = 90.0) -> httpx.Response | None:
        """A request whose answer is waited for; None when none came."""
        try:
            answer = httpx.post(f"{self.url}{path}", json=body, timeout=patience, verify=UNUSED)
        except httpx.TransportError:
            self.told["none"] += 1
            return None
        self.told[str(answer.status_code)] += 1
        return answer


def repeat(path: str, body: Callable[[], object], patience: float = 90.0) -> Callable[[Attack], None]:
    """A client that asks the same again and again, and goes away after ``patience``."""

    def attack(on: Attack) -> None:
        while on.goes_on():
            on.ask(path, body(), patience)

    return attack


def hard(**more: object) -> dict[str, object]:
    return {"position": park(HARD), "seed": random.randrange(1 << 30), **more}


def held(first: bytes, then: bytes = b"") -> Callable[[Attack], None]:
    """A client that begins a request and sends ``then`` every few seconds; cut off, it begins again."""

    def attack(on: Attack) -> None:
        while on.goes_on():
            with suppress(OSError), closing(on.connect()) as connection:
                connection.sendall(first)
                while on.goes_on():
                    time.sleep(PAUSE)
                    connection.sendall(then)
            on.told["closed"] += 1

    return attack


def read_slowly(on: Attack) -> None:
    """Eight large answers asked for at once, of which a little is read now and then."""
    while on.goes_on():
        with suppress(OSError), closing(on.connect()) as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.sendall(BIG * 8)
            while on.goes_on() and connection.recv(256):
                time.sleep(1)
        on.told["closed"] += 1


def idle(on: Attack) -> None:
    """Fifteen connections that send nothing."""
    while on.goes_on():
        with suppress(OSError):
            connections = [on.connect() for _ in range(15)]
            connections[0].recv(1)  # until they are closed
            for each in connections:
                each.close()
        on.told["closed"] += 1


def follow(on: Attack) -> None:
    """An event stream from a number of the future, of a job of its own."""
    taken = on.ask("/v1/jobs", hard(time_limit=5))
    while on.goes_on():
        if taken is None or taken.status_code != 202:
            time.sleep(0.5)
            taken = on.ask("/v1/jobs", hard(time_limit=5))
            continue
        with suppress(httpx.TransportError):
            path = f"{on.url}{taken.headers['Location']}/events"
            with httpx.stream("GET", path, headers={"Last-Event-ID": "999999999"}, timeout=90, verify=UNUSED) as stream:
                on.told[f"stream {stream.status_code}"] += 1
                for _ in stream.iter_raw():
                    if not on.goes_on():
                        return
            if stream.status_code == 204:
                taken = None


def share_lines(on: Attack) -> None:
    """Pages of a crowded position, one after the other."""
    made = on.ask("/v1/shares", {"position": crowd(40)})
    while on.goes_on() and made is not None:
        with suppress(httpx.TransportError):
            on.told[str(httpx.get(f"{on.url}{made.json()['page']}", timeout=90, verify=UNUSED).status_code)] += 1


def write(on: Attack) -> None:
    """As many guests, then as many tiles whose names are looked up, as a body holds."""
    names = [f"Number {number} of a park" for number in range(400)]
    while on.goes_on():
        on.ask("/v1/shorthand/guests", {"text": "g3" * 30_000})
        on.ask("/v1/shorthand/tiles", {"text": "of a\n" * 8_000, "names": names})
        on.ask("/v1/shorthand/tiles", {"text": "of a\n" * 200, "names": names})


MOVES = [{"do": "operate", "tile": "t0", "party": ["g0", "g1", "g2"], "mover": "g0", "to": "t1"}] * 2

KINDS: dict[str, Callable[[Attack], None]] = {
    "moves": repeat("/v1/operate/moves", lambda: {"position": crowd()}),
    "moves-left": repeat("/v1/operate/moves", lambda: {"position": crowd()}, patience=0.5),
    "check": repeat("/v1/operate/check", lambda: {"position": crowd(24, cards=0), "moves": MOVES}),
    "solve": repeat("/v1/operate/solve", lambda: hard(time_limit=10)),
    "solve-left": repeat("/v1/operate/solve", lambda: hard(time_limit=60), patience=0.5),
    "what-if": repeat("/v1/operate/what-if", lambda: {"position": park(HARD), "time_limit": 20}),
    "jobs": repeat("/v1/jobs", lambda: hard(time_limit=3600)),
    "streams": follow,
    "parks": repeat("/v1/parks", lambda: {"position": park(HARD)}),
    "share-lines": share_lines,
    "shorthand": write,
    "games": repeat("/v1/games/check", lambda: {"record": read_json("theme_park/games/full-4-all-random.json")}),
    "slow-header": held(b"GET /healthz HTTP/1.1\r\nHost: loc", b"a"),
    "slow-body": held(POST, b" "),
    "slow-readers": read_slowly,
    "idle": idle,
}


def main() -> None:
    """The command."""
    parser = reader("tests.service.attackers", __doc__)
    parser.add_argument("url", help="address of the service, on this machine")
    parser.add_argument("kind", choices=KINDS, help="what the clients do")
    parser.add_argument("number", type=int, help="clients at once")
    parser.add_argument("seconds", type=float, help="how long")
    asked = parser.parse_args()
    attack = Attack(asked.url, asked.seconds)
    threads = [threading.Thread(target=KINDS[asked.kind], args=(attack,), daemon=True) for _ in range(asked.number)]
    for each in threads:
        each.start()
    for each in threads:
        each.join(max(0.0, attack.until - time.monotonic()) + 1.0)
    print(json.dumps(attack.told))


if __name__ == "__main__":
    main()
