"""The web server: gunicorn with one process, so that all requests share the search processes, and many threads."""

import signal
import socket
import struct
from collections.abc import Callable
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger
from gunicorn.workers.gthread import ThreadWorker

from api.app import close, create_app, start_closing, start_searching
from api.config import Config
from api.logs import configure_logs

GRACE = 10
"""Seconds that requests under way get to end after SIGTERM."""
SILENT = 60
"""Seconds without a sign of life after which the web process is replaced."""
KEEP_ALIVE = 5
PATIENCE = 10
"""Seconds without a byte after which a client that is in the midst of its request is left."""
LONGEST_LINE = 8190
"""Bytes of the first line of a request, which holds the address; gunicorn takes no more."""


class Server(BaseApplication):
    """gunicorn without any file or command line of its own."""

    def __init__(self, config: Config) -> None:
        """A server under ``config``; ``run`` starts it."""
        self._settings = config
        super().__init__()

    def load_config(self) -> None:
        """Our settings as gunicorn's."""
        settings = self._settings

        class Told(Logger):
            """gunicorn's own lines in the form of all others, from the first one."""

            def setup(self, cfg: Any) -> None:
                """Called once, as the server starts."""
                super().setup(cfg)
                configure_logs(settings)

        options = {
            "logger_class": Told,
            "bind": f"{_bracketed(self._settings.host)}:{self._settings.port}",
            "workers": 1,
            "worker_class": "gthread",
            "threads": self._settings.threads,
            "timeout": SILENT,
            "graceful_timeout": GRACE,
            "keepalive": KEEP_ALIVE,
            "limit_request_line": LONGEST_LINE,
            "control_socket_disable": True,
            "proc_name": "park-advisor",
            "loglevel": self._settings.log_level,
            "post_worker_init": _watch_for_the_end,
            "worker_exit": _end,
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """The application, made in the web process."""
        return create_app(self._settings)


def address_fault(host: str, port: int) -> str | None:
    """Why nothing can listen there, told before gunicorn tries again and again; None where it can."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as gunicorn does
            tried.bind(address)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return f"{_bracketed(host)}:{port} cannot be listened on ({reason}); accepted: an address of this machine, a free port."
    return None


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _watch_for_the_end(worker: ThreadWorker) -> None:
    """Warm the search processes; later let event streams and searches hear of SIGTERM at once, so that they end in time."""
    app: Flask = worker.wsgi
    start_searching(app)
    for listener in worker.sockets:  # accepted connections inherit it; a thread would wait for their bytes for ever
        listener.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", PATIENCE, 0))
    before: Callable[..., Any] | int | None = signal.getsignal(signal.SIGTERM)

    def end(number: int, frame: Any) -> None:
        start_closing(app)
        if callable(before):
            before(number, frame)

    signal.signal(signal.SIGTERM, end)


def _end(_server: Any, worker: ThreadWorker) -> None:
    if worker.wsgi is not None:
        close(worker.wsgi)
