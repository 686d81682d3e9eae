"""A club's own boxes as they come in."""

from api.schemas.fields import NestedObject, StrictSchema
from api.theme_park.schemas.box import PrintedSchema
from api.theme_park.schemas.tiles import SlugField


class BoxEntrySchema(StrictSchema):
    """Printed facts with a name that game records may give in their place."""

    what = "a box"

    slug = SlugField(required=True)
    printed = NestedObject(PrintedSchema, required=True)
