"""Where searches are asked for: at once within a request, or as jobs."""

import math
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from flask import current_app

from api.documents import solve_document
from api.jobs.cache import AnswerCache
from api.jobs.request import SolveRequest
from api.jobs.runner import JobRunner, LocalRunner, interrupt_abandoned
from api.jobs.states import Ending, Event, Job, State
from api.jobs.store import JobStore, KeyTaken
from api.problems import RETRY_SECONDS, Kind, Problem
from api.schemas.dumping import Document
from api.storage.database import Database, StorageUnavailable
from solver.operate.advice import Status
from solver.operate.child import WarmChild
from solver.operate.pool import Order, PoolClosed, PoolCounts, PoolFull, PoolLimits, SearchPool
from solver.operate.scope import refuse_unsolved

T = TypeVar("T")

DESK = "park-advisor searches"
"""Where the application keeps its ``SearchDesk``."""
LONGEST_RETRY = 600


@dataclass(frozen=True, slots=True)
class DeskLimits:
    """``patience``: seconds that a request waits for a free process; ``waiting_jobs``: how many may wait;
    ``streams``: how many event streams may be open at once."""

    pool: PoolLimits
    patience: float = 10.0
    waiting_jobs: int = 256
    streams: int = 16


class SearchDesk:
    """Searches of one server. Nothing runs before the first use, or before ``start``.

    Methods raise StorageUnavailable where they need the database, and Problem where they refuse.
    """

    def __init__(self, database: Database, limits: DeskLimits, cache: AnswerCache | None = None) -> None:
        """Nothing is started, so that it may be made before a fork."""
        self.limits = limits
        self.store, self.cache = JobStore(database), cache or AnswerCache(database)
        self.closing = threading.Event()
        self.streams = threading.BoundedSemaphore(limits.streams)
        self._alone = database.sqlite
        self._started = threading.Lock()
        self._pool: SearchPool | None = None
        self._runner: JobRunner | None = None

    def start(self) -> tuple[SearchPool, JobRunner]:
        """Start the processes and the jobs that wait, once; raises what ``busy`` gives while the service closes."""
        with self._started:
            if self.closing.is_set():
                raise busy()
            if self._pool is None or self._runner is None:
                self._pool = SearchPool(self.limits.pool)
                self._runner = LocalRunner(self.store, self.cache, self._pool, alone=self._alone)
            return self._pool, self._runner

    def recover(self) -> None:
        """Interrupt the jobs that an earlier server left running."""
        with suppress(StorageUnavailable):
            interrupt_abandoned(self.store, alone=self._alone)

    def counts(self) -> PoolCounts | None:
        """How the pool stands; None before it is started."""
        with self._started:
            return None if self._pool is None else self._pool.counts()

    def stop_soon(self) -> None:
        """Let every stream and search end; may be called by a signal handler, which must not wait for a lock."""
        threading.Thread(target=self.closing.set).start()

    def close(self) -> None:
        """End everything: jobs are interrupted with the best so far, processes killed."""
        self.closing.set()
        with self._started:
            if self._runner is not None:
                self._runner.close()
            if self._pool is not None:
                self._pool.close()
            self._pool = self._runner = None

    def solve(self, request: SolveRequest) -> Document:
        """The solve document, with ``cached``; raises Problem when every process stays busy, NotSolvedYet as ``submit``."""
        refuse_unsolved(request.position)
        known = self._known(request)
        if known is not None:
            return known
        pool, _ = self.start()
        future = self._admitted(
            lambda: pool.submit(Order(request.position, request.settings, cancelled=self.closing.is_set))
        )
        outcome = self._served(future, request.seconds)
        answer = solve_document(outcome.advice)
        if outcome.advice.status is not Status.CANCELLED and outcome.mishap is None:
            with suppress(StorageUnavailable):
                answer = self.cache.keep(request, answer)
        return {"cached": False} | answer

    def lend(self, use: Callable[[WarmChild], T], seconds: float) -> T:
        """What ``use`` makes of a search process in at most ``seconds``; raises Problem as ``solve``."""
        pool, _ = self.start()
        return self._served(self._admitted(lambda: pool.lend(use, seconds)), seconds)

    def submit(
        self, request: SolveRequest, *, idempotency_key: str | None = None, request_id: str | None = None
    ) -> tuple[Job, bool]:
        """A new job and True, or the one the key stands for and False.

        Raises NotSolvedYet when the solver does not weigh all of the position, Problem when too many jobs wait or the
        key stands for another request.
        """
        refuse_unsolved(request.position)
        _, runner = self.start()
        try:
            earlier = self.store.by_key(idempotency_key, request.digest())
            if earlier is not None:
                return earlier, False
            known = self._known(request)
            if known is None and self.store.queued() >= self.limits.waiting_jobs:
                raise busy(self._wait_for(request))
            ending = None if known is None else Ending(State.DONE, known, cached=True)
            job, fresh = self.store.add(request, idempotency_key=idempotency_key, request_id=request_id, ending=ending)
        except KeyTaken:
            detail = "This Idempotency-Key came before with another request; accepted: a new key, or that request."
            raise Problem(Kind.CONFLICT, detail) from None
        runner.enqueue(job.id)
        return job, fresh

    def job(self, job: str) -> Job:
        """A job; raises Problem when there is none."""
        return _there(self.store.get(job))

    def events(self, job: str, after: int) -> Sequence[Event]:
        """What happened to a job after event number ``after``."""
        return self.store.events_after(job, after)

    def cancel(self, job: str) -> Job:
        """Cancel a job; nothing happens to one that is over. Raises Problem when there is none."""
        _, runner = self.start()
        cancelled = _there(self.store.ask_cancel(job))
        runner.cancel(job)
        return cancelled

    def _known(self, request: SolveRequest) -> Document | None:
        try:
            return self.cache.answer(request)
        except StorageUnavailable:
            return None

    def _admitted(self, submit: Callable[[], "Future[T]"]) -> "Future[T]":
        try:
            return submit()
        except (PoolFull, PoolClosed):
            raise busy() from None

    def _served(self, future: "Future[T]", seconds: float) -> T:
        """The result, unless it has not even begun after the patience that requests have."""
        try:
            with suppress(NotYet):
                return future.result(self.limits.patience)
            if future.cancel():
                raise busy()
            return future.result(seconds + 2 * self.limits.pool.grace)
        except (NotYet, PoolClosed):
            raise busy() from None

    def _wait_for(self, request: SolveRequest) -> int:
        return max(RETRY_SECONDS, min(LONGEST_RETRY, math.ceil(request.seconds)))


def desk() -> SearchDesk:
    """The searches of the running application."""
    kept: SearchDesk = current_app.extensions[DESK]
    return kept


def _there(job: Job | None) -> Job:
    if job is None:
        raise Problem(Kind.NOT_FOUND, "There is no such job; accepted: the id that POST /v1/jobs gave.")
    return job


def busy(seconds: int = RETRY_SECONDS) -> Problem:
    """The refusal to search now; ``seconds`` until it is worth asking again."""
    detail = "As many searches run and wait as this machine takes; nothing of the request was kept."
    return Problem(Kind.BUSY, detail, retry=seconds)
