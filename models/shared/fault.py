"""What is wrong with a document, as coded reasons: shared by every kind of document."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

LONGEST_SHOWN = 60
MOST_NAMED = 40


class FaultCode(StrEnum):
    """Why a document of any game cannot be used; each game adds codes of its own."""

    UNREADABLE = "unreadable"
    SHAPE = "shape"
    RULE_UNKNOWN = "rule.unknown"
    NOT_SOLVED = "not-solved"


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason: a JSON pointer into the document, what was found and what would be accepted."""

    pointer: str
    detail: str
    code: StrEnum = FaultCode.SHAPE


def pointer(*parts: str | int) -> str:
    """The JSON pointer (RFC 6901) of a place, such as ``/park/guests/0/at``."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def shown(value: object) -> str:
    """A value from a document as a message shows it: short, on one line, never nested."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return f"a list of {len(value)}" if value else "an empty list"
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) > 10**LONGEST_SHOWN:
        return "a huge number"
    text = json.dumps(value, ensure_ascii=False).encode(errors="backslashreplace").decode()
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def found(value: object, accepts: str) -> str:
    """The sentence for a value that is not accepted."""
    return f"Found {shown(value)}; accepted: {accepts}."


def named(names: Iterable[str]) -> str:
    """Accepted names in a row, or what to say when there are none; very long rows are cut."""
    items = list(names)
    if not items:
        return "nothing, as there is none"
    cut = items[:MOST_NAMED]
    return ", ".join(cut) + (f" and {len(items) - len(cut)} more" if len(items) > len(cut) else "")
