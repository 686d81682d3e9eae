"""The endpoint that validates whole game records."""

from collections.abc import Mapping
from typing import Any

from flask import Response

from api.games import DEFAULT, Verb, game_of
from api.http.any_game import answered
from api.http.requests import Blueprint, answer
from api.problems.kinds import Kind
from api.theme_park.club_boxes import box_store
from api.theme_park.game_answers import check_game_document
from api.theme_park.schemas.answers.games import GameAnswer
from api.theme_park.schemas.requests import RecordRequestSchema

games = Blueprint("games", __name__, url_prefix="/v1/games", description="Whole game records.")


@games.post("/check")
@games.arguments(RecordRequestSchema)
@games.response(200, GameAnswer)
@games.may_tell(Kind.STORAGE)
def check(asked: Mapping[str, Any]) -> Response:
    """Validate a game record and score it

    An illegal game is an answer too, with the first rule that it breaks. In the place of printed facts a record may name a
    saved box.
    """
    record = asked["record"]
    if game_of(record) != DEFAULT:
        return answered(Verb.GAME, asked, record, "/record")
    return answer(check_game_document(record, prefix="/record", boxes=box_store().find))
