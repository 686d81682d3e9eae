"""Requests that schemathesis draws from the description:
``python -m tests.service.fuzz 500 [--database URL | --postgresql] [--seed N] [--keep]``.

Sound and unsound requests for every operation; each answer is held against the description: status, media type, headers
and body documented, and never 5xx. Only 503 is an answer to a search while every process is busy.
"""

import os
import tempfile
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from sqlalchemy import make_url

from api.app import close
from tests.commands import reader
from tests.postgresql import postgresql
from tests.service.keeping import keep
from tests.service.serving import make_app

TOO_LARGE = 413
"""A refusal too, which schemathesis does not count as one."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
MODES = {GenerationMode.POSITIVE: CHECKS, GenerationMode.NEGATIVE: [*CHECKS, negative_data_rejection]}


def operations(app: Flask) -> list[Any]:
    """Every operation of the description of ``app``; a list, as schemathesis repeats some while it hears answers."""
    schema = schemathesis.openapi.from_wsgi("/openapi.json", app)
    return [found.ok() for found in schema.get_all_operations()]  # type: ignore[union-attr]


def fuzz(operation: Any, examples: int, number: int, statuses: Counter[int]) -> None:
    """Sound and unsound requests, so many of each; raises what schemathesis finds."""
    for mode, checks in MODES.items():
        try:
            _drawn(operation.as_strategy(generation_mode=mode), checks, examples, number, statuses)
        except Unsatisfiable:  # an operation that takes nothing cannot be asked wrongly
            if mode is GenerationMode.POSITIVE:
                raise


def _drawn(cases: Any, checks: list[Any], examples: int, number: int, statuses: Counter[int]) -> None:
    @seed(number)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases)
    def one(case: Any) -> None:
        answer = case.call()
        statuses[answer.status_code] += 1
        case.validate_response(answer, checks=CHECKS if answer.status_code == TOO_LARGE else checks)

    one()


def service(folder: Path, **settings: Any) -> Flask:
    """The application with searches of a moment."""
    return make_app(folder, quick_limit=0.2, job_limit=0.2, **settings)


@contextmanager
def _database(asked: Namespace) -> Iterator[dict[str, str]]:
    """The setting that names the database."""
    if asked.postgresql:
        with postgresql() as url:
            yield {"database_url": url}
    else:
        yield {} if asked.database is None else {"database_url": asked.database}


def main() -> None:
    """The command."""
    parser = reader("tests.service.fuzz", __doc__)
    parser.add_argument("examples", type=int)
    database = parser.add_mutually_exclusive_group()
    database.add_argument("--database", help="URL of a database that may be filled; else a SQLite file of its own")
    database.add_argument("--postgresql", action="store_true", help="a PostgreSQL server of its own")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="keep the figures, also in tests/service/README.md")
    asked = parser.parse_args()
    began, load, statuses, count = time.monotonic(), os.getloadavg()[0], Counter[int](), 0
    with tempfile.TemporaryDirectory() as folder, _database(asked) as settings:
        app = service(Path(folder), **settings)
        for operation in operations(app):
            fuzz(operation, asked.examples, asked.seed, statuses)
            count += 1
        close(app)
    rows = ", ".join(f"{number} x {status}" for status, number in sorted(statuses.items()))
    took = f"in {time.monotonic() - began:.0f} s"
    on = make_url(settings["database_url"]).get_backend_name() if settings else "sqlite"
    told = f"{count} operations on {on}, up to {asked.examples} sound and as many unsound requests each, {took}: {rows}; all as described"
    print(told)
    if asked.keep:
        keep(f"fuzz {asked.examples}" + (" --postgresql" if on == "postgresql" else ""), told, load)


if __name__ == "__main__":
    main()
