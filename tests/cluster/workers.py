"""Real workers on a real database, and what is true of their jobs."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import psutil
from sqlalchemy import insert, select

from api.jobs.states import EventKind, Job, State
from api.jobs.store import JobStore
from api.jobs.tickets import issue
from api.storage import Database
from api.storage.database import StorageUnavailable
from api.storage.tables import jobs
from api.theme_park.jobs.requests import SolveRequest
from api.theme_park.schemas.loading import load_position
from solver.theme_park.operate.settings import Settings
from tests.api.jobs.asking import HARD, park

T = TypeVar("T")

LEASE = 2.0
"""Seconds of the lease in these tests, so that they wait little."""
PATIENCE = 60.0
LONGEST_LOOK = 5.0
"""Seconds that one look counts at most: whoever was stopped meanwhile has not waited."""


def asked(seed: int, seconds: float = 600.0, name: str = HARD) -> SolveRequest:
    """A search that takes all of its time."""
    return SolveRequest(load_position(park(name)), Settings(time_limit=seconds, seed=seed))


def until(true: Callable[[], T], seconds: float = PATIENCE) -> T:
    """What it gives once that is true; the database may be away meanwhile."""
    left, found = seconds, None
    while left > 0:
        looked = time.monotonic()
        with suppress(StorageUnavailable):
            found = true()
            if found:
                return found
        time.sleep(0.05)
        left -= min(time.monotonic() - looked, LONGEST_LOOK)
    raise AssertionError(f"not within {seconds:.0f} s: {found!r}")


class Machine:
    """A supervisor with its worker and search processes, as ``park-advisor work`` starts them."""

    def __init__(
        self,
        url: str,
        folder: Path,
        name: str,
        children: int = 1,
        words: Sequence[str] = ("work",),
        within: Sequence[str] = (),
        **settings: str,
    ) -> None:
        """``within``: the words before the command, of a program that becomes it."""
        self.log = folder / f"{name}.log"
        given = {"DATABASE_URL": url, "CHILDREN": str(children), "LEASE": str(LEASE), "LOG_LEVEL": "info"} | settings
        environment = os.environ | {f"PARK_ADVISOR_{key}": value for key, value in given.items()}
        with self.log.open("ab") as told:
            self.supervisor = psutil.Popen(
                [*within, sys.executable, "-m", "api.cli", *words],
                env=environment,
                stdout=told,
                stderr=told,
                start_new_session=True,
            )

    @property
    def worker(self) -> psutil.Process | None:
        found = self.supervisor.children() if self.supervisor.is_running() else []
        return found[0] if found else None

    @property
    def children(self) -> list[psutil.Process]:
        """The search processes."""
        worker = self.worker
        try:
            return [] if worker is None else worker.children()
        except psutil.Error:
            return []

    def processes(self) -> list[psutil.Process]:
        """All of them."""
        try:
            return [self.supervisor, *self.supervisor.children(recursive=True)]
        except psutil.NoSuchProcess:
            return []

    def send(self, what: signal.Signals, processes: Sequence[psutil.Process] | None = None) -> None:
        for each in self.processes() if processes is None else processes:
            with suppress(psutil.NoSuchProcess):
                each.send_signal(what)

    def close(self) -> None:
        """End everything at once."""
        left = self.processes()
        self.send(signal.SIGKILL)
        psutil.wait_procs(left, timeout=10)
        with suppress(subprocess.TimeoutExpired):
            self.supervisor.wait(10)


class Cluster:
    """Machines on one database."""

    def __init__(self, url: str, folder: Path, through: str | None = None) -> None:
        """Workers reach the database under ``through``, when that is another address."""
        self.url, self.folder, self._through = url, folder, through or url
        self.database = Database(url, busy_seconds=5.0)
        self.database.migrate()
        self.store = JobStore(self.database)
        self.machines: list[Machine] = []
        self._started = 0

    def start(self, number: int = 1) -> list[Machine]:
        """So many more machines, which have begun to work."""
        made = [self.start_soon() for _ in range(number)]
        for each in made:
            self.begun(each)
        return made

    def begun(self, machine: Machine) -> None:
        """Wait until the machine works."""
        until(lambda: "worker started" in machine.log.read_text())

    def start_soon(self, through: str | None = None, within: Sequence[str] = ()) -> Machine:
        """One more machine, which is about to work; it may reach the database by another address, in a place of its own."""
        self._started += 1
        name = f"machine-{self._started}"
        self.machines.append(Machine(through or self._through, self.folder, name, within=within))
        return self.machines[-1]

    def add(self, seed: int, seconds: float = 600.0, **more: Any) -> str:
        """A job."""
        return self.store.add(asked(seed, seconds), **more)[0].id

    def add_many(self, number: int, like: str) -> list[str]:
        """Jobs that ask what another one does, written at once."""
        ids = [f"{like}-{each}" for each in range(number)]
        with self.database.write() as connection:
            row = connection.execute(select(jobs).where(jobs.c.id == like)).one()._mapping
            fresh = dict(row) | {
                "state": State.QUEUED.value,
                "owner": None,
                "started": None,
                "answer": None,
                "attempt": 1,
            }
            connection.execute(
                insert(jobs), [fresh | {"id": each, "created": time.time(), "request_digest": each} for each in ids]
            )
            for _ in ids:
                issue(connection)
        return ids

    def job(self, job: str) -> Job:
        found = self.store.get(job)
        assert found is not None
        return found

    def in_state(self, job: str, *states: State, seconds: float = PATIENCE) -> Job:
        """The job once it is in one of the states."""

        def there() -> Job | None:
            found = self.job(job)
            return found if found.state in states else None

        found = until(there, seconds)
        assert found is not None
        return found

    def with_stars(self, job: str, attempt: int | None = None) -> Job:
        """The job once it runs (in that attempt) and this search has told something."""

        def there() -> Job | None:
            found = self.job(job)
            kinds = [each.kind for each in self.store.events_after(job, 0, most=10_000)]
            told = kinds[-1:] == [EventKind.PROGRESS] and found.answer is not None
            return found if found.state is State.RUNNING and told and attempt in {None, found.attempt} else None

        found = until(there)
        assert found is not None
        return found

    def over(self, job: str, seconds: float = PATIENCE) -> Job:
        """The job once it has ended; its events are whole."""
        found = self.in_state(job, State.DONE, State.CANCELLED, State.FAILED, State.INTERRUPTED, seconds=seconds)
        self.whole(job)
        return found

    def whole(self, job: str) -> None:
        """One end, as the last of events whose numbers have no gap."""
        told = self.store.events_after(job, 0, most=10_000)
        assert [each.number for each in told] == list(range(1, len(told) + 1))
        assert [each.kind for each in told].count(EventKind.END) == 1
        assert told[-1].kind is EventKind.END

    def ran_on(self, job: Job) -> Machine:
        """The machine that runs it."""
        with self.database.read() as connection:
            owner = connection.exec_driver_sql("SELECT owner FROM jobs WHERE id = %s", (job.id,)).scalar_one()
        pid = int(owner.partition("/")[0])
        return next(each for each in self.machines if (worker := each.worker) is not None and worker.pid == pid)

    def refused(self) -> int:
        """Writes of searches that had lost their job."""
        return self.counted("SELECT coalesce(sum(refused), 0) FROM jobs")

    def counted(self, statement: str) -> int:
        """The number that a statement gives."""
        with self.database.read() as connection:
            return int(connection.exec_driver_sql(statement).scalar_one())

    def forget_waiting(self) -> None:
        """Nothing waits any more, and what runs ends."""
        with self.database.write() as connection:
            connection.exec_driver_sql("DELETE FROM jobs WHERE state = 'queued'")
        for each in self.store.running():
            self.store.ask_cancel(each.claim.job)
            self.over(each.claim.job)

    def close(self) -> None:
        for each in self.machines:
            each.send(signal.SIGCONT)
            each.close()
        self.database.close()


@contextmanager
def cluster(url: str, folder: Path, machines: int = 0, through: str | None = None) -> Iterator[Cluster]:
    """Machines that are gone afterwards."""
    made = Cluster(url, folder, through)
    try:
        made.start(machines)
        yield made
    finally:
        made.close()


def orphans(processes: Sequence[psutil.Process], seconds: float = 10.0) -> list[psutil.Process]:
    """Those that still live after a moment."""
    _, alive = psutil.wait_procs(processes, timeout=seconds)
    return [each for each in alive if each.is_running() and each.status() != psutil.STATUS_ZOMBIE]
