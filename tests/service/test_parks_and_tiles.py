"""Saved parks, and a club's own tiles used in positions."""

from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api import load_position
from api.app import close
from tests.api.documents import park, spoilt
from tests.service.serving import make_app, post

RIDE = {
    "name": "Our ride",
    "colour": "green",
    "stars": 5,
    "requirement": {"dice": [{"colour": "green"}, {"values": "even"}], "relation": "any"},
}
WITH_RIDE = spoilt(("park/tiles/2/attraction", "our-ride"))


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def put(client: FlaskClient, path: str, body: Any, token: str | None = None) -> Any:
    return client.put(path, json=body, headers={} if token is None else bearer(token))


def test_a_park_is_saved_changed_and_deleted_with_its_token(client: FlaskClient) -> None:
    created = post(client, "/v1/parks", {"position": park()})
    assert created.status_code == 201
    path, token = created.headers["Location"], created.json["edit_token"]
    assert path == f"/v1/parks/{created.json['id']}"
    told = client.get(path).json
    assert load_position(told["position"]) == load_position(park())
    assert "edit_token" not in told

    richer = {"position": spoilt(("money", 9))}
    assert put(client, path, richer).status_code == 401
    assert put(client, path, richer, "x").status_code == 403
    assert client.get(path).json == told
    assert put(client, path, richer, token).status_code == 200
    assert client.get(path).json["position"]["money"] == 9

    assert client.delete(path).status_code == 401
    assert client.delete(path, headers=bearer("x")).status_code == 403
    assert client.delete(path, headers=bearer(token)).status_code == 204
    assert client.get(path).status_code == 404
    assert put(client, path, richer, token).status_code == 404


def test_a_401_says_how_to_send_a_token(client: FlaskClient) -> None:
    answer = client.delete("/v1/parks/any")
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_ids_and_tokens_cannot_be_guessed_and_the_token_is_not_kept(app: Flask, client: FlaskClient) -> None:
    made = [post(client, "/v1/parks", {"position": park()}).json for _ in range(20)]
    assert len({each["id"] for each in made} | {each["edit_token"] for each in made}) == 40
    assert all(len(each["id"]) >= 22 for each in made)
    folder = Path(app.extensions["park-advisor database"].url.database).parent
    stored = b"".join(file.read_bytes() for file in folder.iterdir())
    assert made[0]["id"].encode() in stored
    assert made[0]["edit_token"].encode() not in stored


