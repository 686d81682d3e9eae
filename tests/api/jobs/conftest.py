"""A service whose jobs are searched for in this process."""

import os
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.app import SEARCH_SERVICE, close, create_app
from api.config import Config
from api.jobs.search_service import SearchService
from tests.postgresql import missing, postgresql


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    folder = tmp_path_factory.mktemp("jobs")
    made = create_app(Config(database_url=f"sqlite:///{folder}/db", queue=3, children=1, rate="off", search_rate="off"))
    yield made
    close(made)


@pytest.fixture(scope="module")
def search_service(app: Flask) -> SearchService:
    kept: SearchService = app.extensions[SEARCH_SERVICE]
    return kept


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    """Every job that a test leaves open is cancelled."""
    made, open_jobs = app.test_client(), list[str]()
    made.open_jobs = open_jobs  # type: ignore[attr-defined]
    yield made
    for path in open_jobs:
        made.delete(path)


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    if given := os.environ.get("POSTGRESQL_URL"):
        yield given
    elif why := missing():
        pytest.skip(why)
    else:
        with postgresql() as url:
            yield url
