"""Answers on what the service keeps: parks, lines that hold a position, a club's tiles and boxes."""

from collections.abc import Mapping
from typing import NamedTuple

from marshmallow import fields

from api.schemas.describing import Answer, Document, kept_as, many, number, table, text, whole
from api.theme_park.schemas.answers.parts import position_field
from api.theme_park.schemas.attraction import AttractionSchema
from api.theme_park.schemas.box import PrintedSchema
from api.theme_park.schemas.position import PositionSchema
from api.theme_park.schemas.tiles import VERSION
from models.theme_park.operate.position import Position


class KeptTile(NamedTuple):
    """A club's own attraction, as a document."""

    slug: str
    attraction: Document


class TileAnswer(Answer):
    """A club's own attraction under its slug."""

    slug = text("Its slug.")
    attraction = kept_as(AttractionSchema)


class TilesAnswer(Answer):
    """A club's own attractions; what POST /v1/tiles/import takes."""

    version = whole("1.", of=lambda _: VERSION)
    tiles = many(TileAnswer, "The attractions.", of=lambda tiles: tiles)


class Imported(NamedTuple):
    """How many tiles were new, and how many took the place of others."""

    created: int
    replaced: int


class ImportAnswer(Answer):
    """What became of an import."""

    created = whole("Tiles that are new.", minimum=0)
    replaced = whole("Tiles that were there.", minimum=0)


class KeptBox(NamedTuple):
    """A club's own box, its printed facts as a document."""

    slug: str
    printed: Document


class BoxAnswer(Answer):
    """A club's own box with its printed facts."""

    slug = text("Its slug, which a record may give as printed.")
    printed = kept_as(PrintedSchema)


class BoxOutline(NamedTuple):
    """What a list of boxes tells of one; ``parts``: how many of each kind."""

    slug: str
    updated: float
    parts: Mapping[str, int]


class ListedBox(Answer):
    """A box in the list of boxes: without its facts."""

    slug = text("Its slug.")
    updated = number("When it was last changed, in seconds since 1970.")
    parts = table(fields.Integer(), "How many parts of each kind are entered.")


class BoxesAnswer(Answer):
    """The list of a club's own boxes."""

    boxes = many(ListedBox, "The boxes by slug.", of=lambda boxes: boxes)


class KeptPark(NamedTuple):
    """A saved park, its position as a document; ``edit_token``: None but where it was just saved."""

    id: str
    position: Document
    created: float
    updated: float
    edit_token: str | None = None


class ParkAnswer(Answer):
    """A saved park, as whoever knows its id may read it."""

    id = text("Its unguessable id.")
    position = kept_as(PositionSchema)
    created = number("When, in seconds since 1970.")
    updated = number("When it was last changed.")


class NewParkAnswer(ParkAnswer):
    """A park just saved, with the token that its owner needs."""

    edit_token = text("Needed to change or delete it; told only now.")


class Shared(NamedTuple):
    """A position, and the line that carries it."""

    position: Position
    line: str


class ShareAnswer(Answer):
    """A position, and the line and page that carry it."""

    notation = text("The position as one line that a URL carries.", of=lambda shared: shared.line)
    page = text("Address of the page that shows it.", of=lambda shared: f"/p/{shared.line}")
    position = position_field()
