"""Repeats under an Idempotency-Key, and changes that name what they change."""

import time
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select, update

from api.http.kept_replies import MOST_KEPT
from api.monitoring.health import DATABASE
from api.storage.tables import parks, replies
from tests.api.documents import park, spoilt
from tests.service.serving import post
from tests.service.test_boxes import PRINTED
from tests.service.test_parks_and_tiles import RIDE, bearer

CREATING = {
    "/v1/parks": ({"position": park()}, {"position": spoilt(("money", 9))}),
    "/v1/shares": ({"position": park()}, {"position": spoilt(("money", 9))}),
    "/v1/tiles": ({"slug": "once", "attraction": RIDE}, {"slug": "twice", "attraction": RIDE}),
    "/v1/tiles/import": (
        {"version": 1, "tiles": [{"slug": "both", "attraction": RIDE}]},
        {"version": 1, "tiles": [{"slug": "none", "attraction": RIDE}]},
    ),
    "/v1/boxes": ({"slug": "once-box", "printed": PRINTED}, {"slug": "twice-box", "printed": PRINTED}),
}


@pytest.mark.parametrize("path", CREATING)
def test_the_same_request_under_a_key_has_the_same_answer(client: FlaskClient, path: str) -> None:
    body, other = CREATING[path]
    first, again = (post(client, path, body, **{"Idempotency-Key": "table-7"}) for _ in range(2))
    assert first.status_code in (200, 201)
    assert (again.status_code, again.json) == (first.status_code, first.json)
    assert again.headers.get("Location") == first.headers.get("Location")
    assert ("Idempotent-Replayed" in first.headers, again.headers["Idempotent-Replayed"]) == (False, "true")
    assert post(client, path, other, **{"Idempotency-Key": "table-7"}).status_code == 409
    assert post(client, path, body, **{"Idempotency-Key": "a b"}).status_code == 422


def test_a_key_is_its_clients_own(client: FlaskClient) -> None:
    def save(address: str) -> Any:
        from_there = {"REMOTE_ADDR": address}
        headers = {"Idempotency-Key": "shared"}
        return client.post("/v1/parks", json={"position": park()}, headers=headers, environ_overrides=from_there).json

    mine = save("192.0.2.1")
    assert save("192.0.2.1") == mine
    assert save("192.0.2.2")["id"] != mine["id"]


def test_a_request_that_failed_may_be_sent_again_under_its_key(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = {"Idempotency-Key": "later"}
    with monkeypatch.context() as full:
        full.setattr("api.theme_park.saved_parks.MOST_PARKS", 0)
        assert post(client, "/v1/parks", {"position": park()}, **headers).status_code == 503
    assert post(client, "/v1/parks", {"position": park()}, **headers).status_code == 201


def test_the_edit_token_of_a_repeated_answer_is_not_kept_in_the_open(client: FlaskClient) -> None:
    headers = {"Idempotency-Key": "sealed"}
    made = post(client, "/v1/parks", {"position": park()}, **headers).json
    with client.application.extensions[DATABASE].read() as connection:
        kept = [str(row) for row in connection.execute(select(replies))]
    assert not any(made["edit_token"] in row or made["edit_token"].encode().hex() in row for row in kept)
    assert post(client, "/v1/parks", {"position": park()}, **headers).json["edit_token"] == made["edit_token"]


def test_what_has_not_changed_is_not_sent_again(client: FlaskClient) -> None:
    post(client, "/v1/tiles", {"slug": "tagged", "attraction": RIDE})
    made = post(client, "/v1/parks", {"position": park()})
    for path in (made.headers["Location"], "/v1/tiles/tagged", "/v1/tiles"):
        told = client.get(path)
        tag = told.headers["ETag"]
        for known in (tag, f'"x", {tag}', "*", f"W/{tag}"):
            again = client.get(path, headers={"If-None-Match": known})
            assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
        assert client.get(path, headers={"If-None-Match": '"other"'}).json == told.json
    assert made.headers["ETag"] == client.get(made.headers["Location"]).headers["ETag"]


def test_a_change_that_names_another_state_is_refused_and_changes_nothing(client: FlaskClient) -> None:
    made = post(client, "/v1/parks", {"position": park()})
    path, opens = made.headers["Location"], bearer(made.json["edit_token"])
    first = {"If-Match": made.headers["ETag"]}
    changed = client.put(path, json={"position": spoilt(("money", 8))}, headers=opens | first)
    assert changed.status_code == 200
    late = client.put(path, json={"position": spoilt(("money", 7))}, headers=opens | first)
    assert (late.status_code, late.json["type"]) == (412, "/problems/changed")
    assert client.delete(path, headers=opens | first).status_code == 412
    assert client.get(path).json["position"]["money"] == 8
    assert client.put(path, json={"position": park()}, headers=opens).status_code == 200, "without a condition as ever"
    now = client.get(path).headers["ETag"]
    assert client.delete(path, headers=opens | {"If-Match": now}).status_code == 204


def test_a_tile_too_is_changed_only_as_it_is_known(client: FlaskClient) -> None:
    tag = {"If-Match": post(client, "/v1/tiles", {"slug": "held", "attraction": RIDE}).headers["ETag"]}
    path = "/v1/tiles/held"
    assert client.put(path, json=RIDE | {"stars": 6}, headers=tag).status_code == 200
    assert client.put(path, json=RIDE | {"stars": 7}, headers=tag).status_code == 412
    assert client.delete(path, headers=tag).status_code == 412
    assert client.get(path).json["attraction"]["stars"] == 6
    assert client.delete(path, headers={"If-Match": client.get(path).headers["ETag"]}).status_code == 204
    assert client.put(path, json=RIDE, headers={"If-Match": "*"}).status_code == 404


def test_a_park_that_nobody_asks_for_is_forgotten_and_one_that_is_asked_for_is_not(client: FlaskClient) -> None:
    names = [post(client, "/v1/parks", {"position": park()}).headers["Location"] for _ in range(2)]
    database = client.application.extensions[DATABASE]
    days = 86_400.0
    with database.write() as connection:
        long_ago = time.time() - 364 * days
        connection.execute(update(parks).values(used=long_ago, updated=long_ago))
    assert client.get(names[0]).status_code == 200
    with database.write() as connection:
        connection.execute(update(parks).values(used=parks.c.used - 2 * days))
    post(client, "/v1/parks", {"position": park()})
    assert [client.get(name).status_code for name in names] == [200, 404]


def test_one_client_cannot_fill_the_store(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.theme_park.saved_parks.MOST_OF_A_CLIENT", 2)
    there = {"REMOTE_ADDR": "192.0.2.99"}
    told = [client.post("/v1/parks", json={"position": park()}, environ_overrides=there) for _ in range(3)]
    assert [each.status_code for each in told] == [201, 201, 429]
    assert 364 * 86_400 < int(told[2].headers["Retry-After"]) <= 365 * 86_400
    assert (
        client.post("/v1/parks", json={"position": park()}, environ_overrides={"REMOTE_ADDR": "192.0.2.98"}).status_code
        == 201
    )


def test_as_many_answers_are_kept_as_is_said(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_KEPT >= 1000
    monkeypatch.setattr("api.http.kept_replies.MOST_KEPT", 3)
    for number in range(6):
        post(client, "/v1/shares", {"position": park()}, **{"Idempotency-Key": f"key-{number}"})
    with client.application.extensions[DATABASE].read() as connection:
        assert len(connection.execute(select(replies.c.key)).all()) <= 4
