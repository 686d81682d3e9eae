"""A club's own tiles as they come in."""

import re
from typing import Any

from marshmallow import ValidationError, validates_schema

from api.schemas.fields import LONGEST_ID, BoundedInt, BoundedList, DescribedField, NestedObject, StrictSchema
from api.theme_park.schemas.attraction import AttractionSchema
from models.shared.fault import found

PATTERN = "[a-z0-9]+(-[a-z0-9]+)*"
TAKEN = ("import", "export")
"""Words that mean something else in the API's addresses."""
MOST_AT_ONCE = 200
VERSION = 1
"""Of the document that an export gives and an import takes."""


def is_slug(text: str) -> bool:
    """Whether ``text`` can be the slug of a tile or a box."""
    return len(text) <= LONGEST_ID and bool(re.fullmatch(PATTERN, text, re.ASCII)) and text not in TAKEN


class SlugField(DescribedField[str]):
    """A name for documents and addresses."""

    def __init__(self, **kwargs: Any) -> None:
        accepts = (
            f"1 to {LONGEST_ID} characters, small letters and digits with single hyphens between, not import or export"
        )
        described = {"type": "string", "pattern": f"^{PATTERN}$", "minLength": 1, "maxLength": LONGEST_ID}
        super().__init__(accepts, {**described, "not": {"enum": list(TAKEN)}}, **kwargs)

    def read(self, value: Any) -> str:
        """Reads the slug; raises ValidationError for anything else."""
        if isinstance(value, str) and is_slug(value):
            return value
        raise self.refusal(value)


class TileEntrySchema(StrictSchema):
    """An attraction with its slug."""

    what = "a tile"

    slug = SlugField(required=True)
    attraction = NestedObject(AttractionSchema, required=True)


class TilesSchema(StrictSchema):
    """Many attractions with their slugs, each slug once."""

    what = "tiles"

    version = BoundedInt(VERSION, VERSION, required=True)
    tiles = BoundedList(NestedObject(TileEntrySchema), "tiles", MOST_AT_ONCE, required=True)

    @validates_schema
    def slugs_differ(self, data: dict[str, Any], **_: Any) -> None:
        """Refuses a slug that comes twice."""
        slugs = [each["slug"] for each in data["tiles"]]
        errors = {
            index: {"slug": [found(slug, "a slug that no other tile of the list has")]}
            for index, slug in enumerate(slugs)
            if slug in slugs[:index]
        }
        if errors:
            raise ValidationError({"tiles": errors})
