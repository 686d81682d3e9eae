"""A PostgreSQL server of the tests' own, where its programs are installed."""

import importlib.util
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ACCOUNTS = ("postgres", "nobody")
"""Who runs it in the place of root, as which it refuses to run; the first that there is."""
STARTING = 30.0
FAST = ("-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")
"""What is lost by a crash of the machine is lost with the test."""


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


@contextmanager
def postgresql() -> Iterator[str]:
    """The URL of an empty database of a server that runs meanwhile, on a free port of this machine."""
    account = _account()
    folder = Path(tempfile.mkdtemp(prefix="postgresql-"))
    try:
        if account is not None:
            shutil.chown(folder, account)
        data, log = folder / "data", folder / "log"
        making = [str(program("initdb")), "--auth=trust", "--username=tests", "--no-sync", "--encoding=UTF8", str(data)]
        subprocess.run(making, check=True, user=account, cwd=folder, stdout=subprocess.DEVNULL)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        serving = [str(program("postgres")), "-D", str(data), "-h", "127.0.0.1", "-p", str(port), "-k", "", *FAST]
        with log.open("wb") as told:
            process = subprocess.Popen(serving, user=account, cwd=folder, stdout=told, stderr=told)
        try:
            _wait(process, port, log)
            yield f"postgresql+psycopg://tests@127.0.0.1:{port}/postgres"
        finally:
            process.kill()
            process.wait()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


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
