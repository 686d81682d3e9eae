"""One database: short transactions, migrations at start, and one exception when it cannot be used."""

import logging
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import DatabaseError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

log = logging.getLogger(__name__)

BUSY_SECONDS = 5.0
"""How long a transaction waits for others to end before it gives up."""
CONNECTIONS, SPARE_CONNECTIONS = 8, 56

MIGRATIONS = "api.storage:migrations"


class StorageUnavailable(Exception):
    """The database is locked, full, gone or broken; nothing of the transaction was kept."""


class Database:
    """A database by URL, such as ``sqlite:////var/lib/park-advisor/db`` or ``postgresql+psycopg://…``.

    Connections open when they are first needed, so that it may be made before a fork.
    """

    def __init__(self, url: str, *, busy_seconds: float = BUSY_SECONDS) -> None:
        """Nothing is opened yet; raises ValueError or ImportError when the URL names no database that can be used."""
        self.url = make_url(url)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        if self.sqlite and self.url.database in {None, "", ":memory:"}:
            raise ValueError("a database in memory would be lost with its connection; accepted: a file")
        self.busy_seconds = busy_seconds
        self._writing = threading.Lock()
        self.engine = _engine(url, busy_seconds, sqlite=self.sqlite)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that only reads; raises StorageUnavailable."""
        with _clear_failures(), self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def write(self, *, busy_seconds: float | None = None) -> Iterator[Connection]:
        """A transaction that is kept at its end, whole or not at all; raises StorageUnavailable.

        ``busy_seconds``: how long to wait for others, where it should not be as long as usual.
        """
        wait = self.busy_seconds if busy_seconds is None else busy_seconds
        options = {"writes": True, "busy_seconds": wait}
        with (
            _clear_failures(),
            self._turn(wait),
            self.engine.connect().execution_options(**options) as connection,
            connection.begin(),
        ):
            yield connection

    @contextmanager
    def _turn(self, wait: float) -> Iterator[None]:
        """SQLite takes one writer: threads of this process wait in line, as its own waiting is by chance."""
        if not self.sqlite:
            yield
        elif self._writing.acquire(timeout=wait):
            try:
                yield
            finally:
                self._writing.release()
        else:
            raise StorageUnavailable("the database is locked by another request")

    def migrate(self) -> None:
        """Bring the tables up to this version's; raises StorageUnavailable."""
        if self.sqlite:
            self._make_folder()
        with _clear_failures():
            config = Config()
            config.set_main_option("script_location", MIGRATIONS)
            with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
                config.attributes["connection"] = connection
                command.upgrade(config, "head")

    def usable(self) -> bool:
        """Whether it answers now."""
        try:
            with self.read() as connection:
                connection.execute(text("SELECT 1"))
        except StorageUnavailable:
            return False
        return True

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()

    def _make_folder(self) -> None:
        try:
            Path(str(self.url.database)).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageUnavailable(f"the folder of the database cannot be made: {error}") from error


@contextmanager
def _clear_failures() -> Iterator[None]:
    try:
        yield
    except (OperationalError, InterfaceError, NoConnection) as error:
        reason = str(getattr(error, "orig", None) or error)
        log.warning("storage unavailable: %s", reason)
        raise StorageUnavailable(reason) from error
    except DatabaseError as error:
        if type(error) is not DatabaseError:  # its other kinds are faults of the program
            raise
        log.exception("storage broken")
        raise StorageUnavailable(str(error.orig)) from error


def _engine(url: str, busy_seconds: float, *, sqlite: bool) -> Engine:
    shared: dict[str, Any] = {
        "pool_size": CONNECTIONS,
        "max_overflow": SPARE_CONNECTIONS,
        "pool_timeout": busy_seconds,
        "pool_pre_ping": not sqlite,
    }
    if not sqlite:
        return create_engine(url, **shared)
    engine = create_engine(url, connect_args={"timeout": busy_seconds, "check_same_thread": False}, **shared)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where ``_begin`` says, tables among them
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    options = connection.get_execution_options()
    writes, wait = options.get("writes"), options.get("busy_seconds", BUSY_SECONDS)
    connection.exec_driver_sql(f"PRAGMA busy_timeout={int(1000 * wait)}")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")  # a late upgrade of a lock fails at once
