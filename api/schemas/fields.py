"""Fields that take exactly what the READMEs say and, in every refusal, say what they would take.

They write too: of a value, the attribute of a field's name, or what ``of`` makes of the value; ``ABSENT`` leaves it out.
"""

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, TypeVar

from marshmallow import ValidationError, fields, pre_load

from api.schemas.describing import Describer, Description, Document, Source, WritingSchema
from models.shared.fault import found, named
from models.shared.hexgrid import Hex

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)

LONGEST_ID = 40
LONGEST_NAME = 60
FARTHEST_HEX = 50
LONGEST_SYMBOL = 20
LONGEST_SEARCH = 86_400
"""Seconds that no search may exceed, whatever is configured."""
HEX: Description = {
    "type": "array",
    "items": {"type": "integer", "minimum": -FARTHEST_HEX, "maximum": FARTHEST_HEX},
    "minItems": 2,
    "maxItems": 2,
}
SYMBOL = re.compile(f"[a-z0-9-]{{1,{LONGEST_SYMBOL}}}")


def refusals(accepts: str) -> dict[str, Any]:
    """The messages for a value that is absent or null; marshmallow formats them, so braces are doubled."""
    accepts = accepts.replace("{", "{{").replace("}", "}}")
    return {"required": f"Missing; accepted: {accepts}.", "null": f"Found null; accepted: {accepts}."}


def is_whole(value: object) -> bool:
    """Whether ``value`` is a JSON whole number; true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)


class DescribedField(fields.Field[T], ABC):
    """A field that knows in words, and for the API's description in JSON Schema, what it accepts."""

    def __init__(
        self, accepts: str, described: Mapping[str, Any] | None = None, *, of: Source = None, **kwargs: Any
    ) -> None:
        metadata = {"description": accepts, **(described or {}), "of": of}
        super().__init__(error_messages=refusals(accepts), metadata=metadata, **kwargs)
        self.accepts = accepts

    @abstractmethod
    def read(self, value: Any) -> T:
        """What ``value`` means; raises ``ValidationError``."""

    def shape(self, _describer: Describer) -> Description:
        """What JSON Schema says of the field beyond its metadata."""
        return {}

    def write(self, value: T) -> Any:
        """Gives the value as JSON has it."""
        return value

    def refusal(self, value: object) -> ValidationError:
        """The error for a value that is not accepted."""
        return ValidationError(found(value, self.accepts))

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> T:
        return self.read(value)

    def _serialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return None if value is None else self.write(value)


class BoundedInt(DescribedField[int]):
    """A whole number within bounds; 4.0, "4" and true are not whole numbers."""

    def __init__(self, low: int, high: int, *, but_not: int | None = None, **kwargs: Any) -> None:
        bounds = f"{low}" if low == high else f"a whole number from {low} to {high}"
        accepts = bounds if but_not is None else f"{bounds}, but not {but_not}"
        super().__init__(accepts, {"type": "integer", "minimum": low, "maximum": high}, **kwargs)
        self.low, self.high, self.but_not = low, high, but_not

    def read(self, value: Any) -> int:
        """Reads the number; raises ValidationError for anything else."""
        if is_whole(value) and self.low <= value <= self.high and value != self.but_not:
            return int(value)
        raise self.refusal(value)


class SecondsField(DescribedField[float]):
    """Seconds of a search: above 0, nowhere more than a day; whoever is asked refuses more than may be asked there, with that limit."""

    def __init__(self, **kwargs: Any) -> None:
        described = {"type": "number", "exclusiveMinimum": 0, "maximum": LONGEST_SEARCH}
        super().__init__("seconds above 0", described, **kwargs)

    def read(self, value: Any) -> float:
        """Reads the seconds; raises ValidationError for anything else."""
        if isinstance(value, int | float) and not isinstance(value, bool) and value > 0:
            if value <= LONGEST_SEARCH:
                return float(value)
            raise ValidationError(found(value, f"{self.accepts}, nowhere more than {LONGEST_SEARCH}"))
        raise self.refusal(value)


