"""One database: short transactions, migrations at start, and one exception when it cannot be used."""

import fcntl
import logging
import math
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.engine.interfaces import DBAPIConnection, ExceptionContext
from sqlalchemy.exc import DatabaseError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

log = logging.getLogger(__name__)

BUSY_SECONDS = 2.0
"""How long a transaction waits for others to end before it gives up."""
SHORTLY = 0.5
"""The same for a write without which nothing is lost: rather that than an answer that comes later."""
LEAST_WAIT = 0.05
"""Seconds of these that are left to SQLite when the threads of this process took all others."""
TRIED_SECONDS = 2.0
"""How long what was found of whether the database is usable holds."""
PROBE = """
INSERT INTO replies (key, request_digest, created) VALUES ('probe', '', :now) ON CONFLICT (key) DO UPDATE SET created = :now
"""
"""A change of no account, which other servers may make at the same moment."""
MOST_READ = 64 << 20
"""Bytes of a file that is read whole to see whether it is sound."""
CONNECTIONS, SPARE_CONNECTIONS = 8, 312
LIVELINESS: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""Of connections to PostgreSQL: seconds, the last in milliseconds, after which a network that is cut is noticed."""
SERVER_LIVELINESS = """
SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3; SET tcp_user_timeout = 10000;
SET idle_in_transaction_session_timeout = 10000; SET lock_timeout = 5000
"""
"""The same of the server's side, which would hold for hours what a machine had locked when its network went or it was stopped, and let
others wait for it without an end."""
STOPPED_TOO_LONG, ONLY_READ = "25P03", "25006"
"""PostgreSQL's codes of a connection that it closed as nothing came in the middle of a transaction, and of a change where none is taken:
its disk is full, say, or it has become another's replica. The driver counts them among faults of the program."""

