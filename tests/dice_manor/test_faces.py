"""Dice Manor on the command line and over HTTP, where the field ``of`` says which game answers."""

import copy
import io
import json

import pytest

from api.cli.root import run
from models.dice_manor.rules import Rule
from models.dice_manor.rulings import Ruling
from tests.dice_manor.documents import EXAMPLES, example
from tests.service.serving import make_app, post

POSITION, TURNS, END, BID = map(example, ("position", "turns", "end", "bid"))
FILES = {name: str(EXAMPLES / f"{name}.json") for name in ("position", "turns", "end", "bid", "build")}


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with make_app(tmp_path_factory.mktemp("service")).test_client() as client:
        yield client


@pytest.fixture
def told(capsys):
    """What a command prints as JSON, and its exit code."""

    def run_json(*arguments):
        code = run([*arguments, "--json"])
        return code, json.loads(capsys.readouterr().out)

    return run_json


def changed(document, path, value):
    """A copy of ``document`` with another value at a place, such as ``manor.rooms.0.doors``."""
    copied = copy.deepcopy(document)
    place = copied
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in steps:
        place = place[step]
    place[last] = value
    return copied


def test_solve_tells_the_decision_and_what_each_other_one_loses(told, client):
    code, answer = told("solve", FILES["position"])
    assert code == 0
    assert (answer["status"], answer["expected"], answer["exact"], answer["bound"]) == ("optimal", 15.0, "15", 15.0)
    assert answer["decision"] == {
        "tokens": [],
        "number": 2,
        "paths": [[{"room": "b", "slot": 0}, {"room": "b", "slot": 1}]],
        "unhappy": 0,
    }
    assert answer["options"][0]["loss"] == 0
    assert all(option["loss"] == pytest.approx(15 - option["expected"]) for option in answer["options"])
    over_http = post(client, "/v1/solve", {"position": POSITION}).json
    assert {**over_http, "seconds": 0} == {**answer, "seconds": 0}


@pytest.mark.parametrize(
    ("phase", "option"),
    [
        ("bid", "--target=14"),
        ("bid", "--seed=1"),
        ("build", "--target=14"),
        ("build", "--weights=tile=4"),
        ("position", "--weights=tile=4"),
    ],
)
def test_an_option_that_the_phase_does_not_heed_is_refused(phase, option, capsys):
    assert run(["solve", FILES[phase], option]) == 2
    assert f"{option.partition('=')[0]} goes with the phase" in capsys.readouterr().err


def test_tiles_are_not_listed_and_the_answer_says_what_is(client):
    for phase in ("build", "collect"):
        reply = post(client, "/v1/moves", {"position": example("build") | {"phase": phase}}).json
        told = [(error["pointer"], error["detail"]) for error in reply["errors"]]
        accepted = "a phase whose turns can be listed: grand-opening, bid"
        assert told == [("/position/phase", f'Found "{phase}"; accepted: {accepted}.')]


def test_before_the_roll_there_is_an_expectation_and_no_decision(client):
    answer = post(client, "/v1/solve", {"position": POSITION | {"rolled": None}}).json
    assert (answer["decision"], answer["options"]) == (None, [])
    assert answer["expected"] == pytest.approx(eval_fraction(answer["exact"]))


def eval_fraction(text):
    above, _, below = text.partition("/")
    return int(above) / int(below or 1)


def test_a_target_is_played_for_beside_the_expectation(told, client):
    code, answer = told("solve", FILES["position"], "--target", "14")
    assert code == 0
    assert answer["target"]["prestige"] == 14
    assert answer["target"]["chance"] == 1
    assert answer["target"]["options"]
    over_http = post(client, "/v1/solve", {"position": POSITION, "target": 14}).json
    assert over_http["target"]["chance"] == answer["target"]["chance"]


