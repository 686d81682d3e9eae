"""What tests of jobs ask, wait for and do to processes and the database."""

import itertools
import json
import os
import signal
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from flask.testing import FlaskClient
from sqlalchemy import delete, event, insert
from werkzeug.test import TestResponse

from api.jobs.search_service import SEARCH_SERVICE, SearchService
from api.storage.database import Database, StorageUnavailable
from api.storage.tables import answers
from models.shared.data import read_json
from tests.waiting import wait_for

JOBS = "/v1/jobs"
SEEDS = itertools.count(100)
EASY, HARD = "theme_park/positions/log-flume", "theme_park/bench/board/positions/board4-04"
"""A park that is proven at once, and one whose proof takes longer than any test waits: a proven answer would be kept for all that
ask later."""


def park(name: str, **changes: Any) -> dict[str, Any]:
    """A position document."""
    document: dict[str, Any] = read_json(f"{name}.json")
    return document | changes


def submit(client: FlaskClient, name: str = HARD, headers: Any = None, **asked: Any) -> str:
    """A job that no earlier answer serves, unless ``asked`` says otherwise."""
    fresh = {"position": park(name), "time_limit": 60, "seed": next(SEEDS)}
    response = client.post(JOBS, json=fresh | asked, headers=headers)
    assert response.status_code == 202, response.json
    path = response.headers["Location"]
    client.open_jobs.append(path)  # type: ignore[attr-defined]
    return path


def seen(client: FlaskClient, path: str) -> dict[str, Any]:
    response = client.get(path)
    assert response.status_code == 200
    document: dict[str, Any] = response.get_json()
    return document


def in_state(client: FlaskClient, path: str, *states: str) -> dict[str, Any]:
    found: dict[str, Any] = wait_for(lambda: (job := seen(client, path))["state"] in states and job)
    return found


def searching(client: FlaskClient, **asked: Any) -> str:
    """A job with stars so far."""
    path = submit(client, **asked)
    wait_for(lambda: (job := seen(client, path))["state"] == "done" or (job["progress"] or {}).get("stars"))
    assert seen(client, path)["progress"], "it was over, or answered by what was kept, before it told anything"
    return path


def send(what: signal.Signals, pids: Iterable[int]) -> None:
    """To those of the processes that are there: one that idled may have died unnoticed."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, what)


def received(response: TestResponse) -> list[dict[str, Any]]:
    """The events of a stream."""
    blocks = [dict(line.split(": ", 1) for line in block.splitlines()) for block in response.text.strip().split("\n\n")]
    return [block | {"data": json.loads(block["data"])} for block in blocks if "id" in block]


def received_last(client: FlaskClient, path: str) -> dict[str, Any]:
    """The last event so far of a job that runs."""
    kept: SearchService = client.application.extensions[SEARCH_SERVICE]
    event = kept.events(path.rpartition("/")[2], 0)[-1]
    return {"event": event.kind.value, "data": event.data}


@contextmanager
def filled(database: Database) -> Iterator[Callable[[], None]]:
    """The database without room, until what this gives is called, or its end."""
    has_room = threading.Event()

    def allow_no_more(connection: sqlite3.Connection, _record: object) -> None:
        if not has_room.is_set():
            connection.execute("PRAGMA max_page_count=1")  # SQLite takes it as: what there is

    def fill() -> None:
        size = 1 << 20
        while size:
            row = {"key": f"{size}-{time.monotonic()}", "document": "x" * size, "proven": False}
            try:
                with database.write() as connection:
                    connection.execute(insert(answers).values(row | {"seed": 0, "time_limit": 0, "used": 0}))
            except StorageUnavailable:
                size //= 2

    def free() -> None:
        if not has_room.is_set():  # the listener stays: another thread may be connecting
            has_room.set()
            database.engine.dispose()

    database.engine.dispose()
    event.listen(database.engine, "connect", allow_no_more)
    fill()
    yield free
    free()
    with database.write() as connection:
        connection.execute(delete(answers).where(answers.c.time_limit == 0))
