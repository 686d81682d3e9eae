"""What carries jobs out in a pool of this process, says that it lives, and takes back the jobs of those that do not."""

import logging
import math
import os
import secrets
import threading
import time

from structlog.contextvars import bound_contextvars

from api.http.logs import short
from api.jobs.cache import AnswerCache
from api.jobs.job_run import LOOK, Workplace
from api.jobs.kinds import job_run, stored_request
from api.jobs.request import JobRequest, KeptRequest
from api.jobs.states import Ending, Job, JobMishap, State
from api.jobs.store import JobStore
from api.jobs.turns import Turns
from api.jobs.unchanged import Unchanged
from api.storage.database import StorageUnavailable
from solver.runtime.pool import ProcessPool

log = logging.getLogger(__name__)

TIDY = 4.0
"""Seconds between two signs that this process lives, and between two looks for jobs whose owner does not, or to which
nobody listens; a ``BEATS``th of a lease that is shorter."""
BEATS = 4
UNHEARD = 30.0
"""Seconds without a listener after which an attached job ends."""
LEASE = 15.0
"""Seconds without a sign of its owner after which a running job is taken back."""


class Searcher:
    """Carries jobs out in a pool; who calls ``carry_out``, and when, is another's business."""

    shares = False
    """Whether others may take the searches that a job consists of."""

    def __init__(self, store: JobStore, cache: AnswerCache, pool: ProcessPool, lease: float = LEASE) -> None:
        """Nothing is begun; ``lease``: seconds without a sign after which another's job is taken back."""
        self._store, self._cache, self._pool = store, cache, pool
        self.owner, self.lease = new_owner(), lease
        self.turns = Turns()
        self._silent, self._still = Unchanged(), Unchanged()
        self._beat_at = -math.inf
        self._closing = threading.Event()
        self._running: dict[str, threading.Event] = {}

    def cancel(self, job: str) -> None:
        """End its search, if it runs here."""
        stop = self._running.get(job)
        if stop is not None:
            stop.set()

    def carry_out(self, job: Job) -> None:
        """Search a claimed job to its end; raises nothing."""
        with bound_contextvars(job=short(job.id), request_id=job.request_id):  # in every line of the log
            stop = self._running[job.id] = threading.Event()
            try:
                ending = self._search(job, stop)
                if ending is not None:
                    self._settle(job, ending)
            finally:
                if self._running.get(job.id) is stop:  # not a later search of the same job
                    del self._running[job.id]

    def _search(self, job: Job, stop: threading.Event) -> Ending | None:
        if job.cancel_asked:
            stop.set()
        log.info("job started", extra={"job": short(job.id), "request_id": job.request_id})
        try:
            request = stored_request(job.game, job.kind, job.request).after(job.spent)
            place = Workplace(job, self._store, self._cache, self._pool, stop, self._closing, self.shares)
            ending = job_run(request, place).run()
            if ending is None:
                return None
            if ending.state is State.DONE and ending.mishap is None and not ending.late:
                ending = self._kept(request, ending)
        except Exception as error:
            log.exception("job failed", extra={"job": short(job.id)})
            ending = Ending(
                State.FAILED, mishap=JobMishap.INTERNAL, detail=f"A fault of the program ({type(error).__name__})."
            )
        return ending

    def _kept(self, request: JobRequest, ending: Ending) -> Ending:
        """The ending with the better answer of this search and an earlier one, where answers of its kind are kept."""
        if not isinstance(request, KeptRequest) or ending.answer is None:
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
        looked = time.monotonic()
        while True:
            if time.monotonic() - looked > self.lease:
                self._look_anew()  # this process slept, and knows nothing of others meanwhile
            looked = time.monotonic()
            try:
                self._store.beat(self.owner, tuple(self._running))
                self._beat_at = time.monotonic()
                self._take_back_abandoned()
                self._end_unheard()
                self._store.forget()
                self._store.supply()
            except StorageUnavailable:
                self._look_anew()  # what nobody could write must not count as silence
            except Exception:
                log.exception("the jobs cannot be tidied up")
            if self._closing.wait(min(TIDY, self.lease / BEATS)):
                return

    def _is_heard(self) -> bool:
        """Whether signs of this process's life come through: of one that is not heard a job would be taken back."""
        return time.monotonic() - self._beat_at < self.lease / 2

    def _look_anew(self) -> None:
        self._silent.forget()
        self._still.forget()

    def _take_back_abandoned(self) -> None:
        """Take back the jobs whose owner has not stirred for the time of a lease, by this process's clock."""
        running = self._store.running()
        self._still.only(each.claim.job for each in running)
        for each in running:
            if each.claim.job in self._running and each.owner == self.owner:
                continue  # its own; one of its name that it does not run is one whose claim or end went astray
            if self._still.seconds(each.claim.job, (each.claim, each.beat)) > self.lease:
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


def new_owner() -> str:
    """A name for this process that no other has, here or elsewhere."""
    return f"{os.getpid()}/{secrets.token_hex(8)}"
