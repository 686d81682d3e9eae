import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import insert, select, text
from sqlalchemy.exc import IntegrityError

from api.storage.database import PROBE, Database, StorageUnavailable
from api.storage.tables import answers, jobs, metadata
from tests.postgresql import missing, postgresql
from tests.waiting import wait_for

ROW = {"key": "k", "document": {}, "proven": True, "seed": 0, "time_limit": 1.0, "used": 0.0}


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    made = Database(f"sqlite:///{tmp_path}/below/db", busy_seconds=0.2)
    made.migrate()
    yield made
    made.close()


def test_the_migrations_make_the_tables_that_the_code_uses(database: Database) -> None:
    with database.read() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_migrating_again_keeps_what_is_stored(database: Database) -> None:
    with database.write() as connection:
        connection.execute(insert(answers).values(ROW))
    database.migrate()
    with database.read() as connection:
        assert connection.execute(select(answers.c.key)).scalars().all() == ["k"]


def test_jobs_of_earlier_versions_are_of_theme_park_and_remember_that_they_were_cut_off(tmp_path: Path) -> None:
    made = Database(f"sqlite:///{tmp_path}/db")
    made.migrate(to="0006")
    old = "INSERT INTO jobs (id, state, request, cache_key, request_digest, created, cancel_asked, cached, attempt)"
    with made.write() as connection:
        connection.exec_driver_sql(
            f"{old} VALUES ('a', 'queued', '{{}}', '', '', 0, 0, 0, 2), ('b', 'done', '{{}}', '', '', 0, 0, 0, 1)"
        )
    made.migrate()
    with made.read() as connection:
        rows = connection.execute(select(jobs.c.game, jobs.c.attempt, jobs.c.cut_off).order_by(jobs.c.id)).all()
    assert [tuple(row) for row in rows] == [("theme-park", 2, 1), ("theme-park", 1, 0)]
    made.close()


def test_a_transaction_that_fails_leaves_nothing(database: Database) -> None:
    def write_and_fail() -> None:
        with database.write() as connection:
            connection.execute(insert(answers).values(ROW))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write_and_fail()
    with database.read() as connection:
        assert connection.execute(select(answers)).all() == []


def test_what_a_database_refuses_is_told_without_what_was_written(database: Database) -> None:
    """It goes to the log, and ids of jobs and parks are known to their holders alone."""
    with pytest.raises(IntegrityError) as refused, database.write() as connection:
        connection.execute(insert(answers).values([ROW | {"key": "unguessable"}] * 2))
    assert "unguessable" not in str(refused.value)
    assert "answers.key" in str(refused.value)


def test_a_locked_database_refuses_to_write_and_still_reads(database: Database) -> None:
    other = sqlite3.connect(str(database.url.database), isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StorageUnavailable, match="locked"), database.write():
        pass
    with database.read() as connection:
        assert connection.execute(select(answers)).all() == []
    other.execute("COMMIT")
    other.close()
    with database.write() as connection:
        connection.execute(insert(answers).values(ROW))


def test_a_full_database_is_told_and_keeps_what_it_had(database: Database) -> None:
    with database.write() as connection:
        connection.execute(insert(answers).values(ROW))
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()

    def write_much() -> None:
        with database.write() as connection:
            connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
            connection.execute(insert(answers).values(ROW | {"key": "large", "document": "x" * 100_000}))

    with pytest.raises(StorageUnavailable, match="full"):
        write_much()
    with database.read() as connection:
        assert connection.execute(select(answers.c.key)).scalars().all() == ["k"]


def test_a_database_in_memory_is_refused() -> None:
    with pytest.raises(ValueError, match="memory"):
        Database("sqlite://")


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageUnavailable):
        Database(f"sqlite:///{tmp_path}/file/db").migrate()


def test_a_database_is_known_to_be_served_by_nobody_else_until_it_is(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/db"
    first, second, third = Database(url), Database(url), Database(url)
    assert first.alone()
    assert not second.alone()
    first.close()
    assert not third.alone()  # the second still lives
    second.close()
    third.close()
    fourth = Database(url)
    assert fourth.alone()
    fourth.close()


def test_readiness_is_tried_by_writing_and_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.storage.database.TRIED_SECONDS", -1.0)
    made = Database(f"sqlite:///{tmp_path}/db", busy_seconds=0.2)
    made.migrate()
    try:
        assert made.usable()
        file = tmp_path / "db"
        with made.engine.connect() as connection:  # what was written lies in another file until then
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        sound = file.read_bytes()
        file.write_bytes(sound[:4096] + b"\xa5" * (len(sound) - 4096))
        assert not made.usable(), "its pages are garbage"
        file.write_bytes(sound)
        assert made.usable()
        file.rename(tmp_path / "away")
        assert not made.usable(), "its file is gone"
        with pytest.raises(StorageUnavailable, match="gone"), made.write():
            pass
        (tmp_path / "db").write_bytes(sound)
        with pytest.raises(StorageUnavailable, match="another one"), made.write():
            pass
        (tmp_path / "away").replace(file)
        assert made.usable()
    finally:
        made.close()


def test_a_full_or_locked_database_is_not_ready(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.storage.database.TRIED_SECONDS", -1.0)
    other = sqlite3.connect(str(database.url.database), isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert not database.usable()
    other.execute("COMMIT")
    other.close()
    assert database.usable()


def test_servers_that_try_their_common_database_at_once_all_find_it_usable() -> None:
    if why := missing():
        pytest.skip(why)
    with postgresql() as url:
        mine, other = Database(url), Database(url)
        mine.migrate()
        try:
            with ThreadPoolExecutor(1) as beside:
                with mine.write() as connection:
                    connection.execute(text(PROBE), {"now": 1.0})
                    ready = beside.submit(other.usable)
                    waits = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
                    wait_for(lambda: connection.execute(waits).scalar_one())
                assert ready.result()
            assert mine.usable()
        finally:
            mine.close()
            other.close()
