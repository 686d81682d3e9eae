"""Reviews as jobs: state after state, with what is known so far, over the API and real processes."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api import dump_move, load_position
from api.app import SEARCH_SERVICE, close, create_app
from api.config import Config
from models.shared.data import read_json
from solver.theme_park.operate.advisor import advise
from solver.theme_park.operate.settings import Settings
from tests.api.jobs.asking import EASY, HARD, JOBS, park, received, seen
from tests.waiting import wait_for

MOVES = read_json(f"{EASY}.moves.json")
FIRST = {"do": "operate", "tile": "log-flume", "party": ["g1", "g2"], "mover": "g1", "to": "ferris-wheel"}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    folder = tmp_path_factory.mktemp("reviews")
    made = create_app(Config(database_url=f"sqlite:///{folder}/db", children=1, rate="off", search_rate="off"))
    yield made
    close(made)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def asked(**more: object) -> dict[str, object]:
    return {"kind": "review", "position": park(EASY), "moves": MOVES, "time_limit": 30} | more


def reviewed(client: FlaskClient, **more: object) -> str:
    response = client.post(JOBS, json=asked(**more))
    assert response.status_code == 202, response.json
    assert response.json["kind"] == "review"
    path: str = response.headers["Location"]
    return path


def test_a_review_is_a_job_with_its_progress_and_the_document_of_a_review(client: FlaskClient) -> None:
    path = reviewed(client, moves=[FIRST])
    events = received(client.get(f"{path}/events"))
    assert [each["data"]["state"] for each in events if each["event"] == "state"] == ["queued", "running"]
    progress = [each["data"] for each in events if each["event"] == "progress"]
    assert {each["states"] for each in progress} <= {2}
    job = seen(client, path)
    assert (job["state"], job["kind"], job["request"]["kind"]) == ("done", "review", "review")
    answer = job["answer"]
    assert answer["status"] == "optimal"
    assert answer["lost"] == answer["best"] - answer["stars"]
    assert events[-1]["data"]["status"] == "optimal"
    assert "cached" not in answer


def test_what_a_solve_proved_needs_no_search_in_a_review_and_the_other_way_round(
    app: Flask, client: FlaskClient
) -> None:
    position = park(EASY, money=3)
    best = client.post("/v1/operate/solve", json={"position": position, "time_limit": 30, "alternatives": 2}).json
    assert best["status"] == "optimal"
    pool = app.extensions[SEARCH_SERVICE].start()[0]
    searched = pool.counts().served
    told = client.post("/v1/operate/review", json={"position": position, "moves": best["moves"]}).json
    assert (told["lost"], told["best"], told["seconds"] < 5) == (0, best["stars"], True)
    half = client.post("/v1/operate/review", json={"position": position, "moves": best["moves"][:1], "complete": False})
    assert (half.json["lost"], half.json["left_at_end"], half.json["complete"]) == (0, None, False)
    assert pool.counts().served == searched + 2, "a process was lent to each review"
    other = park(EASY, money=4)
    told = client.post("/v1/operate/review", json={"position": other, "moves": [], "time_limit": 30}).json
    answer = client.post("/v1/operate/solve", json={"position": other, "time_limit": 30}).json
    assert told["left_at_end"] == told["best"] == answer["stars"]
    assert answer["cached"] is True


def test_a_review_that_is_stopped_keeps_what_is_known_so_far(client: FlaskClient) -> None:
    path = reviewed(client, position=park(HARD), moves=[], time_limit=60, total_limit=60)
    wait_for(lambda: (seen(client, path)["progress"] or {}).get("stars"))
    job = client.delete(path).json
    assert job["state"] == "cancelled"
    answer = job["answer"]
    assert answer["status"] == "cancelled"
    assert answer["lost"] is None
    assert answer["lost_at_least"] >= job["progress"]["lost_at_least"]
    assert answer["best"] <= answer["bound"]


@pytest.mark.parametrize(
    ("more", "pointers"),
    [
        ({"objective": "stars", "alternatives": 1}, {"/objective", "/alternatives"}),
        ({"kind": "solve"}, {"/moves"}),
        ({"kind": "solve", "complete": True, "known": []}, {"/moves", "/complete", "/known"}),
        ({"kind": "judge"}, {"/kind"}),
        ({"moves": 3}, {"/moves"}),
        ({"moves": [{"do": "map", "guest": "nobody", "to": "entrance"}]}, {"/moves/0/guest"}),
        ({"known": [{"do": "map", "guest": "g1", "to": "nowhere"}]}, {"/known/0/to"}),
        ({"total_limit": 100_000, "time_limit": 0}, {"/total_limit", "/time_limit"}),
        ({"total_limit": 5_000, "time_limit": 4_000}, {"/total_limit", "/time_limit"}),
    ],
)
def test_what_a_review_cannot_be_asked_is_told_with_its_place(
    client: FlaskClient, more: dict[str, object], pointers: set[str]
) -> None:
    response = client.post(JOBS, json=asked(**more))
    assert response.status_code == 422
    assert {error["pointer"] for error in response.json["errors"]} == pointers


def test_a_review_without_moves_is_told_what_is_missing(client: FlaskClient) -> None:
    response = client.post(JOBS, json={"kind": "review", "position": park(EASY)})
    assert [error["pointer"] for error in response.json["errors"]] == ["/moves"]
    assert "Missing" in response.json["errors"][0]["detail"]


def test_one_thing_more_is_a_job_that_tells_of_each_thing_and_is_stopped_with_what_is_weighed(
    client: FlaskClient,
) -> None:
    body = {"kind": "what-if", "position": park(EASY), "time_limit": 60}
    path = client.post(JOBS, json=body).headers["Location"]
    progress = [each["data"] for each in received(client.get(f"{path}/events")) if each["event"] == "progress"]
    job = seen(client, path)
    assert (job["state"], job["kind"], job["request"]["kind"]) == ("done", "what-if", "what-if")
    gains = job["answer"]["what_if"]
    assert {each["things"] for each in progress} <= {len(gains)}  # none where all is weighed between two looks
    assert [each["weighed"] for each in progress] == sorted({each["weighed"] for each in progress})
    assert {each["thing"] for each in gains} == {"map", "mascot", "pip"}
    guests = {each["id"] for each in park(EASY)["park"]["guests"]}
    assert {each["guest"] for each in gains if each["thing"] == "pip"} <= guests
    for each in gains:
        assert each["at_least"] <= each["gain"]
        assert not each["proven"] or each["at_least"] == each["gain"] == each["at_most"]
    long = client.post(JOBS, json=body | {"position": park(HARD), "time_limit": 600}).headers["Location"]
    wait_for(lambda: seen(client, long)["state"] == "running")
    assert client.delete(long).json["state"] in {"running", "cancelled"}
    wait_for(lambda: seen(client, long)["state"] == "cancelled")
    assert len((seen(client, long)["answer"] or {"what_if": []})["what_if"]) < 20


@pytest.mark.parametrize(("kind", "field"), [("what-if", "alternatives"), ("what-if", "moves"), ("solve", "known")])
def test_what_belongs_to_another_kind_of_job_is_refused(client: FlaskClient, kind: str, field: str) -> None:
    value: object = 1 if field == "alternatives" else []
    told = client.post(JOBS, json={"kind": kind, "position": park(EASY), field: value})
    assert (told.status_code, told.json["errors"][0]["pointer"]) == (422, f"/{field}")


def test_a_plan_better_than_what_the_searches_find_loses_nothing_that_is_not_proven(client: FlaskClient) -> None:
    """A proven plan was once told as 53 of 49 stars, and a move of it as a loss of 36."""
    document = park(HARD)
    advice = advise(load_position(document), Settings(time_limit=2.0, workers=1))
    moves, stars = [dump_move(step.move) for step in advice.verdict.steps], advice.verdict.stars
    weak = {"moves": moves, "position": document, "time_limit": 0.05, "total_limit": 1.0}
    answers = [client.post("/v1/operate/review", json=weak).json]
    path = reviewed(client, **weak)
    wait_for(lambda: seen(client, path)["state"] == "done")
    answers.append(seen(client, path)["answer"])
    for told in answers:
        assert told["stars"] == stars
        assert told["lost"] is None
        assert told["bound"] >= told["best"] >= stars
        assert told["lost_at_least"] <= told["best"] - stars
        assert told["lost_at_most"] >= 0
        for step in told["steps"]:
            assert step["best_before"] >= stars
            assert step["lost"] is None or step["proven"]


def test_a_job_is_of_the_game_that_its_position_names(client: FlaskClient) -> None:
    position = read_json("dice_manor/examples/position.json")
    path = client.post(JOBS, json={"position": position, "time_limit": 20}).headers["Location"]
    job = wait_for(lambda: (found := seen(client, path))["state"] == "done" and found)
    assert (job["game"], job["kind"], job["request"]["position"]) == ("dice-manor", "solve", position)
    quick = client.post("/v1/solve", json={"position": position}).json
    assert {**job["answer"], "seconds": 0} == {**quick, "seconds": 0}
    again = client.post(JOBS, json={"position": position, "time_limit": 40}).json
    assert (again["state"], again["cached"]) == ("done", True)
    refused = client.post(JOBS, json={"position": {"of": "chess"}})
    assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (422, "/position/of")


def test_a_whole_game_is_reviewed_phase_by_phase(client: FlaskClient) -> None:
    whole = read_json("theme_park/games/introductory-2-random.json")
    record = {**whole, "events": whole["events"][:24]}
    path = client.post(JOBS, json={"kind": "game-review", "record": record, "total_limit": 1}).headers["Location"]
    job = wait_for(lambda: (found := seen(client, path))["state"] == "done" and found)
    phases = job["answer"]["phases"]
    assert [(each["round"], each["player"]) for each in phases] == [(1, "ann"), (1, "bob")]
    assert sum(each["review"]["states"] for each in phases) == job["answer"]["states"] > 2
    wrong = {"kind": "game-review", "record": {**record, "version": 9}, "time_limit": 9_000, "moves": []}
    told = client.post(JOBS, json=wrong).json["errors"]
    assert {each["pointer"] for each in told} == {"/moves", "/record/version"}
