"""One job's search: its progress is stored while it runs, and how it ended is told."""

import logging
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass
from typing import Generic, TypeVar

from api.http.clients import NOBODY
from api.http.logs import short
from api.jobs.cache import AnswerCache
from api.jobs.states import Ending, Job, JobMishap, State
from api.jobs.store import JobStore
from api.schemas.describing import Document
from api.storage.database import StorageUnavailable
from solver.runtime.pool import Length, PoolClosed, PoolFull, ProcessPool
from solver.runtime.process import WarmProcess

T = TypeVar("T")

log = logging.getLogger(__name__)

LOOK = 0.2
"""Seconds between two looks at a running search: how often its progress is stored at most."""
LOOK_AROUND = 1.0
"""Seconds between two looks at the store: for jobs and cancellations that came through another process."""

CANCELLED = "It was cancelled; this is the best so far."
FIRST_TURN, LONGEST_TURN = 30.0, 300.0
"""Seconds after which a search gives way to another client's, at first and at most; in between a turn takes as long as all
before it, so that a search which often gives way loses no more than half of its work. One that has no more than such a
turn left ends first."""
SHUT_DOWN = "The server was shut down during the search; this is the best so far."


@dataclass(frozen=True, slots=True)
class Workplace:
    """What a run has at hand for its ``job``; ``stop`` and ``closing``: someone wants the job to end, or everything does;
    ``shares``: whether others may take searches of which the job consists."""

    job: Job
    store: JobStore
    cache: AnswerCache
    pool: ProcessPool
    stop: threading.Event
    closing: threading.Event
    shares: bool


class JobRun(ABC, Generic[T]):
    """One job's search: its progress is stored while it runs; ``T`` is what the pool makes of it."""

    def __init__(self, workplace: Workplace) -> None:
        """Nothing is begun."""
        self._job, self._store, self._pool = workplace.job, workplace.store, workplace.pool
        self._stop, self._closing = workplace.stop, workplace.closing
        self._news: tuple[Document, Document | None] | None = None
        self._told: Document = {}
        self._lock = threading.Lock()
        self._began: float | None = None
        self._gives_way = False

    def run(self) -> Ending | None:
        """Search; None when the job was given back because the search never began."""
        try:
            outcome = self._wait(self._submitted())
        except (PoolClosed, PoolFull):
            self._give_back()
            return None
        except Exception as error:
            ending = self._broken(error)
            if ending is None:
                raise
            return ending
        if outcome is None:
            return Ending(State.CANCELLED, detail="It was cancelled before its search began.")
        return self._ending(outcome)

    def _broken(self, error: Exception) -> Ending | None:
        """How the job ends with an error of its search; None for one of this program."""
        return None

    def _lent(self, search: Callable[[WarmProcess], T], seconds: float) -> "Future[T]":
        """What ``search`` makes of a process in at most ``seconds``."""

        def begun(process: WarmProcess) -> T:
            self._start()
            return search(process)

        return self._pool.lend(begun, seconds, Length.LONG, client=self._job.client or NOBODY)

    @abstractmethod
    def _submitted(self) -> "Future[T]":
        """The search, handed to the pool."""

    @abstractmethod
    def _ending(self, outcome: T) -> Ending:
        """How the job ends with what came of it."""

    def _ended(self) -> bool:
        """Asked in the pool's thread: whether the search is to end."""
        return self._stop.is_set() or self._closing.is_set() or self._gives_way

    def _look_around(self) -> None:
        """See what others want: an end of the search, or its process."""
        if self._store.to_stop(self._job.claim):
            self._stop.set()
        turn, searched = min(LONGEST_TURN, max(FIRST_TURN, self._job.spent)), self._searched()
        left = self._job.seconds - self._job.spent - searched
        if min(searched, left) > turn and self._store.others_wait(self._job.client or NOBODY):
            self._gives_way = True

    def _start(self) -> None:
        """Called in the pool's thread, when a process is free for it."""
        self._began = time.monotonic()

    def _searched(self) -> float:
        """Seconds of this turn."""
        return 0.0 if self._began is None else time.monotonic() - self._began

    def _note(self, told: Document, answer: Callable[[], Document | None]) -> None:
        """Called in the pool's thread: note what is new, and the answer so far (None: as before), and return at once."""
        fresh = {name: value for name, value in told.items() if name != "seconds"}
        if fresh == self._told:
            return
        so_far = answer()
        with self._lock:
            before = None if self._news is None else self._news[1]
            self._told, self._news = fresh, (told, so_far or before)

    def _wait(self, future: "Future[T]") -> T | None:
        """The outcome of a search; None when it was cancelled while it waited for a process."""
        looked, patience = time.monotonic(), 0.0
        while True:
            try:
                return future.result(LOOK)
            except NotYet:
                if future.done():
                    raise
            if self._stop.is_set() and future.cancel():
                return None
            now = time.monotonic()
            if now < patience:
                continue
            try:
                self._store_news()
                if now - looked >= LOOK_AROUND:
                    looked = now
                    self._look_around()
            except StorageUnavailable:
                patience = time.monotonic() + LOOK_AROUND

    def _store_news(self) -> None:
        with self._lock:
            news, self._news = self._news, None
        if news is None:
            return
        try:
            if not self._store.progress(self._job.claim, *news):
                self._stop.set()  # the job is another's by now
        except StorageUnavailable:
            with self._lock:
                newer = self._news or news
                self._news = newer[0], newer[1] or news[1]
            raise

    def _give_back(self) -> None:
        try:
            self._store.give_back(self._job.claim)
        except StorageUnavailable:
            log.exception("a job that never began could not be given back", extra={"job": short(self._job.id)})

    def _cut_short(self, answer: Document | None) -> Ending:
        """The ending of a search that someone stopped, or the server when it closed."""
        if self._stop.is_set():
            return Ending(State.CANCELLED, answer, detail=CANCELLED)
        if self._gives_way and not self._closing.is_set():
            return Ending(State.QUEUED, answer, spent=self._searched())
        return Ending(State.INTERRUPTED, answer, JobMishap.SHUT_DOWN, SHUT_DOWN)