def test_there_is_an_end_to_parks(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.theme_park.saved_parks.MOST_PARKS", 0)
    refused = post(client, "/v1/parks", {"position": park()})
    assert refused.status_code == 503
    assert refused.headers["Retry-After"]


def test_a_tile_is_entered_read_changed_and_deleted(client: FlaskClient) -> None:
    created = post(client, "/v1/tiles", {"slug": "a-tile", "attraction": RIDE})
    assert created.status_code == 201
    assert created.headers["Location"] == "/v1/tiles/a-tile"
    assert client.get("/v1/tiles/a-tile").json == created.json
    assert post(client, "/v1/tiles", {"slug": "a-tile", "attraction": RIDE}).status_code == 409
    assert put(client, "/v1/tiles/a-tile", RIDE | {"stars": 6}).json["attraction"]["stars"] == 6
    assert put(client, "/v1/tiles/another", RIDE).status_code == 404
    assert client.delete("/v1/tiles/a-tile").status_code == 204
    assert client.get("/v1/tiles/a-tile").status_code == 404
    assert client.delete("/v1/tiles/a-tile").status_code == 404


def test_a_tile_cannot_take_the_place_of_one_in_the_catalogue(client: FlaskClient) -> None:
    assert post(client, "/v1/tiles", {"slug": "park-entrance", "attraction": RIDE}).status_code == 409


@pytest.mark.parametrize("slug", ["", "A", "a b", "a--b", "-a", "a/b", "import", "x" * 41, "é"])
def test_a_slug_is_small_letters_digits_and_hyphens(client: FlaskClient, slug: str) -> None:
    answer = post(client, "/v1/tiles", {"slug": slug, "attraction": RIDE})
    assert answer.status_code == 422
    assert answer.json["errors"][0]["pointer"] == "/slug"


def test_a_tile_is_used_by_slug_at_every_endpoint(client: FlaskClient) -> None:
    refused = post(client, "/v1/operate/moves", {"position": WITH_RIDE})
    assert refused.status_code == 422
    assert refused.json["errors"][0]["pointer"] == "/position/park/tiles/2/attraction"

    post(client, "/v1/tiles", {"slug": "our-ride", "attraction": RIDE})
    inline = spoilt(("park/tiles/2/attraction", RIDE))
    for path, more in (
        ("/v1/operate/moves", {}),
        ("/v1/operate/check", {"moves": []}),
        ("/v1/shares", {}),
    ):
        by_slug = post(client, path, {"position": WITH_RIDE} | more)
        assert by_slug.status_code == 200, by_slug.text
        assert by_slug.json == post(client, path, {"position": inline} | more).json

    saved = post(client, "/v1/parks", {"position": WITH_RIDE}).json
    assert client.delete("/v1/tiles/our-ride").status_code == 204
    kept = client.get(f"/v1/parks/{saved['id']}").json["position"]
    assert load_position(kept) == load_position(inline)


def test_tiles_are_exported_and_imported(client: FlaskClient) -> None:
    post(client, "/v1/tiles", {"slug": "one", "attraction": RIDE})
    exported = client.get("/v1/tiles/export")
    assert "attachment" in exported.headers["Content-Disposition"]
    assert exported.json == client.get("/v1/tiles").json
    document = exported.json
    document["tiles"].append({"slug": "two", "attraction": RIDE | {"name": "Two"}})
    answer = post(client, "/v1/tiles/import", document)
    assert answer.json == {"created": 1, "replaced": len(document["tiles"]) - 1}
    assert client.get("/v1/tiles/two").json["attraction"]["name"] == "Two"


def test_a_file_is_checked_as_an_import_reads_it_and_nothing_is_kept(client: FlaskClient) -> None:
    tiles = [{"slug": "one", "attraction": RIDE}, {"slug": "two", "attraction": RIDE | {"colour": "Blue"}}]
    wrong = post(client, "/v1/tiles/check", {"version": 1, "tiles": tiles})
    assert wrong.status_code == 422
    assert wrong.json["errors"] == post(client, "/v1/tiles/import", {"version": 1, "tiles": tiles}).json["errors"]
    before = client.get("/v1/tiles").json
    answer = post(client, "/v1/tiles/check", {"version": 1, "tiles": [{"slug": "unkept", "attraction": RIDE}]})
    assert answer.status_code == 200
    assert answer.json["tiles"][0]["attraction"]["colour"] == RIDE["colour"]
    assert client.get("/v1/tiles").json == before


def test_an_import_is_taken_whole_or_not_at_all(client: FlaskClient) -> None:
    tiles = [{"slug": "fresh", "attraction": RIDE}, {"slug": "park-entrance", "attraction": RIDE}]
    assert post(client, "/v1/tiles/import", {"version": 1, "tiles": tiles}).status_code == 409
    assert client.get("/v1/tiles/fresh").status_code == 404
    twice = [{"slug": "fresh", "attraction": RIDE}] * 2
    answer = post(client, "/v1/tiles/import", {"version": 1, "tiles": twice})
    assert answer.json["errors"][0]["pointer"] == "/tiles/1/slug"


@pytest.mark.parametrize(("name", "most"), [("A", 200), ("\U0001f3a1" * 60, 100)])
def test_an_import_takes_the_largest_export(tmp_path: Path, name: str, most: int) -> None:
    app = make_app(tmp_path)
    client, number = app.test_client(), 0
    requirement = {"dice": [{"colour": "blue"}] * 3, "relation": "consecutive"}
    while number <= 200:
        tile = {"slug": f"tile-{number}", "attraction": RIDE | {"name": name, "requirement": requirement}}
        refused = post(client, "/v1/tiles", tile)
        if refused.status_code != 201:
            break
        number += 1
    assert refused.status_code == 409
    assert 30 < number <= most
    answer = post(client, "/v1/tiles/import", client.get("/v1/tiles/export").data)
    assert answer.json == {"created": 0, "replaced": number}
    close(app)


def test_with_a_club_token_only_who_has_it_changes_tiles(tmp_path: Path) -> None:
    token = "the-token-of-the-club"
    app = make_app(tmp_path, club_token=token)
    client = app.test_client()
    tile = {"slug": "ours", "attraction": RIDE}
    assert post(client, "/v1/tiles", tile).status_code == 401
    assert post(client, "/v1/tiles", tile, **bearer("another")).status_code == 403
    assert post(client, "/v1/tiles", tile, **bearer(token)).status_code == 201
    assert client.get("/v1/tiles/ours").status_code == 200
    assert client.delete("/v1/tiles/ours").status_code == 401
    close(app)
