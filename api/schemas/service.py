"""Answers on the service itself, and the one form of every error."""

from marshmallow import fields

from api.schemas.describing import Answer, many, table, text, whole


class HealthAnswer(Answer):
    """Whether the service lives, and which version it is."""

    status = text("ok.")
    version = text("Version of the program.")


class ReadyAnswer(HealthAnswer):
    """Whether requests can be served, part by part."""

    checks = table(fields.Boolean(), "Whether each part works.")


class ErrorAnswer(Answer):
    """One fault of the input, and where it stands."""

    pointer = text("JSON pointer (RFC 6901) into the body; empty for the whole.")
    detail = text("What was found there, and what would be accepted.")
    code = text("The kind of fault.")


class ProblemAnswer(Answer):
    """Why a request was refused (RFC 9457)."""

    type = fields.String(
        metadata={"description": "Address of a page on this kind of problem.", "format": "uri-reference"}
    )
    title = text("The kind of problem.")
    status = whole("The HTTP status.")
    detail = text("What is wrong with this request.")
    instance = text("The path that was asked.")
    request_id = text("The id of the request in the log and in X-Request-ID.", null=True)
    errors = many(ErrorAnswer, "Every fault of the input.")
