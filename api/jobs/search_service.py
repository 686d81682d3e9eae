"""Where searches are asked for: at once within a request, or as jobs."""

import math
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from flask import current_app

from api.http.clients import NOBODY
from api.http.places import Places
from api.http.waiting import waiting
from api.jobs.cache import AnswerCache
from api.jobs.kinds import search_processes
from api.jobs.news import News, NoNews
from api.jobs.request import JobRequest, KeptRequest
from api.jobs.runner import ElsewhereRunner, JobRunner, LocalRunner, OwnWorker, take_back_all
from api.jobs.searcher import LEASE
from api.jobs.states import Ending, Event, Job, State
from api.jobs.store import JobStore, KeyTaken
from api.jobs.turns import Turns, latest_start
from api.jobs.which import WHOLE
from api.problems.kinds import RETRY_SECONDS, Kind, Problem
from api.schemas.describing import Document
from api.storage.database import Database, StorageUnavailable
from solver.runtime.pool import PoolClosed, PoolCounts, PoolFull, PoolLimits, ProcessPool
from solver.runtime.process import WarmProcess

T = TypeVar("T")

SEARCH_SERVICE = "park-advisor searches"
"""Where the application keeps its ``SearchService``."""
OWN_SHARE = 0.75
"""Of the jobs that may wait those that one client may have."""
LOOK = 0.5
"""Seconds between two looks whether a client that waits for a process is still there."""
HEAR = 5.0
"""Seconds between two notes that somebody listens to a job."""


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """``patience``: seconds that a request waits for a free process; ``waiting_jobs``: how many may wait;
    ``streams`` and ``searches``: how many event streams, and requests that search, hold a thread at once. ``lease``: seconds
    without a sign after which another server's running job is taken back."""

    pool: PoolLimits
    patience: float = 10.0
    waiting_jobs: int = 256
    streams: int = 24
    searches: int = 24
    lease: float = LEASE


class Taken(NamedTuple):
    """A job that was asked for; ``joined``: an open one of the same client that asks the same."""

    job: Job
    joined: bool = False


