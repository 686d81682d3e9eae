"""Quick questions on one position: solve, check, moves, review."""

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Response

from api.http.clients import client_left, this_client
from api.http.lanes import slow_lane
from api.http.requests import Blueprint, answer, config
from api.jobs.search_service import search_service
from api.problems.kinds import Kind
from api.theme_park.answers import (
    DISPUTING,
    LISTING,
    MOST_MOVES_LISTED,
    check_document,
    moves_document,
    what_if_document,
)
from api.theme_park.jobs.bodies import review_request
from api.theme_park.jobs.requests import SolveRequest
from api.theme_park.matching_moves import MOST_LISTED
from api.theme_park.mid_phase import standing_document
from api.theme_park.schemas.answers.operate import CheckAnswer, MovesAnswer, StandingAnswer
from api.theme_park.schemas.answers.reviews import ReviewAnswer
from api.theme_park.schemas.answers.searches import SolveAnswer, WhatIfAnswer
from api.theme_park.schemas.requests import (
    CheckRequestSchema,
    NextMovesRequestSchema,
    ReviewRequestSchema,
    SolveRequestSchema,
    WhatIfRequestSchema,
    settings_of,
)
from api.theme_park.searches import review_told, solved
from models.theme_park.operate.disputes import judge
from models.theme_park.operate.replay import replay
from solver.theme_park.operate.review.what_if import weigh
from solver.theme_park.operate.supported import refuse_unsolved
from solver.theme_park.operate.time_limits import REQUEST

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
    settings = settings_of(asked, default=min(REQUEST, most), most=most, beyond=JOBS_TAKE_MORE)
    request = SolveRequest(asked["position"], settings)
    return answer(solved(search_service(), request, this_client(), client_left()))


@operate.post("/check")
@operate.arguments(CheckRequestSchema)
@operate.response(200, CheckAnswer)
def check(asked: Asked) -> Response:
    """Replay moves and give the verdict

    An illegal sequence is an answer too, with the rule that it breaks.
    """
    with slow_lane() as longer:
        patience = replace(DISPUTING, left=client_left(), longer=longer)
        return answer(check_document(judge(asked["position"], asked["moves"], patience)))


@operate.post("/standing")
@operate.arguments(CheckRequestSchema)
@operate.response(200, StandingAnswer)
def stands(asked: Asked) -> Response:
    """Tell how the park stands after moves, as a position of its own

    It can be solved, shared or checked like any other. Its `used` lists the maps and mascots that were used already this phase: they
    are owned, and ready again in the next round. After an illegal move there is none, and `why_not` says why.
    """
    return answer(standing_document(asked["position"], asked["moves"]))


@operate.post("/moves")
@operate.arguments(NextMovesRequestSchema)
@operate.response(200, MovesAnswer)
def moves(asked: Asked) -> Response:
    """List every legal next move

    After the `moves` already made, as far as they are legal. With `like`, an unfinished move, those that agree with it; at
    most `most`, and never more than can be listed in a second: `more` tells whether the list was cut.
    """
    position, like = asked["position"], asked.get("like")
    reached = replay(position, asked["moves"]).reached
    most = asked.get("most", MOST_MOVES_LISTED if like is None else MOST_LISTED)
    with slow_lane() as longer:
        patience = replace(LISTING, left=client_left(), longer=longer)
        return answer(moves_document(position, reached, like, most, patience))


@operate.post("/what-if")
@operate.arguments(WhatIfRequestSchema)
@operate.response(200, WhatIfAnswer)
@operate.may_tell(Kind.BUSY)
def one_thing_more(asked: Asked) -> Response:
    """Tell what one more map, mascot or pip on a guest would bring

    A job with `"kind": "what-if"` tells of each as it is found, and can be stopped.
    """
    most = config().quick_limit
    settings = settings_of(asked, default=most, most=most)
    position, seconds = asked["position"], settings.time_limit or most
    refuse_unsolved(position)

    left, until = client_left(), time.monotonic() + search_service().limits.patience + seconds

    def ended() -> bool:
        return left() or time.monotonic() > until

    found = search_service().lend(lambda child: weigh(position, settings, child, ended), seconds, this_client(), left)
    return answer(what_if_document(found))


@operate.post("/review")
@operate.arguments(ReviewRequestSchema)
@operate.response(200, ReviewAnswer)
@operate.may_tell(Kind.BUSY)
def review(asked: Asked) -> Response:
    """Tell the stars lost at each move against the best

    A loss is a number where it is proven, otherwise null beside the least and the most. `time_limit` holds for each state
    that the moves come through, `total_limit` for all together. For many moves a job with `"kind": "review"` is better.
    """
    most = config().quick_limit
    settings = settings_of(asked, default=min(REQUEST, most), most=most, beyond=JOBS_TAKE_MORE)
    total = asked.get("total_limit", most)
    request = review_request(asked, settings, total)
    return answer(review_told(search_service(), request, this_client(), client_left()))
