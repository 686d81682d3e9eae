"""A review request carried out in a search process."""

from collections.abc import Callable

from api.theme_park.jobs.requests import ReviewRequest
from solver.runtime.process import WarmProcess
from solver.theme_park.operate.review.elsewhere import Elsewhere
from solver.theme_park.operate.review.records import Memory, Review, ReviewProgress
from solver.theme_park.operate.review.review import review


def reviewed(
    request: ReviewRequest,
    memory: Memory,
    child: WarmProcess,
    cancelled: Callable[[], bool],
    on_progress: Callable[[ReviewProgress], None] | None = None,
    elsewhere: Elsewhere | None = None,
) -> Review:
    """The review that ``request`` asks for."""
    return review(
        request.position,
        request.moves,
        request.settings,
        complete=request.complete,
        known=request.known,
        total=request.total,
        memory=memory,
        on_progress=on_progress,
        cancelled=cancelled,
        child=child,
        elsewhere=elsewhere,
    )
