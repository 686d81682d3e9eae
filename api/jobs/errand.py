"""One job's search: its progress is stored while it runs, and how it ended is told."""

import logging
import threading
import time
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet

from api.documents import solve_document
from api.jobs.request import SolveRequest
from api.jobs.states import Ending, Job, JobMishap, State
from api.jobs.store import JobStore
from api.schemas.dumping import Document
from api.storage.database import StorageUnavailable
from solver.operate.advice import Progress, Status
from solver.operate.hunt import Disagreement
from solver.operate.pool import Length, Mishap, Order, Outcome, PoolClosed, PoolFull, SearchPool
from solver.operate.scope import NotSolvedYet

log = logging.getLogger(__name__)

LOOK = 0.2
"""Seconds between two looks at a running search: how often its progress is stored at most."""
LOOK_AROUND = 1.0
"""Seconds between two looks at the store: for jobs and cancellations that came through another process."""

SHUT_DOWN = "The server was shut down during the search; this is the best sequence so far."


class Errand:
    """One job's search: its progress is stored while it runs."""

    def __init__(
        self,
        job: Job,
        request: SolveRequest,
        store: JobStore,
        pool: SearchPool,
        stop: threading.Event,
        closing: threading.Event,
    ) -> None:
        """Nothing is begun."""
        self._job, self._request, self._store, self._pool = job, request, store, pool
        self._stop, self._closing = stop, closing
        self._news: tuple[Document, Document] | None = None
        self._told: Document = {}
        self._lock = threading.Lock()

    def run(self) -> Ending | None:
        """Search; None when the job was given back because the search never began."""
        order = Order(
            self._request.position,
            self._request.settings,
            Length.LONG,
            on_progress=self._hear,
            cancelled=lambda: self._stop.is_set() or self._closing.is_set(),
        )
        try:
            outcome = self._wait(self._pool.submit(order))
        except (PoolClosed, PoolFull):
            self._give_back()
            return None
        except NotSolvedYet as refused:
            return Ending(State.FAILED, mishap=JobMishap.NOT_SOLVED, detail=str(refused))
        except Disagreement:
            log.exception("solver and rules disagree", extra={"job": self._job.id})
            return Ending(State.FAILED, mishap=JobMishap.DISAGREEMENT, detail="Solver and rules contradict each other.")
        if outcome is None:
            return Ending(State.CANCELLED, detail="It was cancelled before its search began.")
        return self._ending(outcome)

    def _hear(self, news: Progress) -> None:
        """Called in the pool's thread: note what is new and return at once."""
        told = progress_document(news)
        fresh = {name: value for name, value in told.items() if name != "seconds"}
        if fresh == self._told or news.so_far is None:
            return
        answer = solve_document(news.so_far())
        with self._lock:
            self._told, self._news = fresh, (told, answer)

    def _wait(self, future: "Future[Outcome]") -> Outcome | None:
        """What came of it; None when it was cancelled while it waited for a process."""
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
                    if self._store.cancel_asked(self._job.id):
                        self._stop.set()
            except StorageUnavailable:
                patience = time.monotonic() + LOOK_AROUND

    def _store_news(self) -> None:
        with self._lock:
            news, self._news = self._news, None
        if news is None:
            return
        try:
            self._store.progress(self._job.id, *news)
        except StorageUnavailable:
            with self._lock:
                self._news = self._news or news
            raise

    def _give_back(self) -> None:
        try:
            self._store.give_back(self._job.id)
        except StorageUnavailable:
            log.exception("a job that never began could not be given back", extra={"job": self._job.id})

    def _ending(self, outcome: Outcome) -> Ending:
        advice, mishap = outcome.advice, outcome.mishap
        answer = solve_document(advice)
        if advice.status is Status.OPTIMAL:
            return Ending(State.DONE, answer)
        if advice.status is Status.CANCELLED:
            if self._stop.is_set():
                return Ending(State.CANCELLED, answer, detail="It was cancelled; this is the best sequence so far.")
            return Ending(State.INTERRUPTED, answer, JobMishap.SHUT_DOWN, SHUT_DOWN)
        if mishap is None:
            return Ending(State.DONE, answer)
        state = State.DONE if mishap is Mishap.OVERRUN else State.FAILED  # its time was over in any case
        return Ending(state, answer, JobMishap(mishap), advice.notes[-1])


def progress_document(news: Progress) -> Document:
    """News as an event tells them; ``gap`` in stars."""
    return {
        "stage": news.stage.value,
        "stars": news.stars,
        "bound": news.bound,
        "gap": news.gap,
        "seconds": round(news.seconds, 3),
        "engine": news.engine.value,
    }
