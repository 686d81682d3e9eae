"""The endpoint that validates whole game records."""

from collections.abc import Mapping
from typing import Any

from flask import Response

from api.games import DEFAULT, GAMES, Verb, game_of
from api.http.any_game import answered, answers_of_games
from api.http.requests import Blueprint, answer
from api.problems.kinds import Kind
from api.schemas.describing import Describer, Description
from api.theme_park.club_boxes import box_store
from api.theme_park.game_answers import check_game_document
from api.theme_park.schemas.requests import RecordField, RecordRequestSchema

games = Blueprint("games", __name__, url_prefix="/v1/games", description="Whole game records.")


class AnyRecordField(RecordField):
    """A record of any game; what one of another game holds is described with that game."""

    def shape(self, describer: Describer) -> Description:
        """A record of this game, or an object that names another one."""
        others = [slug for slug, game in GAMES.items() if slug != DEFAULT and game.described(Verb.GAME)]
        named = {"type": "string", "enum": others, "description": "The game of the record."}
        other = {"type": "object", "properties": {"of": named}, "required": ["of"]}
        return {"anyOf": [*super().shape(describer)["anyOf"], other]}


class AnyRecordRequestSchema(RecordRequestSchema):
    """A game record of any game to validate and score."""

    record = AnyRecordField(required=True)


@games.post("/check")
@games.arguments(AnyRecordRequestSchema)
@games.response(200, answers_of_games(Verb.GAME))
@games.may_tell(Kind.STORAGE)
def check(asked: Mapping[str, Any]) -> Response:
    """Validate a record of any game and score it

    An illegal game is an answer too, with the first rule that it breaks. The record says in `of` which game it is of. In the
    place of printed facts a record may name a saved box.
    """
    record = asked["record"]
    if game_of(record) != DEFAULT:
        return answered(Verb.GAME, asked, record, "/record")
    return answer(check_game_document(record, prefix="/record", boxes=box_store().find))
