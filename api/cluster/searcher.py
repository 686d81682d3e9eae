"""What a worker does with a ticket: the job whose turn it is, from its claim to its end."""

import logging
import threading

from api.jobs.cache import AnswerCache
from api.jobs.job_run import LOOK, LOOK_AROUND
from api.jobs.listener import JobListener
from api.jobs.news import STOPS
from api.jobs.searcher import Searcher
from api.jobs.states import Job
from api.jobs.store import JobStore
from api.storage.database import StorageUnavailable
from solver.runtime.pool import ProcessPool

log = logging.getLogger(__name__)


class ClusterSearcher(Searcher):
    """Carries out one job a ticket; what others want of its jobs it hears from the database."""

    shares = True

    def __init__(self, store: JobStore, cache: AnswerCache, pool: ProcessPool, lease: float) -> None:
        """Begin to say that this process lives."""
        super().__init__(store, cache, pool, lease)
        self._news = JobListener(store.url, STOPS)
        self._tidying = threading.Thread(target=self._tidy, name="job-tidy", daemon=True)
        self._tidying.start()

    def take(self) -> None:
        """Carry out the job whose turn it is, if any waits; while the database is away, wait for it.

        After a cut each connection comes back by itself: until that of the signs of life has, others would take the job back.
        """
        while not self._closing.is_set():
            if not self._is_heard():
                self._closing.wait(LOOK)
                continue
            try:
                job = self._store.claim(self.owner, self.turns)
            except StorageUnavailable:
                self._closing.wait(LOOK_AROUND)
            except Exception:
                log.exception("a job cannot be claimed")
                return
            else:
                if job is not None:
                    self._carry_out_hearing(job)
                return

    def stop_soon(self) -> None:
        """Let running jobs end with their best so far and wait for another worker."""
        self._closing.set()

    def close(self) -> None:
        """Stop telling that this process lives."""
        self._closing.set()
        self._news.close()
        self._tidying.join(1.0)

    def _carry_out_hearing(self, job: Job) -> None:
        over = threading.Event()

        def hear() -> None:
            with self._news.of(job.id) as heard:
                while not over.is_set():
                    heard.wait(LOOK_AROUND)
                    if not heard.is_set():
                        continue
                    heard.clear()
                    self._look(job)

        listening = threading.Thread(target=hear, name="job-hears", daemon=True)
        listening.start()
        try:
            self.carry_out(job)
        finally:
            over.set()

    def _look(self, job: Job) -> None:
        """End the search of a job that someone wants cancelled, or that is another's by now."""
        try:
            if self._store.to_stop(job.claim):
                self.cancel(job.id)
        except StorageUnavailable:
            pass
