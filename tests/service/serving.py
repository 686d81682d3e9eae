"""The service for tests: in this process, or as its users start it."""

import contextlib
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx
from flask import Flask
from flask.testing import FlaskClient

from api import create_app
from api.config import Config

STARTING = 60.0
ENDING = 30.0
COMMAND = (sys.executable, "-m", "api.cli", "serve", "--port", "0")


def database_url(folder: Path) -> str:
    return f"sqlite:///{folder / 'service.sqlite3'}"


def make_app(folder: Path, **settings: Any) -> Flask:
    """The application over a database in ``folder``, without limits of rate unless asked for."""
    free: dict[str, Any] = {"rate": "off", "search_rate": "off", "log_level": "error", "children": 1}
    return create_app(Config(**({"database_url": database_url(folder)} | free | settings)))


def post(client: FlaskClient, path: str, body: object, **headers: str) -> Any:
    """A request with ``body`` as JSON, or as it is when it is bytes."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return client.post(path, data=data, content_type="application/json", headers=headers)


@contextlib.contextmanager
def serving(
    folder: Path, *, command: Sequence[str] = COMMAND, cwd: Path | None = None, **environment: str
) -> Iterator["Served"]:
    """``park-advisor serve`` on a free port; it is ended with SIGTERM, or killed when that takes too long."""
    given = {f"PARK_ADVISOR_{name.upper()}": value for name, value in environment.items()}
    defaults = {
        "PARK_ADVISOR_DATABASE_URL": database_url(folder),
        "PARK_ADVISOR_CHILDREN": "1",
        "PARK_ADVISOR_RATE": "off",
        "PARK_ADVISOR_SEARCH_RATE": "off",
    }
    log = folder / "service.log"
    told = log.stat().st_size if log.exists() else 0
    with log.open("ab") as errors:
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env={**_bare(os.environ), **defaults, **given},
            stderr=errors,
            stdout=errors,
            start_new_session=True,
        )
    try:
        url = _url(process, log, told)
        with httpx.Client(base_url=url, timeout=60) as client:
            _wait(client)
            yield Served(process, url, client, log)
    finally:
        process.terminate()
        try:
            process.wait(ENDING)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Served:
    """A running service."""

    def __init__(self, process: "subprocess.Popen[bytes]", url: str, client: httpx.Client, log: Path) -> None:
        self.process, self.url, self.client, self.log = process, url, client, log

    def logged(self) -> list[dict[str, Any]]:
        """The lines of its log that are JSON."""
        lines = self.log.read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines if line.startswith("{")]


def _bare(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if not name.startswith("PARK_ADVISOR_")}


def _url(process: "subprocess.Popen[bytes]", log: Path, told: int) -> str:
    until = time.monotonic() + STARTING
    while time.monotonic() < until and process.poll() is None:
        found = re.findall(r"Listening at: (http://\S+)", log.read_bytes()[told:].decode())
        if found:
            return str(found[-1])
        time.sleep(0.05)
    raise AssertionError(f"the service did not start:\n{log.read_text(encoding='utf-8')}")


def _wait(client: httpx.Client) -> None:
    until = time.monotonic() + STARTING
    while time.monotonic() < until:
        with contextlib.suppress(httpx.TransportError):
            if client.get("/healthz").status_code == 200:
                return
        time.sleep(0.05)
    raise AssertionError("the service does not answer")
