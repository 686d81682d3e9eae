"""Reading JSON from files and streams: every way it can fail is a fault, never an exception of Python's."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from api.input_limits import LARGEST_DOCUMENT
from api.problems.bad_input import BadInput, located
from api.problems.kinds import Kind
from models.shared.fault import Fault, FaultCode, pointer, shown

LONGEST_NUMBER = 300
"""Digits after which a number is only ever too large."""


class _Object(dict[str, Any]):
    """A parsed object that remembers which of its keys came twice."""

    repeated: tuple[str, ...] = ()


def read_document(source: str, stream: BinaryIO | None) -> Any:
    """The JSON value in the file ``source``, or in ``stream`` when it is "-"; raises ``BadInput``."""
    with located(source):
        return parse_document(read_bytes(source, stream, "a readable JSON file"))


def parse_document(data: bytes) -> Any:
    """The JSON value that ``data`` holds as UTF-8, with or without a byte order mark; raises ``BadInput``."""
    if len(data) > LARGEST_DOCUMENT:
        raise _refused(
            f"Found more than {LARGEST_DOCUMENT} bytes; accepted: a document of at most 1 MiB.", Kind.TOO_LARGE
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _refused(
            f"Found a byte that is not UTF-8 at offset {error.start}; accepted: JSON in UTF-8.", Kind.NOT_JSON
        ) from None
    if not text.strip():
        raise _refused("Found nothing; accepted: a JSON document.", Kind.NOT_JSON)
    value = _parsed(text)
    faults = list(_repeated_keys(value))
    if faults:
        raise BadInput(faults)
    return value


def read_bytes(source: str, stream: BinaryIO | None, accepted: str) -> bytes:
    """At most one byte more than allowed, so that a huge file is never read whole; raises ``BadInput``.

    ``stream``: standard input, None where it is closed.
    """
    if source == "-":
        if stream is None:
            raise _refused(
                "Standard input is closed; accepted: a document on it, or the name of a file.", Kind.UNUSABLE
            )
        return stream.read(LARGEST_DOCUMENT + 1)
    try:
        with Path(source).open("rb") as file:
            return file.read(LARGEST_DOCUMENT + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _refused(
            f"The file cannot be read ({reason}); accepted: {accepted}, or - for standard input.", Kind.UNUSABLE
        ) from None


def _parsed(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant, parse_int=_whole)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise _refused(f"Found no JSON at {where}: {error.msg}; accepted: a JSON document.", Kind.NOT_JSON) from None
    except RecursionError:
        raise _refused(
            "Found lists or objects nested too deeply; accepted: a JSON document of a few levels.", Kind.NOT_JSON
        ) from None


def _object(pairs: list[tuple[str, Any]]) -> _Object:
    value = _Object(pairs)
    if len(value) < len(pairs):
        names = [name for name, _ in pairs]
        value.repeated = tuple(name for name in value if names.count(name) > 1)
    return value


def _no_constant(name: str) -> Any:
    raise _refused(f"Found {name}, which is no number in JSON; accepted: a JSON document.", Kind.NOT_JSON)


def _whole(digits: str) -> int | float:
    # Python refuses to convert very long integers; as a float they are refused where they stand.
    return int(digits) if len(digits) <= LONGEST_NUMBER else float(digits)


def _repeated_keys(value: Any) -> Iterator[Fault]:
    """Faults for keys that came twice in one object; a walk without recursion."""
    waiting: list[tuple[str, Any]] = [("", value)]
    while waiting:
        at, each = waiting.pop()
        if isinstance(each, _Object):
            for name in each.repeated:
                detail = f"Found the field {shown(name)} more than once; accepted: each field once in an object."
                yield Fault(at + pointer(name), detail)
            waiting += [(at + pointer(name), below) for name, below in reversed(each.items())]
        elif isinstance(each, list):
            waiting += [(at + pointer(index), below) for index, below in reversed(list(enumerate(each)))]


def _refused(detail: str, kind: Kind) -> BadInput:
    return BadInput([Fault("", detail, FaultCode.UNREADABLE)], kind)
