"""Every error is a problem document with a page behind its type, and none tells more than it should."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.app import close
from api.problems.kinds import ABOUT, RETRY_SECONDS, Kind
from api.storage import StorageUnavailable
from tests.api.documents import MOVES, park, spoilt
from tests.service.serving import make_app, post

FIELDS = {"type", "title", "status", "detail", "instance", "request_id", "errors"}
CHECK = "/v1/operate/check"


def assert_problem(client: FlaskClient, answer: Any, status: int, kind: Kind) -> Any:
    assert answer.status_code == status, answer.text
    assert answer.mimetype == "application/problem+json"
    told = answer.json
    assert set(told) == FIELDS
    assert told["status"] == status
    assert told["type"] == f"/problems/{kind.value}"
    assert told["request_id"] == answer.headers["X-Request-ID"]
    page = client.get(told["type"])
    assert page.status_code == 200
    assert told["title"] in page.text
    return told


def test_no_json_is_400(client: FlaskClient) -> None:
    told = assert_problem(client, post(client, CHECK, b'{"position": '), 400, Kind.NOT_JSON)
    assert "line 1, column 14" in told["errors"][0]["detail"]
    assert_problem(client, post(client, CHECK, b""), 400, Kind.NOT_JSON)
    assert_problem(client, post(client, CHECK, b"[" * 60_000), 400, Kind.NOT_JSON)


def test_no_such_address_is_404(client: FlaskClient) -> None:
    assert_problem(client, client.get("/v1/nothing"), 404, Kind.NOT_FOUND)
    assert_problem(client, client.get("/problems/nothing"), 404, Kind.NOT_FOUND)
    told = assert_problem(client, client.get("/v1/rules/party.siz"), 404, Kind.NOT_FOUND)
    assert "party.size" in told["errors"][0]["detail"]


def test_another_method_is_405_and_says_which_are_taken(client: FlaskClient) -> None:
    answer = client.get(CHECK)
    assert_problem(client, answer, 405, Kind.METHOD_NOT_ALLOWED)
    assert answer.headers["Allow"] == "OPTIONS, POST"


@pytest.mark.parametrize("size", [65_537, 1_000_000])
def test_more_than_64_kib_is_413(client: FlaskClient, size: int) -> None:
    assert_problem(client, post(client, CHECK, b" " * size), 413, Kind.TOO_LARGE)


def test_64_kib_are_taken(client: FlaskClient) -> None:
    body = json.dumps({"position": park(), "moves": []}).encode()
    assert post(client, CHECK, body.ljust(65_536)).status_code == 200


@pytest.mark.parametrize("media_type", ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonp"])
def test_another_media_type_is_415(client: FlaskClient, media_type: str) -> None:
    answer = client.post(CHECK, data=json.dumps({"position": park(), "moves": []}), content_type=media_type)
    assert_problem(client, answer, 415, Kind.MEDIA_TYPE)


def test_faults_are_told_all_at_once_with_pointers(client: FlaskClient) -> None:
    wrong = spoilt(("park/guests/0/at", "nowhere"), ("park/guests/1/value", 7), ("maps", -1), ("strange", 1))
    moves = [{"do": "map", "guest": "g1"}, {"do": "jump"}]
    body = {"position": wrong, "moves": moves, "time_limit": 3}
    told = assert_problem(client, post(client, CHECK, body), 422, Kind.UNUSABLE)
    assert {error["pointer"] for error in told["errors"]} == {
        "/position/park/guests/0/at",
        "/position/park/guests/1/value",
        "/position/maps",
        "/position/strange",
        "/moves/0/to",
        "/moves/1/do",
        "/time_limit",
    }
    assert all(error["detail"] and error["code"] for error in told["errors"])


def test_names_in_moves_are_held_against_the_park(client: FlaskClient) -> None:
    moves = [*MOVES, {"do": "operate", "tile": "nowhere", "party": ["g1", "g9"], "mover": None, "to": None}]
    told = assert_problem(client, post(client, CHECK, {"position": park(), "moves": moves}), 422, Kind.UNUSABLE)
    errors = {error["pointer"]: error["code"] for error in told["errors"]}
    assert errors == {"/moves/3/tile": "tile.unknown", "/moves/3/party/1": "guest.unknown"}


@pytest.mark.parametrize("body", [b"[]", b"3", b"null", b'"x"', b"{}"])
def test_a_body_of_another_shape_is_422(client: FlaskClient, body: bytes) -> None:
    for path in (CHECK, "/v1/operate/moves", "/v1/operate/solve", "/v1/games/check", "/v1/parks", "/v1/tiles"):
        told = assert_problem(client, post(client, path, body), 422, Kind.UNUSABLE)
        assert told["errors"]


def test_a_record_has_pointers_from_the_body(client: FlaskClient) -> None:
    told = assert_problem(client, post(client, "/v1/games/check", {"record": {"version": 2}}), 422, Kind.UNUSABLE)
    assert "/record/version" in {error["pointer"] for error in told["errors"]}


def test_parts_that_the_solver_does_not_weigh_are_named(client: FlaskClient) -> None:
    rulings = ("rules/rulings", {"timing.between-operations": "any-step", "move.to-entrance": "no"})
    answer = post(client, "/v1/operate/solve", {"position": spoilt(rulings)})
    told = assert_problem(client, answer, 422, Kind.UNUSABLE)
    assert told["errors"][0]["code"] == "not-solved"
    assert told["errors"][0]["pointer"].startswith("/position/rules/rulings/")


def test_too_many_requests_are_429_and_health_is_free(tmp_path: Path) -> None:
    app = make_app(tmp_path, rate="3/minute")
    client = app.test_client()
    assert [client.get("/v1/rules").status_code for _ in range(3)] == [200, 200, 200]
    answer = client.get("/v1/catalogue")
    assert_problem(client, answer, 429, Kind.TOO_MANY)
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert client.get("/healthz").status_code == 200
    close(app)


def test_when_to_ask_again_is_told_with_refusals_alone_and_not_made_longer_by_the_rate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under the rates that are the default every answer said up to a minute, and a 503 of five seconds too."""

    def locked(*_: object) -> None:
        raise StorageUnavailable("database is locked")

    monkeypatch.setattr("api.theme_park.saved_parks.ParkStore.get", locked)
    app = make_app(tmp_path, rate="1200/minute")
    client = app.test_client()
    answers = [client.get("/v1/rules"), client.get("/v1/rules/nope"), post(client, CHECK, {})]
    assert [(each.status_code, each.headers.get("Retry-After")) for each in answers] == [
        (200, None),
        (404, None),
        (422, None),
    ]
    refused = client.get("/v1/parks/some")
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, str(RETRY_SECONDS))
    assert refused.headers["X-RateLimit-Limit"] == "1200"
    close(app)


