"""Who a client is for shares and limits: an address, or an IPv6 network of 64 bits, which one customer has whole;
and whether it still waits for its answer."""

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network

from flask import has_request_context, request

NETWORK_BITS = 64
NOBODY = "unknown"


def client_of(address: str | None) -> str:
    """The client behind an address: IPv4 as it is, IPv6 by its /64."""
    try:
        known = ip_address((address or "").partition("%")[0])
    except ValueError:
        return NOBODY
    if isinstance(known, IPv6Address):
        if known.ipv4_mapped is not None:
            return str(known.ipv4_mapped)
        return str(ip_network((known, NETWORK_BITS), strict=False))
    return str(known)


def this_client() -> str:
    """The client of the request that is being answered."""
    return client_of(request.remote_addr) if has_request_context() else NOBODY


def client_left() -> Callable[[], bool]:
    """Whether the client of this request has gone meanwhile, to be asked from any thread; under servers that cannot
    tell (Flask's own) it never has."""
    tells: Callable[[], bool] | None = request.environ.get("waitress.client_disconnected")
    return tells or _stays


def _stays() -> bool:
    return False
