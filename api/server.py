"""The web server: gunicorn with one process, so that all requests share the search processes, and many threads."""

import logging
import socket
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger

from api.app import create_app
from api.config import Config
from api.http.logs import configure_logs
from api.web_server.worker import WebWorker

log = logging.getLogger(__name__)

GRACE = 10
"""Seconds that the web process gets to end after SIGTERM; it needs fewer."""
SILENT = 60
"""Seconds without a sign of life after which the web process is replaced."""


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
            "worker_class": WebWorker,
            "threads": self._settings.threads,
            "timeout": SILENT,
            "graceful_timeout": GRACE,
            "control_socket_disable": True,
            "proc_name": "park-advisor",
            "loglevel": self._settings.log_level,
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """The application, made in the web process."""
        if self._settings.club_token is None:
            log.warning(
                "tiles and boxes are open: who reaches this address may change them; PARK_ADVISOR_CLUB_TOKEN closes"
            )
        return create_app(self._settings, any_host=False)


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
