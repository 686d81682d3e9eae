"""Searches of Theme Park within a request, in the search processes of the server."""

from collections.abc import Callable
from contextlib import suppress

from api.http.clients import NOBODY
from api.jobs.search_service import SearchService
from api.schemas.describing import Document
from api.storage.database import StorageUnavailable
from api.theme_park.answers import solve_document
from api.theme_park.jobs.known_states import AnswersKnown
from api.theme_park.jobs.requests import ReviewRequest, SolveRequest
from api.theme_park.jobs.review_run import reviewed
from api.theme_park.review_answers import review_document
from solver.theme_park.operate.result import Status
from solver.theme_park.operate.search_pool import SearchOrder, submit
from solver.theme_park.operate.supported import refuse_unsolved


def solved(
    service: SearchService, request: SolveRequest, client: str = NOBODY, left: Callable[[], bool] = bool
) -> Document:
    """The solve document, with ``cached``; raises Problem when every process stays busy, and NotSolvedYet.

    ``left``: whether nobody waits for it any more; the search ends then.
    """
    refuse_unsolved(request.position)
    known = service.known(request)
    if known is not None:
        return known

    def ended() -> bool:
        return service.closing.is_set() or left()

    order = SearchOrder(request.position, request.settings, cancelled=ended, client=client)
    outcome = service.served(lambda pool: submit(pool, order), request.seconds, client, left)
    answer = solve_document(outcome.advice)
    cut = outcome.advice.status is Status.CANCELLED or (ended() and not request.settled(answer))
    if not cut and outcome.mishap is None and not outcome.late:
        with suppress(StorageUnavailable):
            answer = service.cache.keep(request, answer)
    return {"cached": False} | answer


def review_told(
    service: SearchService, request: ReviewRequest, client: str = NOBODY, left: Callable[[], bool] = bool
) -> Document:
    """The review document; raises and takes ``left`` as ``solved``."""
    refuse_unsolved(request.position)
    memory = AnswersKnown(service.cache)

    def ended() -> bool:
        return service.closing.is_set() or left()

    return review_document(
        service.lend(lambda child: reviewed(request, memory, child, ended), request.seconds, client, left)
    )