def test_everything_that_searches_counts_against_the_rate_of_searches(tmp_path: Path) -> None:
    app = make_app(tmp_path, search_rate="1/minute")
    client = app.test_client()
    paths = ["/v1/operate/what-if", "/v1/operate/solve", "/v1/operate/review", "/v1/jobs"]
    assert [post(client, path, {}).status_code for path in (paths[0], *paths)] == [422, 429, 429, 429, 429]
    assert post(client, "/v1/operate/check", {}).status_code == 422
    close(app)


@pytest.mark.parametrize("path", ["/v1/operate/solve", "/v1/operate/what-if", "/v1/jobs"])
def test_a_time_limit_that_is_refused_is_never_told_one_that_is_refused_too(client: FlaskClient, path: str) -> None:
    """Of no seconds it was said that up to a day is accepted, where a minute is."""
    for found in (0, -1, "1", True, 1e9, 10**299):
        answer = post(client, path, {"position": park(), "time_limit": found})
        (error,) = answer.json["errors"]
        assert (answer.status_code, error["pointer"]) == (422, "/time_limit")
        accepted = error["detail"].split("accepted", 1)[1]
        assert "at most" not in accepted or "at most 60." in accepted or "at most 3600." in accepted


def test_a_fault_of_the_program_is_500_and_tells_nothing_of_it(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr("api.theme_park.routes.operate.judge", broken)
    client = app.test_client()
    answer = post(client, CHECK, {"position": park(), "moves": []})
    assert_problem(client, answer, 500, Kind.INTERNAL)
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text


def test_a_database_that_cannot_be_used_is_503(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(*_: object) -> None:
        raise StorageUnavailable("database is locked")

    monkeypatch.setattr("api.theme_park.saved_parks.ParkStore.get", locked)
    client = app.test_client()
    answer = client.get("/v1/parks/some")
    assert_problem(client, answer, 503, Kind.STORAGE)
    assert int(answer.headers["Retry-After"]) > 0
    assert "locked" not in answer.text


def test_every_kind_has_a_page_and_they_are_listed(client: FlaskClient) -> None:
    listed = client.get("/problems").text
    for kind in Kind:
        assert f'href="/problems/{kind.value}"' in listed
        assert ABOUT[kind].title in client.get(f"/problems/{kind.value}").text


def test_the_request_id_is_the_clients_when_it_is_sound(client: FlaskClient) -> None:
    assert client.get("/healthz", headers={"X-Request-ID": "table-7.a"}).headers["X-Request-ID"] == "table-7.a"
    for strange in ("a b", "x" * 65, "<script>"):
        assert client.get("/healthz", headers={"X-Request-ID": strange}).headers["X-Request-ID"] != strange


def test_a_browser_at_a_broken_link_gets_a_page_and_the_api_stays_json(client: FlaskClient) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
    page = client.get("/p/p1~zz<b>", headers=browser)
    assert (page.status_code, page.mimetype) == (422, "text/html")
    assert "This link to a park cannot be opened" in page.text
    assert 'href="/"' in page.text
    assert "<b>" not in page.text
    assert "There is no such entry" in client.get("/nothing", headers=browser).text
    sheet = re.search(r'href="(/web/[^"]+\.css)"', page.text)
    assert sheet
    with client.get(sheet[1]) as style:
        assert style.mimetype == "text/css"
    assert_problem(client, client.get("/v1/nothing", headers=browser), 404, Kind.NOT_FOUND)
    assert_problem(client, client.get("/nothing"), 404, Kind.NOT_FOUND)