def test_check_judges_turns_and_tells_prestige_and_tokens(told, client):
    code, answer = told("check", FILES["position"], FILES["turns"])
    assert (code, answer["legal"], answer["prestige"], answer["tokens"]) == (0, True, 2, 1)
    assert [(step["prestige"], step["tokens"]) for step in answer["steps"]] == [(2, 1), (0, 1), (0, 1)]
    assert all(step["text"] for step in answer["steps"])
    assert answer["unhappy"] == 2
    assert post(client, "/v1/check", {"position": POSITION, "moves": TURNS}).json == answer


def test_an_illegal_turn_is_an_answer_with_its_rule_and_source(told, tmp_path, client):
    wrong = changed(TURNS, "1.number", 5)
    wrong[1]["paths"] = [[{"room": "b", "slot": 0}]]
    (tmp_path / "turns.json").write_text(json.dumps(wrong))
    code, answer = told("check", FILES["position"], str(tmp_path / "turns.json"))
    assert (code, answer["legal"]) == (1, False)
    assert (answer["violation"]["step"], answer["violation"]["rule"]) == (1, Rule.SLOT_FREE)
    assert answer["violation"]["source"]
    reply = post(client, "/v1/check", {"position": POSITION, "moves": wrong})
    assert (reply.status_code, reply.json) == (200, answer)


@pytest.mark.parametrize(
    ("path", "value", "rule"),
    [
        ("0.rolled", [4, 2, 2], "roll.all-unplaced"),
        ("0.rolled", [4, 2, 2, 3], "roll.as-rolled"),
        ("0.tokens", [{"die": 0, "by": 1}] * 3, "tokens.enough"),
    ],
)
def test_too_many_dice_or_tokens_are_illegal_and_no_bad_input(client, path, value, rule):
    reply = post(client, "/v1/check", {"position": POSITION, "moves": changed(TURNS, path, value)})
    assert (reply.status_code, reply.json["violation"]["rule"]) == (200, rule)


def test_a_bid_turn_parts_its_dice_and_tells_the_bids_in_the_order_reached(client):
    turn = {"do": "turn", "rolled": [3, 3, 3, 5], "number": 3, "paths": [], "blueprint": 3}
    answer = post(client, "/v1/check", {"position": BID, "moves": [turn]}).json
    assert answer["legal"]
    assert answer["blueprints"] == {"3": [{"player": "orange", "dice": 2}, {"player": "teal", "dice": 3}]}
    refused = post(client, "/v1/check", {"position": BID, "moves": [{**turn, "blueprint": 2, "advertising": 1}]}).json
    assert refused["violation"]["rule"] == "bid.advertising-number"


def test_score_counts_the_bonuses(told, client):
    code, answer = told("score", FILES["end"])
    assert code == 0
    assert answer["players"] == [
        {"id": "ann", "grand_opening": 15, "colours": 12, "largest": 12, "diversity": 1, "tokens": 1, "total": 91},
        {"id": "bob", "grand_opening": 12, "colours": 6, "largest": 6, "diversity": 0, "tokens": 1, "total": 86},
    ]
    assert answer["winners"] == ["ann"]
    assert post(client, "/v1/score", {"position": END}).json == answer


def test_a_score_that_cannot_be_counted_says_what_is_wrong_with_the_document(told, client, tmp_path):
    """Of a file that is not there it was said that it is of another game."""
    cut = tmp_path / "cut.json"
    cut.write_text("{")
    assert "cannot be read" in told("score", str(tmp_path / "none.json"))[1]["errors"][0]["detail"]
    assert told("score", str(cut))[1]["title"] == "The input is not JSON"
    for document, pointer, detail in (
        ({"version": 1}, "/of", "Missing, which means theme-park; accepted: a game with score: dice-manor."),
        ({"of": "theme-park"}, "/of", 'Found "theme-park"; accepted: a game with score: dice-manor.'),
        ([], "", "Found an empty list; accepted: an object, in which of names a game with score: dice-manor."),
    ):
        cut.write_text(json.dumps(document))
        code, refused = told("score", str(cut))
        assert (code, refused["errors"][0]["pointer"], refused["errors"][0]["detail"]) == (2, pointer, detail)
        answer = post(client, "/v1/score", {"position": document})
        assert answer.status_code == 422
        assert answer.json["errors"][0]["pointer"] == f"/position{pointer}"
        assert answer.json["errors"][0]["detail"] == detail


