"""A club's own tiles."""

import hmac
from collections.abc import Mapping
from typing import Any

from flask import Response

from api.problems import Kind, Problem
from api.routes.asking import SHORT, Blueprint, answer, config
from api.routes.parks import bearer_token
from api.schemas.answers.club import ImportAnswer, TileAnswer, TilesAnswer
from api.schemas.attraction import AttractionSchema
from api.schemas.dumping import dump_attraction
from api.schemas.tiles import VERSION, TileEntrySchema, TilesSchema
from api.tiles import tile_store

SECURED: list[dict[str, list[str]]] = [{"club_token": []}, {}]

tiles = Blueprint("tiles", __name__, url_prefix="/v1/tiles", description="A club's own attractions, usable by slug.")
Asked = Mapping[str, Any]


def _may_change() -> None:
    """Raises Problem unless the club's token was sent, or none is configured."""
    token = config().club_token
    if token is not None and not hmac.compare_digest(token.encode(), bearer_token().encode()):
        raise Problem(Kind.FORBIDDEN, "This is not the token of this club.")


@tiles.get("")
@tiles.response(200, TilesAnswer)
@tiles.may_tell(Kind.STORAGE)
def every_tile() -> Response:
    """List the tiles; the answer is what an import takes"""
    return answer({"version": VERSION, "tiles": tile_store().every()})


@tiles.get("/export")
@tiles.response(200, TilesAnswer)
@tiles.may_tell(Kind.STORAGE)
def export() -> Response:
    """Download the tiles as a file that an import takes"""
    return answer(
        {"version": VERSION, "tiles": tile_store().every()}, Content_Disposition='attachment; filename="tiles.json"'
    )


@tiles.post("/import")
@tiles.arguments(TilesSchema)
@tiles.response(200, ImportAnswer)
@tiles.may_tell(Kind.TOKEN_NEEDED, Kind.FORBIDDEN, Kind.CONFLICT, Kind.STORAGE)
@tiles.doc(security=SECURED)
def import_(asked: Asked) -> Response:
    """Take in many tiles, all or none

    Tiles of the same slug are replaced; others stay.
    """
    _may_change()
    created, replaced = tile_store().put({each["slug"]: each["attraction"] for each in asked["tiles"]}, replace=True)
    return answer({"created": created, "replaced": replaced})


@tiles.post("")
@tiles.arguments(TileEntrySchema)
@tiles.response(201, TileAnswer, headers={"Location": {"schema": {"type": "string"}}})
@tiles.may_tell(Kind.TOKEN_NEEDED, Kind.FORBIDDEN, Kind.CONFLICT, Kind.STORAGE)
@tiles.doc(security=SECURED)
def create(asked: Asked) -> Response:
    """Enter a tile"""
    _may_change()
    slug = asked["slug"]
    tile_store().put({slug: asked["attraction"]}, replace=False)
    return answer({"slug": slug, "attraction": dump_attraction(asked["attraction"])}, 201, Location=f"/v1/tiles/{slug}")


@tiles.get(f"/<{SHORT}:slug>")
@tiles.response(200, TileAnswer)
@tiles.may_tell(Kind.NOT_FOUND, Kind.STORAGE)
def one_tile(slug: str) -> Response:
    """Tell of a tile"""
    return answer(tile_store().get(slug))


@tiles.put(f"/<{SHORT}:slug>")
@tiles.arguments(AttractionSchema)
@tiles.response(200, TileAnswer)
@tiles.may_tell(Kind.TOKEN_NEEDED, Kind.FORBIDDEN, Kind.NOT_FOUND, Kind.CONFLICT, Kind.STORAGE)
@tiles.doc(security=SECURED)
def change(attraction: Any, slug: str) -> Response:
    """Change the printed facts of a tile"""
    _may_change()
    tile_store().get(slug)
    tile_store().put({slug: attraction}, replace=True)
    return answer({"slug": slug, "attraction": dump_attraction(attraction)})


@tiles.delete(f"/<{SHORT}:slug>")
@tiles.response(204)
@tiles.may_tell(Kind.TOKEN_NEEDED, Kind.FORBIDDEN, Kind.NOT_FOUND, Kind.STORAGE)
@tiles.doc(security=SECURED)
def remove(slug: str) -> Response:
    """Delete a tile

    Saved parks keep its facts.
    """
    _may_change()
    tile_store().remove(slug)
    return Response(status=204)
