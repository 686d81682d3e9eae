"""What a cluster needs is asked at the start and told by name; starts at the same moment do not disturb each other."""

import errno
import os
import threading
from pathlib import Path

import pytest
from procrastinate.schema import migrations_path

from api.cluster.supervisor import Supervisor
from api.config import BadConfiguration, Config
from api.storage import Database
from api.storage.postgresql_checks import cluster_faults
from api.storage.start import prepare
from tests.api.documents import run
from tests.cluster.workers import until
from tests.postgresql import Server


def faults(url: str) -> str:
    (told,) = cluster_faults(url)
    return told


def test_a_server_that_does_not_answer_is_told_by_its_address() -> None:
    assert "127.0.0.1:1 cannot be used" in faults("postgresql+psycopg://x@127.0.0.1:1/x")


def test_a_database_or_user_that_is_not_there_is_told(postgres: Server) -> None:
    assert 'database "none" does not exist' in faults(postgres.url("none"))
    assert 'role "nobody" does not exist' in faults(postgres.url(user="nobody"))


def test_an_old_server_is_told_with_what_would_do(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.storage.postgresql_checks.OLDEST", 99)
    assert "accepted: 99 or newer" in faults(postgres.url())


def test_a_user_without_rights_is_told_by_name(postgres: Server, url: str) -> None:
    postgres.sql("DROP ROLE IF EXISTS guest")
    postgres.sql("CREATE ROLE guest LOGIN")
    database = url.rpartition("/")[2]
    assert "User 'guest' has not the rights" in faults(postgres.url(database, "guest"))
    assert cluster_faults(url) == []
    made = Database(url)
    made.migrate()
    made.close()
    postgres.sql("GRANT CREATE ON SCHEMA public TO guest", database)
    assert "User 'guest' has not the rights" in faults(postgres.url(database, "guest"))
    for some in (
        "SELECT ON ALL TABLES",
        "ALL ON ALL TABLES",
    ):  # of several rights, and of tables without their sequences
        postgres.sql(f"GRANT {some} IN SCHEMA public TO guest", database)
        assert "User 'guest' has not the rights" in faults(postgres.url(database, "guest"))
    postgres.sql("GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO guest", database)
    assert cluster_faults(postgres.url(database, "guest")) == []


def test_a_missing_extra_is_told_with_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.storage.postgresql_checks.find_spec", lambda _name: None)
    assert "pip install --editable '.[cluster]'" in faults("postgresql+psycopg://x@127.0.0.1:1/x")
    assert cluster_faults("sqlite:////tmp/db") == []


def test_another_driver_is_told_with_the_one_that_would_do() -> None:
    assert "accepted: postgresql+psycopg." in faults("postgresql+psycopg2://x@127.0.0.1:1/x")


def test_a_database_that_can_only_be_read_is_told(postgres: Server, url: str) -> None:
    name = url.rpartition("/")[2]
    postgres.sql(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    assert f"database {name!r} at 127.0.0.1:{postgres.port}, which can only be read" in faults(url)


def test_tables_of_a_later_version_are_told(postgres: Server, url: str) -> None:
    prepare(Config(database_url=url))
    postgres.sql("UPDATE alembic_version SET version_num = '9999'", url.rpartition("/")[2])
    with pytest.raises(BadConfiguration, match=r"not those of this version or an earlier one: .*9999"):
        prepare(Config(database_url=url))


def test_a_password_is_not_repeated() -> None:
    assert "hunter2" not in faults("postgresql+psycopg://x:hunter2@127.0.0.1:1/x")


@pytest.mark.parametrize("command", ["work", "serve"])
def test_what_cannot_be_used_ends_the_command(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARK_ADVISOR_DATABASE_URL", "postgresql+psycopg://x@127.0.0.1:1/x")
    told = run(command)
    assert (told.code, "cannot start" in told.err, "127.0.0.1:1" in told.err) == (2, True, True)


def test_a_worker_refuses_a_database_that_it_cannot_share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARK_ADVISOR_DATABASE_URL", f"sqlite:///{tmp_path}/db")
    told = run("work")
    assert (told.code, "PARK_ADVISOR_DATABASE_URL" in told.err) == (2, True)


def test_servers_that_start_at_once_bring_the_tables_up_to_date_once(url: str, postgres: Server) -> None:
    wrong: list[BaseException] = []

    def start() -> None:
        try:
            prepare(Config(database_url=url))
        except BadConfiguration as error:
            wrong.append(error)

    threads = [threading.Thread(target=start) for _ in range(6)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert wrong == []
    database = url.rpartition("/")[2]
    assert postgres.sql("SELECT count(*) FROM alembic_version", database) == [(1,)]
    assert postgres.sql("SELECT to_regclass('procrastinate_jobs') IS NOT NULL", database) == [(True,)]


def test_the_queues_tables_are_those_that_the_migrations_make() -> None:
    """A Procrastinate that changes its tables needs a migration that runs its own files beyond this one."""
    assert (
        max(each.name for each in migrations_path.glob("*.sql"))
        == "03.04.00_50_post_add_retry_failed_job_procedure.sql"
    )


def test_a_supervisor_that_can_start_no_worker_now_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the system has no more processes or memory at that moment; a server would be without its worker for good."""
    tried: list[object] = []

    def refuse(*words: object, **_: object) -> None:
        tried.append(words)
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr("api.cluster.supervisor.subprocess.Popen", refuse)
    monkeypatch.setattr("api.cluster.supervisor.LONGEST_PAUSE", 0.05)
    supervisor = Supervisor(Config())
    running = threading.Thread(target=supervisor.run)
    running.start()
    try:
        until(lambda: len(tried) > 2)
    finally:
        supervisor.stop()
        running.join()
