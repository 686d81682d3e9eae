"""Fields of answers: what each means, for the description of the API, and where its value comes from.

A field is the attribute of its name, or what ``of`` makes of the value that is written; ``ABSENT`` leaves it out.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar, Protocol, TypeAlias

from marshmallow import Schema, fields, missing
from marshmallow.fields import Field

Document: TypeAlias = dict[str, Any]
"""An object as JSON has it."""
Description: TypeAlias = dict[str, Any]
"""A JSON Schema, or a part of one."""
Source: TypeAlias = Callable[[Any], Any] | None
"""Where the value of a field comes from."""
ABSENT = missing
"""What a source gives where an optional field is not written."""


class Describer(Protocol):
    """What describes fields and schemas for the description of the API."""

    def field2property(self, field: fields.Field[Any]) -> Description:
        """What JSON Schema says of a field."""

    def resolve_nested_schema(self, schema: Schema | type[Schema]) -> Description:
        """Where a schema is described."""


class WritingSchema(Schema):
    """An object that is written in the order of its fields."""

    sourced: ClassVar[bool] = False
    """Whether a field that must be there and has no source is a mistake."""
    written_last: ClassVar[tuple[str, ...]] = ()
    """Fields that documents have behind the others, whatever order refusals name them in."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.dump_fields.update({name: self.dump_fields.pop(name) for name in self.written_last if name in self.fields})

    @classmethod
    def write(cls, value: object) -> Document:
        """The document of ``value``."""
        document: Document = _made(cls).dump(value)
        return document

    def dump(self, obj: Any, *, many: bool | None = None) -> Any:
        """The document of one value; marshmallow's own method looks for hooks and defaults too, and takes twice as long."""
        document: Document = {}
        for name, field in self.dump_fields.items():
            of = field.metadata.get("of")
            value = getattr(obj, name, ABSENT) if of is None else of(obj)
            if value is not ABSENT:
                document[field.data_key or name] = field._serialize(value, name, obj)
            elif self.sourced and field.required:
                raise AttributeError(f"{type(self).__name__}.{name} of {type(obj).__name__}")
        return document


@cache
def _made(kind: type[WritingSchema]) -> WritingSchema:
    return kind()


class Answer(WritingSchema):
    """An object of which every described field is there, in the order of its description; more may be added.

    ``write`` raises AttributeError where a field that is always there has no source.
    """

    sourced = True

    def on_bind_field(self, field_name: str, field_obj: Field[Any]) -> None:
        """Every field is there unless it says otherwise."""
        field_obj.required = not field_obj.metadata.get("x_optional", False)


def unless_empty(name: str) -> Callable[[Any], Any]:
    """Gives the attribute ``name``; ABSENT where it is None, false, 0 or empty."""
    return lambda value: getattr(value, name) or ABSENT


class AnyNumber(fields.Float):
    """A number as JSON has it: a fraction that is whole becomes a whole number, any other a decimal one."""

    def _serialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return json_number(value) if isinstance(value, Fraction) else value


def json_number(value: int | Fraction) -> int | float:
    """A number as JSON has it; expected values may be fractions."""
    return int(value) if value == int(value) else float(value)


class KeptAs(fields.Nested):
    """A document that a schema reads and describes, and that is written as it is."""

    def _serialize(self, nested_obj: Any, *_: Any, **__: Any) -> Any:  # type: ignore[override]  # as Nested has it
        return nested_obj


def text(description: str, *, null: bool = False, **more: Any) -> Field[Any]:
    """Describes a string; ``null``: whether null may stand there."""
    return fields.String(allow_none=null, metadata={"description": description, **more})


def whole(description: str, *, null: bool = False, **more: Any) -> Field[Any]:
    """Describes a whole number; ``null``: whether null may stand there."""
    return fields.Integer(allow_none=null, metadata={"description": description, **more})


def number(description: str, *, null: bool = False, **more: Any) -> Field[Any]:
    """Describes any number; ``null``: whether null may stand there."""
    return AnyNumber(allow_none=null, metadata={"description": description, **more})


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


def kept_as(schema: type[Schema], *, null: bool = False, **more: Any) -> Field[Any]:
    """Describes an object that ``schema`` reads and that is kept as a document: it is written as it is."""
    return KeptAs(schema, allow_none=null, metadata=more)


class OneKindOf(fields.Raw):
    """An object of one of several kinds."""

    def __init__(self, schemas: tuple[type[Schema], ...], *, of: Source = None, **kwargs: Any) -> None:
        super().__init__(metadata={"of": of}, **kwargs)
        self.schemas = schemas

    def shape(self, describer: Describer) -> Description:
        """Any of the schemas, or null."""
        kinds = [describer.resolve_nested_schema(schema) for schema in self.schemas]
        return {"anyOf": [*kinds, {"type": "null"}] if self.allow_none else kinds}


def one_kind_of(*schemas: type[Schema], null: bool = False, of: Source = None) -> Field[Any]:
    """Describes an object of one of several kinds, which is written as it is."""
    return OneKindOf(schemas, of=of, allow_none=null)


def table(values: Field[Any], description: str, **more: Any) -> Field[Any]:
    """An object of values of one kind under names."""
    return fields.Dict(keys=fields.String(), values=values, metadata={"description": description, **more})


def any_object(description: str, *, null: bool = False, **more: Any) -> Field[Any]:
    """An object that is not described further."""
    return fields.Dict(allow_none=null, metadata={"description": description, **more})
