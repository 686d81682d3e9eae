"""Errors over HTTP as problem documents (RFC 9457): one shape for all of them; each type has a page (``problem_pages``)."""

from collections.abc import Mapping, Sequence
from typing import Any

import structlog
from flask import Flask, Response, current_app, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from api.http.logs import request_id
from api.http.problem_pages import BROKEN_LINKS, BrokenLink, for_people, page, pages
from api.input_limits import LARGEST_BODY
from api.problems.bad_input import BadInput, faults_counted, told_faults
from api.problems.kinds import ABOUT, OF_STATUS, RETRY_SECONDS, Kind, Problem
from api.schemas.problems import ProblemAnswer, Refusal
from api.storage import StorageUnavailable
from models.shared.fault import Fault
from solver.runtime.not_solved import NotSolvedYet

log = structlog.get_logger(__name__)

MEDIA_TYPE = "application/problem+json"


def problem_response(
    kind: Kind,
    detail: str,
    *,
    faults: Sequence[Fault] = (),
    headers: dict[str, str] | None = None,
    status: int | None = None,
) -> Response:
    """The answer that tells of a problem; ``status`` where HTTP knows a finer one than the kind's."""
    code = status or ABOUT[kind].status
    if for_people(MEDIA_TYPE):
        return page(kind, [detail, *(fault.detail for fault in faults)], code, headers)
    at, asked = f"/problems/{kind.value}", request.path
    document = ProblemAnswer.write(Refusal(ABOUT[kind].title, detail, code, faults, at, asked, request_id()))
    response: Response = current_app.response_class(
        current_app.json.dumps(document, separators=(",", ":")), mimetype=MEDIA_TYPE
    )
    response.status_code = code
    response.headers.update(headers or {})
    return response


def on_bad_input(bad: BadInput) -> Response:
    """Input that cannot be used, with its faults."""
    faults, _ = told_faults(bad.faults)
    return problem_response(bad.kind, faults_counted(bad), faults=faults)


def on_not_solved(refused: NotSolvedYet) -> Response:
    """A position with parts that the solver does not weigh; every body that is searched has it at ``/position``."""
    return on_bad_input(BadInput([Fault("/position" + part.pointer, part.detail, part.code) for part in refused.parts]))


def on_problem(raised: Problem) -> Response:
    """What an endpoint refused."""
    headers = {} if raised.retry is None else {"Retry-After": str(raised.retry)}
    if raised.kind in {Kind.TOKEN_NEEDED, Kind.FORBIDDEN}:
        log.warning("token refused", client=request.remote_addr, method=request.method, problem=raised.kind.value)
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
            return f"Found more than {LARGEST_BODY} bytes; accepted: a body of at most {LARGEST_BODY // 1024} KiB."
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


def tell_errors(app: Flask, links: Mapping[str, BrokenLink]) -> None:
    """Every error of ``app`` is a problem document; ``links``: what people are told at addresses that begin so."""
    app.extensions[BROKEN_LINKS] = links
    app.register_error_handler(BadInput, on_bad_input)
    app.register_error_handler(NotSolvedYet, on_not_solved)
    app.register_error_handler(Problem, on_problem)
    app.register_error_handler(StorageUnavailable, on_storage)
    app.register_error_handler(HTTPException, on_http)
    app.register_error_handler(Exception, on_any)
    app.register_blueprint(pages)
