"""How the jobs of Theme Park are carried out."""

import logging
from concurrent.futures import Future
from typing import TypeVar

from api.http.clients import NOBODY
from api.http.logs import short
from api.jobs.job_run import JobRun, Workplace
from api.jobs.states import Ending, JobMishap, State
from api.schemas.describing import Document
from api.theme_park.answers import solve_document, weighed, what_if_document
from api.theme_park.game_reviews import GameReviewing, reviewed_before
from api.theme_park.jobs.described import ProgressAnswer, ReviewProgressAnswer, WhatIfProgressAnswer
from api.theme_park.jobs.known_states import AnswersKnown, known_plan
from api.theme_park.jobs.parts import Parts
from api.theme_park.jobs.requests import GameReviewRequest, ReviewRequest, SolveRequest, WhatIfRequest
from api.theme_park.jobs.review_run import reviewed
from api.theme_park.review_answers import review_document
from solver.runtime.mishaps import Mishap
from solver.runtime.not_solved import NotSolvedYet
from solver.runtime.pool import Length
from solver.runtime.process import WarmProcess
from solver.theme_park.operate.incumbent import Disagreement
from solver.theme_park.operate.result import Progress, Status
from solver.theme_park.operate.review.elsewhere import Elsewhere, Nobody
from solver.theme_park.operate.review.records import Review, ReviewProgress
from solver.theme_park.operate.review.what_if import Gains, weigh
from solver.theme_park.operate.search_pool import Outcome, SearchOrder, submit

T = TypeVar("T")

log = logging.getLogger(__name__)


class ThemeParkRun(JobRun[T]):
    """A job's search of some position, or of several."""

    def _broken(self, error: Exception) -> Ending | None:
        """What the solver does not weigh, and where it contradicts the rules."""
        if isinstance(error, NotSolvedYet):
            return Ending(State.FAILED, mishap=JobMishap.NOT_SOLVED, detail=str(error))
        if isinstance(error, Disagreement):
            log.error("solver and rules disagree", exc_info=error, extra={"job": short(self._job.id)})
            return Ending(State.FAILED, mishap=JobMishap.DISAGREEMENT, detail="Solver and rules contradict each other.")
        return None


class SolveRun(ThemeParkRun[Outcome]):
    """The best sequence of a position."""

    def __init__(self, request: SolveRequest, workplace: Workplace) -> None:
        """Nothing is begun."""
        super().__init__(workplace)
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
            known=known_plan(job.answer, position),
        )
        return submit(self._pool, order)

    def _hear(self, news: Progress) -> None:
        so_far = news.so_far
        if so_far is not None:
            self._note(ProgressAnswer.write(news), lambda: solve_document(so_far()))

    def _ending(self, outcome: Outcome) -> Ending:
        advice, mishap = outcome.advice, outcome.mishap
        answer = solve_document(advice)
        if advice.status is Status.OPTIMAL:
            return Ending(State.DONE, answer, late=self._ended() and not self._request.settled(answer))
        if advice.status is Status.CANCELLED:
            return self._cut_short(answer)
        if mishap is None:
            return Ending(State.DONE, answer, late=outcome.late)
        state = State.DONE if mishap is Mishap.OVERRUN else State.FAILED  # its time was over in any case
        return Ending(state, answer, JobMishap(mishap), advice.notes[-1])


class ReviewRun(ThemeParkRun[Review]):
    """A sequence held against the best."""

    def __init__(self, request: ReviewRequest, workplace: Workplace) -> None:
        """Nothing is begun."""
        super().__init__(workplace)
        self._request, self._parts = request, parts_of(workplace)
        self._memory = AnswersKnown(workplace.cache)

    def _submitted(self) -> "Future[Review]":
        def search(child: WarmProcess) -> Review:
            return reviewed(self._request, self._memory, child, self._ended, self._hear, self._parts)

        return self._lent(search, self._request.total)

    def _hear(self, news: ReviewProgress) -> None:
        self._note(ReviewProgressAnswer.write(news), lambda: review_document(news.so_far()))

    def _ending(self, outcome: Review) -> Ending:
        answer = review_document(outcome)
        return self._cut_short(answer) if outcome.stopped else Ending(State.DONE, answer)


class WhatIfRun(ThemeParkRun[Gains]):
    """What one thing more would bring."""

    def __init__(self, request: WhatIfRequest, workplace: Workplace) -> None:
        """Nothing is begun."""
        super().__init__(workplace)
        self._request, self._parts = request, parts_of(workplace)

    def _submitted(self) -> "Future[Gains]":
        request = self._request
        known = weighed(self._job.answer or {})  # before the search gave way, or was broken off

        def search(child: WarmProcess) -> Gains:
            return weigh(request.position, request.settings, child, self._ended, self._hear, known, self._parts)

        return self._lent(search, request.seconds)

    def _hear(self, news: Gains) -> None:
        self._note(WhatIfProgressAnswer.write(news), lambda: what_if_document(news))

    def _ending(self, outcome: Gains) -> Ending:
        answer = what_if_document(outcome)
        return self._cut_short(answer) if outcome.stopped else Ending(State.DONE, answer)


class GameReviewRun(ThemeParkRun[GameReviewing]):
    """Every Operate phase of a game held against the best."""

    def __init__(self, request: GameReviewRequest, workplace: Workplace) -> None:
        """Nothing is begun."""
        super().__init__(workplace)
        self._request, self._parts = request, parts_of(workplace)
        self._memory = AnswersKnown(workplace.cache)

    def _submitted(self) -> "Future[GameReviewing]":
        request = self._request

        def search(child: WarmProcess) -> GameReviewing:
            reviewing = GameReviewing(
                request.record,
                request.settings,
                request.total,
                reviewed_before(self._job.answer),
                news=self._hear,
                cancelled=self._ended,
            )
            reviewing.search(child, self._memory, self._parts)
            return reviewing

        return self._lent(search, request.total)

    def _hear(self, told: Document, answer: Document | None) -> None:
        self._note(told, lambda: answer)

    def _ending(self, outcome: GameReviewing) -> Ending:
        answer = outcome.document()
        return self._cut_short(answer) if outcome.stopped else Ending(State.DONE, answer)


def parts_of(workplace: Workplace) -> Elsewhere:
    """The searches that others may make for a job."""
    return Parts(workplace.store, workplace.cache, workplace.job) if workplace.shares else Nobody()
