"""Conditional requests: what has not changed is not sent again (304), and what has changed is not overwritten (412)."""

import json
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Any

from flask import Response, request

from api.http.requests import answer
from api.problems.kinds import Kind, Problem
from api.schemas.describing import Document

Check = Callable[[Document], None]
"""Asked, within the change, with what stands there; raises Problem."""

ETAG = {"ETag": {"schema": {"type": "string"}, "description": "Stands for what the answer says, until that changes."}}
IF_NONE_MATCH = {
    "in": "header",
    "name": "If-None-Match",
    "schema": {"type": "string"},
    "description": "ETags that are known: 304 when it is one of them.",
}
IF_MATCH = {
    "in": "header",
    "name": "If-Match",
    "schema": {"type": "string"},
    "description": "The ETag of what is to be changed: 412 when somebody has changed it meanwhile.",
}
UNCHANGED = "It is as the ETag says."


def tag_of(document: Document, parts: Iterable[str]) -> str:
    """The ETag of a document, of which ``parts`` tell whether it has changed."""
    told = json.dumps([document[part] for part in parts], sort_keys=True, separators=(",", ":"))
    return sha256(told.encode()).hexdigest()[:32]


def tagged(document: Document, parts: Iterable[str], status: int = 200, **headers: str) -> Response:
    """``document`` as the answer with its ETag, or 304 to a GET that knows it."""
    tag = tag_of(document, parts)
    if request.method in ("GET", "HEAD") and request.if_none_match.contains_weak(tag):
        response = Response(status=304)
    else:
        response = answer(document, status, **headers)
    response.set_etag(tag)
    return response


def as_the_client_knows_it(parts: Iterable[str]) -> Check:
    """What holds a change to If-Match and If-None-Match; without them every change is taken."""
    match, none_match = request.if_match, request.if_none_match
    has_match, has_none = "If-Match" in request.headers, "If-None-Match" in request.headers

    def check(document: Document) -> None:
        tag = tag_of(document, parts)
        if (has_match and not match.contains(tag)) or (has_none and none_match.contains(tag)):
            raise Problem(Kind.CHANGED, "It has been changed meanwhile; accepted: its ETag as it is now, in If-Match.")

    return check


def conditional(get: bool) -> dict[str, Any]:
    """The parameters by which the description tells of conditional requests."""
    return {"parameters": [IF_NONE_MATCH if get else IF_MATCH]}
