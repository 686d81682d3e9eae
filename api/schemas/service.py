"""Answers on the service itself, and the one form of every error."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from marshmallow import fields

from api.problems.kinds import ABOUT, Kind
from api.schemas.describing import Answer, many, table, text, whole
from api.version import program_version
from models.shared.fault import Fault


class Health(NamedTuple):
    """How the service is, part by part."""

    status: str
    checks: Mapping[str, bool] = MappingProxyType({})


class HealthAnswer(Answer):
    """Whether the service lives, and which version it is."""

    status = text("ok.")
    version = text("Version of the program.", of=lambda _: program_version())


class ReadyAnswer(HealthAnswer):
    """Whether requests can be served, part by part."""

    checks = table(fields.Boolean(), "Whether each part works.")


class ErrorAnswer(Answer):
    """One fault of the input, and where it stands."""

    pointer = text("JSON pointer (RFC 6901) into the body; empty for the whole.")
    detail = text("What was found there, and what would be accepted.")
    code = text("The kind of fault.")


class Refusal(NamedTuple):
    """Why a request was refused; ``instance``: the path that was asked."""

    kind: Kind
    status: int
    detail: str
    instance: str
    request_id: str | None
    errors: Sequence[Fault]


class ProblemAnswer(Answer):
    """Why a request was refused (RFC 9457)."""

    type = fields.String(
        metadata={
            "description": "Address of a page on this kind of problem.",
            "format": "uri-reference",
            "of": lambda refusal: f"/problems/{refusal.kind.value}",
        }
    )
    title = text("The kind of problem.", of=lambda refusal: ABOUT[refusal.kind].title)
    status = whole("The HTTP status.")
    detail = text("What is wrong with this request.")
    instance = text("The path that was asked.")
    request_id = text("The id of the request in the log and in X-Request-ID.", null=True)
    errors = many(ErrorAnswer, "Every fault of the input.")
