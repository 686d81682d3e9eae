"""One job's search: its progress is stored while it runs, and how it ended is told."""

import logging
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from typing import Any, Generic, TypeVar

from api.http.clients import NOBODY
from api.http.logs import short
from api.jobs.known_plan import known_plan
from api.jobs.review_run import reviewed
from api.jobs.search_request import JobRequest, ReviewRequest, SolveRequest, WhatIfRequest
from api.jobs.states import Ending, Job, JobMishap, State
from api.jobs.store import JobStore
from api.storage.database import StorageUnavailable
from api.theme_park.answers import solve_document, weighed, what_if_document
from api.theme_park.review_answers import review_document, review_progress
from api.theme_park.schemas.dumping import Document
from solver.runtime.pool import Length, Mishap, PoolClosed, PoolFull
from solver.runtime.process import WarmProcess
from solver.theme_park.operate.elsewhere import Elsewhere
from solver.theme_park.operate.incumbent import Disagreement
from solver.theme_park.operate.result import Progress, Status
from solver.theme_park.operate.review import Memory, Review, ReviewProgress
from solver.theme_park.operate.search_pool import Outcome, SearchOrder, SearchPool
from solver.theme_park.operate.supported import NotSolvedYet
from solver.theme_park.operate.what_if import Gains, weigh

T = TypeVar("T")

log = logging.getLogger(__name__)

LOOK = 0.2
"""Seconds between two looks at a running search: how often its progress is stored at most."""
LOOK_AROUND = 1.0
"""Seconds between two looks at the store: for jobs and cancellations that came through another process."""

CANCELLED = "It was cancelled; this is the best sequence so far."
FIRST_TURN, LONGEST_TURN = 30.0, 300.0
"""Seconds after which a search gives way to another client's, at first and at most; in between a turn takes as long as all
before it, so that a search which often gives way loses no more than half of its work. One that has no more than such a
turn left ends first."""
SHUT_DOWN = "The server was shut down during the search; this is the best sequence so far."


class JobRun(ABC, Generic[T]):
    """One job's search: its progress is stored while it runs; ``T`` is what the pool makes of it."""

    def __init__(
        self,
        job: Job,
        store: JobStore,
        pool: SearchPool,
        stop: threading.Event,
        closing: threading.Event,
        parts: Elsewhere,
    ) -> None:
        """Nothing is begun."""
        self._parts = parts
        self._job, self._store, self._pool = job, store, pool
        self._stop, self._closing = stop, closing
        self._news: tuple[Document, Document] | None = None
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
        except NotSolvedYet as refused:
            return Ending(State.FAILED, mishap=JobMishap.NOT_SOLVED, detail=str(refused))
        except Disagreement:
            log.exception("solver and rules disagree", extra={"job": short(self._job.id)})
            return Ending(State.FAILED, mishap=JobMishap.DISAGREEMENT, detail="Solver and rules contradict each other.")
        if outcome is None:
            return Ending(State.CANCELLED, detail="It was cancelled before its search began.")
        return self._ending(outcome)

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

    def _note(self, told: Document, answer: Callable[[], Document]) -> None:
        """Called in the pool's thread: note what is new, and the answer so far, and return at once."""
        fresh = {name: value for name, value in told.items() if name != "seconds"}
        if fresh == self._told:
            return
        so_far = answer()
        with self._lock:
            self._told, self._news = fresh, (told, so_far)

    def _wait(self, future: "Future[T]") -> T | None:
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
                self._news = self._news or news
            raise

    def _give_back(self) -> None:
        try:
            self._store.give_back(self._job.claim)
        except StorageUnavailable:
            log.exception("a job that never began could not be given back", extra={"job": short(self._job.id)})

    def _cut_short(self, answer: Document) -> Ending:
        """The ending of a search that someone stopped, or the server when it closed."""
        if self._stop.is_set():
            return Ending(State.CANCELLED, answer, detail=CANCELLED)
        if self._gives_way and not self._closing.is_set():
            return Ending(State.QUEUED, answer, spent=self._searched())
        return Ending(State.INTERRUPTED, answer, JobMishap.SHUT_DOWN, SHUT_DOWN)


