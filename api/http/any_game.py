"""The verbs of every game: a position says in its field ``of`` which game answers."""

from collections.abc import Mapping
from typing import Any

from flask import Response
from marshmallow import INCLUDE, fields

from api.games import DEFAULT, GAMES, Verb, game_of, without_verb
from api.http.requests import Blueprint
from api.problems.bad_input import BadInput
from api.problems.kinds import Kind
from api.schemas.describing import Description
from api.schemas.fields import StrictSchema

any_game = Blueprint("any_game", __name__, url_prefix="/v1", description="A position of any game.")


class AnyRequestSchema(StrictSchema):
    """A position of any game, and what its game takes beside it."""

    what = "a request"

    class Meta:
        """Other fields are the game's."""

        unknown = INCLUDE

    position = fields.Raw(
        required=True,
        error_messages={"required": "Missing; accepted: a position.", "null": "Found null; accepted: a position."},
        metadata={"description": f"A position; `of` names its game: {', '.join(GAMES)} ({DEFAULT} without it)."},
    )


def answers_of_games(verb: Verb) -> Description:
    """The answers of all games to ``verb``, one of which each is."""
    return {"anyOf": [answer for game in GAMES.values() for answer in game.described(verb)]}


@any_game.post("/solve")
@any_game.arguments(AnyRequestSchema)
@any_game.response(200, answers_of_games(Verb.SOLVE))
@any_game.may_tell(Kind.BUSY)
def solve(asked: Mapping[str, Any]) -> Response:
    """Find what is best in a position of any game"""
    return answered(Verb.SOLVE, asked, asked["position"], "/position")


@any_game.post("/check")
@any_game.arguments(AnyRequestSchema)
@any_game.response(200, answers_of_games(Verb.CHECK))
def check(asked: Mapping[str, Any]) -> Response:
    """Judge moves from a position of any game"""
    return answered(Verb.CHECK, asked, asked["position"], "/position")


@any_game.post("/moves")
@any_game.arguments(AnyRequestSchema)
@any_game.response(200, answers_of_games(Verb.MOVES))
def moves(asked: Mapping[str, Any]) -> Response:
    """List legal next moves in a position of any game"""
    return answered(Verb.MOVES, asked, asked["position"], "/position")


@any_game.post("/score")
@any_game.arguments(AnyRequestSchema)
@any_game.response(200, answers_of_games(Verb.SCORE))
def score(asked: Mapping[str, Any]) -> Response:
    """Count points in a position of a game that has a score of its own"""
    return answered(Verb.SCORE, asked, asked["position"], "/position")


def answered(verb: Verb, body: Mapping[str, Any], document: object, at: str) -> Response:
    """What the game of ``document`` answers; raises ``BadInput`` where there is no such game, or it has not the verb."""
    slug = game_of(document)
    having = [game.slug for game in GAMES.values() if game.answer(verb) is not None]
    if slug not in having:
        raise BadInput([without_verb(document, verb, having, at)])
    answer = GAMES[slug].answer(verb)
    assert answer is not None
    return answer(body)
