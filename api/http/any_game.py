"""The verbs of every game: a position says in its field ``of`` which game answers."""

from collections.abc import Mapping
from typing import Any

from flask import Response
from marshmallow import INCLUDE, fields

from api.games import DEFAULT, GAMES, Verb, game_of
from api.http.requests import Blueprint
from api.problems.bad_input import BadInput
from api.problems.kinds import Kind
from api.schemas.describing import Answer, any_object, flag, many, number, text
from api.schemas.fields import StrictSchema
from models.shared.fault import Fault, found, named

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


class AnyAnswer(Answer):
    """An answer of one of the games, whose own description has all its fields."""

    status = text("Of a solve: how far the answer is proven.", x_optional=True)
    expected = number("Of a solve by chance: what is expected.", x_optional=True)
    exact = text("The same as a fraction, where it is known as one.", null=True, x_optional=True)
    decision = any_object("Of a solve: what to do now.", null=True, x_optional=True)
    options = many(fields.Dict(), "Of a solve: decisions, the best first.", x_optional=True)
    moves = many(fields.Dict(), "Of a solve or a list of moves: the moves.", x_optional=True)
    legal = flag("Of a check: whether every move is legal.", x_optional=True)
    steps = many(fields.Dict(), "Of a check: the legal moves.", x_optional=True)
    violation = any_object("Of a check: the rule that is broken.", null=True, x_optional=True)
    players = many(fields.Dict(), "Of a score: points by player.", x_optional=True)
    winners = many(fields.String(), "Of a score: who wins.", x_optional=True)


@any_game.post("/solve")
@any_game.arguments(AnyRequestSchema)
@any_game.response(200, AnyAnswer)
@any_game.may_tell(Kind.BUSY)
def solve(asked: Mapping[str, Any]) -> Response:
    """Find what is best in a position of any game"""
    return answered(Verb.SOLVE, asked, asked["position"], "/position")


@any_game.post("/check")
@any_game.arguments(AnyRequestSchema)
@any_game.response(200, AnyAnswer)
def check(asked: Mapping[str, Any]) -> Response:
    """Judge moves from a position of any game"""
    return answered(Verb.CHECK, asked, asked["position"], "/position")


@any_game.post("/moves")
@any_game.arguments(AnyRequestSchema)
@any_game.response(200, AnyAnswer)
def moves(asked: Mapping[str, Any]) -> Response:
    """List legal next moves in a position of any game"""
    return answered(Verb.MOVES, asked, asked["position"], "/position")


@any_game.post("/score")
@any_game.arguments(AnyRequestSchema)
@any_game.response(200, AnyAnswer)
def score(asked: Mapping[str, Any]) -> Response:
    """Count points in a position of a game that has a score of its own"""
    return answered(Verb.SCORE, asked, asked["position"], "/position")


def answered(verb: Verb, body: Mapping[str, Any], document: object, at: str) -> Response:
    """What the game of ``document`` answers; raises ``BadInput`` where there is no such game, or it has not the verb."""
    slug = game_of(document)
    having = [game.slug for game in GAMES.values() if game.answer(verb) is not None]
    if slug not in having:
        raise BadInput([Fault(f"{at}/of", found(slug, f"a game with {verb.value}: {named(having)}"))])
    answer = GAMES[slug].answer(verb)
    assert answer is not None
    return answer(body)
