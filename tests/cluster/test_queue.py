"""The queue in the database: tickets come and go with jobs, and what happens is told at once."""

import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from sqlalchemy import text

from api.jobs.cache import AnswerCache
from api.jobs.listener import JobListener
from api.jobs.news import CHANNEL, STOPS
from api.jobs.request import FORMAT
from api.jobs.states import Ending, State
from api.jobs.store import JobStore
from api.jobs.tickets import issue, supply
from api.problems.kinds import Problem
from api.storage import Database, StorageUnavailable
from api.theme_park.club_boxes import BoxStore
from api.theme_park.club_tiles import TileStore
from api.theme_park.saved_parks import ParkStore
from api.theme_park.schemas.attraction import AttractionSchema
from models.theme_park.catalogue import attractions
from models.theme_park.game.box.box_catalogue import box_named
from tests.cluster.workers import asked, until
from tests.postgresql import Server, waits_for_another
from tests.waiting import SOON


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    made = Database(url)
    made.migrate()
    yield made
    made.close()


@pytest.fixture
def store(database: Database) -> JobStore:
    return JobStore(database)


def tickets(database: Database) -> int:
    with database.read() as connection:
        return int(connection.execute(text("SELECT count(*) FROM procrastinate_jobs")).scalar_one())


def test_a_job_and_its_ticket_are_there_together_or_neither(
    store: JobStore, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.add(asked(1))
    assert (store.queued(), tickets(database)) == (1, 1)

    def fail(*_: object) -> None:
        raise ConnectionError

    monkeypatch.setattr("api.jobs.changes.waits", lambda connection, number: (issue(connection, number), fail()))
    with suppress(ConnectionError):
        store.add(asked(2))
    assert (store.queued(), tickets(database)) == (1, 1)


def test_a_job_that_waits_again_has_another_ticket(store: JobStore, database: Database) -> None:
    store.add(asked(1))
    job = store.claim("me")
    assert job is not None
    store.end(job.claim, Ending(State.QUEUED, spent=1.0))
    assert tickets(database) == 2


def test_an_answer_that_is_known_needs_no_ticket(store: JobStore, database: Database) -> None:
    store.add(asked(1), ending=Ending(State.DONE, {}, cached=True))
    assert tickets(database) == 0


def test_tickets_that_are_missing_are_written(store: JobStore, database: Database) -> None:
    for seed in range(3):
        store.add(asked(seed))
    with database.write() as connection:
        connection.execute(text("DELETE FROM procrastinate_jobs"))
    with database.write() as connection:
        assert supply(connection) == 3
    with database.write() as connection:
        assert supply(connection) == 0
    assert tickets(database) == 3


def test_a_job_of_a_later_program_has_its_ticket_in_a_queue_that_this_one_does_not_read(database: Database) -> None:
    with database.write() as connection:
        issue(connection, FORMAT + 1)
        (queue,) = connection.execute(text("SELECT queue_name FROM procrastinate_jobs")).scalars()
    assert queue == f"jobs-{FORMAT + 1}"


def test_a_short_search_passes_long_ones_of_its_client(store: JobStore) -> None:
    for seed in range(10):
        store.add(asked(seed, 3600))
    short, _ = store.add(asked(10, 5))
    first = store.claim("me")
    assert first is not None
    assert first.id == short.id


def test_followers_hear_of_a_job_at_once(store: JobStore, database: Database) -> None:
    job, _ = store.add(asked(1))
    other, _ = store.add(asked(2))
    news, stops = JobListener(database.url), JobListener(database.url, STOPS)
    with news.of(job.id) as heard, news.of(other.id) as of_other, stops.of(job.id) as to_stop:
        until(lambda: news.live and stops.live)
        for each in (heard, of_other, to_stop):
            each.clear()
        claimed = store.claim("me")
        assert claimed is not None
        store.progress(claimed.claim, {"stars": 1}, {})
        assert heard.wait(SOON)
        assert not to_stop.is_set()
        store.ask_cancel(job.id)
        assert to_stop.wait(SOON)
        assert not of_other.is_set()
    news.close()
    stops.close()


def test_a_listener_that_was_cut_off_listens_again(store: JobStore, database: Database, postgres: Server) -> None:
    job, _ = store.add(asked(1))
    news = JobListener(database.url)
    with news.of(job.id) as heard:
        until(lambda: news.live)
        postgres.sql(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%{CHANNEL}%' AND pid <> pg_backend_pid()"
        )
        heard.clear()
        until(heard.is_set)  # it looks for what it missed
        heard.clear()
        store.ask_cancel(job.id)
        assert heard.wait(SOON)
    closing = threading.Thread(target=news.close)
    closing.start()
    closing.join(SOON)
    assert not closing.is_alive()


def test_after_a_connection_that_can_only_read_another_one_is_made(store: JobStore, database: Database) -> None:
    """It may lead to another server, which has taken the place of the first."""
    with database.write() as connection:
        connection.execute(text("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY"))
    with pytest.raises(StorageUnavailable):
        store.add(asked(1))
    store.add(asked(1))


@pytest.mark.parametrize("locked", ["jobs", "answers"])
def test_a_table_that_somebody_locks_is_told_before_long(store: JobStore, database: Database, locked: str) -> None:
    """As on SQLite; a request would wait as long as the table is looked through or rebuilt, and hold its thread."""

    def use() -> None:
        store.add(asked(1))
        AnswerCache(database).with_keys(["a"])

    with ThreadPoolExecutor(1) as beside, database.write() as connection:
        connection.execute(text(f"LOCK TABLE {locked}"))
        with pytest.raises(StorageUnavailable):
            beside.submit(use).result(30)


@pytest.mark.parametrize("what", ["park", "tile"])
def test_of_two_changes_at_once_the_later_is_held_against_the_earlier(database: Database, what: str) -> None:
    """By what is there when it is made, not when it was asked for: with If-Match it is refused then."""
    parks, tiles, seen = ParkStore(database), TileStore(database), list[dict[str, Any]]()
    (slug, first), (_, second), (_, third) = list(attractions().items())[:3]
    saved = parks.create({"money": 1})
    tiles.put({f"club-{slug}": first}, replace=False)
    with ThreadPoolExecutor(1) as beside:
        with database.write() as connection:
            if what == "park":
                connection.execute(text("""UPDATE parks SET position = '{"money": 2}'"""))
                later: Future[Any] = beside.submit(
                    parks.change, saved.id, str(saved.edit_token), {"money": 3}, seen.append
                )
            else:
                earlier = AttractionSchema.write(second)
                connection.execute(text("UPDATE tiles SET attraction = :to"), {"to": json.dumps(earlier)})
                later = beside.submit(tiles.change, f"club-{slug}", third, seen.append)
            until(lambda: waits_for_another(database))
        later.result()
    (at_last,) = seen
    assert at_last[{"park": "position", "tile": "attraction"}[what]] == ({"money": 2} if what == "park" else earlier)


@pytest.mark.parametrize("what", ["box", "tile"])
def test_of_two_of_a_name_that_are_entered_at_once_the_later_is_told_of_the_earlier(
    database: Database, what: str
) -> None:
    tile, box = next(iter(attractions().values())), box_named("made-up-box", 2, frozenset())
    column, table = {"box": ("printed", "boxes"), "tile": ("attraction", "tiles")}[what]
    with ThreadPoolExecutor(1) as beside:
        with database.write() as connection:
            connection.execute(
                text(f"INSERT INTO {table} (slug, {column}, created, updated) VALUES ('ours', '{{}}', 1, 1)")
            )
            if what == "box":
                later: Future[Any] = beside.submit(BoxStore(database).create, "ours", box)
            else:
                later = beside.submit(TileStore(database).put, {"ours": tile}, replace=False)
            until(lambda: waits_for_another(database))
        with pytest.raises(Problem, match="already"):
            later.result()


@pytest.mark.parametrize("days", [-20_000, 400])
def test_a_machine_whose_clock_is_wrong_forgets_nothing_of_others_and_they_nothing_of_it(
    store: JobStore, database: Database, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    parks, right = ParkStore(database), time.time

    def made(number: int) -> tuple[str, str]:
        """A job that is over and a saved park, after a look for what is to be forgotten."""
        store.forget()
        job = store.add(asked(number))[0].id
        claimed = store.claim("me")
        assert claimed is not None
        assert store.end(claimed.claim, Ending(State.DONE, {"stars": 4}))
        return job, parks.create({}).id

    first = made(1)
    with monkeypatch.context() as machine:
        machine.setattr("time.time", lambda: right() + days * 86_400)
        second = made(2)
    third = made(3)
    for job, park in (first, second, third):
        kept = store.get(job)
        assert kept is not None
        assert kept.started is not None
        assert kept.finished is not None
        assert kept.created <= kept.started <= kept.finished
        assert parks.get(park).id == park
