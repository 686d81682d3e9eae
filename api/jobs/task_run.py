"""A job whose search is one function in a process, named "module:function".

The function is called with an ``Order`` and a ``Tell`` for ``SoFar``, and gives the answer as a document. It ends within its
seconds; who wants it to end before, ends its process.
"""

import logging
import time
from abc import ABC, abstractmethod
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, ClassVar

from api.http.clients import NOBODY
from api.http.logs import short
from api.jobs.job_run import JobRun, Workplace
from api.jobs.states import Ending, JobMishap, State
from api.jobs.tasks import Order, SoFar
from api.schemas.describing import Document
from solver.runtime.messages import Finished, Task
from solver.runtime.mishaps import Mishap, mishap_text
from solver.runtime.pool import Length, Served
from solver.runtime.process import Ended, WarmProcess, listen

log = logging.getLogger(__name__)

LINGER = 0.05
"""Seconds beyond the limit that are waited for the search's own end."""


class TaskRequest(ABC):
    """A request that one function carries out."""

    __slots__ = ()
    function: ClassVar[str]

    @property
    @abstractmethod
    def seconds(self) -> float:
        """How long it may take at most, once it runs."""

    @abstractmethod
    def document(self) -> Document:
        """The request as a body of HTTP."""


@dataclass(frozen=True, slots=True)
class Listened:
    """What came of a task: why listening ended, the last answer, and what it failed with."""

    ended: Ended
    answer: Document | None
    failure: str | None = None


class TaskRun(JobRun[Served[Listened]]):
    """The search of such a request."""

    def __init__(self, request: TaskRequest, workplace: Workplace) -> None:
        """Nothing is begun."""
        super().__init__(workplace)
        self._request = request
        self._answer: Document | None = None

    def _submitted(self) -> "Future[Served[Listened]]":
        return self._pool.lend_watched(
            self._listened,
            lambda heard: heard.ended is Ended.DIED,
            lambda served: served,
            self._request.seconds,
            Length.LONG,
            self._job.client or NOBODY,
            self._start,
        )

    def _listened(self, process: WarmProcess) -> Listened:
        """The search in ``process``, which stays unless it was ended before its time."""
        process.make_ready()
        self._answer, last = None, Finished()
        order = Order(self._request.document(), self._request.seconds, self._pool.limits.memory)
        until = time.monotonic() + order.seconds + LINGER
        ended: Ended | None = None

        def take(message: Any) -> bool:
            nonlocal last
            if isinstance(message, Finished):
                last = message
                return True
            if isinstance(message, SoFar):
                self._answer = message.answer or self._answer
                self._note(message.progress, lambda: message.answer)
            return False

        try:
            pipe = process.ask(Task(self._request.function, order))
            ended = listen(pipe, take, lambda: until - time.monotonic(), self._cut)
        finally:
            process.unsettled = ended is Ended.OUT_OF_TIME
            if ended not in {Ended.TAKEN, Ended.OUT_OF_TIME}:
                process.close()
        return Listened(ended, last.result or self._answer, last.failure)

    def _cut(self) -> bool:
        return self._ended() or self._pool.closing

    def _ending(self, outcome: Served[Listened]) -> Ending:
        heard, mishap = outcome.result, outcome.mishap
        if heard.ended is Ended.CANCELLED:
            return self._cut_short(heard.answer)
        if heard.failure is not None:
            log.error("a search failed: %s", heard.failure, extra={"job": short(self._job.id)})
            detail = f"A fault of the program ({heard.failure.partition(':')[0]})."
            return Ending(State.FAILED, heard.answer, JobMishap.INTERNAL, detail)
        if mishap is None:
            return Ending(State.DONE, heard.answer, late=outcome.late)
        state = State.DONE if mishap is Mishap.OVERRUN else State.FAILED  # its time was over in any case
        detail = mishap_text(mishap, self._pool.limits.memory)
        return Ending(state, heard.answer, JobMishap(mishap.value), detail)