class SolveRun(JobRun[Outcome]):
    """The best sequence of a position."""

    def __init__(self, request: SolveRequest, *rest: Any) -> None:
        """``rest`` as of every run of a job."""
        super().__init__(*rest)
        self._request = request

    def _submitted(self) -> "Future[Outcome]":
        position, job = self._request.position, self._job
        order = SearchOrder(
            position,
            self._request.settings,
            Length.LONG,
            on_progress=self._hear,
            cancelled=self._ended,
            on_start=self._start,
            client=job.client or NOBODY,
            known=known_plan(position, job.answer),
        )
        return self._pool.submit(order)

    def _hear(self, news: Progress) -> None:
        so_far = news.so_far
        if so_far is not None:
            self._note(progress_document(news), lambda: solve_document(so_far()))

    def _ending(self, outcome: Outcome) -> Ending:
        advice, mishap = outcome.advice, outcome.mishap
        answer = solve_document(advice)
        if advice.status is Status.OPTIMAL:
            return Ending(State.DONE, answer)
        if advice.status is Status.CANCELLED:
            return self._cut_short(answer)
        if mishap is None:
            return Ending(State.DONE, answer, late=outcome.late)
        state = State.DONE if mishap is Mishap.OVERRUN else State.FAILED  # its time was over in any case
        return Ending(state, answer, JobMishap(mishap), advice.notes[-1])


class ReviewRun(JobRun[Review]):
    """A sequence held against the best."""

    def __init__(self, request: ReviewRequest, memory: Memory, *rest: Any) -> None:
        """``memory``: where what is found of states is kept; ``rest`` as of every run of a job."""
        super().__init__(*rest)
        self._request, self._memory = request, memory

    def _submitted(self) -> "Future[Review]":
        def search(child: WarmProcess) -> Review:
            self._start()
            return reviewed(self._request, self._memory, child, self._ended, self._hear, self._parts)

        return self._pool.lend(
            search,
            self._request.total,
            Length.LONG,
            client=self._job.client or NOBODY,
        )

    def _hear(self, news: ReviewProgress) -> None:
        self._note(review_progress(news), lambda: review_document(news.so_far()))

    def _ending(self, outcome: Review) -> Ending:
        answer = review_document(outcome)
        return self._cut_short(answer) if outcome.stopped else Ending(State.DONE, answer)


class WhatIfRun(JobRun[Gains]):
    """What one thing more would bring."""

    def __init__(self, request: WhatIfRequest, *rest: Any) -> None:
        """``rest`` as of every run of a job."""
        super().__init__(*rest)
        self._request = request

    def _submitted(self) -> "Future[Gains]":
        request = self._request
        known = weighed(self._job.answer or {})  # before the search gave way, or was broken off

        def search(child: WarmProcess) -> Gains:
            self._start()
            return weigh(request.position, request.settings, child, self._ended, self._hear, known, self._parts)

        return self._pool.lend(
            search,
            request.seconds,
            Length.LONG,
            client=self._job.client or NOBODY,
        )

    def _hear(self, news: Gains) -> None:
        self._note({"weighed": len(news.found), "things": news.things}, lambda: what_if_document(news))

    def _ending(self, outcome: Gains) -> Ending:
        answer = what_if_document(outcome)
        return self._cut_short(answer) if outcome.stopped else Ending(State.DONE, answer)


def job_run(
    job: Job,
    request: JobRequest,
    store: JobStore,
    memory: Memory,
    pool: SearchPool,
    stop: threading.Event,
    closing: threading.Event,
    parts: Elsewhere,
) -> JobRun[Any]:
    """The run of a job by what it is asked."""
    rest = (job, store, pool, stop, closing, parts)
    match request:
        case SolveRequest():
            return SolveRun(request, *rest)
        case ReviewRequest():
            return ReviewRun(request, memory, *rest)
        case WhatIfRequest():
            return WhatIfRun(request, *rest)
    raise NotImplementedError(request.kind)


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