class SearchService:
    """Searches of one server. Nothing runs before the first use, or before ``start``.

    Methods raise StorageUnavailable where they need the database, and Problem where they refuse.
    """

    def __init__(
        self,
        database: Database,
        limits: SearchLimits,
        cache: AnswerCache | None = None,
        worker: OwnWorker | None = None,
    ) -> None:
        """Nothing is started, so that it may be made before a fork; ``worker``: one that carries out jobs beside this."""
        self.limits = limits
        self.store, self.cache = JobStore(database), cache or AnswerCache(database)
        self.closing = threading.Event()
        self.streams = Places(limits.streams, _share(limits.streams), "event streams")
        self.searches = Places(limits.searches, _share(limits.searches), "searches within requests")
        self._database = database
        self._started = threading.Lock()
        self._heard: dict[str, float] = {}
        self._pool: ProcessPool | None = None
        self._runner: JobRunner | None = None
        self._worker = worker
        self.news = _news(database)

    def start(self) -> tuple[ProcessPool, JobRunner]:
        """Start the processes and the jobs that wait, once; raises what ``busy`` gives while the service closes."""
        with self._started:
            if self.closing.is_set():
                raise busy()
            if self._pool is None or self._runner is None:
                self._pool = search_processes(self.limits.pool)
                self._runner = self._make_runner(self._pool)
            return self._pool, self._runner

    def _make_runner(self, pool: ProcessPool) -> JobRunner:
        if self._database.sqlite:
            return LocalRunner(self.store, self.cache, pool, self.limits.lease)
        return ElsewhereRunner(self._worker)

    def recover(self) -> None:
        """Take back at once the jobs that an earlier server left running, where no other server can be running them.

        Elsewhere they are taken back when their lease is over.
        """
        with suppress(StorageUnavailable):
            if self._database.alone():
                take_back_all(self.store)

    def counts(self) -> PoolCounts | None:
        """How the pool stands; None before it is started."""
        with self._started:
            return None if self._pool is None else self._pool.counts()

    def stop_soon(self) -> None:
        """Let every stream and search end; may be called by a signal handler, which must not wait for a lock."""
        threading.Thread(target=self._stop).start()

    def _stop(self) -> None:
        self.closing.set()
        self.news.close()

    def close(self) -> None:
        """End everything: jobs are interrupted with the best so far, processes killed."""
        self._stop()
        with self._started:
            if self._runner is not None:
                self._runner.close()
            if self._pool is not None:
                self._pool.close()
            self._pool = self._runner = None

    def lend(
        self,
        use: Callable[[WarmProcess], T],
        seconds: float,
        client: str = NOBODY,
        left: Callable[[], bool] = bool,
    ) -> T:
        """What ``use`` makes of a search process in at most ``seconds``; raises Problem as ``served``."""
        return self.served(lambda pool: pool.lend(use, seconds, client=client), seconds, client, left)

    def served(
        self,
        submit: Callable[[ProcessPool], "Future[T]"],
        seconds: float,
        client: str = NOBODY,
        left: Callable[[], bool] = bool,
    ) -> T:
        """What comes of a search that ``submit`` hands to the pool, of at most ``seconds``.

        Raises Problem when every process stays busy. ``left``: whether nobody waits for it any more; it is taken back then.
        """
        pool, _ = self.start()
        with self.searches.held(client, self._longest(seconds)):
            return self._awaited(self._admitted(lambda: submit(pool)), seconds, left)

    def _longest(self, seconds: float) -> float:
        """How long a request with a search of ``seconds`` may hold its thread."""
        return self.limits.patience + seconds + 2 * self.limits.pool.grace

    def submit(
        self,
        request: JobRequest,
        *,
        client: str = NOBODY,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        attached: bool = False,
    ) -> Taken:
        """A new job, or the one that the client's key stands for, or without a key the open one by which it asks the same.

        Raises Problem when too many jobs wait or the key stands for another request.
        """
        _, runner = self.start()
        try:
            earlier = self.store.by_key(client, idempotency_key, request.digest())
            if earlier is not None:
                return Taken(earlier)
            joined = None
            if idempotency_key is None:
                joined = self.store.join(client, request.digest(), attached=attached)
            if joined is not None:
                return Taken(joined, joined=True)
            known = self.known(request) if isinstance(request, KeptRequest) else None
            if known is None:
                self._admit(client, runner.turns)
            ending = None if known is None else Ending(State.DONE, known, cached=True)
            job, _ = self.store.add(
                request,
                client=client,
                idempotency_key=idempotency_key,
                request_id=request_id,
                ending=ending,
                attached=attached,
            )
        except KeyTaken:
            detail = "This Idempotency-Key came before with another request; accepted: a new key, or that request."
            raise Problem(Kind.CONFLICT, detail) from None
        runner.enqueue(job.id)
        return Taken(job)

    def ahead(self, job: Job) -> int | None:
        """How many of the jobs that wait will begin before it, if no other comes; None unless it waits."""
        if job.state is not State.QUEUED:
            return None
        _, runner = self.start()
        running = Counter(each.client for each in self.store.running())
        order = [each.id for each in runner.turns.order(self.store.waiting(), running)]
        return order.index(job.id) if job.id in order else 0

    def hear(self, job: Job) -> None:
        """Note now and then that somebody listens to an attached job; whoever runs it ends it otherwise."""
        now = time.monotonic()
        if not job.attached or job.state.over or now - self._heard.get(job.id, -math.inf) < HEAR:
            return
        self._heard = {other: at for other, at in self._heard.items() if now - at < HEAR} | {job.id: now}
        with suppress(StorageUnavailable):
            self.store.hear(job.id)

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

    def known(self, request: KeptRequest) -> Document | None:
        """An answer that is kept and serves the request."""
        try:
            return self.cache.answer(request)
        except StorageUnavailable:
            return None

    def _admitted(self, submit: Callable[[], "Future[T]"]) -> "Future[T]":
        try:
            return submit()
        except (PoolFull, PoolClosed):
            raise busy() from None

    def _awaited(self, future: "Future[T]", seconds: float, left: Callable[[], bool]) -> T:
        """The result, unless it has not even begun after the patience that requests have, or nobody waits any more."""
        until = time.monotonic() + self.limits.patience
        try:
            with waiting():
                while not future.done() and not future.running() and time.monotonic() < until and not left():
                    with suppress(NotYet):
                        return future.result(min(LOOK, self.limits.patience))
                if future.cancel():
                    raise busy(self._free_in())
                return future.result(seconds + 2 * self.limits.pool.grace)
        except (NotYet, PoolClosed):
            raise busy() from None

    def _free_in(self) -> int:
        with self._started:
            return RETRY_SECONDS if self._pool is None else max(1, math.ceil(self._pool.free_in()))

    def _admit(self, client: str, turns: Turns) -> None:
        """Raises Problem where no more jobs of ``client`` may wait, with the seconds until one of its own has begun.

        One client may not fill the queue, and one that has few jobs in a full queue finds room beyond it.
        """
        waiting, most = self.store.waiting(WHOLE), self.limits.waiting_jobs
        counts = Counter(each.client for each in waiting)
        own, fair = math.ceil(most * OWN_SHARE), max(1, most // (4 * max(1, len({*counts, client}))))
        full = len(waiting) >= most and (counts[client] >= fair or len(waiting) >= 2 * most)
        if counts[client] < own and not full:
            return
        running = self.store.running()
        order = turns.order(waiting, Counter(each.client for each in running))
        mine = next((place for place, each in enumerate(order) if each.client == client), 0)
        now = time.time()
        left = [max(0.0, each.seconds - max(0.0, now - each.started)) for each in running]
        seconds = max(1, latest_start(mine, order, left, self.limits.pool.children))
        if full:
            raise busy(seconds)
        raise Problem(Kind.TOO_MANY, f"Accepted from one client: {own} jobs that wait.", retry=seconds)


def _news(database: Database) -> News:
    if database.sqlite:
        return NoNews()
    from api.jobs.listener import JobListener  # noqa: PLC0415  of an extra

    return JobListener(database.url)


def _share(places: int) -> int:
    """Of so many places those that one client may have: others always find some."""
    return max(1, places * 2 // 3)


def search_service() -> SearchService:
    """The searches of the running application."""
    kept: SearchService = current_app.extensions[SEARCH_SERVICE]
    return kept


def _there(job: Job | None) -> Job:
    if job is None:
        raise Problem(Kind.NOT_FOUND, "There is no such job; accepted: the id that POST /v1/jobs gave.")
    return job


def busy(seconds: int = RETRY_SECONDS) -> Problem:
    """The refusal to search now; ``seconds`` until it is worth asking again."""
    detail = "As many searches run and wait as this machine takes; nothing of the request was kept."
    return Problem(Kind.BUSY, detail, retry=seconds)
