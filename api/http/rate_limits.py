"""How many requests a client may make; counted in the memory of the one web process."""

from flask import Flask, request
from flask_limiter import ApplicationLimit, Limiter

from api.config import Config
from api.http.clients import this_client

FREE = frozenset({"health", "pages", "docs", "problems"})
"""Blueprints that nobody is kept from."""
COSTLY = frozenset({"pages.shared"})
"""Endpoints of these that cost more than a file."""
SEARCHES = frozenset({"operate.solve", "operate.review", "operate.one_thing_more", "jobs.submit"})


def limit_clients(app: Flask, config: Config) -> None:
    """Refuse with 429 what goes beyond the configured rates."""
    rates = ((config.rate, _is_free), (config.search_rate, _is_no_search))
    Limiter(
        this_client,
        app=app,
        application_limits=[
            ApplicationLimit(rate, exempt_when=exempt, scope=exempt.__name__) for rate, exempt in rates if rate != "off"
        ],
        storage_uri="memory://",
        strategy="moving-window",
        headers_enabled=True,
    )


def _is_free() -> bool:
    return request.blueprint in FREE and request.endpoint not in COSTLY


def _is_no_search() -> bool:
    return request.endpoint not in SEARCHES
