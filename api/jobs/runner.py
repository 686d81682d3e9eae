"""Who runs jobs, as a web server sees it: the store holds everything, and this one is told what is in it."""

import logging
import threading
import time
from typing import Protocol

from api.jobs.cache import AnswerCache
from api.jobs.job_run import LOOK_AROUND
from api.jobs.searcher import LEASE, TIDY, Searcher
from api.jobs.store import JobStore
from api.jobs.turns import Turns
from api.storage.database import StorageUnavailable
from solver.runtime.pool import ProcessPool

log = logging.getLogger(__name__)

ELSEWHERE = 5.0
"""Seconds between two looks for jobs that came through another server; of its own it hears at once."""


class JobRunner(Protocol):
    """Runs the jobs of a store; what it is told here is in the store already."""

    turns: Turns

    def enqueue(self, job: str) -> None:
        """Hears that the job of this id waits."""

    def cancel(self, job: str) -> None:
        """Hears that a running job is to be cancelled."""

    def close(self) -> None:
        """Run no more; what runs now ends as interrupted, with its best so far."""


class LocalRunner(Searcher):
    """Runs jobs in the pool of this process, one thread a job."""

    def __init__(self, store: JobStore, cache: AnswerCache, pool: ProcessPool, lease: float = LEASE) -> None:
        """Begin to run what waits in ``store``."""
        super().__init__(store, cache, pool, lease)
        self._woken = threading.Condition()
        self._threads = [
            threading.Thread(target=self._work, name=f"job-{number}", daemon=True)
            for number in range(pool.limits.children)
        ]
        self._threads.append(threading.Thread(target=self._tidy, name="job-tidy", daemon=True))
        for thread in self._threads:
            thread.start()

    def enqueue(self, job: str) -> None:
        """Wake a thread that has nothing to do."""
        with self._woken:
            self._woken.notify()

    def close(self, seconds: float = 5.0) -> None:
        """End what runs with the best so far; close the pool first or last, as it may."""
        self._closing.set()
        with self._woken:
            self._woken.notify_all()
        until = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))

    def _work(self) -> None:
        while not self._closing.is_set():
            try:
                job = self._store.claim(self.owner, self.turns)
                if job is not None:
                    self.carry_out(job)
            except StorageUnavailable:
                self._closing.wait(LOOK_AROUND)
            except Exception:
                log.exception("a job cannot be handled")
                self._closing.wait(TIDY)
            else:
                if job is None:
                    self._wait_for_jobs()

    def _wait_for_jobs(self) -> None:
        with self._woken:
            if not self._closing.is_set():
                self._woken.wait(ELSEWHERE)


class OwnWorker(Protocol):
    """A worker that a server has beside it."""

    def run(self) -> None:
        """Keeps the worker running until ``stop``."""

    def stop(self) -> None:
        """Lets the worker end, and ``run`` with it."""


class ElsewhereRunner:
    """Leaves jobs to workers, who hear of them from the database; one of them may belong to this server."""

    def __init__(self, worker: OwnWorker | None = None) -> None:
        """Start the worker, if there is one."""
        self.turns = Turns()
        self._worker = worker
        self._keeping = None if worker is None else threading.Thread(target=worker.run, name="job-worker", daemon=True)
        if self._keeping is not None:
            self._keeping.start()

    def enqueue(self, job: str) -> None:
        """The ticket was written with the job."""

    def cancel(self, job: str) -> None:
        """Whoever runs it is told by the store."""

    def close(self, seconds: float = 8.0) -> None:
        """End the worker; what it ran waits for another."""
        if self._worker is not None and self._keeping is not None:
            self._worker.stop()
            self._keeping.join(seconds)


def take_back_all(store: JobStore) -> int:
    """Queue again, or end, every running job: no server but this one, which is just starting, serves them.

    Gives their number.
    """
    return sum(store.take_back(each) for each in store.running())
