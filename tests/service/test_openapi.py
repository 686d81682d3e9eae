"""The description of the API: valid, complete, true of the answers, and enough for a generated client."""

import importlib
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from tests.api.documents import MOVES, full, park
from tests.dice_manor.documents import example
from tests.dice_manor.random_games import GOLDEN
from tests.service.malformed import GAMES, PRINTED, RIDE, malformed
from tests.service.serving import post

METHODS = {"get", "post", "put", "delete"}
PAGES = {"pages", "docs", "problems"}


@pytest.fixture(scope="module")
def description(app: Flask) -> Any:
    return app.test_client().get("/openapi.json").json


def operations(description: Any) -> Iterator[tuple[str, str, Any]]:
    for path, methods in description["paths"].items():
        yield from ((method, path, each) for method, each in methods.items() if method in METHODS)


def schema_of(description: Any, method: str, path: str, status: int, media_type: str = "application/json") -> Any:
    response = description["paths"][path][method]["responses"][str(status)]
    if "$ref" in response:
        response = description["components"]["responses"][response["$ref"].rpartition("/")[2]]
    return response["content"][media_type]["schema"]


def assert_fits(description: Any, schema: Any, document: Any) -> None:
    whole = {"components": description["components"], **schema}
    errors = [
        f"{list(error.absolute_path)}: {error.message}" for error in Draft202012Validator(whole).iter_errors(document)
    ]
    assert not errors, errors[:5]


def strict(value: Any) -> Any:
    """The description with every object of known fields closed, so that undescribed fields are noticed."""
    if isinstance(value, list):
        return [strict(each) for each in value]
    if not isinstance(value, Mapping):
        return value
    closed = {name: strict(each) for name, each in value.items()}
    if isinstance(value.get("properties"), Mapping) and "additionalProperties" not in value:
        closed["additionalProperties"] = False
    return closed


def read_game(name: str) -> Any:
    return json.loads((GAMES / f"{name}.json").read_text())


def test_it_is_valid_openapi_3_1(description: Any) -> None:
    assert description["openapi"] == "3.1.0"
    validate(description)


