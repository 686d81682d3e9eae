"""Problem documents (RFC 9457), alike on the command line and over HTTP: the schemas that describe them write them."""

from collections.abc import Sequence
from typing import NamedTuple

from marshmallow import fields

from api.problems.bad_input import BadInput, faults_counted, told_faults
from api.schemas.describing import ABSENT, Answer, Document, many, text, whole
from models.shared.fault import Fault


class Refusal(NamedTuple):
    """What is told of a problem; ``status``, where HTTP has one; over HTTP also the path and the id of the request."""

    title: str
    detail: str
    status: int | None
    errors: Sequence[Fault] = ()
    type: str = "about:blank"
    instance: str = ""
    request_id: str | None = None


class ErrorAnswer(Answer):
    """One fault of the input, and where it stands."""

    pointer = text("JSON pointer (RFC 6901) into the body; empty for the whole.")
    detail = text("What was found there, and what would be accepted.")
    code = text("The kind of fault.")


class CommandProblem(Answer):
    """Why a command could not be carried out."""

    type = text("about:blank.")
    title = text("The kind of problem.")
    status = whole(
        "The HTTP status; absent where HTTP has none.",
        x_optional=True,
        of=lambda refusal: ABSENT if refusal.status is None else refusal.status,
    )
    detail = text("What is wrong.")
    errors = many(ErrorAnswer, "Every fault of the input.")


class ProblemAnswer(CommandProblem):
    """Why a request was refused (RFC 9457)."""

    written_last = ("errors",)

    type = fields.String(
        metadata={"description": "Address of a page on this kind of problem.", "format": "uri-reference"}
    )
    status = whole("The HTTP status.")
    detail = text("What is wrong with this request.")
    instance = text("The path that was asked.")
    request_id = text("The id of the request in the log and in X-Request-ID.", null=True)


def problem_document(title: str, detail: str, status: int | None = None, faults: Sequence[Fault] = ()) -> Document:
    """What the command line tells of a problem."""
    return CommandProblem.write(Refusal(title, detail, status, faults))


def problem(bad: BadInput) -> Document:
    """The problem document of unusable input, for the command line."""
    return problem_document(bad.title, faults_counted(bad), bad.status, told_faults(bad.faults)[0])
