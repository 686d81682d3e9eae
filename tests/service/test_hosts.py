"""Whom the service answers, and under which addresses."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api import create_app
from api.app import close
from api.config import BadConfiguration, Config
from api.http.hosts import is_known, known_names
from tests.service.serving import database_url, make_app

NAMES = known_names(Config(host="board.example", allowed_hosts=("club.example", ".table.example")))


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST:8000",
        "a.localhost",
        "127.0.0.1",
        "127.0.0.1:80",
        "[::1]:8000",
        "192.0.2.7",
        "[2001:db8::1]",
        "board.example",
        "club.example:443",
        "club.example.",
        "a.table.example",
    ],
)
def test_addresses_in_digits_and_configured_names_are_answered(host: str) -> None:
    assert is_known(host, NAMES)


@pytest.mark.parametrize(
    "host",
    ["evil.example", "club.example.evil", "xclub.example", "table.example", "localhost.evil", "", "127.0.0.1.evil"],
)
def test_other_names_are_not(host: str) -> None:
    assert not is_known(host, NAMES)


def test_any_name_is_answered_where_that_was_said() -> None:
    assert is_known("evil.example", known_names(Config(allowed_hosts=("*",))))


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Flask]:
    settings = Config(database_url=database_url(tmp_path), log_level="error", rate="off", search_rate="off")
    app = create_app(settings, any_host=False)
    yield app
    close(app)


def test_a_page_of_a_stranger_whose_name_leads_here_reaches_nothing(guarded: Flask) -> None:
    client = guarded.test_client()
    evil = {"Host": "evil.example", "Origin": "http://evil.example"}
    for answer in (client.get("/v1/tiles", headers=evil), client.post("/v1/tiles", json={}, headers=evil)):
        assert (answer.status_code, answer.mimetype) == (421, "application/problem+json")
        assert "evil.example" in answer.json["detail"]
    assert client.get("/healthz", headers={"Host": "127.0.0.1:8000"}).status_code == 200


@pytest.mark.parametrize("path", ["/web//look.json", "/v1//rules"])
def test_no_path_leads_to_another_host(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, "Location" in answer.headers) == (404, False)


@pytest.mark.parametrize("kind", ["parks", "jobs", "tiles", "boxes", "rules", "shares"])
@pytest.mark.parametrize("name", ["a%00b", "%00", "a%0Ab", "%7F", "%1B"])
def test_control_characters_in_addresses_are_nowhere(client: FlaskClient, kind: str, name: str) -> None:
    for method in (client.get, client.put, client.delete):
        answer = method(f"/v1/{kind}/{name}")
        assert (answer.status_code, answer.json["type"]) == (404, "/problems/not-found")


def test_what_is_not_a_host_is_refused_at_the_start() -> None:
    name = "PARK_ADVISOR_ALLOWED_HOSTS"
    assert Config.from_environment({name: "Club.example, .table.example"}).allowed_hosts == (
        "club.example",
        ".table.example",
    )
    for wrong in ("http://club.example", "a b"):
        with pytest.raises(BadConfiguration, match="host names"):
            Config.from_environment({name: wrong})


def test_an_embedded_application_answers_as_it_is_told(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    assert app.test_client().get("/healthz", headers={"Host": "any.example"}).status_code == 200
    close(app)
