"""How many requests a client may make; counted in the memory of the one web process."""

from functools import partial

from flask import Flask, Response, g, request
from flask_limiter import ApplicationLimit, Limiter

from api.config import Config
from api.http.clients import this_client

FREE = frozenset({"health", "pages", "docs", "problems"})
"""Blueprints that nobody is kept from."""
COSTLY = frozenset({"pages.shared"})
"""Endpoints of these that cost more than a file."""
RETRY = "Retry-After"
SEARCHES = frozenset({"operate.solve", "operate.review", "operate.one_thing_more", "jobs.submit"})


def limit_clients(app: Flask, config: Config) -> None:
    """Refuse with 429 what goes beyond the configured rates."""
    rates = ((config.rate, _is_free), (config.search_rate, _is_no_search))
    limiter = Limiter(
        this_client,
        application_limits=[
            ApplicationLimit(rate, exempt_when=exempt, scope=exempt.__name__) for rate, exempt in rates if rate != "off"
        ],
        storage_uri="memory://",
        strategy="moving-window",
        headers_enabled=True,
    )
    app.after_request(partial(_keep_what_was_told, limiter))  # what is added last sees an answer first
    limiter.init_app(app)
    app.after_request(_note_what_is_told)


def _note_what_is_told(answer: Response) -> Response:
    """Remember when the client may ask again, if the answer says so."""
    g.told_to_retry = answer.headers.get(RETRY)
    return answer


def _keep_what_was_told(limiter: Limiter, answer: Response) -> Response:
    """The limiter tells every answer, also of what it let through, when the whole rate is free; a place is free before that."""
    limit = limiter.current_limit
    if limit is not None and not limit.breached:
        answer.headers.remove(RETRY)
        if g.told_to_retry is not None:
            answer.headers[RETRY] = g.told_to_retry
    return answer


def _is_free() -> bool:
    return request.blueprint in FREE and request.endpoint not in COSTLY


def _is_no_search() -> bool:
    return request.endpoint not in SEARCHES
