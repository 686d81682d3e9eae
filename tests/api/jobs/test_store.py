"""Jobs in the database; on PostgreSQL too, where it is installed or POSTGRESQL_URL names one that tests may empty."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import delete, event, select, update

from api.jobs.cache import AnswerCache
from api.jobs.request import FORMAT
from api.jobs.runner import LocalRunner, take_back_all
from api.jobs.searcher import new_owner
from api.jobs.states import Claim, Ending, EventKind, JobMishap, State
from api.jobs.store import JobStore, KeyTaken
from api.jobs.turns import Turns
from api.storage import Database
from api.storage.tables import jobs
from api.theme_park.jobs.requests import SolveRequest
from solver.runtime.pool import PoolLimits
from tests.api.jobs.test_cache import ASKED, found

ME, OTHER = new_owner(), new_owner()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    sqlite = request.param == "sqlite"
    made = Database(f"sqlite:///{tmp_path}/db" if sqlite else request.getfixturevalue("postgresql_url"))
    made.migrate()
    with made.write() as connection:
        connection.execute(delete(jobs))
    yield made
    made.close()


@pytest.fixture
def store(database: Database) -> JobStore:
    return JobStore(database)


def asking(seed: int) -> SolveRequest:
    """A question that no other seed asks."""
    return replace(ASKED, settings=replace(ASKED.settings, seed=seed))


def test_equal_questions_share_one_search(store: JobStore) -> None:
    first, second, other = (
        store.add(each, client=who)[0].id for each, who in ((ASKED, "a"), (ASKED, "b"), (asking(9), "b"))
    )
    mine = store.claim(ME)
    assert mine is not None
    assert mine.id == first
    nearest = store.claim(OTHER)
    assert nearest is not None
    assert nearest.id == other
    assert store.claim(OTHER) is None
    assert store.end(mine.claim, Ending(State.DONE, found(4)))
    twin = store.get(second)
    assert twin is not None
    assert (twin.state, twin.cached, twin.answer) == (State.DONE, True, found(4))
    assert [each.number for each in store.events_after(second, 0)] == [1, 2]


def test_the_end_of_a_search_costs_the_same_for_each_question_that_shares_it(
    store: JobStore, database: Database
) -> None:
    """It took a second for 50, 15 for 190, and 76 for 420, while nobody else could write."""

    def statements(twins: int) -> int:
        ids = [store.add(asking(twins), client=f"client {number}")[0].id for number in range(twins + 1)]
        mine, sent = store.claim(ME), list[str]()
        assert mine is not None
        event.listen(database.engine, "before_cursor_execute", note := lambda _c, _u, sql, *_: sent.append(sql))
        assert store.end(mine.claim, Ending(State.DONE, found(4)))
        event.remove(database.engine, "before_cursor_execute", note)
        for job in map(store.get, ids):
            assert job is not None
            assert job.started is not None
            assert job.finished is not None
            assert (job.state, job.started <= job.finished) == (State.DONE, True)
        return len(sent)

    few, many, more = (statements(number) for number in (5, 10, 15))
    assert more - many == many - few


def test_a_search_gives_way_to_nobody_who_waits_for_its_answer_or_for_a_later_program(
    store: JobStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.add(ASKED, client="a")
    mine = store.claim(ME)
    assert mine is not None
    store.add(ASKED, client="b")
    with monkeypatch.context() as later:
        later.setattr("api.jobs.store.FORMAT", FORMAT + 1)
        store.add(asking(1), client="c")
    assert not store.others_wait("a")
    store.add(asking(2), client="b")
    assert store.others_wait("a")


def test_who_shared_a_search_that_was_cancelled_begins_from_its_best(store: JobStore) -> None:
    first, second = (store.add(ASKED, client=who)[0].id for who in "ab")
    mine = store.claim(ME)
    assert mine is not None
    store.ask_cancel(first)
    assert store.end(mine.claim, Ending(State.CANCELLED, found(4)))
    again = store.claim(OTHER)
    assert again is not None
    assert (again.id, again.answer) == (second, found(4))


@pytest.mark.parametrize("goes", ["gives way", "is lost twice"])
def test_who_shared_a_search_that_is_broken_off_begins_from_what_was_stored_of_it(store: JobStore, goes: str) -> None:
    store.add(ASKED, client="a")
    turns = Turns()
    mine = store.claim(ME, turns)
    assert mine is not None
    assert store.progress(mine.claim, {"stars": 4}, found(4))
    if goes == "is lost twice":
        assert take_back_all(store) == 1
        assert store.claim(ME) is not None
    twin = store.add(ASKED, client="b")[0]
    if goes == "is lost twice":
        assert take_back_all(store) == 1
    else:
        assert store.end(mine.claim, Ending(State.QUEUED, spent=30.0))
    again = store.claim(OTHER, turns)
    assert again is not None
    assert (again.id, again.answer) == (twin.id, found(4))


def test_of_equal_questions_only_one_is_begun_however_many_claim_at_once(store: JobStore) -> None:
    for number in range(6):
        store.add(ASKED, client=f"client {number}")
    claimed: list[str] = []

    def claim() -> None:
        job = store.claim(ME)
        if job is not None:
            claimed.append(job.id)

    threads = [threading.Thread(target=claim) for _ in range(6)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(claimed) == 1


@pytest.mark.parametrize("ending", [Ending(State.DONE, found(4)), Ending(State.QUEUED, spent=30.0)])
def test_the_parts_of_a_job_end_with_its_search(store: JobStore, ending: Ending) -> None:
    store.add(ASKED)
    whole = store.claim(ME)
    assert whole is not None
    parts = store.share(whole.claim, [asking(1), asking(2), asking(3)], "a")
    first = store.claim(OTHER)
    assert first is not None
    assert first.id == parts[0]
    assert [store.withdraw(part) for part in parts[:2]] == [False, True]
    assert store.end(whole.claim, ending)
    assert [store.get(part) is not None for part in parts] == [True, False, False]
    assert store.to_stop(first.claim)
    assert store.share(whole.claim, [asking(4)], "a") == []


def test_jobs_are_claimed_in_the_order_they_came_and_each_once(store: JobStore) -> None:
    ids = [store.add(asking(seed))[0].id for seed in range(8)]
    claimed: list[str] = []

    def claim() -> None:
        while store.queued():
            job = store.claim(ME)
            if job is not None:
                claimed.append(job.id)

    threads = [threading.Thread(target=claim) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(claimed) == sorted(ids)
    assert claimed[0] in ids[:4]
    assert store.counts()[State.RUNNING] == 8


def test_a_job_ends_once_and_what_comes_later_changes_nothing(store: JobStore) -> None:
    store.add(ASKED)
    job = store.claim(ME)
    assert job is not None
    assert store.progress(job.claim, {"stars": 3}, found(3))
    assert store.end(job.claim, Ending(State.DONE, found(4)))
    assert not store.end(job.claim, Ending(State.FAILED))
    assert not store.progress(job.claim, {"stars": 9}, found(9))
    assert not store.give_back(job.claim)
    ended = store.ask_cancel(job.id)
    assert ended is not None
    assert (ended.state, ended.answer, ended.progress) == (State.DONE, found(4), {"stars": 3})
    kinds = [each.kind for each in store.events_after(job.id, 0)]
    assert kinds == [EventKind.STATE, EventKind.STATE, EventKind.PROGRESS, EventKind.END]
    assert [each.number for each in store.events_after(job.id, 2)] == [3, 4]


def test_a_job_given_back_waits_again(store: JobStore) -> None:
    store.add(ASKED)
    job = store.claim(ME)
    assert job is not None
    assert store.give_back(job.claim)
    again = store.claim(ME)
    assert again is not None
    assert (again.id, again.cut_off) == (job.id, 0)
    assert not store.give_back(job.claim)


def test_the_same_key_sent_by_many_at_once_is_one_job(store: JobStore) -> None:
    made: list[tuple[str, bool]] = []

    def add() -> None:
        job, fresh = store.add(ASKED, idempotency_key="key")
        made.append((job.id, fresh))

    threads = [threading.Thread(target=add) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len({job for job, _ in made}) == 1
    assert sum(fresh for _, fresh in made) == 1
    with pytest.raises(KeyTaken):
        store.add(replace(ASKED, position=replace(ASKED.position, money=9)), idempotency_key="key")


def claimed(store: JobStore, owner: str = OTHER) -> Claim:
    job = store.claim(owner)
    assert job is not None
    return job.claim


def test_a_job_whose_server_is_gone_is_searched_again_from_its_best_and_once(store: JobStore) -> None:
    store.add(ASKED)
    for attempt, state in ((2, State.QUEUED), (2, State.FAILED)):
        mine = claimed(store)
        store.progress(mine, {"stars": 3}, found(3))
        assert take_back_all(store) == 1
        now = store.get(mine.job)
        assert now is not None
        assert (now.state, now.attempt, now.answer) == (state, attempt, found(3))
    assert now.mishap is JobMishap.RESTART
    told = [each.data for each in store.events_after(mine.job, 0) if each.kind is EventKind.STATE]
    assert told[2] == {"state": "queued", "attempt": 2, "mishap": "restart", "gave_way": False}


@pytest.mark.parametrize("mishap", [JobMishap.SHUT_DOWN, JobMishap.CRASHED])
def test_what_is_cut_off_is_searched_again_once(store: JobStore, mishap: JobMishap) -> None:
    store.add(ASKED)
    ending = Ending(State.FAILED, found(4), mishap, "It crashed.")
    assert store.end(claimed(store), ending)
    assert store.queued() == 1
    mine = claimed(store)
    assert store.end(mine, ending)
    now = store.get(mine.job)
    assert now is not None
    assert (now.state, now.mishap, now.answer) == (State.FAILED, mishap, found(4))


def test_giving_way_counts_against_nobody(store: JobStore) -> None:
    store.add(ASKED)
    for attempt in (1, 2, 3):
        mine = claimed(store)
        assert mine.attempt == attempt
        assert store.end(mine, Ending(State.QUEUED, found(attempt), spent=30.0))
    now = store.get(mine.job)
    assert now is not None
    assert (now.state, now.attempt, now.cut_off, now.spent, now.answer) == (State.QUEUED, 4, 0, 90.0, found(3))


@pytest.mark.parametrize("mishap", [JobMishap.MEMORY, JobMishap.HUNG, JobMishap.DISAGREEMENT, JobMishap.INTERNAL])
def test_what_would_go_wrong_again_is_not_searched_again(store: JobStore, mishap: JobMishap) -> None:
    store.add(ASKED)
    assert store.end(claimed(store), Ending(State.FAILED, mishap=mishap))
    assert store.counts()[State.FAILED] == 1


def test_a_job_that_someone_wanted_cancelled_is_not_searched_again(store: JobStore) -> None:
    store.add(ASKED)
    mine = claimed(store)
    store.ask_cancel(mine.job)
    take_back_all(store)
    now = store.get(mine.job)
    assert now is not None
    assert now.state is State.CANCELLED


@pytest.mark.parametrize("again", [OTHER, ME], ids=["the same owner", "another owner"])
def test_a_search_that_lost_its_job_changes_nothing_more(store: JobStore, database: Database, again: str) -> None:
    store.add(ASKED)
    lost = claimed(store)
    take_back_all(store)
    assert store.to_stop(lost)
    mine = claimed(store, again)
    told = store.events_after(lost.job, 0)
    assert not store.progress(lost, {"stars": 9}, found(9))
    assert not store.end(lost, Ending(State.DONE, found(9)))
    assert not store.give_back(lost)
    assert not store.to_stop(mine)
    now = store.get(lost.job)
    assert now is not None
    assert (now.state, now.answer) == (State.RUNNING, None)
    assert store.events_after(lost.job, 0) == told
    with database.read() as connection:
        assert connection.execute(select(jobs.c.refused)).scalar_one() == 3
    assert store.end(mine, Ending(State.DONE, found(5)))


def test_a_search_whose_job_was_taken_back_twice_at_once_is_queued_once(store: JobStore) -> None:
    store.add(ASKED)
    claimed(store)
    (seen,) = store.running()
    assert [store.take_back(seen) for _ in range(2)] == [True, False]
    assert store.queued() == 1


@pytest.mark.parametrize("unknown", [{"format": FORMAT + 1}, {"kind": "sums"}, {"game": "chess"}])
def test_a_job_of_a_later_program_waits_for_one_that_can_do_it(
    store: JobStore, database: Database, unknown: dict[str, object]
) -> None:
    store.add(ASKED)
    with database.write() as connection:
        connection.execute(update(jobs).values(unknown))
    assert store.claim(ME) is None
    assert store.queued() == 1


def idle_runner(store: JobStore, database: Database, monkeypatch: pytest.MonkeyPatch) -> LocalRunner:
    """A runner that looks after jobs only when a test makes it."""
    monkeypatch.setattr(LocalRunner, "_work", lambda _self: None)
    monkeypatch.setattr(LocalRunner, "_tidy", lambda _self: None)
    return LocalRunner(store, AnswerCache(database), SimpleNamespace(limits=PoolLimits()))  # type: ignore[arg-type]


def test_a_job_is_taken_back_when_its_owner_has_not_stirred_for_a_lease_whatever_the_calendar_says(
    store: JobStore, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr("api.jobs.unchanged.time.monotonic", lambda: now)
    runner = idle_runner(store, database, monkeypatch)
    store.add(ASKED)
    job = claimed(store).job

    def look() -> State:
        runner._take_back_abandoned()
        found = store.get(job)
        assert found is not None
        return found.state

    look()
    with database.write() as connection:  # the clock jumps by an hour
        connection.execute(update(jobs).values(started=time.time() - 3600))
    for _ in range(4):
        now += 10
        store.beat(OTHER, [job])
        assert look() is State.RUNNING
    now += 14
    assert look() is State.RUNNING
    now += 2
    assert look() is State.QUEUED


def test_a_job_whose_claim_was_lost_on_its_way_is_taken_back_by_its_own_server(
    store: JobStore, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database kept the claim, and its answer never came."""
    now = 1000.0
    monkeypatch.setattr("api.jobs.unchanged.time.monotonic", lambda: now)
    runner = idle_runner(store, database, monkeypatch)
    store.add(ASKED)
    claimed(store, runner.owner)
    runner._take_back_abandoned()
    store.beat(runner.owner, tuple(runner._running))
    now += 16
    runner._take_back_abandoned()
    assert store.queued() == 1


def test_old_jobs_are_forgotten_with_their_events_and_open_ones_never(store: JobStore) -> None:
    ids = [store.add(ASKED)[0].id for _ in range(4)]
    for job in ids[:3]:
        store.ask_cancel(job)
        time.sleep(0.002)
    assert store.forget(3600, most=1) == 2
    assert [store.get(job) is not None for job in ids] == [False, False, True, True]
    assert store.forget(-1) == 1
    assert [len(store.events_after(job, 0)) for job in ids] == [0, 0, 0, 1]
