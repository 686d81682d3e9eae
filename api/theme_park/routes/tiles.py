"""Endpoints of a club's own attractions."""

import hmac
from collections.abc import Mapping
from typing import Any

from flask import Response

from api.http.conditions import ETAG, UNCHANGED, as_the_client_knows_it, conditional, tagged
from api.http.repeated_requests import KEY, once
from api.http.requests import SHORT, Blueprint, answer, config
from api.problems.kinds import Kind, Problem
from api.theme_park.club_tiles import tile_store
from api.theme_park.routes.parks import bearer_token
from api.theme_park.schemas.answers.club import ImportAnswer, KeptTile, TileAnswer, TilesAnswer
from api.theme_park.schemas.attraction import AttractionSchema
from api.theme_park.schemas.tiles import TileEntrySchema, TilesSchema
from models.theme_park.attraction import Attraction

TOLD = ("attraction",)
"""What of a tile may change."""
SECURED: list[dict[str, list[str]]] = [{"club_token": []}, {}]

tiles = Blueprint("tiles", __name__, url_prefix="/v1/tiles", description="A club's own attractions, usable by slug.")
Asked = Mapping[str, Any]


def may_change() -> None:
    """Raises Problem unless the club's token was sent, or none is configured."""
    token = config().club_token
    if token is not None and not hmac.compare_digest(token.encode(), bearer_token().encode()):
        raise Problem(Kind.FORBIDDEN, "This is not the token of this club.")


def _told(slug: str, attraction: Attraction) -> KeptTile:
    return KeptTile(slug, AttractionSchema.write(attraction))


@tiles.get("")
@tiles.response(200, TilesAnswer, headers=ETAG)
@tiles.alt_response(304, description=UNCHANGED)
@tiles.may_tell(Kind.STORAGE)
@tiles.doc(**conditional(get=True))
def every_tile() -> Response:
    """List the tiles; the answer is what an import takes"""
    return tagged(TilesAnswer.write(tile_store().every()), ("tiles",))


@tiles.get("/export")
@tiles.response(200, TilesAnswer)
@tiles.may_tell(Kind.STORAGE)
def export() -> Response:
    """Download the tiles as a file that an import takes"""
    return answer(TilesAnswer.write(tile_store().every()), Content_Disposition='attachment; filename="tiles.json"')


@tiles.post("/check")
@tiles.arguments(TilesSchema)
@tiles.response(200, TilesAnswer)
def check(asked: Asked) -> Response:
    """Read many tiles as an import would, and keep nothing

    The answer has them with every optional field filled in.
    """
    return answer(TilesAnswer.write([_told(each["slug"], each["attraction"]) for each in asked["tiles"]]))


@tiles.post("/import")
@tiles.arguments(TilesSchema)
@tiles.response(200, ImportAnswer)
@tiles.may_tell(Kind.TOKEN_NEEDED, Kind.FORBIDDEN, Kind.CONFLICT, Kind.STORAGE)
@tiles.doc(security=SECURED, parameters=[KEY])
@once
def import_(asked: Asked) -> Response:
    """Take in many tiles, all or none

    Tiles of the same slug are replaced; others stay.
    """
    may_change()
    given = {each["slug"]: each["attraction"] for each in asked["tiles"]}
    return answer(ImportAnswer.write(tile_store().put(given, replace=True)))


@tiles.post("")
@tiles.arguments(TileEntrySchema)
@tiles.response(201, TileAnswer, headers={"Location": {"schema": {"type": "string"}}})
@tiles.may_tell(Kind.TOKEN_NEEDED, Kind.FORBIDDEN, Kind.CONFLICT, Kind.STORAGE)
@tiles.doc(security=SECURED, parameters=[KEY])
@once
def create(asked: Asked) -> Response:
    """Enter a tile under its slug"""
    may_change()
    slug = asked["slug"]
    tile_store().put({slug: asked["attraction"]}, replace=False)
    made = TileAnswer.write(_told(slug, asked["attraction"]))
    return tagged(made, TOLD, 201, Location=f"/v1/tiles/{slug}")


@tiles.get(f"/<{SHORT}:slug>")
@tiles.response(200, TileAnswer, headers=ETAG)
@tiles.alt_response(304, description=UNCHANGED)
@tiles.may_tell(Kind.NOT_FOUND, Kind.STORAGE)
@tiles.doc(**conditional(get=True))
def one_tile(slug: str) -> Response:
    """Tell of a tile and its facts"""
    return tagged(TileAnswer.write(tile_store().get(slug)), TOLD)


@tiles.put(f"/<{SHORT}:slug>")
@tiles.arguments(AttractionSchema)
@tiles.response(200, TileAnswer, headers=ETAG)
@tiles.may_tell(Kind.TOKEN_NEEDED, Kind.FORBIDDEN, Kind.NOT_FOUND, Kind.CONFLICT, Kind.CHANGED, Kind.STORAGE)
@tiles.doc(security=SECURED, **conditional(get=False))
def change(attraction: Any, slug: str) -> Response:
    """Change the printed facts of a tile"""
    may_change()
    tile_store().change(slug, attraction, as_the_client_knows_it(TOLD))
    return tagged(TileAnswer.write(_told(slug, attraction)), TOLD)


@tiles.delete(f"/<{SHORT}:slug>")
@tiles.response(204)
@tiles.may_tell(Kind.TOKEN_NEEDED, Kind.FORBIDDEN, Kind.NOT_FOUND, Kind.CHANGED, Kind.STORAGE)
@tiles.doc(security=SECURED, **conditional(get=False))
def remove(slug: str) -> Response:
    """Delete a tile

    Saved parks keep its facts.
    """
    may_change()
    tile_store().remove(slug, as_the_client_knows_it(TOLD))
    return Response(status=204)
