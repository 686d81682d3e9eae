"""Who runs jobs. The interface is small so that a queue on several machines can stand behind it: the store holds
everything, and a worker elsewhere does what ``LocalRunner`` does with a claimed job."""

import logging
import os
import secrets
import threading
import time
from typing import Protocol

from structlog.contextvars import bound_contextvars

from api.http.logs import short
from api.jobs.cache import AnswerCache
from api.jobs.job_run import LOOK, LOOK_AROUND, job_run
from api.jobs.known_states import AnswersKnown
from api.jobs.search_request import JobRequest, SolveRequest, stored_request
from api.jobs.states import Ending, Job, JobMishap, State
from api.jobs.store import KEPT_SECONDS, JobStore
from api.jobs.turns import Turns
from api.jobs.unchanged import Unchanged
from api.storage.database import StorageUnavailable
from solver.theme_park.operate.search_pool import SearchPool

log = logging.getLogger(__name__)

TIDY = 4.0
"""Seconds between two signs that this process lives, and between two looks for jobs whose owner does not, or to which
nobody listens."""
UNHEARD = 30.0
"""Seconds without a listener after which an attached job ends."""
ELSEWHERE = 5.0
"""Seconds between two looks for jobs that came through another server; of its own it hears at once."""
LEASE = 15.0
"""Seconds without a sign of its owner after which a running job is taken back."""


class JobRunner(Protocol):
    """Runs the jobs of a store; what it is told here is in the store already."""

    turns: Turns

    def enqueue(self, job: str) -> None:
        """A job waits."""

    def cancel(self, job: str) -> None:
        """A running job is to be cancelled."""

    def close(self) -> None:
        """Run no more; what runs now ends as interrupted, with its best so far."""


class LocalRunner:
    """Runs jobs in the pool of this process, one thread a job."""

    def __init__(self, store: JobStore, cache: AnswerCache, pool: SearchPool) -> None:
        """Begin to run what waits in ``store``."""
        self._store, self._cache, self._pool = store, cache, pool
        self._memory = AnswersKnown(cache)
        self.owner = new_owner()
        self.turns = Turns()
        self._silent, self._still = Unchanged(), Unchanged()
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
                job = self._store.claim(self.owner, self.turns)
                if job is not None:
                    with bound_contextvars(job=short(job.id), request_id=job.request_id):  # in every line of the log
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
                self._woken.wait(ELSEWHERE)

    def _carry_out(self, job: Job) -> None:
        stop = self._running[job.id] = threading.Event()
        if job.cancel_asked:
            stop.set()
        log.info("job started", extra={"job": short(job.id), "request_id": job.request_id})
        try:
            request = stored_request(job.game, job.kind, job.request).after(job.spent)
            ending = job_run(job, request, self._store, self._memory, self._pool, stop, self._closing).run()
            if ending is None:
                return
            if ending.state is State.DONE and ending.mishap is None and not ending.late:
                ending = self._kept(request, ending)
        except Exception as error:
            log.exception("job failed", extra={"job": short(job.id)})
            ending = Ending(
                State.FAILED, mishap=JobMishap.INTERNAL, detail=f"A fault of the program ({type(error).__name__})."
            )
        finally:
            del self._running[job.id]
        self._settle(job, ending)

    def _kept(self, request: JobRequest, ending: Ending) -> Ending:
        """The ending with the better answer of this search and an earlier one, where answers of its kind are kept."""
        if not isinstance(request, SolveRequest) or ending.answer is None:
            return ending
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
                kept = self._store.end(job.claim, ending)
            except StorageUnavailable:
                if self._closing.is_set():
                    log.exception("the end of a job could not be stored", extra={"job": short(job.id)})
                    return
                self._closing.wait(wait)
                wait = min(2 * wait, 5.0)
            else:
                told = {"job": short(job.id), "state": ending.state.value, "mishap": ending.mishap}
                log.info("job ended" if kept else "the end of a job came too late: it is another's", extra=told)
                return

    def _tidy(self) -> None:
        """End the jobs whose process is gone, and forget the oldest."""
        while True:
            try:
                self._store.beat(self.owner)
                self._take_back_abandoned()
                self._end_unheard()
                self._store.forget(time.time() - KEPT_SECONDS)
            except StorageUnavailable:
                self._silent.forget()
                self._still.forget()  # what nobody could write must not count as silence
            except Exception:
                log.exception("the jobs cannot be tidied up")
            if self._closing.wait(TIDY):
                return

    def _take_back_abandoned(self) -> None:
        """Take back the jobs whose owner has not stirred for the time of a lease, by this process's clock."""
        running = self._store.running()
        self._still.only(each.claim.job for each in running)
        for each in running:
            if each.owner != self.owner and self._still.seconds(each.claim.job, (each.claim, each.beat)) > LEASE:
                log.warning("a job is taken back from a server that is gone", extra={"job": short(each.claim.job)})
                self._store.take_back(each)

    def _end_unheard(self) -> None:
        """Cancel the attached jobs that nobody listens to any more."""
        attached = self._store.attached()
        self._silent.only(job for job, _ in attached)
        for job, heard in attached:
            if self._silent.seconds(job, heard) > UNHEARD:
                self._store.ask_cancel(job)
                self.cancel(job)


def take_back_all(store: JobStore) -> int:
    """Queue again, or end, every running job: no server but this one, which is just starting, serves them.

    Gives their number.
    """
    return sum(store.take_back(each) for each in store.running())


def new_owner() -> str:
    """A name for this process that no other has, here or elsewhere."""
    return f"{os.getpid()}/{secrets.token_hex(8)}"
