"""Answers on what the service keeps: parks, lines that hold a position, a club's tiles."""

from marshmallow import fields

from api.schemas.describing import Answer, inside, many, number, table, text, whole
from api.theme_park.schemas.attraction import AttractionSchema
from api.theme_park.schemas.box import PrintedSchema
from api.theme_park.schemas.position import PositionSchema


class TileAnswer(Answer):
    """A club's own attraction under its slug."""

    slug = text("Its slug.")
    attraction = inside(AttractionSchema)


class TilesAnswer(Answer):
    """A club's own attractions; what POST /v1/tiles/import takes."""

    version = whole("1.")
    tiles = many(TileAnswer, "The attractions.")


class ImportAnswer(Answer):
    """What became of an import."""

    created = whole("Tiles that are new.", minimum=0)
    replaced = whole("Tiles that were there.", minimum=0)


class BoxAnswer(Answer):
    """A club's own box with its printed facts."""

    slug = text("Its slug, which a record may give as printed.")
    printed = inside(PrintedSchema)


class ListedBox(Answer):
    """A box in the list of boxes: without its facts."""

    slug = text("Its slug.")
    updated = number("When it was last changed, in seconds since 1970.")
    parts = table(fields.Integer(), "How many parts of each kind are entered.")


class BoxesAnswer(Answer):
    """The list of a club's own boxes."""

    boxes = many(ListedBox, "The boxes by slug.")


class ParkAnswer(Answer):
    """A saved park, as whoever knows its id may read it."""

    id = text("Its unguessable id.")
    position = inside(PositionSchema)
    created = number("When, in seconds since 1970.")
    updated = number("When it was last changed.")


class NewParkAnswer(ParkAnswer):
    """A park just saved, with the token that its owner needs."""

    edit_token = text("Needed to change or delete it; told only now.")


class ShareAnswer(Answer):
    """A position, and the line and page that carry it."""

    notation = text("The position as one line that a URL carries.")
    page = text("Address of the page that shows it.")
    position = inside(PositionSchema)
