"""Who runs jobs. The interface is small so that a queue on several machines can stand behind it: the store holds
everything, and a worker elsewhere does what ``LocalRunner`` does with a claimed job."""

import logging
import os
import socket
import threading
import time
from typing import Protocol

import psutil
from structlog.contextvars import bound_contextvars

from api.jobs.cache import AnswerCache
from api.jobs.errand import LOOK, LOOK_AROUND, Errand
from api.jobs.request import SolveRequest, stored_request
from api.jobs.states import Ending, Job, JobMishap, State
from api.jobs.store import KEPT_SECONDS, JobStore
from api.storage.database import StorageUnavailable
from solver.operate.pool import SearchPool

log = logging.getLogger(__name__)

TIDY = 10.0
"""Seconds between two looks for jobs whose process is gone."""
OVERDUE = 120.0
"""Seconds beyond its limit after which a job counts as abandoned, whoever runs it."""

RESTARTED = "The server that ran it ended before the search did; this is the best sequence that was stored."


class JobRunner(Protocol):
    """Runs the jobs of a store; what it is told here is in the store already."""

    def enqueue(self, job: str) -> None:
        """A job waits."""

    def cancel(self, job: str) -> None:
        """A running job is to be cancelled."""

    def close(self) -> None:
        """Run no more; what runs now ends as interrupted, with its best so far."""


class LocalRunner:
    """Runs jobs in the pool of this process, one thread a job."""

    def __init__(self, store: JobStore, cache: AnswerCache, pool: SearchPool, *, alone: bool = True) -> None:
        """Begin to run what waits in ``store``; ``alone``: no other machine runs jobs of it."""
        self._store, self._cache, self._pool, self._alone = store, cache, pool, alone
        self.owner = owner_of(os.getpid())
        self._woken = threading.Condition()
        self._closing = threading.Event()
        self._running: dict[str, threading.Event] = {}
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

    def cancel(self, job: str) -> None:
        """End its search, if it runs here."""
        stop = self._running.get(job)
        if stop is not None:
            stop.set()

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
                job = self._store.claim(self.owner)
                if job is not None:
                    with bound_contextvars(job=job.id, request_id=job.request_id):  # in every line of the log
                        self._carry_out(job)
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
                self._woken.wait(LOOK_AROUND)

    def _carry_out(self, job: Job) -> None:
        stop = self._running[job.id] = threading.Event()
        if job.cancel_asked:
            stop.set()
        log.info("job started", extra={"job": job.id, "request_id": job.request_id})
        try:
            request = stored_request(job.request)
            ending = Errand(job, request, self._store, self._pool, stop, self._closing).run()
            if ending is None:
                return
            if ending.state is State.DONE and ending.mishap is None and ending.answer is not None:
                ending = self._kept(request, ending)
        except Exception as error:
            log.exception("job failed", extra={"job": job.id})
            ending = Ending(
                State.FAILED, mishap=JobMishap.INTERNAL, detail=f"A fault of the program ({type(error).__name__})."
            )
        finally:
            del self._running[job.id]
        self._settle(job, ending)

    def _kept(self, request: SolveRequest, ending: Ending) -> Ending:
        assert ending.answer is not None
        try:
            answer = self._cache.keep(request, ending.answer)
        except StorageUnavailable:
            return ending
        return Ending(ending.state, answer, ending.mishap, ending.detail, bool(answer.get("cached")))

    def _settle(self, job: Job, ending: Ending) -> None:
        """Store how a job ended, however long the store cannot be used; only a shut-down ends the patience."""
        wait = LOOK
        while True:
            try:
                self._store.end(job.id, ending)
            except StorageUnavailable:
                if self._closing.is_set():
                    log.exception("the end of a job could not be stored", extra={"job": job.id})
                    return
                self._closing.wait(wait)
                wait = min(2 * wait, 5.0)
            else:
                log.info("job ended", extra={"job": job.id, "state": ending.state.value, "mishap": ending.mishap})
                return

    def _tidy(self) -> None:
        """End the jobs whose process is gone, and forget the oldest."""
        while True:
            try:
                interrupt_abandoned(self._store, alone=self._alone)
                self._store.forget(time.time() - KEPT_SECONDS)
            except StorageUnavailable:
                pass
            except Exception:
                log.exception("the jobs cannot be tidied up")
            if self._closing.wait(TIDY):
                return


def interrupt_abandoned(store: JobStore, *, alone: bool) -> int:
    """End the running jobs whose process is gone; gives their number."""
    ended = 0
    for job, owner, over in store.running():
        if not _alive(owner, alone=alone) or time.time() > over + OVERDUE:
            ended += store.end(job, Ending(State.INTERRUPTED, mishap=JobMishap.RESTART, detail=RESTARTED))
    return ended


def owner_of(pid: int) -> str:
    """A process of this machine by a name that no later one has."""
    return f"{socket.gethostname()}/{pid}/{psutil.Process(pid).create_time():.2f}"


def _alive(owner: str, *, alone: bool) -> bool:
    """Whether a process still lives; one on another machine counts as alive unless this one is alone."""
    host, pid, _ = owner.rsplit("/", 2)
    if host != socket.gethostname():
        return not alone
    try:
        if psutil.Process(int(pid)).status() == psutil.STATUS_ZOMBIE:  # dead, and nobody has looked after it
            return False
        return owner_of(int(pid)) == owner
    except psutil.Error:
        return False
