"""Quick questions on one position: solve, check, moves, review."""

from collections.abc import Mapping
from typing import Any

from flask import Response

from api.documents import check_document, moves_document
from api.jobs.desk import desk
from api.jobs.request import SolveRequest
from api.reviews import review_document
from api.routes.asking import Blueprint, answer, config
from api.schemas.answers import CheckAnswer, MovesAnswer, ReviewAnswer, SolveAnswer
from api.schemas.requests import (
    CheckRequestSchema,
    PositionRequestSchema,
    ReviewRequestSchema,
    SolveRequestSchema,
    settings_of,
)
from models.theme_park.disputes import judge
from solver.operate.review import review as reviewed

DEFAULT_SECONDS = 10.0

operate = Blueprint("operate", __name__, url_prefix="/v1/operate", description="One position: the best, the referee.")

Asked = Mapping[str, Any]


@operate.post("/solve")
@operate.arguments(SolveRequestSchema)
@operate.response(200, SolveAnswer)
@operate.alt_response(503, "BUSY")
def solve(asked: Asked) -> Response:
    """Find the best sequence within a few seconds

    The answer comes when it is proven or when the time is over. A search of more seconds is a job.
    """
    most = config().quick_limit
    settings = settings_of(asked, default=min(DEFAULT_SECONDS, most), most=most)
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
@operate.arguments(PositionRequestSchema)
@operate.response(200, MovesAnswer)
def moves(asked: Asked) -> Response:
    """List every legal next move"""
    return answer(moves_document(asked["position"]))


@operate.post("/review")
@operate.arguments(ReviewRequestSchema)
@operate.response(200, ReviewAnswer)
@operate.alt_response(503, "BUSY")
def review(asked: Asked) -> Response:
    """Tell the stars lost at each move against the best"""
    most = config().quick_limit
    settings = settings_of(asked, default=min(DEFAULT_SECONDS, most), most=most)
    position, moves = asked["position"], asked["moves"]
    found = desk().lend(lambda child: reviewed(position, moves, settings, child=child), settings.time_limit or most)
    return answer(review_document(found))
