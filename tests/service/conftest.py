"""One application for the tests of a module; what searches is started only by tests that search."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.app import close
from tests.service.serving import make_app


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    made = make_app(tmp_path_factory.mktemp("service"))
    yield made
    close(made)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
