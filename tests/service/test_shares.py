"""How much of the service one client may have."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from api.app import close
from api.http.places import Places
from api.problems.kinds import Problem
from tests.api.documents import park
from tests.service.serving import make_app


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[Flask]:
    app = make_app(tmp_path, rate="3/hour")
    yield app
    close(app)


def statuses(app: Flask, addresses: list[str], path: str = "/v1/rules") -> list[int]:
    client, told = app.test_client(), list[int]()
    for each in addresses:
        with client.get(path, environ_overrides={"REMOTE_ADDR": each}) as answer:
            told.append(answer.status_code)
    return told


def test_an_ipv6_network_is_one_client_of_the_rate(limited: Flask) -> None:
    network = [f"2001:db8:0:1::{number}" for number in range(1, 6)]
    assert statuses(limited, network) == [200] * 3 + [429] * 2
    assert statuses(limited, ["2001:db8:0:2::1", "192.0.2.1"]) == [200, 200]


def test_pages_are_free_and_those_that_cost_are_not(limited: Flask) -> None:
    line = limited.test_client().post("/v1/shares", json={"position": park()}).json["page"]
    assert statuses(limited, ["127.0.0.1"] * 5, "/") == [200] * 5
    assert statuses(limited, ["127.0.0.1"] * 4, line) == [200, 200, 429, 429]


def test_places_are_shared_and_told_when_the_next_is_free() -> None:
    places = Places(3, 2, "event streams")
    held = [places.take("a", 100.0), places.take("a", 50.0)]
    with pytest.raises(Problem, match="from one client: 2 event streams") as own:
        places.take("a", 1.0)
    assert (own.value.kind.value, own.value.retry) == ("too-many-requests", 50)
    places.take("b", 10.0)
    with pytest.raises(Problem, match="holds 3 event streams") as full:
        places.take("c", 1.0)
    assert (full.value.kind.value, full.value.retry) == ("busy", 10)
    places.give_back(held[0])
    with places.held("c", 1.0), pytest.raises(Problem):
        places.take("d", 1.0)
    places.take("d", 1.0)
