"""Configuration of the service: environment variables ``PARK_ADVISOR_*``, listed here and checked at the start."""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from marshmallow import RAISE, Schema, ValidationError, validate
from marshmallow import fields as reads
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


class _Listed(reads.Field[tuple[str, ...]]):
    """Words between commas in small letters, each of which must pass ``each``."""

    def __init__(self, each: validate.Validator) -> None:
        super().__init__()
        self.each = each

    def _deserialize(self, value: str, *_: Any, **__: Any) -> tuple[str, ...]:
        words = tuple(word.strip().lower() for word in value.split(",") if word.strip())
        for word in words:
            self.each(word)
        return words


class _Origin(validate.Validator):
    def __call__(self, value: str) -> str:
        parts = urlsplit(value)
        if value != "*" and (parts.scheme not in ("http", "https") or value != f"{parts.scheme}://{parts.netloc}"):
            raise ValidationError("no origin")
        return value


class _DatabaseUrl(validate.Validator):
    def __call__(self, value: str) -> str:
        try:
            make_url(value).get_dialect()
        except SQLAlchemyError:
            raise ValidationError("no URL of a database") from None
        return value


def _setting(read: tuple[reads.Field[Any], str], tells: str, **kwargs: Any) -> Any:
    """A setting, the field that reads it with what it accepts in words, and what it is."""
    reader, accepts = read
    return field(metadata={"reader": reader, "accepts": accepts, "tells": tells}, **kwargs)


def _whole(low: int, high: int) -> tuple[reads.Field[Any], str]:
    return reads.Integer(validate=validate.Range(low, high)), f"a whole number from {low} to {high}"


def _seconds(high: int) -> tuple[reads.Field[Any], str]:
    limits = validate.Range(0, high, min_inclusive=False)
    return reads.Float(validate=limits), f"seconds above 0, at most {high}"


def _one_of(*words: str) -> tuple[reads.Field[Any], str]:
    return reads.String(validate=validate.OneOf(words)), f"one of {named(words)}"


def _text(pattern: str, accepts: str) -> tuple[reads.Field[Any], str]:
    return reads.String(validate=validate.Regexp(f"(?:{pattern})\\Z")), accepts


ADDRESS = _text(r"\S+", "an address or host name")
TOKEN = _text(f"[!-~]{{{LEAST_TOKEN},}}", f"at least {LEAST_TOKEN} printable ASCII characters without spaces")
RATE_LIMIT = _text(
    r"off|0*[1-9][0-9]*/(second|minute|hour)",
    'a number and "/second", "/minute" or "/hour", such as 600/minute, or off',
)
DATABASE = (
    reads.String(validate=_DatabaseUrl()),
    "a URL such as sqlite:////var/lib/park-advisor/park-advisor.sqlite3",
)
ORIGINS = _Listed(_Origin()), "origins such as https://club.example, separated by commas, or *"
HOSTS = (
    _Listed(validate.Regexp(r"(?:\*|[\w.-]+)\Z")),
    "host names such as club.example or .club.example, separated by commas, or *",
)


@dataclass(frozen=True, slots=True)
class Config:
    """Every setting of the service with its default; the variable is the name in capitals behind ``PARK_ADVISOR_``."""

    host: str = _setting(ADDRESS, "Address that `serve` listens on.", default="127.0.0.1")
    port: int = _setting(_whole(0, 65535), "Port that `serve` listens on; 0 takes a free one.", default=8000)
    threads: int = _setting(
        _whole(4, 256), "Requests and event streams served at once by the one web process.", default=64
    )
    database_url: str = _setting(
        DATABASE, "Where jobs, answers, parks and tiles are kept (SQLAlchemy URL).", default_factory=_default_database
    )
    children: int = _setting(
        _whole(1, 64),
        "Warm search processes for jobs and requests, each of which searches one position at a time; one more is kept for "
        "requests alone. On PostgreSQL a server and a worker have so many each.",
        default_factory=lambda: max(1, (os.cpu_count() or 1) // 2),
    )
    queue: int = _setting(_whole(0, 10_000), "Searches that may wait for a process before 503.", default=256)
    child_memory: int = _setting(
        _whole(768, 1 << 20), "MiB a search process may use before it is killed and replaced.", default=2048
    )
    worker: str = _setting(
        _one_of("on", "off"), "Whether `serve` on PostgreSQL starts a worker of its own.", default="on"
    )
    lease: float = _setting(
        _seconds(3600),
        "Seconds without a sign of its server or worker after which a running job is taken back.",
        default=15.0,
    )
    quick_limit: float = _setting(_seconds(600), "Most seconds of a search within one request.", default=60.0)
    quick_wait: float = _setting(
        _seconds(600), "Most seconds a request waits for a free search process before 503.", default=10.0
    )
    job_limit: float = _setting(_seconds(LONGEST_SEARCH), "Most seconds of the search of a job.", default=3600.0)
    rate: str = _setting(RATE_LIMIT, "Requests a client may make; off for no limit.", default="1200/minute")
    search_rate: str = _setting(RATE_LIMIT, "Searches a client may ask for; off for no limit.", default="600/minute")
    club_token: str | None = _setting(
        TOKEN,
        "Token that changes of the club's tiles and boxes then need; without it anyone may change them.",
        default=None,
    )
    cors_origins: tuple[str, ...] = _setting(
        ORIGINS, "Origins whose pages may call the API, separated by commas; none by default.", default=()
    )
    allowed_hosts: tuple[str, ...] = _setting(
        HOSTS,
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
        told = {
            name: text
            for name, text in given.items()
            if name.startswith(PREFIX) and name not in ELSEWHERE and (text or name not in known)
        }
        schema = Schema.from_dict({name: each.metadata["reader"] for name, each in known.items()})
        try:
            values = schema(unknown=RAISE).load(told)
        except ValidationError as refused:
            raise BadConfiguration(_reasons(refused, told, known)) from None
        return cls(**{each.name: values[name] for name, each in known.items() if name in values})


def _reasons(refused: ValidationError, told: Mapping[str, str], known: Mapping[str, Any]) -> Iterator[str]:
    """A sentence for each variable that was refused: unknown ones first, then those of the settings in their order."""
    for name in sorted(refused.messages_dict.keys() - known.keys()):
        yield f"{name}: unknown variable; accepted: {named(known)}."
    for name, each in known.items():
        if name in refused.messages_dict:
            shown = "a value" if each.name in SECRET else repr(told[name])
            yield f"{name}: found {shown}; accepted: {each.metadata['accepts']}."


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()
