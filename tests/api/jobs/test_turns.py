"""Whose job is next, and when at the latest."""

import pytest

from api.jobs.turns import Turns, Waiting, latest_start
from api.jobs.unchanged import Unchanged


def waiting(*clients: str, seconds: float = 10.0) -> list[Waiting]:
    return [Waiting(f"{client}{place}", client, float(place), seconds) for place, client in enumerate(clients)]


def order(turns: Turns, jobs: list[Waiting], **running: int) -> str:
    return " ".join(each.id for each in turns.order(jobs, running))


def test_jobs_of_one_client_begin_as_they_came() -> None:
    assert order(Turns(), waiting("a", "a", "a")) == "a0 a1 a2"


def test_a_client_with_many_jobs_takes_turns_with_others() -> None:
    assert order(Turns(), waiting(*"aaaabc")) == "a0 b4 c5 a1 a2 a3"


def test_who_has_a_job_running_lets_others_go_first() -> None:
    assert order(Turns(), waiting(*"aab"), a=1) == "b2 a0 a1"


def test_who_was_served_last_is_last() -> None:
    turns = Turns()
    turns.took("a")
    assert order(turns, waiting(*"aab")) == "b2 a0 a1"
    turns.took("b")
    assert order(turns, waiting(*"aab")) == "a0 b2 a1"


@pytest.mark.parametrize(
    ("place", "running", "processes", "seconds"),
    [(0, [], 1, 0), (0, [30.0], 1, 30), (2, [30.0], 1, 50), (2, [30.0], 2, 20), (3, [5.0, 7.5], 2, 18)],
)
def test_a_job_has_begun_once_all_before_it_took_all_their_time(
    place: int, running: list[float], processes: int, seconds: int
) -> None:
    assert latest_start(place, waiting(*"aaaa"), running, processes) == seconds


def test_what_changes_is_not_silent_and_what_does_not_is_ever_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("api.jobs.unchanged.time.monotonic", lambda: now)
    seen = Unchanged()
    assert seen.seconds("job", 1) == 0
    now = 107.0
    assert seen.seconds("job", 1) == 7
    assert seen.seconds("job", 2) == 0
    now = 109.0
    seen.only(["job"])
    assert seen.seconds("job", 2) == 2
    seen.forget()
    assert seen.seconds("job", 2) == 0