def test_moves_lists_the_turns_on_the_roll(told, client):
    code, answer = told("moves", FILES["position"])
    assert code == 0
    assert {move["move"]["number"] for move in answer["moves"]} == {1, 2, 4}
    assert post(client, "/v1/moves", {"position": POSITION}).json == answer


def test_rules_lists_every_rule_and_ruling_of_the_game(told, client):
    code, answer = told("rules", "dice-manor")
    assert code == 0
    assert {row["id"] for row in answer["rules"]} == set(Rule)
    assert {row["id"] for row in answer["rulings"]} == set(Ruling)
    assert told("rules", "--of", "dice-manor", "tour.start")[1]["id"] == "tour.start"
    assert told("rules", "--of=dice-manor", "tour.start")[1]["id"] == "tour.start"
    assert told("rules", "dice-manor", "tour.stat")[0] == 2
    assert client.get("/v1/dice-manor/rules").json == answer
    assert client.get("/v1/dice-manor/rules/tour.start").json["id"] == "tour.start"
    assert client.get("/v1/dice-manor/rules/tour.stat").status_code == 404


def test_the_list_of_rulings_says_which_one_is_no_switch(capsys):
    assert run(["rules", "dice-manor"]) == 0
    listed = capsys.readouterr().out.partition("Rulings, with their defaults\n")[2].partition("\n\n")[0].splitlines()
    assert len(listed) == len(Ruling)
    assert [line.split()[0] for line in listed if line.endswith("(no switch)")] == [Ruling.OPENING_BID_OF_TWO]


@pytest.fixture
def piped(monkeypatch):
    """Gives the example of a position on standard input."""

    class Piped:
        buffer = io.BytesIO((EXAMPLES / "position.json").read_bytes())

    monkeypatch.setattr("sys.stdin", Piped)


@pytest.mark.usefixtures("piped")
def test_a_document_on_standard_input_finds_its_game(told):
    code, answer = told("solve", "-")
    assert (code, answer["exact"]) == (0, "15")


@pytest.mark.usefixtures("piped")
def test_rules_are_those_of_the_game_of_a_document(told, tmp_path):
    rules = told("rules", "dice-manor")
    (tmp_path / "manor").write_text(json.dumps(POSITION))
    for source in ("-", FILES["position"], str(tmp_path / "manor")):
        assert told("rules", source) == rules
    assert told("rules", FILES["position"], "tour.start")[1]["id"] == "tour.start"


def test_a_game_may_be_named_by_a_key_with_an_escape(told, tmp_path):
    (tmp_path / "manor.json").write_text(json.dumps(POSITION).replace('"of"', '"\\u006ff"'))
    code, answer = told("solve", str(tmp_path / "manor.json"))
    assert (code, answer["exact"]) == (0, "15")


def test_a_game_that_is_not_in_the_house_is_refused_with_those_that_are(told, tmp_path, client):
    (tmp_path / "other.json").write_text('{"of": "chess"}')
    code, problem = told("solve", str(tmp_path / "other.json"))
    assert code == 2
    assert [error["pointer"] for error in problem["errors"]] == ["/of"]
    assert "dice-manor" in problem["errors"][0]["detail"]
    reply = post(client, "/v1/solve", {"position": {"of": "chess"}})
    assert (reply.status_code, [error["pointer"] for error in reply.json["errors"]]) == (422, ["/position/of"])