def test_every_endpoint_is_described(app: Flask, description: Any) -> None:
    described = {(method.upper(), path) for method, path, _ in operations(description)}
    routed = {
        (method, rule.rule.replace("<", "{").replace(">", "}"))
        for rule in app.url_map.iter_rules()
        if rule.endpoint.partition(".")[0] not in PAGES
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    plain = {(method, "/".join(_plain(part) for part in path.split("/"))) for method, path in routed}
    assert described == plain


def _plain(part: str) -> str:
    return "{" + part.rpartition(":")[2] if ":" in part else part


def test_every_operation_has_an_id_a_summary_and_its_errors(description: Any) -> None:
    ids = [operation["operationId"] for _, _, operation in operations(description)]
    assert len(ids) == len(set(ids))
    for method, path, operation in operations(description):
        assert operation["summary"]
        expected = {"429", "500"} | ({"400", "413", "415", "422"} if "requestBody" in operation else set())
        assert expected <= set(operation["responses"]), (method, path)


def test_every_field_says_what_it_is(description: Any) -> None:
    silent = [
        (name, field)
        for name, schema in description["components"]["schemas"].items()
        for field, told in schema.get("properties", {}).items()
        if not {"description", "$ref", "anyOf", "enum", "oneOf"} & set(told)
    ]
    assert silent == []


def test_lists_texts_and_numbers_of_requests_are_bounded(description: Any) -> None:
    names = ("Position", "Move", "Tile", "Guest", "Attraction", "SolveRequest", "CheckRequest", "TileEntry")
    for name in names:
        for field, told in description["components"]["schemas"][name]["properties"].items():
            types = told.get("type", [])
            if "array" in types:
                assert "maxItems" in told, (name, field)
            if "integer" in types or "number" in types:
                assert "maximum" in told, (name, field)
            if "string" in types:
                assert {"maxLength", "enum"} & set(told), (name, field)


def test_answers_fit_their_description_and_hold_nothing_undescribed(client: FlaskClient, description: Any) -> None:
    record = read_game("rulebook-tied-objective")
    refused = {**record, "game": {**record["game"], "rulings": {"move.to-entrance": "no"}}}
    innovated = {"position": full()}
    asked = [
        ("post", "/v1/operate/check", {"position": park(), "moves": MOVES}, 200),
        ("post", "/v1/operate/check", {"position": park(), "moves": MOVES[1:]}, 200),
        ("post", "/v1/operate/check", innovated | {"moves": []}, 200),
        ("post", "/v1/operate/check", {"position": 1}, 422),
        ("post", "/v1/operate/standing", {"position": park(), "moves": MOVES[:1]}, 200),
        ("post", "/v1/operate/standing", {"position": park(), "moves": MOVES[1:]}, 200),
        ("post", "/v1/operate/moves", {"position": park()}, 200),
        ("post", "/v1/operate/moves", innovated, 200),
        ("post", "/v1/operate/solve", {"position": park(), "alternatives": 2, "time_limit": 20}, 200),
        ("post", "/v1/operate/review", {"position": park(), "moves": MOVES, "time_limit": 20}, 200),
        ("post", "/v1/games/check", {"record": record}, 200),
        ("post", "/v1/games/check", {"record": refused}, 200),
        ("post", "/v1/games/check", {"record": read_game("solo-promo-random")}, 200),
        ("post", "/v1/parks", innovated, 201),
        ("post", "/v1/shares", innovated, 200),
        ("post", "/v1/tiles", {"slug": "a-ride", "attraction": RIDE}, 201),
        ("post", "/v1/tiles", {"slug": "a-ride", "attraction": RIDE}, 409),
        ("get", "/v1/tiles", None, 200),
        ("post", "/v1/boxes", {"slug": "a-box", "printed": PRINTED}, 201),
        ("get", "/v1/boxes", None, 200),
        ("post", "/v1/shorthand/tiles", {"text": "Wheel b5 o+e $2 @Cafe #k1: g3v\ncarousel"}, 200),
        ("post", "/v1/shorthand/tiles", {"text": "Wheel b5"}, 422),
        ("post", "/v1/shorthand/guests", {"text": "g3 b4"}, 200),
        ("get", "/v1/rules", None, 200),
        ("get", "/v1/catalogue", None, 200),
        ("get", "/healthz", None, 200),
        ("get", "/readyz", None, 200),
    ]
    closed = strict(description)
    for method, path, body, status in asked:
        answer = client.get(path) if body is None else post(client, path, body)
        assert answer.status_code == status, (path, answer.text)
        assert_fits(closed, schema_of(closed, method, path, status, answer.mimetype), answer.json)


@pytest.mark.parametrize("name", ["position", "bid", "build"])
def test_answers_on_dice_manor_fit_the_descriptions_of_answers_and_of_jobs(
    client: FlaskClient, description: Any, name: str
) -> None:
    closed, position = strict(description), example(name)
    moves = example("turns") if name == "position" else []
    asked = [("solve", {}), ("check", {"moves": moves}), *([("moves", {})] if name != "build" else [])]
    for verb, more in asked:
        answer = post(client, f"/v1/{verb}", {"position": position} | more)
        assert answer.status_code == 200, answer.text
        assert_fits(closed, schema_of(closed, "post", f"/v1/{verb}", 200), answer.json)
        if verb == "solve":
            assert_fits(closed, closed["components"]["schemas"]["JobAnswer"]["properties"]["answer"], answer.json)


@pytest.mark.parametrize("events", [None, 3])
def test_answers_on_whole_games_of_dice_manor_fit_their_description(
    client: FlaskClient, description: Any, events: int | None
) -> None:
    closed, path = strict(description), "/v1/games/check"
    record = json.loads(GOLDEN.read_text(encoding="utf-8"))
    body = {"record": record | {"events": record["events"][1:][:events]}} if events else {"record": record}
    answer = post(client, path, body)
    assert (answer.status_code, answer.json["legal"]) == (200, events is None)
    assert_fits(closed, schema_of(closed, "post", path, 200), answer.json)
    request = description["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert_fits(description, request, body)


def test_what_the_description_allows_of_a_request_is_what_is_read(client: FlaskClient, description: Any) -> None:
    """Bodies that are refused for their shape alone do not fit the description either, nor the other way round."""
    judged, moves = 0, "/v1/operate/moves"
    validator = Draft202012Validator(
        {"components": description["components"]}
        | description["paths"][moves]["post"]["requestBody"]["content"]["application/json"]["schema"]
    )
    for request in malformed(5):
        if request.path != moves or request.media_type != "application/json" or len(request.body) > 20_000:
            continue
        answer = post(client, moves, request.body)
        if answer.status_code not in (200, 422):
            continue
        fits = validator.is_valid(json.loads(request.body))
        if answer.status_code == 200:
            assert fits, request.body
        elif not fits:
            assert {error["code"] for error in answer.json["errors"]}
        judged += 1
        if judged == 60:
            return


def test_a_generated_client_works(
    app: Flask, description: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "openapi.json").write_text(json.dumps(description))
    (tmp_path / "config.yml").write_text("post_hooks: []\npackage_name_override: generated_client\n")
    words = ["generate", "--path", "openapi.json", "--config", "config.yml", "--meta", "none", "--fail-on-warning"]
    told = subprocess.run(
        [sys.executable, "-m", "openapi_python_client", *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout + told.stderr
    monkeypatch.syspath_prepend(tmp_path)
    client = importlib.import_module("generated_client").Client(base_url="http://service")
    client.set_httpx_client(httpx.Client(transport=httpx.WSGITransport(app=app), base_url="http://service"))
    module = importlib.import_module("generated_client.api.operate.post_operate_check")
    models = importlib.import_module("generated_client.models")
    body = models.CheckRequest.from_dict({"position": park(), "moves": MOVES})
    answer = module.sync(client=client, body=body)
    assert answer.legal is True
    assert answer.stars > 0
    nobody = [{"do": "map", "guest": "nobody", "to": "ferris"}]
    refused = module.sync(client=client, body=models.CheckRequest.from_dict({"position": park(), "moves": nobody}))
    assert type(refused).__name__ == "Problem"
    assert refused.errors[0].pointer == "/moves/0/guest"