class FlagField(DescribedField[bool]):
    """true or false, nothing else."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("true or false", {"type": "boolean"}, **kwargs)

    def read(self, value: Any) -> bool:
        """Reads the truth value; raises ValidationError for anything else."""
        if isinstance(value, bool):
            return value
        raise self.refusal(value)


class TextField(DescribedField[str]):
    """A short text without control characters or spaces around it."""

    def __init__(self, what: str = "an id", longest: int = LONGEST_ID, **kwargs: Any) -> None:
        accepts = f"{what} of 1 to {longest} characters, without control characters or spaces around it"
        super().__init__(accepts, {"type": "string", "minLength": 1, "maxLength": longest}, **kwargs)
        self.longest = longest

    def read(self, value: Any) -> str:
        """Reads the text; raises ValidationError for anything else."""
        if isinstance(value, str) and 1 <= len(value) <= self.longest and value == value.strip() and is_printed(value):
            return value
        raise self.refusal(value)


class Symbol(DescribedField[str]):
    """The name of a printed symbol, chosen by whoever enters it."""

    def __init__(self, **kwargs: Any) -> None:
        accepts = f"a symbol's name of 1 to {LONGEST_SYMBOL} small letters, digits or hyphens"
        super().__init__(accepts, {"type": "string", "pattern": f"^{SYMBOL.pattern}$"}, **kwargs)

    def read(self, value: Any) -> str:
        """Reads the name; raises ValidationError for anything else."""
        if isinstance(value, str) and SYMBOL.fullmatch(value):
            return value
        raise self.refusal(value)


def is_printed(text: str) -> bool:
    """Whether ``text`` holds neither control characters, line breaks nor lone surrogates."""
    return not any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in text)


class EnumField(DescribedField[E]):
    """One of a few words, each an enum member."""

    def __init__(self, members: Sequence[E] | type[E], **kwargs: Any) -> None:
        self.members: Mapping[str, E] = {member.value: member for member in members}
        super().__init__(f"one of {named(self.members)}", {"type": "string", "enum": list(self.members)}, **kwargs)

    def read(self, value: Any) -> E:
        """Reads the member; raises ValidationError for anything else."""
        if isinstance(value, str) and value in self.members:
            return self.members[value]
        raise self.refusal(value)

    def write(self, value: E) -> str:
        """Gives the word of the member."""
        return value.value


class HexField(DescribedField[Hex]):
    """Axial coordinates ``[q, r]``."""

    def __init__(self, **kwargs: Any) -> None:
        accepts = f"[q, r], two whole numbers from {-FARTHEST_HEX} to {FARTHEST_HEX}"
        super().__init__(accepts, {"type": "array", "minItems": 2, "maxItems": 2}, **kwargs)

    def shape(self, _describer: Describer) -> Description:
        """Two whole numbers within the bounds of coordinates."""
        return dict(HEX)

    def read(self, value: Any) -> Hex:
        """Reads the hex; raises ValidationError for anything else."""
        if not isinstance(value, list) or len(value) != 2:
            raise self.refusal(value)
        return Hex(*read_each(enumerate(value), BoundedInt(-FARTHEST_HEX, FARTHEST_HEX)).values())

    def write(self, value: Hex) -> list[int]:
        """The coordinates in a list."""
        return list(value)


class BoundedList(fields.List[Any]):
    """A list with bounds on its length, kept as a tuple."""

    def __init__(
        self,
        inner: fields.Field[Any],
        what: str,
        most: int,
        *,
        least: int = 0,
        of: Source = None,
        **kwargs: Any,
    ) -> None:
        self.accepts = f"a list of {least} to {most} {what}"
        described = {"description": self.accepts, "minItems": least, "maxItems": most, "of": of}
        super().__init__(inner, error_messages=refusals(self.accepts), metadata=described, **kwargs)
        self.least, self.most = least, most

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if not isinstance(value, list) or not self.least <= len(value) <= self.most:
            raise ValidationError(found(value, self.accepts))
        return tuple(read_each(enumerate(value), self.inner).values())


class MappingField(DescribedField[Mapping[Any, Any]]):
    """An object whose keys and values are fields themselves."""

    def __init__(self, key: fields.Field[Any], value: fields.Field[Any], what: str, **kwargs: Any) -> None:
        super().__init__(f"an object of {what}", {"type": "object"}, **kwargs)
        self.key, self.value = key, value

    def shape(self, describer: Describer) -> Description:
        """An object whose names and values are as their fields say."""
        key = describer.field2property(self.key)
        names = {name: key[name] for name in key if name in ("enum", "minLength", "maxLength", "pattern")}
        described = {"type": "object", "additionalProperties": describer.field2property(self.value)}
        return described | ({"propertyNames": names} if names else {})

    def read(self, value: Any) -> Mapping[Any, Any]:
        """The pairs, each key and each value read by its field."""
        if not isinstance(value, dict):
            raise self.refusal(value)
        keys = read_each(((name, name) for name in value), self.key)
        return {keys[name]: each for name, each in read_each(value.items(), self.value).items()}

    def write(self, value: Mapping[Any, Any]) -> Document:
        """The pairs, each key and each value written by its field."""
        key, each = self.key, self.value
        return {key._serialize(name, None, None): each._serialize(value[name], None, None) for name in value}


def read_each(items: Iterable[tuple[Any, Any]], field: fields.Field[Any]) -> dict[Any, Any]:
    """Each value read by ``field``, by its place; raises the errors of all of them together."""
    values, errors = {}, {}
    for place, each in items:
        try:
            values[place] = field.deserialize(each)
        except ValidationError as error:
            errors[place] = error.messages
    if errors:
        raise ValidationError(errors)
    return values


class StrictSchema(WritingSchema):
    """An object that refuses fields it does not know."""

    what = "an object"

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        names = named(field.data_key or name for name, field in self.load_fields.items())
        self.accepts = f"{self.what}, an object with the fields {names}"
        self.error_messages |= {"unknown": f"Unknown field; accepted here: {names}."}

    @pre_load
    def is_an_object(self, data: Any, **_: Any) -> Any:
        """Only an object has fields."""
        if isinstance(data, dict):
            return data
        raise ValidationError(found(data, self.accepts))


class NestedObject(fields.Nested):
    """An object within an object; refuses null and absence in the same words as the rest."""

    def __init__(self, nested: type[StrictSchema], *, of: Source = None, **kwargs: Any) -> None:
        super().__init__(nested, error_messages=refusals(nested.what), metadata={"of": of}, **kwargs)