CUT_OFF = [{"id": id, "type": kind, "slots": ["any"]} for id, kind in (("entrance", "entrance"), ("a", "library"))]
WRONG = [
    ("manor.rooms.1.doors", ["entrance", "bath"], "/manor/rooms/1/doors/1"),
    ("manor.rooms.1.id", "b", "/manor/rooms/2/id"),
    ("manor.rooms", CUT_OFF, "/manor/rooms/1/doors"),
    ("manor.rooms.1.type", "entrance", "/manor/rooms/1/type"),
    ("manor.rooms.0.type", "office", "/manor/rooms"),
    ("manor.rooms.0.slots", [[4]], "/manor/rooms/0/slots"),
    ("manor.rooms.1.slots", [[7]], "/manor/rooms/1/slots/0/0"),
    ("manor.rooms.1.slots", [], "/manor/rooms/1/slots"),
    ("manor.dice.1.value", 3, "/manor/dice/1/value"),
    ("manor.dice.1.slot", 1, "/manor/dice/1/slot"),
    ("manor.dice.1.room", "x", "/manor/dice/1/room"),
    ("manor.dice.1.room", "entrance", "/manor/dice/1/slot"),
    ("unplaced", 8, "/unplaced"),
    ("rolled", [1, 2], "/rolled"),
    ("tokens", -1, "/tokens"),
    ("rulings", {"path-continued": "maybe"}, "/rulings/path-continued"),
    ("rulings", {"cats": "yes"}, "/rulings/cats"),
    ("phase", "lunch", "/phase"),
    ("colour", "red", "/colour"),
]


@pytest.mark.parametrize(("path", "value", "pointer"), WRONG)
def test_a_fault_of_a_position_is_told_where_it_is(client, path, value, pointer):
    reply = post(client, "/v1/solve", {"position": changed(POSITION, path, value)})
    assert reply.status_code == 422
    assert "/position" + pointer in [error["pointer"] for error in reply.json["errors"]]
    assert all("ccepted" in error["detail"] for error in reply.json["errors"])


def test_every_fault_is_told_at_once(client):
    position = changed(changed(POSITION, "unplaced", "four"), "manor.dice.1.room", "x")
    reply = post(client, "/v1/check", {"position": position, "moves": [], "mood": 1})
    pointers = {error["pointer"] for error in reply.json["errors"]}
    assert {"/position/unplaced", "/position/manor/dice/1/room", "/mood"} <= pointers


@pytest.mark.parametrize(
    ("path", "value", "pointer"),
    [
        ("0.paths.0.0.room", "x", "/moves/0/paths/0/0/room"),
        ("0.paths.0.0.slot", 1, None),
        ("0.paths.0.0", {"room": "a", "slot": 1}, "/moves/0/paths/0/0/slot"),
        ("0.tokens", [{"die": 4, "by": 1}], "/moves/0/tokens/0/die"),
        ("0.tokens", [{"die": 0, "by": 2}], "/moves/0/tokens/0/by"),
        ("0.tokens", [{"reroll": [0, 0], "result": [1, 2]}], "/moves/0/tokens/0/reroll"),
        ("0.tokens", [{"reroll": [0, 1], "result": [1]}], "/moves/0/tokens/0/result"),
        ("0.number", 7, "/moves/0/number"),
        ("0.paths", [[]], "/moves/0/paths/0"),
    ],
)
def test_a_fault_of_a_turn_is_told_where_it_is(client, path, value, pointer):
    reply = post(client, "/v1/check", {"position": POSITION, "moves": changed(TURNS, path, value)})
    pointers = [error["pointer"] for error in reply.json["errors"]] if reply.status_code == 422 else [None]
    assert pointer in pointers


def test_the_default_game_answers_documents_that_name_it_and_those_that_name_none(client):
    park = json.loads((EXAMPLES.parents[1] / "theme_park" / "examples" / "1-first-rides.json").read_text())["position"]
    assert "of" not in park
    one, two = (post(client, "/v1/moves", {"position": each}) for each in (park, park | {"of": "theme-park"}))
    assert one.status_code == 200
    assert one.json == two.json == post(client, "/v1/operate/moves", {"position": park}).json
    assert post(client, "/v1/score", {"position": park}).status_code == 422


