"""What happens to jobs, heard at once from PostgreSQL instead of asked for again and again."""

import logging
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psycopg
from sqlalchemy import URL

from api.jobs.news import CHANNEL
from api.storage.database import LIVELINESS, SERVER_LIVELINESS, conninfo

log = logging.getLogger(__name__)

AWAY = 1.0
"""Seconds between two tries to reach a database that is away."""
QUIET = 5.0
"""Seconds without news after which a connection is tried."""


class JobListener:
    """A thread that listens on a connection of its own."""

    def __init__(self, url: URL, channel: str = CHANNEL) -> None:
        """Listens to ``channel`` once somebody waits for news: no thread is started before, so that this may be made before a fork."""
        self._conninfo = conninfo(url)
        self._channel = channel
        self._waiting: dict[str, set[threading.Event]] = defaultdict(set)
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None
        self.live = False

    @contextmanager
    def of(self, job: str) -> Iterator[threading.Event]:
        """An event that is set by news of a job, and by the end of the service."""
        heard = threading.Event()
        with self._lock:
            self._waiting[job].add(heard)
            if self._thread is None:
                self._thread = threading.Thread(target=self._listen, name="job-news", daemon=True)
                self._thread.start()
        if self._closing.is_set():
            heard.set()
        try:
            yield heard
        finally:
            with self._lock:
                self._waiting[job].discard(heard)
                if not self._waiting[job]:
                    del self._waiting[job]

    def close(self) -> None:
        """Wake everybody, and hear no more."""
        self._closing.set()
        self._wake()

    def _wake(self, job: str | None = None) -> None:
        with self._lock:
            for name in tuple(self._waiting) if job is None else (job,):
                for heard in self._waiting.get(name, ()):
                    heard.set()

    def _listen(self) -> None:
        while not self._closing.is_set():
            with suppress(psycopg.Error), psycopg.connect(self._conninfo, autocommit=True, **LIVELINESS) as connection:
                connection.execute(SERVER_LIVELINESS)
                connection.execute(f"LISTEN {self._channel}")
                self.live = True
                self._wake()  # for what happened before
                while not self._closing.is_set():
                    for notice in connection.notifies(timeout=QUIET):
                        self._wake(notice.payload)
                        if self._closing.is_set():
                            return
                    connection.execute("SELECT 1")
            self.live = False
            self._closing.wait(AWAY)
