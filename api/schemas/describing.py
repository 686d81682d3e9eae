"""Fields of answers with what they mean, for the description of the API."""

from typing import Any

from marshmallow import Schema, fields
from marshmallow.fields import Field


class Answer(Schema):
    """An object of which every described field is there; more may be added."""

    def on_bind_field(self, field_name: str, field_obj: Field[Any]) -> None:
        """Every field is there unless it says otherwise."""
        field_obj.required = not field_obj.metadata.get("x_optional", False)


def text(description: str, *, null: bool = False, **more: Any) -> Field[Any]:
    """Describes a string; ``null``: whether null may stand there."""
    return fields.String(allow_none=null, metadata={"description": description, **more})


def whole(description: str, *, null: bool = False, **more: Any) -> Field[Any]:
    """Describes a whole number; ``null``: whether null may stand there."""
    return fields.Integer(allow_none=null, metadata={"description": description, **more})


def number(description: str, *, null: bool = False, **more: Any) -> Field[Any]:
    """Describes any number; ``null``: whether null may stand there."""
    return fields.Float(allow_none=null, metadata={"description": description, **more})


def flag(description: str, **more: Any) -> Field[Any]:
    """Describes what is true or false."""
    return fields.Boolean(metadata={"description": description, **more})


def one_of(members: Any, description: str, *, null: bool = False, **more: Any) -> Field[Any]:
    """Describes one of a few words, the values of an enum."""
    words: list[str | None] = [member.value for member in members]
    described = {"description": description, "enum": [*words, None] if null else words}
    return fields.String(allow_none=null, metadata={**described, **more})


def many(inner: Field[Any] | type[Schema], description: str, *, null: bool = False, **more: Any) -> Field[Any]:
    """Describes a list of such fields or objects."""
    each = inside(inner) if isinstance(inner, type) else inner
    return fields.List(each, allow_none=null, metadata={"description": description, **more})


def inside(schema: type[Schema], *, null: bool = False, **more: Any) -> Field[Any]:
    """Describes an object that has a schema."""
    return fields.Nested(schema, allow_none=null, metadata=more)


class OneKindOf(fields.Raw):
    """An object of one of several kinds."""

    def __init__(self, schemas: tuple[type[Schema], ...], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.schemas = schemas


def one_kind_of(*schemas: type[Schema], null: bool = False) -> Field[Any]:
    """An object of one of several kinds."""
    return OneKindOf(schemas, allow_none=null)


def table(values: Field[Any], description: str, **more: Any) -> Field[Any]:
    """An object of values of one kind under names."""
    return fields.Dict(keys=fields.String(), values=values, metadata={"description": description, **more})


def any_object(description: str, *, null: bool = False, **more: Any) -> Field[Any]:
    """An object that is not described further."""
    return fields.Dict(allow_none=null, metadata={"description": description, **more})
