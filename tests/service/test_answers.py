"""Answers over HTTP are those of the command line."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from api import load_position
from models.theme_park.operate.notation import print_position
from tests.api.documents import MOVES, park, run, spoilt
from tests.service.serving import post

GAMES = Path(__file__).parents[2] / "fixtures" / "theme_park" / "games"


def same_on_the_command_line(tmp_path: Path, *documents: object, command: str) -> Any:
    files = []
    for number, document in enumerate(documents):
        files.append(tmp_path / f"{number}.json")
        files[-1].write_text(json.dumps(document))
    return run(command, *files, "--json").json


@pytest.mark.parametrize("moves", [[], MOVES, MOVES[1:]], ids=["none", "legal", "illegal"])
def test_check_answers_what_the_command_prints(client: FlaskClient, tmp_path: Path, moves: list[Any]) -> None:
    answer = post(client, "/v1/operate/check", {"position": park(), "moves": moves})
    assert answer.status_code == 200
    assert answer.json == same_on_the_command_line(tmp_path, park(), moves, command="check")


def test_an_illegal_sequence_is_an_answer(client: FlaskClient) -> None:
    answer = post(client, "/v1/operate/check", {"position": park(), "moves": MOVES[1:]})
    assert answer.status_code == 200
    assert answer.json["legal"] is False
    assert answer.json["violation"]["step"] == len(answer.json["steps"])


def test_moves_answers_what_the_command_prints(client: FlaskClient, tmp_path: Path) -> None:
    answer = post(client, "/v1/operate/moves", {"position": park()})
    assert answer.json == same_on_the_command_line(tmp_path, park(), command="moves")
    assert answer.json["moves"]


@pytest.mark.parametrize("name", ["rulebook-tied-objective", "introductory-2-random"])
def test_a_game_record_is_judged_as_by_the_command(client: FlaskClient, tmp_path: Path, name: str) -> None:
    record = json.loads((GAMES / f"{name}.json").read_text())
    answer = post(client, "/v1/games/check", {"record": record})
    assert answer.status_code == 200
    assert answer.json == same_on_the_command_line(tmp_path, record, command="game")


def test_a_game_record_may_be_its_text_form(client: FlaskClient) -> None:
    text = (GAMES / "introductory-2-random.txt").read_text()
    answer = post(client, "/v1/games/check", {"record": text})
    assert answer.json["legal"] is True


def test_rules_and_one_rule_are_those_of_the_command(client: FlaskClient) -> None:
    assert client.get("/v1/rules").json == run("rules", "--json").json
    assert client.get("/v1/rules/party.size").json == run("rules", "party.size", "--json").json


def test_the_catalogue_tells_what_is_known_and_what_lacks(client: FlaskClient) -> None:
    entries = {entry["slug"]: entry for entry in client.get("/v1/catalogue").json["attractions"]}
    assert entries["park-entrance"]["attraction"]["income"] == 1
    assert entries["park-entrance"]["upgrades"] == ["generator", "merch-kiosk"]
    assert all((entry["attraction"] is None) == bool(entry["missing"]) for entry in entries.values())
    assert all(fact["source"] for entry in entries.values() for fact in entry["facts"].values())


def test_a_park_may_begin_with_each_start_board_of_the_catalogue(client: FlaskClient) -> None:
    boards = client.get("/v1/catalogue").json["start_boards"]
    assert len({board["name"] for board in boards}) == 4
    for board in boards:
        assert board["made_up"]
        first, *others = [tile["attraction"]["name"] for tile in board["tiles"]]
        assert first == "Park Entrance"
        assert len(others) == 3
        assert all(name.startswith("Made-up ") for name in others)
        begun = park() | {"park": {"tiles": board["tiles"], "guests": []}}
        assert post(client, "/v1/operate/check", {"position": begun, "moves": []}).json["legal"]


def test_solve_and_review_find_the_best(client: FlaskClient) -> None:
    solved = post(client, "/v1/operate/solve", {"position": park(), "time_limit": 60, "alternatives": 1}).json
    assert solved["status"] == "optimal"
    assert solved["stars"] == solved["bound"]
    checked = post(client, "/v1/operate/check", {"position": park(), "moves": solved["moves"]}).json
    assert (checked["legal"], checked["stars"]) == (True, solved["stars"])
    reviewed = post(client, "/v1/operate/review", {"position": park(), "moves": MOVES, "time_limit": 60}).json
    assert reviewed["legal"] is True
    assert reviewed["stars"] <= reviewed["best"] <= solved["stars"]
    assert reviewed["lost"] == reviewed["best"] - reviewed["stars"]


def test_a_repeat_is_answered_from_what_is_known(client: FlaskClient) -> None:
    asked = {"position": spoilt(("money", 7)), "time_limit": 60}
    first, again = (post(client, "/v1/operate/solve", asked).json for _ in range(2))
    assert (first.pop("cached"), again.pop("cached")) == (False, True)
    assert first == again


def test_more_seconds_than_a_request_may_take_are_refused_at_their_place(client: FlaskClient) -> None:
    answer = post(client, "/v1/operate/solve", {"position": park(), "time_limit": 61})
    assert answer.status_code == 422
    assert answer.json["errors"][0]["pointer"] == "/time_limit"
    assert "at most 60" in answer.json["errors"][0]["detail"]


def test_a_line_carries_a_position(client: FlaskClient) -> None:
    share = post(client, "/v1/shares", {"position": park()}).json
    assert share["notation"] == print_position(load_position(park()))
    assert client.get(f"/v1/shares/{share['notation']}").json == share
    assert load_position(share["position"]) == load_position(park())


def test_the_page_of_a_line_holds_its_position(client: FlaskClient) -> None:
    share = post(client, "/v1/shares", {"position": spoilt(("park/tiles/1/attraction/name", "</script>"))}).json
    page = client.get(share["page"]).text
    data = page.partition('<script type="application/json" id="shared-position">')[2].partition("</script>")[0]
    assert json.loads(data) == share


def test_a_line_that_is_none_says_what_is_wrong(client: FlaskClient) -> None:
    answer = client.get("/v1/shares/p1~zz")
    assert answer.status_code == 422
    assert answer.json["errors"][0]["detail"]
    assert client.get("/p/p1~zz").status_code == 422
    cut_off = post(client, "/v1/shares", {"position": park()}).json["notation"].replace("pond.0.1", "pond.9.9")
    assert client.get(f"/v1/shares/{cut_off}").json["errors"][0]["code"] == "park.cut-off"
