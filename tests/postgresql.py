"""A PostgreSQL server of the tests' own, where its programs are installed."""

import importlib.util
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import text

from api.storage.database import Database

ACCOUNTS = ("postgres", "nobody")
"""Who runs it in the place of root, as which it refuses to run; the first that there is."""
STARTING = 30.0
FAST = ("-c", "fsync=off", "-c", "full_page_writes=off")
"""What is lost by a crash of the machine is lost with the test; what was committed outlives one of the server."""


def program(name: str) -> str | None:
    """Where a program of it is: on the path, or where Debian keeps those of each version."""
    kept = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or (str(kept[-1]) if kept else None)


def missing() -> str | None:
    """Why no server can be started here; None where one can."""
    if importlib.util.find_spec("psycopg") is None:
        return "psycopg is not installed"
    if program("initdb") is None or program("postgres") is None:
        return "the programs of PostgreSQL are not installed"
    return None


class Server:
    """A server with a folder of its own, on a free port of this machine; ``stop`` and ``start`` as often as one likes."""

    def __init__(self, folder: Path, account: str | None) -> None:
        self.folder, self._account = folder, account
        self.data, self.log = folder / "data", folder / "log"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None
        making = [str(program("initdb")), "--auth=trust", "--username=tests", "--no-sync", "--encoding=UTF8"]
        quiet = subprocess.DEVNULL
        subprocess.run([*making, str(self.data)], check=True, user=account, cwd=folder, stdout=quiet)

    def start(self, *addresses: str) -> None:
        """Serve, to this machine and at further ``addresses`` of it."""
        with (self.data / "pg_hba.conf").open("a", encoding="utf-8") as trusted:
            trusted.writelines(f"host all all {each}/24 trust\n" for each in addresses)
        where = ["-h", ",".join(["127.0.0.1", *addresses]), "-p", str(self.port), "-k", ""]
        serving = [str(program("postgres")), "-D", str(self.data), *where, *FAST]
        with self.log.open("ab") as told:
            self._process = subprocess.Popen(serving, user=self._account, cwd=self.folder, stdout=told, stderr=told)
        _wait(self._process, self.port, self.log)

    def stop(self) -> None:
        """End at once, as in a crash."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait()

    def kill(self) -> None:
        """End for good."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def url(self, database: str = "postgres", user: str = "tests") -> str:
        """Of one of its databases."""
        return f"postgresql+psycopg://{user}@127.0.0.1:{self.port}/{database}"

    def sql(self, statement: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        """What a statement gives, as the owner of everything."""
        import psycopg  # noqa: PLC0415  it is missing in many installations

        dsn = f"postgresql://tests@127.0.0.1:{self.port}/{database}"
        with psycopg.connect(dsn, autocommit=True) as connection:
            found = connection.execute(statement)
            return found.fetchall() if found.description else []

    def fresh(self) -> str:
        """The URL of another empty database."""
        name = f"db_{secrets.token_hex(4)}"
        self.sql(f"CREATE DATABASE {name}")
        return self.url(name)


@contextmanager
def server(*addresses: str) -> Iterator[Server]:
    """A server that runs meanwhile, also at further addresses of this machine."""
    account = _account()
    folder = Path(tempfile.mkdtemp(prefix="postgresql-"))
    try:
        if account is not None:
            shutil.chown(folder, account)
        made = Server(folder, account)
        made.start(*addresses)
        try:
            yield made
        finally:
            made.kill()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def postgresql() -> Iterator[str]:
    """The URL of an empty database of a server that runs meanwhile."""
    with server() as made:
        yield made.url()


def _account() -> str | None:
    if os.geteuid():
        return None
    import pwd  # noqa: PLC0415  there is none on Windows

    known = {each.pw_name for each in pwd.getpwall()}
    return next(name for name in ACCOUNTS if name in known)


def _wait(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    import psycopg  # noqa: PLC0415  it is missing in many installations

    until = time.monotonic() + STARTING
    while time.monotonic() < until and process.poll() is None:
        try:
            psycopg.connect(host="127.0.0.1", port=port, user="tests", dbname="postgres", connect_timeout=5).close()
        except psycopg.OperationalError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError(f"PostgreSQL did not start: {log.read_text(errors='replace')[-2000:]}")


def waits_for_another(database: Database) -> bool:
    """Whether some transaction waits for what another one holds."""
    with database.read() as connection:
        return bool(connection.execute(text("SELECT count(*) FROM pg_locks WHERE NOT granted")).scalar_one())
