"""Errors as problem documents (RFC 9457): one shape for all of them, each type with a page that explains it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import structlog
from flask import Blueprint, Flask, Response, abort, current_app, render_template_string, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from api.faults import NOT_FOUND, NOT_JSON, TOO_LARGE, UNUSABLE, BadInput, problem
from api.logs import request_id
from api.storage import StorageUnavailable
from models.fault import Fault
from solver.operate.scope import NotSolvedYet

log = structlog.get_logger(__name__)

MEDIA_TYPE = "application/problem+json"
RETRY_SECONDS = 5


class Kind(StrEnum):
    """Kinds of problems; the last part of their ``type``."""

    BAD_REQUEST = "bad-request"
    NOT_JSON = "not-json"
    TOKEN_NEEDED = "token-needed"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not-found"
    METHOD_NOT_ALLOWED = "method-not-allowed"
    CONFLICT = "conflict"
    TOO_LARGE = "too-large"
    MEDIA_TYPE = "media-type"
    UNUSABLE = "unusable-input"
    TOO_MANY = "too-many-requests"
    INTERNAL = "internal-error"
    BUSY = "busy"
    STORAGE = "storage-unavailable"


@dataclass(frozen=True, slots=True)
class About:
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
    Kind.TOO_LARGE: About(413, "The input is too large", "A body may have at most 64 KiB."),
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

OF_BAD_INPUT = {
    UNUSABLE: Kind.UNUSABLE,
    NOT_JSON: Kind.NOT_JSON,
    TOO_LARGE: Kind.TOO_LARGE,
    NOT_FOUND: Kind.NOT_FOUND,
}
OF_STATUS = {about.status: kind for kind, about in reversed(ABOUT.items())}
"""The first kind of each status."""


class Problem(Exception):
    """Raised by an endpoint: a kind of problem with a sentence on this one; ``retry`` in seconds."""

    def __init__(self, kind: Kind, detail: str, *, retry: int | None = None) -> None:
        """The problem."""
        super().__init__(detail)
        self.kind, self.detail, self.retry = kind, detail, retry


def problem_response(
    kind: Kind,
    detail: str,
    *,
    errors: Any = (),
    headers: dict[str, str] | None = None,
    status: int | None = None,
) -> Response:
    """The answer that tells of a problem; ``status`` where HTTP knows a finer one than the kind's."""
    about = ABOUT[kind]
    document: dict[str, Any] = {
        "type": f"/problems/{kind.value}",
        "title": about.title,
        "status": status or about.status,
        "detail": detail,
        "instance": request.path,
        "request_id": request_id(),
        "errors": list(errors),
    }
    if _for_people():
        return _page(
            about.title, [detail, *(error["detail"] for error in document["errors"])], document["status"], headers
        )
    response: Response = current_app.response_class(
        current_app.json.dumps(document, separators=(",", ":")), mimetype=MEDIA_TYPE
    )
    response.status_code = status or about.status
    response.headers.update(headers or {})
    return response


def _for_people() -> bool:
    """Whether a browser asked for a page: a link that was cut, say; the API itself answers in one shape only."""
    offered = (MEDIA_TYPE, "application/json", "text/html")
    return not request.path.startswith("/v1/") and request.accept_mimetypes.best_match(offered) == "text/html"


def _page(title: str, lines: list[str], status: int, headers: dict[str, str] | None) -> Response:
    text = render_template_string(PAGE, title=title, lines=[*lines, f"Request id: {request_id()}"], links=[])
    response: Response = current_app.response_class(text, status, headers, mimetype="text/html")
    return response


def on_bad_input(bad: BadInput) -> Response:
    """Input that cannot be used, with its faults."""
    document = problem(bad)
    return problem_response(OF_BAD_INPUT[bad.status], document["detail"], errors=document["errors"])


def on_not_solved(refused: NotSolvedYet) -> Response:
    """A position with parts that the solver does not weigh; every body that is searched has it at ``/position``."""
    return on_bad_input(BadInput([Fault("/position" + part.pointer, part.detail, part.code) for part in refused.parts]))


