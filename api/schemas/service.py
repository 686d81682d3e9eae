"""Answers on the service itself."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from marshmallow import fields

from api.schemas.describing import Answer, table, text
from api.version import program_version


class Health(NamedTuple):
    """How the service is, part by part."""

    status: str
    checks: Mapping[str, bool] = MappingProxyType({})


class HealthAnswer(Answer):
    """Whether the service lives, and which version it is."""

    status = text("ok.")
    version = text("Version of the program.", of=lambda _: program_version())


class ReadyAnswer(HealthAnswer):
    """Whether requests can be served, part by part."""

    checks = table(fields.Boolean(), "Whether each part works.")
