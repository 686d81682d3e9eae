"""Quick questions on one position: solve, check, moves, review."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from flask import Response

from api.documents import check_document, moves_document
from api.jobs.desk import desk
from api.jobs.request import SolveRequest
from api.problems import Kind
from api.reviews import review_document
from api.routes.asking import Blueprint, answer, config
from api.schemas.answers.operate import CheckAnswer, MovesAnswer
from api.schemas.answers.searches import ReviewAnswer, SolveAnswer, WhatIfAnswer
from api.schemas.requests import (
    CheckRequestSchema,
    NextMovesRequestSchema,
    ReviewRequestSchema,
    SolveRequestSchema,
    WhatIfRequestSchema,
    settings_of,
)
from models.theme_park.disputes import judge
from models.theme_park.replay import replay
from solver.operate.advisor import advise
from solver.operate.child import WarmChild
from solver.operate.review import review as reviewed
from solver.operate.scope import refuse_unsolved
from solver.operate.what_if import WhatIf, what_if

DEFAULT_SECONDS = 10.0
SHARES = 3
"""The first of so many equal shares of the time is for the position as it is."""
JOBS_TAKE_MORE = " POST /v1/jobs takes longer searches."

operate = Blueprint("operate", __name__, url_prefix="/v1/operate", description="One position: the best, the referee.")

Asked = Mapping[str, Any]


@operate.post("/solve")
@operate.arguments(SolveRequestSchema)
@operate.response(200, SolveAnswer)
@operate.may_tell(Kind.BUSY)
def solve(asked: Asked) -> Response:
    """Find the best sequence within a few seconds

    The answer comes when it is proven or when the time is over. A search of more seconds is a job.
    """
    most = config().quick_limit
    settings = settings_of(asked, default=min(DEFAULT_SECONDS, most), most=most, beyond=JOBS_TAKE_MORE)
    return answer(desk().solve(SolveRequest(asked["position"], settings)))


@operate.post("/check")
@operate.arguments(CheckRequestSchema)
@operate.response(200, CheckAnswer)
def check(asked: Asked) -> Response:
    """Replay moves and give the verdict

    An illegal sequence is an answer too, with the rule that it breaks.
    """
    return answer(check_document(judge(asked["position"], asked["moves"])))


@operate.post("/moves")
@operate.arguments(NextMovesRequestSchema)
@operate.response(200, MovesAnswer)
def moves(asked: Asked) -> Response:
    """List every legal next move

    After the `moves` already made, as far as they are legal. With `like`, an unfinished move, or `most` only so many,
    those that agree with it; `more` tells whether the list was cut.
    """
    position = asked["position"]
    reached = replay(position, asked["moves"]).reached
    return answer(moves_document(position, reached, asked.get("like"), asked.get("most")))


@operate.post("/what-if")
@operate.arguments(WhatIfRequestSchema)
@operate.response(200, WhatIfAnswer)
@operate.may_tell(Kind.BUSY)
def one_thing_more(asked: Asked) -> Response:
    """Tell what one more map, mascot or pip on a guest would bring"""
    most = config().quick_limit
    settings = settings_of(asked, default=most, most=most)
    position, seconds = asked["position"], settings.time_limit or most
    refuse_unsolved(position)

    def gains(child: WarmChild) -> tuple[WhatIf, ...]:
        as_it_is = advise(position, replace(settings, time_limit=seconds / SHARES), child=child)
        return what_if(as_it_is, replace(settings, time_limit=seconds * (SHARES - 1) / SHARES), child)

    found = desk().lend(gains, seconds)
    return answer({"what_if": [asdict(gain) for gain in found]})


@operate.post("/review")
@operate.arguments(ReviewRequestSchema)
@operate.response(200, ReviewAnswer)
@operate.may_tell(Kind.BUSY)
def review(asked: Asked) -> Response:
    """Tell the stars lost at each move against the best"""
    most = config().quick_limit
    settings = settings_of(asked, default=min(DEFAULT_SECONDS, most), most=most)
    position, moves = asked["position"], asked["moves"]
    refuse_unsolved(position)
    found = desk().lend(lambda child: reviewed(position, moves, settings, child=child), settings.time_limit or most)
    return answer(review_document(found))
