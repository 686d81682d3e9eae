"""A club's own boxes as they come in."""

from api.schemas.box import PrintedSchema
from api.schemas.fields import Inside, Strict
from api.schemas.tiles import SlugField


class BoxEntrySchema(Strict):
    """Printed facts with a name that game records may give in their place."""

    what = "a box"

    slug = SlugField(required=True)
    printed = Inside(PrintedSchema, required=True)