def on_problem(raised: Problem) -> Response:
    """What an endpoint refused."""
    headers = {} if raised.retry is None else {"Retry-After": str(raised.retry)}
    if raised.kind is Kind.TOKEN_NEEDED:
        headers["WWW-Authenticate"] = 'Bearer realm="park-advisor"'
    return problem_response(raised.kind, raised.detail, headers=headers)


def on_storage(_error: StorageUnavailable) -> Response:
    """The database cannot be used."""
    return problem_response(
        Kind.STORAGE,
        "The database cannot be used at the moment; nothing was kept.",
        headers={"Retry-After": str(RETRY_SECONDS)},
    )


def on_http(error: HTTPException) -> Response:
    """What Flask and its extensions refuse."""
    if error.response is not None and error.code is None:
        return Response(status=error.response.status_code, headers=dict(error.response.headers))
    code = error.code or 500
    kind = OF_STATUS.get(code, Kind.BAD_REQUEST if code < 500 else Kind.INTERNAL)
    headers = {}
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        headers["Allow"] = ", ".join(sorted(error.valid_methods))
    if code in (429, 503):
        headers["Retry-After"] = str(getattr(error, "retry_after", None) or RETRY_SECONDS)
    if 300 <= code < 400:
        return Response(status=code, headers=[pair for pair in error.get_headers() if pair[0] == "Location"])
    return problem_response(kind, _detail(kind, error), headers=headers, status=code)


def _detail(kind: Kind, error: HTTPException) -> str:
    match kind:
        case Kind.NOT_FOUND:
            return "There is nothing at this address."
        case Kind.METHOD_NOT_ALLOWED:
            return f"{request.method} is not taken here; accepted: {', '.join(sorted(_methods(error)))}."
        case Kind.TOO_LARGE:
            return (
                f"Found more than {current_app.config['MAX_CONTENT_LENGTH']} bytes; accepted: a body of at most 64 KiB."
            )
        case Kind.TOO_MANY:
            return f"Accepted from one client: {getattr(error, 'description', None) or 'fewer requests'}."
        case _:
            return ABOUT[kind].explained


def _methods(error: HTTPException) -> Any:
    return getattr(error, "valid_methods", None) or ()


def on_any(error: Exception) -> Response:
    """Anything unforeseen: to the log with its trace, to the client only that it happened."""
    log.exception("internal error", error=type(error).__name__)
    return problem_response(Kind.INTERNAL, f"The fault is in the log under the request id {request_id()}.")


PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>{{ title }}</title></head>
<body>
<h1>{{ title }}</h1>
{% for line in lines %}<p>{{ line }}</p>
{% endfor %}{% if links %}<ul>
{% for link in links %}<li><a href="/problems/{{ link }}">{{ link }}</a></li>
{% endfor %}</ul>{% else %}<p><a href="/problems">Every kind of problem</a></p>{% endif %}
</body>
</html>
"""
pages = Blueprint("problems", __name__, url_prefix="/problems")


@pages.get("")
def every_problem() -> str:
    """The list of the kinds."""
    return render_template_string(
        PAGE, title="Problems", lines=["Kinds of problems that this service tells."], links=[*Kind]
    )


@pages.get("/<name>")
def problem_page(name: str) -> str:
    """What a kind of problem means."""
    if name not in {kind.value for kind in Kind}:
        abort(404)
    about = ABOUT[Kind(name)]
    return render_template_string(PAGE, title=about.title, lines=[f"HTTP status {about.status}.", about.explained])


def tell_errors(app: Flask) -> None:
    """Every error of ``app`` is a problem document."""
    app.register_error_handler(BadInput, on_bad_input)
    app.register_error_handler(NotSolvedYet, on_not_solved)
    app.register_error_handler(Problem, on_problem)
    app.register_error_handler(StorageUnavailable, on_storage)
    app.register_error_handler(HTTPException, on_http)
    app.register_error_handler(Exception, on_any)
    app.register_blueprint(pages)
