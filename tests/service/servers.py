"""Web servers that could carry the application, each under the same slow clients: ``python -m tests.service.servers [NAME …] [--keep]``.

Measured are those that are installed (``pip install gevent cheroot granian hypercorn``; the others come with the service),
with 32 threads where a server has threads: how long /healthz takes while 40 clients send a body a byte at a time, while 40
read eight large answers slowly, and beside 300 connections that send nothing; a check beside eight clients that have crowds
checked, and alone.
"""

import importlib.util
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx

from tests.api.documents import MOVES, park
from tests.commands import reader
from tests.figures import refresh
from tests.service.attackers import BIG, POST, UNUSED

THREADS = "32"
PATIENCE = 15.0
SETTLING = 8.0
KEPT = Path(__file__).with_name("servers.json")
GUNICORN = ("-m", "gunicorn", "-w", "1", "-b", "127.0.0.1:{port}", "--log-level", "error")
CHEROOT = (
    "from cheroot.wsgi import Server; from api import create_app; "
    f"Server(('127.0.0.1', {{port}}), create_app(), numthreads={THREADS}).start()"
)
HYPERCORN = (
    "import asyncio; from hypercorn.config import Config; from hypercorn.asyncio import serve; "
    "from hypercorn.middleware import AsyncioWSGIMiddleware as Wsgi; from api import create_app; "
    "config = Config(); config.bind = ['127.0.0.1:{port}']; asyncio.run(serve(Wsgi(create_app(), 262144), config))"
)
COMMANDS = {
    "waitress in gunicorn, with deadlines": ("waitress", ("-m", "api.cli", "serve", "--port", "{port}")),
    "gunicorn gthread": ("gunicorn", (*GUNICORN, "-k", "gthread", "--threads", THREADS, "api:create_app()")),
    "gunicorn gevent": ("gevent", (*GUNICORN, "-k", "gevent", "api:create_app()")),
    "waitress": (
        "waitress",
        ("-m", "waitress", "--listen=127.0.0.1:{port}", f"--threads={THREADS}", "--call", "api:create_app"),
    ),
    "cheroot": ("cheroot", ("-c", CHEROOT)),
    "granian": (
        "granian",
        (
            "-m",
            "granian",
            "--interface",
            "wsgi",
            "--factory",
            "--port",
            "{port}",
            "--blocking-threads",
            THREADS,
            "api:create_app",
        ),
    ),
    "hypercorn": ("hypercorn", ("-c", HYPERCORN)),
}


@contextmanager
def running(command: tuple[str, ...], folder: Path) -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    settings = {
        "PARK_ADVISOR_DATABASE_URL": f"sqlite:///{folder}/db",
        "PARK_ADVISOR_RATE": "off",
        "PARK_ADVISOR_LOG_LEVEL": "error",
        "PARK_ADVISOR_THREADS": THREADS,
    }
    words = [sys.executable, *(word.replace("{port}", str(port)) for word in command)]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(words, env=os.environ | settings, stdout=quiet, stderr=quiet, start_new_session=True)
    try:
        until = time.monotonic() + 60
        while health(port) is None:
            if time.monotonic() > until or process.poll() is not None:
                raise RuntimeError("it does not serve")
            time.sleep(0.2)
        yield port
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, 9)
        process.wait()


def health(port: int) -> float | None:
    """Seconds until /healthz is answered."""
    began = time.monotonic()
    try:
        httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE, verify=UNUSED).raise_for_status()
    except httpx.HTTPError:
        return None
    return time.monotonic() - began


def beside(port: int, number: int, sent: bytes, then: bytes = b"") -> str:
    """The worst of some answers while so many clients hold connections."""
    clients = [socket.create_connection(("127.0.0.1", port)) for _ in range(number)]
    try:
        for each in clients:
            each.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            each.sendall(sent)
        time.sleep(3)
        found = []
        for _ in range(3):
            for each in clients:
                with suppress(OSError):
                    each.sendall(then)
            found.append(health(port))
            if found[-1] is None:
                return f"none in {PATIENCE:g} s"
        return f"{max(each for each in found if each is not None):.2f} s"
    finally:
        for each in clients:
            each.close()


def besieged(port: int) -> str:
    """The longest of some checks while eight clients have crowds checked."""
    command = (sys.executable, "-m", "tests.service.attackers", f"http://127.0.0.1:{port}", "check", "8", "12")
    attackers = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        time.sleep(4)
        return check(port, 15, max)
    finally:
        attackers.kill()
        attackers.wait()


def alone(port: int) -> str:
    """The median of some checks once the search processes, where they start with the server, have come up."""
    time.sleep(SETTLING)
    return check(port)


def check(port: int, number: int = 60, told: Callable[[list[float]], float] = statistics.median) -> str:
    body, seconds = {"position": park(), "moves": MOVES}, list[float]()
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        for _ in range(number):
            began = time.monotonic()
            try:
                client.post("/v1/operate/check", json=body).raise_for_status()
            except httpx.HTTPError as error:
                return type(error).__name__
            seconds.append(time.monotonic() - began)
    return f"{1000 * told(seconds):.0f} ms"


def measured(command: tuple[str, ...]) -> tuple[str, ...]:
    rows = []
    for look in (
        lambda port: beside(port, 40, POST + b"{", b" "),
        lambda port: beside(port, 40, BIG * 8),
        lambda port: beside(port, 300, b""),
        besieged,
        alone,
    ):
        with tempfile.TemporaryDirectory() as folder, running(command, Path(folder)) as port:
            rows.append(look(port))
    return tuple(rows)


def rows() -> str:
    """What was kept, as a table."""
    names = (
        "server",
        "40 slow bodies",
        "40 slow readers",
        "300 idle",
        "15 checks beside 8 crowds",
        "60 checks alone",
        "",
    )
    head = f"| {' | '.join(names)} |\n|{'---|' * len(names)}\n"
    known = _known()
    lines = (f"| {name} | {' | '.join(known[name])} |\n" for name in COMMANDS if name in known)
    return head + "".join(lines) + "\nThe longest of three answers of /healthz and of 15 checks, the median of 60.\n"


def _known() -> dict[str, list[str]]:
    known: dict[str, list[str]] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    return known


def main() -> None:
    """The command."""
    parser = reader("tests.service.servers", __doc__)
    parser.add_argument("--keep", action="store_true", help="keep the figures")
    parser.add_argument("servers", nargs="*", metavar="server", help=f"one of: {', '.join(COMMANDS)}; all by default")
    asked = parser.parse_args()
    if unknown := set(asked.servers) - set(COMMANDS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    for name in asked.servers or COMMANDS:
        package, command = COMMANDS[name]
        if importlib.util.find_spec(package) is None:
            continue
        load = os.getloadavg()[0]
        try:
            found = measured(command)
        except RuntimeError as error:
            found = (str(error),) * 5
        print(name, *found, sep=" | ", flush=True)
        if asked.keep:
            when = f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores, load {load:.1f} before"
            KEPT.write_text(json.dumps(_known() | {name: [*found, when]}, indent=2) + "\n", encoding="utf-8")
            refresh()


if __name__ == "__main__":
    main()
