"""Every Operate phase of a game held against the best, without a search."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from api.theme_park import game_reviews
from api.theme_park.game_reviews import GamePhases, GameReviewing, reviewed_before
from api.theme_park.jobs.requests import GameReviewRequest, stored_game_review_request
from api.theme_park.schemas.record import load_record
from models.shared.data import read_json
from models.shared.fault import Fault, FaultCode
from models.theme_park.operate.moves import Move
from models.theme_park.operate.position import Position
from solver.runtime.not_solved import NotSolvedYet
from solver.theme_park.operate.settings import Settings

DOCUMENT = read_json("theme_park/games/introductory-2-random.json")
RECORD = load_record(DOCUMENT)
PHASES = GamePhases.of(RECORD)
TOTAL = 100.0


@dataclass
class Told:
    """What is asked of a review of it, and what it answers."""

    stopped: bool = False
    searched: int = 1


class Reviews:
    """Reviews of positions, as many as are wanted; each loses one star of what may be two in the phase ``unsure``."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, stops_at: int = 99, unsolved: int = 99) -> None:
        self.asked: list[dict[str, Any]] = []
        self.stops_at, self.unsolved = stops_at, unsolved
        monkeypatch.setattr(game_reviews, "review", self.review)
        monkeypatch.setattr(game_reviews, "review_document", self.document)

    def review(self, position: Position, moves: Sequence[Move], settings: Settings, **more: Any) -> Told:
        self.asked.append({"moves": len(moves), **more})
        if len(self.asked) > self.unsolved:
            raise NotSolvedYet((Fault("/park", "Not weighed.", FaultCode.NOT_SOLVED),))
        return Told(stopped=len(self.asked) > self.stops_at)

    def document(self, told: Told) -> dict[str, Any]:
        status = "cancelled" if told.stopped else "optimal"
        most = 2 if told.stopped else 1
        return {"status": status, "stars": 3, "searched": 1, "lost_at_least": 1, "lost_at_most": most}


def reviewing(found: Any = None, news: Any = None, record: Any = RECORD) -> GameReviewing:
    made = GameReviewing(
        record, Settings(time_limit=5.0), TOTAL, found or {}, news=news or (lambda *_: None), cancelled=bool
    )
    made.search(None, None, None)  # type: ignore[arg-type]  # nothing is searched
    return made


def test_every_operate_phase_is_reviewed_in_its_share_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    reviews, news = Reviews(monkeypatch), list[Any]()
    answer = reviewing(news=lambda told, so_far: news.append((told, so_far))).document()
    assert [(each["round"], each["player"]) for each in answer["phases"]] == [
        (number, player) for number in (1, 2, 3, 4) for player in ("ann", "bob")
    ]
    assert [each["moves"] for each in reviews.asked] == [len(each.moves) for each in PHASES.phases]
    states = [len(each.moves) + 1 for each in PHASES.phases]
    first, last = reviews.asked[0]["total"], reviews.asked[-1]["total"]
    assert first == pytest.approx(TOTAL * states[0] / sum(states), rel=0.01)
    assert last == pytest.approx(TOTAL, rel=0.01), "what others leave is for the last"
    assert answer["status"] == "optimal"
    assert [(each["player"], each["lost"], each["stars"]) for each in answer["players"]] == [
        ("ann", 4, 12),
        ("bob", 4, 12),
    ]
    done = [told["searched"] for told, _ in news]
    assert done == sorted(done)
    assert done[-1] == news[-1][0]["states"] == sum(states)
    assert [len(so_far["phases"]) for _, so_far in news if so_far] == list(range(1, 9))


def test_a_review_that_is_stopped_tells_what_it_found_and_the_next_one_goes_on_from_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Reviews(monkeypatch, stops_at=3)
    stopped = reviewing()
    answer = stopped.document()
    assert (stopped.stopped, answer["status"], len(answer["phases"])) == (True, "cancelled", 4)
    assert [each["lost"] for each in answer["players"]] == [2, None]
    again = Reviews(monkeypatch)
    found = reviewed_before(answer)
    assert len(found) == 3
    whole = reviewing(found).document()
    assert (len(again.asked), whole["status"], len(whole["phases"])) == (5, "optimal", 8)


def test_a_phase_that_the_solver_does_not_weigh_says_why_and_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    Reviews(monkeypatch, unsolved=7)
    answer = reviewing().document()
    assert (answer["status"], answer["phases"][7]["review"]) == ("feasible", None)
    assert "Not weighed." in answer["phases"][7]["why_not"]


def test_a_record_is_reviewed_as_far_as_it_is_legal_and_stopping_is_not_judged_before_it_is_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reviews = Reviews(monkeypatch)
    upto = PHASES.phases[2].events[0] + 1
    reviewing(record=load_record(DOCUMENT | {"events": DOCUMENT["events"][:upto]}))
    assert [each["complete"] for each in reviews.asked] == [True, True, False]
    broken = reviewing(record=load_record(DOCUMENT | {"events": DOCUMENT["events"][:upto] * 2})).document()
    assert (broken["legal"], broken["events"], len(broken["phases"])) == (False, upto, 3)
    assert broken["violation"]


def test_a_stored_game_review_is_the_request() -> None:
    request = GameReviewRequest(Settings(time_limit=3.0, seed=4), 50.0, RECORD)
    again = stored_game_review_request(request.document())
    assert (again, again.digest()) == (request, request.digest())
    assert (again.seconds, again.after(20.0).seconds) == (50.0, 30.0)
