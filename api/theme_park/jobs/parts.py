"""The searches of a review or a what-if as jobs of their own, which other workers may take while this one is at work."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from api.http.clients import NOBODY
from api.jobs.cache import AnswerCache
from api.jobs.states import Job, State
from api.jobs.store import JobStore
from api.schemas.describing import Document
from api.storage.database import StorageUnavailable
from api.theme_park.jobs.known_states import stored_limit, stored_plan, stored_worth
from api.theme_park.jobs.requests import SolveRequest
from models.theme_park.operate.position import Position
from solver.theme_park.operate.review.elsewhere import Elsewhere, FoundElsewhere
from solver.theme_park.operate.settings import Settings

LOOK = 0.2
"""Seconds between two looks at a search that is waited for."""


@dataclass(slots=True)
class _Part:
    """A question: the job that asks it, or the answer that is known already; neither where it is not to be shared."""

    position: Position
    job: str | None = None
    answer: Document | None = None


class Parts(Elsewhere):
    """The searches that belong to one job; all of them end with it. While the store is away nobody else searches."""

    def __init__(self, store: JobStore, cache: AnswerCache, job: Job) -> None:
        """Those of ``job``, which runs."""
        self._store, self._cache, self._job = store, cache, job
        self._parts: list[_Part] = []

    def offer(self, questions: Sequence[tuple[Position, Settings]]) -> None:
        """Let others search these, but those whose answer is known."""
        self._parts = [_Part(position) for position, _ in questions]
        with suppress(StorageUnavailable):
            asked = [SolveRequest(position, settings) for position, settings in questions]
            for part, request in zip(self._parts, asked, strict=True):
                part.answer = self._cache.answer(request)
            open_ = [(part, request) for part, request in zip(self._parts, asked, strict=True) if part.answer is None]
            ids = self._store.share(self._job.claim, [request for _, request in open_], self._job.client or NOBODY)
            for (part, _), job in zip(open_, ids, strict=False):
                part.job = job

    def take_back(self, place: int) -> bool:
        """Whether nobody has begun it; from then on nobody will."""
        part = self._parts[place] if place < len(self._parts) else None
        if part is None or part.answer is not None:
            return part is None
        if part.job is None:
            return True
        try:
            return self._store.withdraw(part.job)
        except StorageUnavailable:
            return True

    def drop(self, place: int) -> None:
        """End its search, wherever it is."""
        job = self._parts[place].job
        if job is not None:
            with suppress(StorageUnavailable):
                if not self._store.withdraw(job):
                    self._store.ask_cancel(job)

    def wait(self, place: int, cancelled: Callable[[], bool]) -> FoundElsewhere | None:
        """What another found; None where the search broke off, which is then the caller's."""
        part = self._parts[place]
        while part.answer is None and part.job is not None and not cancelled():
            with suppress(StorageUnavailable):
                job = self._store.get(part.job)
                if job is None or self._store.withdraw(part.job):
                    return None
                if job.state.over:
                    part.answer = job.answer if job.state is State.DONE else None
                    break
            time.sleep(LOOK)
        return None if part.answer is None else _found(part.answer, part.position)


def _found(answer: Document, position: Position) -> FoundElsewhere:
    return FoundElsewhere(stored_plan(answer, position), stored_worth(answer), stored_limit(answer))
