"""Structured logs: every line carries the id of the request, and of the job where there is one."""

import logging
import re
import sys
import time
from hashlib import sha256
from uuid import uuid4

import structlog
from flask import Flask, Response, g, has_request_context, request
from structlog.types import Processor

from api.config import Config

HEADER = "X-Request-ID"
CAPABILITIES = frozenset({"job_id", "park_id"})
"""Parts of addresses by which whoever knows them may read, change or cancel."""
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
RESERVED = ("waitress", "psycopg", "procrastinate")
"""Libraries whose warnings alone are logged: the first tells paths, with ids, of connections that broke off."""
log = structlog.get_logger(__name__)

SHARED: tuple[Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)


def configure_logs(config: Config) -> None:
    """Log lines of structlog and of the standard library alike, to standard error."""
    structlog.configure(
        processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    renderer: Processor = (
        structlog.processors.JSONRenderer()
        if config.log_format == "json"
        else structlog.dev.ConsoleRenderer(colors=False)
    )
    last: list[Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if config.log_format == "json":
        last.append(structlog.processors.format_exc_info)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*SHARED, structlog.stdlib.ExtraAdder()], processors=[*last, renderer]
        )
    )
    root = logging.getLogger("api")
    for logger in (root, *map(logging.getLogger, ("solver", "gunicorn.error", *RESERVED))):
        logger.handlers = [handler]
        logger.setLevel(config.log_level.upper())
        logger.propagate = False
    for name in RESERVED:
        logging.getLogger(name).setLevel(logging.WARNING)


def short(secret: str) -> str:
    """What stands in the log for an id by which its holder may change something: the same for the same, and no more."""
    return sha256(secret.encode()).hexdigest()[:12]


def request_id() -> str | None:
    """The id of the request that is being answered, if any."""
    return g.get("request_id") if has_request_context() else None


def _shown_path() -> str:
    """The path, with ids that open something shortened."""
    path = request.path
    for name, value in (request.view_args or {}).items():
        if name in CAPABILITIES and isinstance(value, str) and value:
            path = path.replace(value, short(value))
    return path


def log_requests(app: Flask) -> None:
    """Each request of ``app`` has an id, its client's or a new one, and leaves a line."""

    @app.before_request
    def begin() -> None:
        given = request.headers.get(HEADER, "")
        g.request_id = given if _ID.fullmatch(given) else uuid4().hex
        g.began = time.perf_counter()
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=g.request_id)

    @app.after_request
    def end(response: Response) -> Response:
        response.headers[HEADER] = g.request_id
        log.info(
            "request",
            method=request.method,
            path=_shown_path(),
            client=request.remote_addr,
            status=response.status_code,
            milliseconds=round(1000 * (time.perf_counter() - g.began), 1),
        )
        return response
