"""Kinds of problems (RFC 9457), alike on the command line and over HTTP: what is always true of each."""

from enum import StrEnum
from typing import NamedTuple

from api.input_limits import LARGEST_BODY

RETRY_SECONDS = 5
"""Seconds after which it is worth asking again, where nothing tells better."""


class Kind(StrEnum):
    """Kinds of problems; the last part of their ``type``."""

    BAD_REQUEST = "bad-request"
    NOT_JSON = "not-json"
    TOKEN_NEEDED = "token-needed"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not-found"
    METHOD_NOT_ALLOWED = "method-not-allowed"
    CONFLICT = "conflict"
    CHANGED = "changed"
    TOO_LARGE = "too-large"
    MEDIA_TYPE = "media-type"
    UNUSABLE = "unusable-input"
    TOO_MANY = "too-many-requests"
    INTERNAL = "internal-error"
    BUSY = "busy"
    STORAGE = "storage-unavailable"


class About(NamedTuple):
    """What is always true of a kind of problem."""

    status: int
    title: str
    explained: str


ABOUT: dict[Kind, About] = {
    Kind.BAD_REQUEST: About(
        400, "The request cannot be understood", "The request itself is broken, before its content was looked at."
    ),
    Kind.NOT_JSON: About(
        400, "The input is not JSON", "The body is no JSON document in UTF-8. The detail says at which line and column."
    ),
    Kind.TOKEN_NEEDED: About(
        401,
        "A token is needed",
        "Send the token in the header Authorization: Bearer TOKEN. A stored park's edit token came with the answer "
        "that created it; the token for a club's tiles is known to whoever runs this service.",
    ),
    Kind.FORBIDDEN: About(403, "The token is not the right one", "The token that was sent does not open this."),
    Kind.NOT_FOUND: About(
        404, "There is no such entry", "Nothing is at this address: it was mistyped, deleted, or never there."
    ),
    Kind.METHOD_NOT_ALLOWED: About(
        405, "This address does not take that method", "The header Allow lists the methods that it takes."
    ),
    Kind.CONFLICT: About(
        409, "The request contradicts what is there", "The detail says what is there already and what may be asked."
    ),
    Kind.CHANGED: About(
        412,
        "It has been changed meanwhile",
        "The header If-Match names a state that is no longer the present one. Read it again, and decide anew.",
    ),
    Kind.TOO_LARGE: About(413, "The input is too large", f"A body may have at most {LARGEST_BODY // 1024} KiB."),
    Kind.MEDIA_TYPE: About(
        415, "Another media type is needed", "Send the body as JSON, with the header Content-Type: application/json."
    ),
    Kind.UNUSABLE: About(
        422,
        "The input cannot be used",
        "The JSON was read, and something in it cannot be used. Every fault is in errors: a JSON pointer to its place, "
        "and what was found and would be accepted there. A move against the rules is no fault: that is an answer.",
    ),
    Kind.TOO_MANY: About(
        429, "Too many requests", "The header Retry-After says after how many seconds requests are taken again."
    ),
    Kind.INTERNAL: About(
        500,
        "Something went wrong inside the service",
        "This is a fault of the program and not of the request. Whoever runs the service finds it in the log by the "
        "request id.",
    ),
    Kind.BUSY: About(
        503,
        "Every search process is busy",
        "As many searches run and wait as this machine can take. Ask again after the seconds in the header Retry-After.",
    ),
    Kind.STORAGE: About(
        503,
        "The storage cannot be used now",
        "The database is locked, full or gone; nothing of the request was kept. Ask again after the seconds in the "
        "header Retry-After. Requests that store nothing still work.",
    ),
}

OF_STATUS = {about.status: kind for kind, about in reversed(ABOUT.items())}
"""The first kind of each status."""


class Problem(Exception):
    """Raised by an endpoint: a kind of problem with a sentence on this one; ``retry`` in seconds."""

    def __init__(self, kind: Kind, detail: str, *, retry: int | None = None) -> None:
        """The problem."""
        super().__init__(detail)
        self.kind, self.detail, self.retry = kind, detail, retry
