"""What the page asks beyond the command line: moves after moves, one thing more, the next round, its own files."""

import json

import pytest
from flask.testing import FlaskClient

from api import load_position
from api.examples import examples
from tests.api.documents import MOVES, park
from tests.service.serving import post


@pytest.mark.parametrize("played", [0, 1, 2])
def test_moves_lists_what_is_legal_after_the_moves_already_made(client: FlaskClient, played: int) -> None:
    answer = post(client, "/v1/operate/moves", {"position": park(), "moves": MOVES[:played]})
    assert answer.status_code == 200
    legal = [each["move"] for each in answer.json["moves"]]
    for move in legal[:10]:
        verdict = post(client, "/v1/operate/check", {"position": park(), "moves": [*MOVES[:played], move]})
        assert verdict.json["legal"] is True
    assert MOVES[played] in [each | ({"party": MOVES[played]["party"]} if "party" in each else {}) for each in legal]


def test_each_step_of_a_check_tells_how_the_park_stands_after_it(client: FlaskClient) -> None:
    answer = post(client, "/v1/operate/check", {"position": park(), "moves": MOVES}).json
    last = answer["steps"][-1]["after"]
    assert last["guests"] == answer["park"]["guests"]
    assert {name: answer[name] for name in last if name != "guests"} == {
        name: last[name] for name in last if name != "guests"
    }


def test_the_next_round_is_a_position_that_the_service_takes(client: FlaskClient) -> None:
    answer = post(client, "/v1/operate/check", {"position": park(), "moves": MOVES}).json
    assert answer["next"]["rules"]["round"] == park()["rules"]["round"] + 1
    assert post(client, "/v1/operate/check", {"position": answer["next"], "moves": []}).json["legal"] is True


def test_one_thing_more_brings_no_less_than_nothing(client: FlaskClient) -> None:
    answer = post(client, "/v1/operate/what-if", {"position": park(), "time_limit": 10})
    assert answer.status_code == 200
    gains = {each["name"]: each["gain"] for each in answer.json["what_if"]}
    assert {"one more map", "one more mascot"} < set(gains)
    assert min(gains.values()) >= 0


def test_what_the_solver_does_not_weigh_is_refused_with_its_place(client: FlaskClient) -> None:
    cable_cars = park() | {"administrator": {"kind": "reroll"}}
    cable_cars["rules"] = cable_cars["rules"] | {"game": "full", "expansions": ["surprises", "innovations"]}
    for tile in cable_cars["park"]["tiles"][:2]:
        tile["innovation"] = "cable-car"
    answer = post(client, "/v1/operate/what-if", {"position": cable_cars})
    assert answer.status_code == 422
    assert all(error["pointer"].startswith("/position") for error in answer.json["errors"])


def test_every_file_that_the_page_keeps_is_there(client: FlaskClient) -> None:
    listed = client.get("/web/files.json").json
    assert "/web/look.json" in listed
    for path in listed:
        with client.get(path) as answer:
            assert answer.status_code == 200, path


def test_every_example_is_a_sound_position_with_moves_of_its_own() -> None:
    kinds = set()
    for example in examples():
        load_position(example["position"])
        kinds.add(example["kind"])
        assert json.dumps(example["moves"])
    assert kinds == {"rulebook", "made-up"}
