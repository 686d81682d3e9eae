"""Configuration of the service: environment variables ``PARK_ADVISOR_*``, listed here and checked at the start."""

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from api.schemas.fields import LONGEST_SEARCH
from models.shared.fault import named

PREFIX = "PARK_ADVISOR_"
ELSEWHERE = frozenset({"PARK_ADVISOR_DEBUG"})
"""Variables of that prefix that belong to the command line."""
SECRET = frozenset({"club_token", "database_url"})
"""Settings that no message repeats."""
LOG_LEVELS = ("debug", "info", "warning", "error")
RATE_UNITS = ("second", "minute", "hour")
LEAST_TOKEN = 16
"""Characters that keep a token from being guessed."""


class BadConfiguration(Exception):
    """Some variables cannot be used; ``reasons`` holds a sentence for each."""

    def __init__(self, reasons: Iterable[str]) -> None:
        """Refuse because of ``reasons``."""
        self.reasons = tuple(reasons)
        super().__init__("\n".join(self.reasons))


def _default_database() -> str:
    state = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return f"sqlite:///{Path(state) / 'park-advisor' / 'park-advisor.sqlite3'}"


def _whole(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) < 19 and low <= int(text) <= high:
            return int(text)
        raise ValueError(f"a whole number from {low} to {high}")

    return read


def _seconds(high: int) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = 0.0
        if 0 < value <= high:
            return value
        raise ValueError(f"seconds above 0, at most {high}")

    return read


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text in words:
            return text
        raise ValueError(f"one of {named(words)}")

    return read


def _rate(text: str) -> str:
    number, _, unit = text.partition("/")
    if text == "off" or (number.isascii() and number.isdigit() and int(number[:9]) and unit in RATE_UNITS):
        return text
    raise ValueError('a number and "/second", "/minute" or "/hour", such as 600/minute, or off')


def _origins(text: str) -> tuple[str, ...]:
    origins = tuple(part.strip() for part in text.split(",") if part.strip())
    for origin in origins:
        parts = urlsplit(origin)
        if origin != "*" and (parts.scheme not in ("http", "https") or origin != f"{parts.scheme}://{parts.netloc}"):
            raise ValueError("origins such as https://club.example, separated by commas, or *")
    return origins


def _hosts(text: str) -> tuple[str, ...]:
    hosts = tuple(part.strip().lower() for part in text.split(",") if part.strip())
    for host in hosts:
        if host != "*" and any(not (character.isalnum() or character in ".-_") for character in host):
            raise ValueError("host names such as club.example or .club.example, separated by commas, or *")
    return hosts


def _database(text: str) -> str:
    try:
        make_url(text).get_dialect()
    except SQLAlchemyError:
        raise ValueError("a URL such as sqlite:////var/lib/park-advisor/park-advisor.sqlite3") from None
    return text


def _token(text: str) -> str:
    if len(text) >= LEAST_TOKEN and text.isascii() and text.isprintable() and " " not in text:
        return text
    raise ValueError(f"at least {LEAST_TOKEN} printable ASCII characters without spaces")


def _host(text: str) -> str:
    if text and not any(character.isspace() for character in text):
        return text
    raise ValueError("an address or host name")


def _setting(read: Callable[[str], Any], tells: str, **kwargs: Any) -> Any:
    return field(metadata={"read": read, "tells": tells}, **kwargs)


@dataclass(frozen=True, slots=True)
class Config:
    """Every setting of the service with its default; the variable is the name in capitals behind ``PARK_ADVISOR_``."""

    host: str = _setting(_host, "Address that `serve` listens on.", default="127.0.0.1")
    port: int = _setting(_whole(0, 65535), "Port that `serve` listens on; 0 takes a free one.", default=8000)
    threads: int = _setting(
        _whole(2, 256), "Requests and event streams served at once by the one web process; at least 4.", default=64
    )
    database_url: str = _setting(
        _database, "Where jobs, answers, parks and tiles are kept (SQLAlchemy URL).", default_factory=_default_database
    )
    children: int = _setting(
        _whole(1, 64),
        "Warm search processes for jobs and requests, each of which searches one position at a time; one more is kept for "
        "requests alone.",
        default_factory=lambda: max(1, (os.cpu_count() or 1) // 2),
    )
    queue: int = _setting(_whole(0, 10_000), "Searches that may wait for a process before 503.", default=256)
    child_memory: int = _setting(
        _whole(768, 1 << 20), "MiB a search process may use before it is killed and replaced.", default=2048
    )
    quick_limit: float = _setting(_seconds(600), "Most seconds of a search within one request.", default=60.0)
    quick_wait: float = _setting(
        _seconds(600), "Most seconds a request waits for a free search process before 503.", default=10.0
    )
    job_limit: float = _setting(_seconds(LONGEST_SEARCH), "Most seconds of the search of a job.", default=3600.0)
    rate: str = _setting(_rate, "Requests a client may make; off for no limit.", default="1200/minute")
    search_rate: str = _setting(_rate, "Searches a client may ask for; off for no limit.", default="600/minute")
    club_token: str | None = _setting(
        _token,
        "Token that changes of the club's tiles and boxes then need; without it anyone may change them.",
        default=None,
    )
    cors_origins: tuple[str, ...] = _setting(
        _origins, "Origins whose pages may call the API, separated by commas; none by default.", default=()
    )
    allowed_hosts: tuple[str, ...] = _setting(
        _hosts,
        "Host names that are answered besides localhost, this machine's name and addresses in digits, separated by commas; "
        "`.club.example` stands for all below it, `*` for any.",
        default=(),
    )
    park_days: int = _setting(
        _whole(1, 36_500), "Days after which a saved park that nobody asked for is forgotten.", default=365
    )
    proxies: int = _setting(_whole(0, 5), "Reverse proxies in front whose X-Forwarded-* are trusted.", default=0)
    log_level: str = _setting(_one_of(*LOG_LEVELS), "Least level that is logged.", default="info")
    log_format: str = _setting(_one_of("json", "text"), "Form of the log lines on standard error.", default="json")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> "Config":
        """The configuration that the environment gives; raises BadConfiguration with every reason at once."""
        given = os.environ if environment is None else environment
        known = {variable(each.name): each for each in fields(cls)}
        values: dict[str, Any] = {}
        reasons = [
            f"{name}: unknown variable; accepted: {named(known)}."
            for name in sorted(given)
            if name.startswith(PREFIX) and name not in known and name not in ELSEWHERE
        ]
        for name, each in known.items():
            if not given.get(name):
                continue
            try:
                values[each.name] = each.metadata["read"](given[name])
            except ValueError as refused:
                shown = "a value" if each.name in SECRET else repr(given[name])
                reasons.append(f"{name}: found {shown}; accepted: {refused}.")
        if reasons:
            raise BadConfiguration(reasons)
        return cls(**values)


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()
