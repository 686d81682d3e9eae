"""Who tells that something happened to a job, so that nobody needs to ask again and again."""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from sqlalchemy import Connection, func, select

CHANNEL = "park_advisor_jobs"
"""On which PostgreSQL tells the id of each job that something happened to."""
STOPS = "park_advisor_stops"
"""On which it tells the id of each running job that someone wants to end."""


def notify(connection: Connection, channel: str, job: str) -> None:
    """Tell of a job when the transaction is kept; SQLite has no way to."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_notify(channel, job)))


class News(Protocol):
    """Who hears what happens to jobs."""

    live: bool
    """Whether what happens is heard; otherwise it must be asked for."""

    def of(self, job: str) -> AbstractContextManager[threading.Event]:
        """An event that is set by news of a job, and by the end of the service."""

    def close(self) -> None:
        """Wake everybody, and hear no more."""


class NoNews:
    """The database tells nothing, and is asked."""

    live = False

    def __init__(self) -> None:
        """Knows only the end of the service."""
        self._ends = threading.Event()

    @contextmanager
    def of(self, job: str) -> Iterator[threading.Event]:
        """An event that is set by the end of the service."""
        yield self._ends

    def close(self) -> None:
        """Wakes everybody who waits for news."""
        self._ends.set()
