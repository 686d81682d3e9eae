"""Which addresses the service answers under, and which paths there can be."""

import re
import socket
from collections.abc import Iterable
from ipaddress import ip_address

from flask import Flask, Response, request

from api.config import Config
from api.http.error_answers import problem_response
from api.problems.kinds import Kind

LOOPBACK = ("localhost", ".localhost")
CONTROLS = re.compile(r"[\x00-\x1f\x7f]")
"""What no address of ours holds, and PostgreSQL cannot even be asked about."""


def guard(app: Flask, config: Config, *, any_host: bool) -> None:
    """Refuse what is addressed to another host (421), and paths with control characters (404).

    Pages of a stranger whose name is made to lead here (DNS rebinding) would otherwise be pages of ours to a browser.
    Addresses in digits have no name that could be made so. ``any_host``: whoever made the application answers for that.
    """
    names = known_names(config)

    @app.before_request
    def refuse() -> Response | None:
        if CONTROLS.search(request.path):
            return problem_response(Kind.NOT_FOUND, "There is nothing at this address.")
        host = request.headers.get("Host")
        if any_host or host is None or is_known(host, names):
            return None
        detail = (
            f"Found the host {host[:80]!r}; accepted: localhost, addresses in digits, and what the service was told."
        )
        return problem_response(Kind.BAD_REQUEST, detail, status=421)


def known_names(config: Config) -> tuple[str, ...]:
    """Host names that are answered: of this machine, of the address that is listened on, and those configured."""
    machine = socket.gethostname().lower()
    return (*LOOPBACK, machine, f"{machine}.local", config.host.lower(), *config.allowed_hosts)


def is_known(host: str, names: Iterable[str]) -> bool:
    """Whether a ``Host`` may be asked for; names that begin with a dot stand for all below them."""
    name = _name(host)
    if _is_address(name):
        return True
    return any(known in ("*", name) or (known.startswith(".") and name.endswith(known)) for known in names)


def _name(host: str) -> str:
    """A ``Host`` without its port, in small letters."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].lower().removesuffix(".")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
