"""A club's own boxes: kept by the service, named by game records."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api import load_record, record_text
from api.app import close
from api.theme_park.schemas.box import PrintedSchema
from models.theme_park.game.box.box_catalogue import box_named
from tests.service.serving import make_app, post
from tests.theme_park.examples import FIXTURES

RECORD = json.loads((FIXTURES / "games" / "introductory-2-random.json").read_text("utf-8"))
PRINTED = PrintedSchema.write(box_named("made-up-box", 2, frozenset()))
NAMED = {**RECORD, "printed": "our-box"}


def check(client: FlaskClient, record: Any) -> Any:
    return post(client, "/v1/games/check", {"record": record})


def test_a_box_is_entered_read_changed_and_deleted(client: FlaskClient) -> None:
    created = post(client, "/v1/boxes", {"slug": "a-box", "printed": PRINTED})
    assert created.status_code == 201, created.text
    assert created.headers["Location"] == "/v1/boxes/a-box"
    assert client.get("/v1/boxes/a-box").json == created.json
    (listed,) = (box for box in client.get("/v1/boxes").json["boxes"] if box["slug"] == "a-box")
    assert listed["parts"]["attractions"] == len(PRINTED["attractions"])
    assert post(client, "/v1/boxes", {"slug": "a-box", "printed": PRINTED}).status_code == 409
    dearer = json.loads(json.dumps(PRINTED))
    dearer["attractions"]["a01"]["cost"] = 9
    assert client.put("/v1/boxes/a-box", json=dearer).json["printed"]["attractions"]["a01"]["cost"] == 9
    assert client.get("/v1/boxes/a-box").json["printed"]["attractions"]["a01"]["cost"] == 9
    assert client.put("/v1/boxes/another", json=PRINTED).status_code == 404
    assert client.delete("/v1/boxes/a-box").status_code == 204
    assert client.get("/v1/boxes/a-box").status_code == 404
    assert client.delete("/v1/boxes/a-box").status_code == 404


def test_a_record_names_a_saved_box_in_either_form(client: FlaskClient) -> None:
    refused = check(client, NAMED)
    assert refused.status_code == 422
    (error,) = refused.json["errors"]
    assert error["pointer"] == "/record/printed"
    assert "the slug of a saved box" in error["detail"]

    post(client, "/v1/boxes", {"slug": "our-box", "printed": PRINTED})
    inline = check(client, {**RECORD, "printed": PRINTED})
    assert inline.json["legal"]
    assert check(client, NAMED).json == inline.json
    text = record_text(load_record(RECORD)).replace("printed made-up-box", "printed our-box")
    assert check(client, text).json == inline.json
    client.delete("/v1/boxes/our-box")
    gone = check(client, text)
    assert gone.status_code == 422
    assert "the slug of a saved box" in gone.json["errors"][0]["detail"]


@pytest.mark.parametrize(
    "name",
    [
        "/etc/passwd",
        "../README.md",
        "README.md",
        "file:///etc/passwd",
        "a\u0000b",
        "x" * 500,
        "\ud800",
        '{"\ud800": 1}',
    ],
)
def test_no_file_is_ever_read_over_http(client: FlaskClient, name: str) -> None:
    answer = check(client, {**RECORD, "printed": name})
    assert answer.status_code == 422
    assert [error["pointer"] for error in answer.json["errors"]] == ["/record/printed"]
    text = record_text(load_record(RECORD)).replace("printed made-up-box", f"printed {name}")
    refused = check(client, text)
    assert refused.status_code == 422
    assert "; accepted: " in refused.json["errors"][0]["detail"]


def test_a_box_cannot_take_the_name_of_one_in_the_catalogue(client: FlaskClient) -> None:
    assert post(client, "/v1/boxes", {"slug": "made-up-box", "printed": PRINTED}).status_code == 409


def test_printed_facts_that_cannot_be_used_are_told_with_every_fault(client: FlaskClient) -> None:
    spoilt = json.loads(json.dumps(PRINTED))
    spoilt["attractions"]["a01"]["cost"] = -1
    spoilt["monorails"] = {"m1": [9]}
    answer = post(client, "/v1/boxes", {"slug": "B!", "printed": spoilt})
    assert answer.status_code == 422
    pointers = {error["pointer"] for error in answer.json["errors"]}
    assert {"/slug", "/printed/attractions/a01/cost", "/printed/monorails/m1/0"} <= pointers


def test_there_is_an_end_to_boxes(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.theme_park.club_boxes.MOST_BOXES", 0)
    assert post(client, "/v1/boxes", {"slug": "one-more", "printed": PRINTED}).status_code == 409


def test_only_the_club_changes_boxes(tmp_path: Path) -> None:
    app: Flask = make_app(tmp_path, club_token="s3cret")
    try:
        client = app.test_client()
        body = {"slug": "our-box", "printed": PRINTED}
        assert client.post("/v1/boxes", json=body).status_code == 401
        assert client.post("/v1/boxes", json=body, headers={"Authorization": "Bearer no"}).status_code == 403
        right = {"Authorization": "Bearer s3cret"}
        assert client.post("/v1/boxes", json=body, headers=right).status_code == 201
        assert client.put("/v1/boxes/our-box", json=PRINTED).status_code == 401
        assert client.delete("/v1/boxes/our-box").status_code == 401
        assert client.get("/v1/boxes/our-box").status_code == 200
    finally:
        close(app)
