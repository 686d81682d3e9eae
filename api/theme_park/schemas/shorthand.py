"""Requests in the shorthand of ``models/theme_park/shorthand``."""

from typing import Any

from api.input_limits import LARGEST_BODY
from api.schemas.fields import LONGEST_NAME, BoundedList, DescribedField, StrictSchema, TextField

MOST_KNOWN = 400
"""Names that a request may say are known."""


class WritingField(DescribedField[str]):
    """What somebody wrote, of several lines perhaps."""

    def __init__(self, **kwargs: Any) -> None:
        accepts = f"what was written, 1 to {LARGEST_BODY} characters"
        super().__init__(accepts, {"type": "string", "minLength": 1, "maxLength": LARGEST_BODY}, **kwargs)

    def read(self, value: Any) -> str:
        """Reads the text; raises ValidationError for anything else."""
        if isinstance(value, str) and 1 <= len(value) <= LARGEST_BODY and "\0" not in value and _is_text(value):
            return value
        raise self.refusal(value)


def _is_text(value: str) -> bool:
    """Whether it holds no lone surrogates."""
    return not any("\ud800" <= character <= "\udfff" for character in value)


class GuestsRequestSchema(StrictSchema):
    """Guests such as ``g3 b4``."""

    what = "a request"

    text = WritingField(required=True)


class TilesRequestSchema(GuestsRequestSchema):
    """Tiles, a line each, or a table; ``names`` may stand without their facts, those of the catalogue by default."""

    names = BoundedList(TextField("a name", LONGEST_NAME), "names", MOST_KNOWN)
