"""The verbs of every game for Dice Manor over HTTP: from the body of a request to the answer."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import Response
from marshmallow import fields

from api.dice_manor.answers import check_document, moves_document, score_document, solve_document
from api.dice_manor.bid_answers import bid_document
from api.dice_manor.building import building_document, layouts_document, load_builds, load_site
from api.dice_manor.loading import load_end, load_seat, load_to_list, load_turns, phase_of
from api.dice_manor.questions import PositionBody, Question, read_fields, read_question, within_limit
from api.dice_manor.records import game_document, load_record
from api.dice_manor.schemas.answers.bids import ManorBidAnswer
from api.dice_manor.schemas.answers.games import ManorGameAnswer
from api.dice_manor.schemas.answers.layouts import ManorBuildingAnswer, ManorLayoutsAnswer
from api.dice_manor.schemas.answers.openings import ManorOpeningAnswer
from api.dice_manor.schemas.answers.verdicts import ManorCheckAnswer, ManorMovesAnswer, ManorScoreAnswer
from api.dice_manor.schemas.bids import BidTable
from api.dice_manor.schemas.building import Site
from api.dice_manor.schemas.fields import Phase
from api.games import Verb
from api.http.clients import client_left
from api.http.lanes import slow_lane
from api.http.requests import answer, config
from api.problems.bad_input import BadInput
from api.problems.kinds import RETRY_SECONDS, Kind, Problem
from api.schemas.describing import Answer, Document
from api.schemas.fields import StrictSchema, refusals
from api.schemas.loading import load
from models.dice_manor.turn import Seat
from models.shared.deadline import Patience
from solver.dice_manor.time_limits import REQUEST

JOBS_TAKE_MORE = " POST /v1/jobs takes longer searches."
MOST_MOVES = 5000
LISTING = Patience(work=1.0, seconds=5.0)


class CheckBody(PositionBody):
    """A position and turns from it."""

    moves = fields.Raw(required=True, error_messages=refusals("a list of moves"))


def solve(body: Any) -> Response:
    """The best policy, the decision on a roll, and what the others lose; turns of the Bid phase, places for tiles."""
    question = read_question(body)
    most = config().quick_limit
    seconds = within_limit(question, REQUEST, most, JOBS_TAKE_MORE)
    with slow_lane() as longer:
        if not longer(most):
            raise Problem(Kind.BUSY, "Other questions are being answered, and none ended in time.", retry=RETRY_SECONDS)
        return answer(_solved(question, seconds))


def _solved(question: Question, seconds: float) -> Document:
    match question.about:
        case BidTable() as table:
            return bid_document(table, question.weights, seconds=seconds)
        case Site() as site:
            return layouts_document(site, seconds=seconds)
        case Seat() as seat:
            return solve_document(seat, target=question.target, seconds=seconds, seed=question.seed)


def check(body: Any) -> Response:
    """The verdict on turns, or on tiles built."""
    if _building(body):
        asked = read_fields(CheckBody(), body, load_site)
        return answer(building_document(asked["position"], load_builds(asked["moves"], prefix="/moves")))
    asked = read_fields(CheckBody(), body, load_seat)
    return answer(check_document(asked["position"], load_turns(asked["moves"], asked["position"], prefix="/moves")))


def _building(body: Any) -> bool:
    return isinstance(body, dict) and phase_of(body.get("position")) == Phase.BUILD


def moves(body: Any) -> Response:
    """Every legal turn on the roll of the position."""
    asked = read_fields(PositionBody(), body, load_to_list)
    with slow_lane() as longer:
        patience = replace(LISTING, left=client_left(), longer=longer)
        return answer(moves_document(asked["position"], most=MOST_MOVES, patience=patience))


def score(body: Any) -> Response:
    """Everybody's points at the end of a game."""
    return answer(score_document(read_fields(PositionBody(), body, load_end)["position"]))


class GameBody(StrictSchema):
    """A request to judge a game record."""

    what = "a request"

    record = fields.Raw(required=True, error_messages=refusals("a game record"))


def game(body: Any) -> Response:
    """The verdict on a whole game."""
    asked, faults = load(GameBody(), body, "")
    if faults:
        raise BadInput(faults)
    return answer(game_document(load_record(asked["record"], prefix="/record")))


ANSWERS = {"solve": solve, "check": check, "moves": moves, "score": score, "game": game}
DESCRIBED: Mapping[str, Sequence[type[Answer]]] = {
    Verb.SOLVE: (ManorOpeningAnswer, ManorBidAnswer, ManorLayoutsAnswer),
    Verb.CHECK: (ManorCheckAnswer, ManorBuildingAnswer),
    Verb.MOVES: (ManorMovesAnswer,),
    Verb.SCORE: (ManorScoreAnswer,),
    Verb.GAME: (ManorGameAnswer,),
}