MIGRATIONS = "api.storage:migrations"
MIGRATING = 0x7061726B
"""The lock of PostgreSQL under which one server brings the tables up to date."""


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
        self._held: int | None = None
        self._inode: tuple[int, int] | None = None
        self._trying = threading.Lock()
        self._tried = (-math.inf, False)
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
        until = time.monotonic() + wait
        if self._inode is not None:
            self._still_there()
        with _clear_failures(), self._turn(wait):
            options = {"writes": True, "busy_seconds": max(LEAST_WAIT, until - time.monotonic())}
            with self.engine.connect().execution_options(**options) as connection, connection.begin():
                yield connection

    @contextmanager
    def _turn(self, wait: float) -> Iterator[None]:
        """Wait for this thread's turn to write: SQLite takes one writer, and would choose the next by chance."""
        if not self.sqlite:
            yield
        elif self._writing.acquire(timeout=wait):
            try:
                yield
            finally:
                self._writing.release()
        else:
            raise StorageUnavailable("the database is locked by another request")

    def migrate(self, to: str = "head") -> None:
        """Bring the tables up to this version's, or up to an earlier change; raises StorageUnavailable, and ValueError for
        tables of a later version.
        """
        if self.sqlite:
            self._make_folder()
        with _clear_failures():
            config = Config()
            config.set_main_option("script_location", MIGRATIONS)
            with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
                if not self.sqlite:  # of several servers that start at once the others wait; SQLite has taken its lock
                    connection.execute(text("SET LOCAL lock_timeout = 0"))
                    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
                config.attributes["connection"] = connection
                try:
                    command.upgrade(config, to)
                except CommandError as unknown:  # such as a change that only a later program knows
                    raise ValueError(
                        f"its tables are not those of this version or an earlier one: {unknown}"
                    ) from unknown
        if self.sqlite:
            there = self._file().stat()
            self._inode = (there.st_dev, there.st_ino)

    def usable(self) -> bool:
        """Whether it can be written and read now: tried, not more than once in two seconds."""
        with self._trying:
            if time.monotonic() - self._tried[0] > TRIED_SECONDS:
                self._tried = (time.monotonic(), self._try())
            return self._tried[1]

    def _try(self) -> bool:
        try:
            with self.write() as connection:
                connection.execute(text(PROBE), {"now": time.time()})
            if self.sqlite:
                self._look_through()
        except StorageUnavailable:
            return False
        return True

    def _look_through(self) -> None:
        """Read what is on the disk, by a connection that has kept nothing of it; raises StorageUnavailable.

        A large database is not read whole: that would take longer than whoever asks waits.
        """
        try:
            whole = self._file().stat().st_size <= MOST_READ
            fresh = sqlite3.connect(f"{self._file().absolute().as_uri()}?mode=ro", uri=True, timeout=LEAST_WAIT)
            with closing(fresh):
                check = "PRAGMA quick_check(1)" if whole else "SELECT 'ok' FROM sqlite_master LIMIT 1"
                found = fresh.execute(check).fetchone()
        except (sqlite3.Error, OSError) as error:
            raise StorageUnavailable(str(error)) from error
        if found is None or found[0] != "ok":
            raise StorageUnavailable("the file of the database is damaged")

    def _file(self) -> Path:
        return Path(str(self.url.database))

    def _still_there(self) -> None:
        """Raises StorageUnavailable where the file was deleted or replaced: what is written into it would be lost."""
        try:
            known = self._file().stat()
        except OSError as error:
            raise StorageUnavailable(f"the file of the database is gone: {error}") from error
        if self._inode is not None and self._inode != (known.st_dev, known.st_ino):
            raise StorageUnavailable("the file of the database is another one than at the start")

    def alone(self) -> bool:
        """Whether no other server has this database open; asked once, at the start, and held until ``close``.

        Only of a file can that be known: each server holds a shared lock on another file beside it, which the kernel
        takes from it however it ends, also in another container.
        """
        if not self.sqlite or self._held is not None:
            return False
        try:
            self._held = os.open(f"{self.url.database}.servers", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            return _lock(self._held)
        except OSError:
            return False

    def close(self) -> None:
        """Closes every connection, and gives up the lock beside the file."""
        self.engine.dispose()
        if self._held is not None:
            os.close(self._held)
            self._held = None

    def _make_folder(self) -> None:
        try:
            Path(str(self.url.database)).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageUnavailable(f"the folder of the database cannot be made: {error}") from error


def _lock(file: int) -> bool:
    """Whether nobody else had a lock on ``file``; a shared one is held from then on. Raises OSError."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return False
    fcntl.flock(file, fcntl.LOCK_SH)
    return True


@contextmanager
def _clear_failures() -> Iterator[None]:
    try:
        yield
    except (OperationalError, InterfaceError, NoConnection) as error:
        reason = str(getattr(error, "orig", None) or error)
        log.warning("storage unavailable: %s", reason)
        raise StorageUnavailable(reason) from error
    except DatabaseError as error:
        if is_away(error.orig):
            log.warning("storage unavailable: %s", error.orig)
            raise StorageUnavailable(str(error.orig)) from error
        if type(error) is not DatabaseError:  # its other kinds are faults of the program
            raise
        log.exception("storage broken")
        raise StorageUnavailable(str(error.orig)) from error


def is_away(error: BaseException | None) -> bool:
    """Whether PostgreSQL tells by an error that it cannot be used now, which its driver holds for a fault of the program."""
    return getattr(error, "sqlstate", None) in {STOPPED_TOO_LONG, ONLY_READ}


def _engine(url: str, busy_seconds: float, *, sqlite: bool) -> Engine:
    shared: dict[str, Any] = {
        "pool_size": CONNECTIONS,
        "max_overflow": SPARE_CONNECTIONS,
        "pool_timeout": busy_seconds,
        "pool_pre_ping": not sqlite,
        "hide_parameters": True,  # from the log: ids by which whoever knows them may change something
    }
    if not sqlite:
        engine = create_engine(url, connect_args=LIVELINESS, **shared)
        event.listen(engine, "connect", _watch)
        event.listen(engine, "handle_error", _leave)
        return engine
    engine = create_engine(url, connect_args={"timeout": busy_seconds, "check_same_thread": False}, **shared)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def now(connection: Connection) -> float:
    """Seconds since 1970 by a clock that all machines share: PostgreSQL's, and of a file this one's."""
    if connection.dialect.name != "postgresql":
        return time.time()
    return float(connection.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one())


def conninfo(url: URL) -> str:
    """The words by which psycopg itself reaches a PostgreSQL just as SQLAlchemy does: one's URLs are not quite the other's."""
    from psycopg.conninfo import make_conninfo  # noqa: PLC0415  of an extra

    _, words = url.get_dialect()().create_connect_args(url)
    return make_conninfo(**words)


def _watch(connection: DBAPIConnection, _record: object) -> None:
    with closing(connection.cursor()) as cursor:
        cursor.execute(SERVER_LIVELINESS)
    connection.commit()


def _leave(context: ExceptionContext) -> None:
    """Come back by new connections, which may lead to another server, after one that can only be read."""
    if is_away(context.original_exception):
        context.is_disconnect = True


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where ``_begin`` says, tables among them
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    options = connection.get_execution_options()
    writes, wait = options.get("writes"), options.get("busy_seconds", BUSY_SECONDS)
    connection.exec_driver_sql(f"PRAGMA busy_timeout={int(1000 * wait)}")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")  # a late upgrade of a lock fails at once