@pytest.mark.parametrize(("of", "shown"), [(5, "5"), (None, "null"), (["dice-manor"], "a list of 1"), ("go", '"go"')])
@pytest.mark.parametrize("path", ["/v1/solve", "/v1/games/check", "/v1/jobs"])
def test_what_names_no_game_is_told_as_it_stands(client, path, of, shown):
    about = "record" if "games" in path else "position"
    (error,) = post(client, path, {about: {"of": of}}).json["errors"]
    assert error["pointer"] == f"/{about}/of"
    assert error["detail"].startswith(f"Found {shown}; accepted: a game with ")


def test_a_tile_is_built_and_its_best_place_told(told, client):
    code, answer = told("solve", FILES["build"])
    assert (code, answer["status"]) == (0, "optimal")
    site = example("build")
    verdict = post(client, "/v1/check", {"position": site, "moves": answer["moves"]}).json
    assert (verdict["legal"], verdict["left"]) == (True, [])
    assert verdict["doors"] == answer["options"][0]["doors"]
    refused = post(client, "/v1/check", {"position": site, "moves": [{**answer["moves"][0], "at": [0, 1]}]}).json
    assert refused["violation"]["rule"] == "build.front-door"
    assert post(client, "/v1/solve", {"position": site}).json["expected"] == answer["expected"]


@pytest.mark.parametrize(
    ("path", "body", "faults"),
    [
        ("/v1/check", {"position": POSITION}, [("/moves", "Missing; accepted: a list of moves.")]),
        ("/v1/check", {"position": POSITION, "moves": None}, [("/moves", "Found null; accepted: a list of moves.")]),
        ("/v1/games/check", {}, [("/record", None)]),
        (
            "/v1/check",
            {"position": example("build"), "moves": [{"do": "fly", "tile": "made-up-library", "at": [1, 0]}]},
            [("/moves/0/do", 'Found "fly"; accepted: one of build.')],
        ),
        (
            "/v1/solve",
            {"position": changed(POSITION, "manor.rooms.1.slots", [])},
            [("/position/manor/rooms/1/slots", "Found an empty list; accepted: a list of 1 to 2 slots.")],
        ),
        ("/v1/solve", {"position": changed(POSITION, "manor.rooms.1.slots", [[]])}, [("/position/manor/rooms/1/slots/0", None)]),
    ],
)  # fmt: skip
def test_what_is_missing_or_not_known_is_told_once_with_what_is_accepted(client, path, body, faults):
    reply = post(client, path, body)
    assert reply.status_code == 422
    told = [(error["pointer"], error["detail"]) for error in reply.json["errors"]]
    assert [pointer for pointer, _ in told] == [pointer for pointer, _ in faults]
    assert all(detail == expected for (_, detail), (_, expected) in zip(told, faults, strict=True) if expected)


def test_options_tell_slots_apart_that_take_other_numbers_and_are_one_where_they_take_the_same(client):
    rooms = [
        {"id": "entrance", "type": "entrance", "slots": ["any"]},
        {"id": "a", "type": "office", "slots": ["any", [2, 3]], "doors": ["entrance"]},
        {"id": "b", "type": "office", "slots": [[2], [2]], "doors": ["entrance"]},
    ]
    manor = {"rooms": rooms, "dice": [{"room": "entrance", "value": 1}]}
    position = {"of": "dice-manor", "manor": manor, "unplaced": 2, "rolled": [2, 5]}

    def texts(**changes):
        return [
            option["text"] for option in post(client, "/v1/solve", {"position": position | changes}).json["options"]
        ]

    assert sorted(texts()) == [
        "Choose 2; path a (*).",
        "Choose 2; path a (2/3).",
        "Choose 2; path b.",
    ]
    two = texts(rolled=[2, 2])
    assert len(set(two)) == len(two)
    assert {"Choose 2; path a - a.", "Choose 2; path b - b.", "Choose 2; path a (2/3); path b."} < set(two)
