"""Reading documents by a schema, with every fault told at once."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from marshmallow import Schema, ValidationError

from models.shared.fault import Fault, pointer

WHOLE = "_schema"
"""Marshmallow's key for what is wrong with an object as a whole."""


def load(schema: Schema, document: object, prefix: str) -> tuple[Any, list[Fault]]:
    """What ``document`` means and no faults, or None and its faults, at ``prefix`` and below."""
    try:
        return schema.load(document), []  # type: ignore[arg-type]  # the schema refuses what is no object
    except ValidationError as error:
        return None, [Fault(prefix + at, detail) for at, detail in flat(error.messages)]


def flat(messages: Any, at: str = "") -> Iterator[tuple[str, str]]:
    """Marshmallow's tree of messages as (pointer, detail) pairs."""
    if isinstance(messages, Mapping):
        for key, below in messages.items():
            yield from flat(below, at if key == WHOLE else at + pointer(key))
    elif isinstance(messages, str):
        yield at, messages
    else:
        for message in messages:
            yield from flat(message, at)


def merged(wrong: list[Fault], inconsistent: Iterable[Fault]) -> tuple[Fault, ...]:
    """Faults of shape, and the inconsistencies at places whose shape is right."""
    misshapen = {fault.pointer for fault in wrong}
    return (*wrong, *(fault for fault in inconsistent if fault.pointer not in misshapen))
