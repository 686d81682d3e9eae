"""Requests that create something, sent again under the same Idempotency-Key."""

import json
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from hashlib import sha256
from typing import ParamSpec

from flask import Response, g, request

from api.http.clients import this_client
from api.http.kept_replies import Reply, reply_store
from api.http.requests import answer, wrong_header
from api.storage import StorageUnavailable

Given = ParamSpec("Given")
LONGEST_KEY = 255
KEY = {
    "in": "header",
    "name": "Idempotency-Key",
    "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY, "pattern": "^[!-~]+$"},
    "description": "With the same key the same request of a client has the same answer, however often it is sent.",
}


def idempotency_key() -> str | None:
    """The key of the request; raises BadInput when it cannot be one."""
    key = request.headers.get("Idempotency-Key")
    if key is None or (0 < len(key) <= LONGEST_KEY and key.isascii() and key.isprintable() and " " not in key):
        return key
    raise wrong_header("Idempotency-Key", key, f"1 to {LONGEST_KEY} printable ASCII characters without spaces")


def once(view: Callable[Given, Response]) -> Callable[Given, Response]:
    """Decorator, next to the endpoint: repeats under a key get the first answer, with ``Idempotent-Replayed``."""

    @wraps(view)
    def repeated(*given: Given.args, **named: Given.kwargs) -> Response:
        key = idempotency_key()
        if key is None:
            return view(*given, **named)
        scope = f"{this_client()}\n{request.endpoint}"
        digest = sha256(json.dumps(g.body, sort_keys=True).encode()).hexdigest()
        earlier = reply_store().claim(scope, key, digest)
        if earlier is not None:
            headers = {"Idempotent-Replayed": "true"} | ({"Location": earlier.location} if earlier.location else {})
            return answer(earlier.document, earlier.status, **headers)
        try:
            response = view(*given, **named)
        except BaseException:
            with suppress(StorageUnavailable):
                reply_store().release(scope, key)
            raise
        with suppress(StorageUnavailable):
            told = Reply(response.status_code, json.loads(response.get_data()), response.headers.get("Location"))
            reply_store().keep(scope, key, told)
        return response

    return repeated
