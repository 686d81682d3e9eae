"""What the page asks beyond the command line: moves after moves, one thing more, the next round, its own files."""

import json

import pytest
from flask.testing import FlaskClient

from api import load_position
from api.theme_park.answers import what_if_document
from api.theme_park.examples import every_example
from models.shared.data import read_json
from models.theme_park.game.box.box_catalogue import made_up_boards
from solver.theme_park.operate.review.what_if import Gains
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


def test_the_park_after_moves_is_a_position_from_which_the_same_stars_are_reached(client: FlaskClient) -> None:
    whole = post(client, "/v1/operate/solve", {"position": park(), "time_limit": 30}).json
    assert whole["status"] == "optimal"
    for played in range(len(whole["moves"]) + 1):
        stands = post(client, "/v1/operate/standing", {"position": park(), "moves": whole["moves"][:played]}).json
        assert stands["why_not"] is None
        rest = post(client, "/v1/operate/solve", {"position": stands["position"], "time_limit": 30}).json
        assert rest["stars"] + stands["taken_at_once"] == whole["stars"]


def test_there_is_no_park_after_an_illegal_move_or_while_a_colour_waits(client: FlaskClient) -> None:
    refused = post(client, "/v1/operate/standing", {"position": park(), "moves": MOVES[1:]}).json
    assert refused["position"] is None
    assert refused["why_not"].startswith("Move 1")
    guest = park()["park"]["guests"][0]
    colour = next(each for each in ("blue", "green") if each != guest["colour"])
    waiting = {"do": "mascot", "mascot": 0, "tile": guest["at"], "adjust": [{"guest": guest["id"], "as": colour}]}
    position = park() | {"mascots": [{"skill": None}]}
    waits = post(client, "/v1/operate/standing", {"position": position, "moves": [waiting]}).json
    assert waits["position"] is None
    assert "colour adjustment" in waits["why_not"]


def test_the_next_round_is_a_position_that_the_service_takes(client: FlaskClient) -> None:
    position = park()
    position["rules"] = position["rules"] | {"round": 2}
    answer = post(client, "/v1/operate/check", {"position": position, "moves": MOVES}).json
    assert answer["next"]["rules"]["round"] == 3
    assert post(client, "/v1/operate/check", {"position": answer["next"], "moves": []}).json["legal"] is True


def test_one_thing_more_brings_no_less_than_nothing(client: FlaskClient) -> None:
    answer = post(client, "/v1/operate/what-if", {"position": park(), "time_limit": 10})
    assert answer.status_code == 200
    gains = {each["name"]: each["gain"] for each in answer.json["what_if"]}
    assert {"one more map", "one more mascot"} < set(gains)
    assert min(gains.values()) >= 0
    assert answer.json["things"] == len(gains)


def test_where_the_time_was_over_before_all_was_weighed_the_answer_says_how_many_things_there_are() -> None:
    assert what_if_document(Gains((), 3, stopped=True)) == {"what_if": [], "things": 3}


@pytest.mark.parametrize("path", ["/v1/operate/what-if", "/v1/operate/review", "/v1/operate/solve", "/v1/jobs"])
def test_what_the_solver_does_not_weigh_is_refused_with_its_place(client: FlaskClient, path: str) -> None:
    guided = park() | {"staff": ["guide"]}
    rulings = {"timing.between-operations": "any-step", "guide.entrance": "no"}
    guided["rules"] = guided["rules"] | {"rulings": rulings}
    answer = post(client, path, {"position": guided} | ({"moves": []} if path.endswith("review") else {}))
    assert answer.status_code == 422
    places = {error["pointer"] for error in answer.json["errors"]}
    assert places == {"/position/rules/rulings/timing.between-operations"}


def test_every_file_that_the_page_keeps_is_there(client: FlaskClient) -> None:
    listed = client.get("/web/files.json").json
    assert "/web/look.json" in listed
    for path in listed:
        with client.get(path) as answer:
            assert answer.status_code == 200, path


def test_every_example_is_a_sound_position_with_moves_of_its_own() -> None:
    kinds = set()
    for example in every_example():
        load_position(example["position"])
        kinds.add(example["kind"])
        assert json.dumps(example["moves"])
    assert kinds == {"hand-made", "rulebook", "made-up"}


def test_parks_for_a_first_look_are_built_round_a_start_board_as_a_game_builds_them() -> None:
    boards = [{(tile.id, tile.hex, tile.attraction) for tile in board.tiles} for board in made_up_boards().values()]
    shown = [load_position(each["position"]) for each in every_example() if each["kind"] == "hand-made"]
    assert len(shown) == 3
    for first_look in shown:
        lying = {(tile.id, tile.hex, tile.attraction) for tile in first_look.tiles}
        (board,) = [each for each in boards if each <= lying]
        built = len(first_look.tiles) - 1 - len(board)
        assert built <= 1 + first_look.round, "the first attraction and one a round"


def legal(client: FlaskClient, position: object, **more: object) -> list[dict[str, object]]:
    return [each["move"] for each in post(client, "/v1/operate/moves", {"position": position, **more}).json["moves"]]


def test_an_unfinished_move_is_continued_by_the_legal_moves_that_agree_with_it(client: FlaskClient) -> None:
    every = legal(client, park())
    first = next(move for move in every if move["do"] == "operate" and move["mover"])
    started = {"do": "operate", "tile": first["tile"], "party": first["party"][:1]}
    continued = legal(client, park(), like=started)
    assert continued == [
        move
        for move in every
        if move["do"] == "operate" and move["tile"] == first["tile"] and first["party"][0] in move["party"]
    ]
    assert legal(client, park(), like=first) == [first]
    assert legal(client, park(), like={"do": "operate", "mover": None}) == [
        move for move in every if move["do"] == "operate" and move["mover"] is None
    ]


def test_a_list_that_is_cut_says_so(client: FlaskClient) -> None:
    every = post(client, "/v1/operate/moves", {"position": park()}).json
    cut = post(client, "/v1/operate/moves", {"position": park(), "most": 2}).json
    assert (every["more"], cut["more"]) == (False, True)
    assert cut["moves"] == every["moves"][:2]


def test_names_in_an_unfinished_move_are_held_to_the_park(client: FlaskClient) -> None:
    answer = post(client, "/v1/operate/moves", {"position": park(), "like": {"do": "map", "guest": "nobody"}})
    assert answer.status_code == 422
    assert [error["pointer"] for error in answer.json["errors"]] == ["/like/guest"]


def test_uses_of_mascots_in_a_crowded_park_are_listed_as_they_are_built(client: FlaskClient) -> None:
    position = read_json("theme_park/bench/made_up/positions/made-up-full-10.json")
    uses = legal(client, position, like={"do": "mascot", "skill": {}}, most=5)
    assert len(uses) == 5
    assert all("skill" in move for move in uses)
    assert all(legal(client, position, like=move, most=5)[0] == move for move in uses)


def test_the_catalogue_tells_what_the_use_of_a_skill_names(client: FlaskClient) -> None:
    takes = {card["kind"]: card["takes"] for card in client.get("/v1/catalogue").json["skills"]}
    assert takes["value-by-two"] == ["by", "guest"]
    assert takes["stars-per-guest"] == []
    assert takes["move-in"] == ["moves"]
