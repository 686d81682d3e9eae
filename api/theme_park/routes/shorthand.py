"""Tiles and guests as one writes them down."""

from collections.abc import Mapping
from typing import Any

from flask import Response

from api.http.requests import Blueprint, answer
from api.theme_park.schemas.answers.shorthand import GuestsWrittenAnswer, TilesWrittenAnswer
from api.theme_park.schemas.shorthand import GuestsRequestSchema, TilesRequestSchema
from api.theme_park.shorthand import guests_document, tiles_document

shorthand = Blueprint("shorthand", __name__, url_prefix="/v1/shorthand", description="Tiles and guests in writing.")
Asked = Mapping[str, Any]


@shorthand.post("/tiles")
@shorthand.arguments(TilesRequestSchema)
@shorthand.response(200, TilesWrittenAnswer)
def tiles(asked: Asked) -> Response:
    """Read tiles: a line each, such as `Wave Swinger b5 o+e $2`, or a table

    All of them, or every fault with its line and what would be accepted there.
    """
    return answer(tiles_document(asked["text"], asked.get("names")))


@shorthand.post("/guests")
@shorthand.arguments(GuestsRequestSchema)
@shorthand.response(200, GuestsWrittenAnswer)
def guests(asked: Asked) -> Response:
    """Read what is added to a tile: guests such as `g3 b4`, upgrades such as `#k: g3`"""
    return answer(guests_document(asked["text"]))
