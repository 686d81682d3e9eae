"""The recipe of containers: its services fit each other and the container, and its commands work as it calls them."""

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from sqlalchemy import make_url

from api.config import PREFIX, Config
from api.storage.postgresql_checks import OLDEST, cluster_faults
from tests.api.jobs.asking import EASY, park
from tests.cluster.workers import Machine, until
from tests.postgresql import Server
from tests.service.container import ROOT, instructions
from tests.service.serving import serving

PASSWORD, HOLE = "made-up", "${PARK_ADVISOR_PASSWORD}"
TEXT = (ROOT / "api" / "compose.yaml").read_text(encoding="utf-8")
SERVICES: dict[str, Any] = yaml.safe_load(TEXT)["services"]
DATABASE, WEB, WORKER = (SERVICES[name] for name in ("database", "web", "worker"))
CONTAINER = {line.name: line.rest for line in instructions()}
DEFAULTS = dict(pair.split("=", 1) for pair in shlex.split(CONTAINER["ENV"]))
COMMANDS = {"web": json.loads(CONTAINER["CMD"]), "worker": WORKER["command"]}


def settings(service: dict[str, Any]) -> dict[str, str]:
    """The variables that a container of the service has, with a password."""
    given = {name: value.replace(HOLE, PASSWORD) for name, value in service["environment"].items()}
    return {name: value for name, value in (DEFAULTS | given).items() if name.startswith(PREFIX)}


def test_every_service_that_is_named_is_there_and_every_volume_is_declared() -> None:
    document = yaml.safe_load(TEXT)
    assert set(document) == {"services", "volumes"}
    assert {other for each in SERVICES.values() for other in each.get("depends_on", ())} <= set(SERVICES)
    named = {volume.partition(":")[0] for each in SERVICES.values() for volume in each.get("volumes", ())}
    assert named == set(document["volumes"])


def test_web_and_worker_run_the_image_that_is_built_of_this_project() -> None:
    folder = ROOT / "api"
    assert (folder / WEB["build"]["context"]).resolve() == ROOT
    assert (ROOT / WEB["build"]["dockerfile"]).is_file()
    assert WEB["image"] == WORKER["image"]
    assert "web" in WORKER["depends_on"]  # which builds it
    assert COMMANDS["web"][0] == COMMANDS["worker"][0]


def test_the_database_is_new_enough_and_is_found_under_the_names_and_the_password_that_it_is_made_with() -> None:
    assert int(DATABASE["image"].rpartition(":")[2]) >= OLDEST
    made = DATABASE["environment"]
    assert made["POSTGRES_PASSWORD"].startswith(HOLE[:-1])  # the same variable, and what is missing without it
    for service in (WEB, WORKER):
        url = make_url(settings(service)["PARK_ADVISOR_DATABASE_URL"])
        assert (url.host, url.port, url.password) == ("database", None, PASSWORD)
        assert (url.username, url.database) == (made["POSTGRES_USER"], made["POSTGRES_DB"])
    assert f"-U {made['POSTGRES_USER']} -d {made['POSTGRES_DB']}" in " ".join(DATABASE["healthcheck"]["test"])


def test_the_port_that_is_published_is_the_one_that_is_listened_on_everywhere() -> None:
    config = Config.from_environment(settings(WEB))
    (published,) = WEB["ports"]
    assert published == f"{config.port}:{CONTAINER['EXPOSE']}"
    assert (str(config.port), config.host) == (CONTAINER["EXPOSE"], "0.0.0.0")
    assert config.worker == "off"  # the workers are containers of their own


def test_what_the_queue_needs_is_installed_in_the_container() -> None:
    lock = (ROOT / "api" / "requirements.lock").read_text(encoding="utf-8")
    for name in ("procrastinate", "psycopg", "psycopg-binary"):
        assert f"\n{name}==" in lock


@pytest.mark.thorough
def test_its_commands_with_its_settings_carry_a_job_out_on_a_database_made_like_its_own(
    postgres: Server, tmp_path: Path
) -> None:
    made = DATABASE["environment"]
    postgres.sql(f"CREATE ROLE {made['POSTGRES_USER']} LOGIN SUPERUSER PASSWORD '{PASSWORD}'")  # as the image does
    postgres.sql(f"CREATE DATABASE {made['POSTGRES_DB']} OWNER {made['POSTGRES_USER']}")
    web, worker = (
        {
            name.removeprefix(PREFIX): value.replace("@database/", f"@127.0.0.1:{postgres.port}/")
            for name, value in settings(service).items()
        }
        for service in (WEB, WORKER)
    )
    assert cluster_faults(worker["DATABASE_URL"]) == []
    program = (sys.executable, "-m", "api.cli")
    environment = {name.lower(): value for name, value in web.items()} | {"port": "0", "host": "127.0.0.1"}
    with serving(tmp_path, command=(*program, *COMMANDS["web"][1:]), **environment) as served:
        assert not served.client.get("/readyz").json()["checks"]["workers"]
        machine = Machine(worker.pop("DATABASE_URL"), tmp_path, "worker", **worker, words=COMMANDS["worker"][1:])
        try:
            job = served.client.post("/v1/jobs", json={"position": park(EASY), "time_limit": 60}).json()["id"]
            done = until(lambda: (now := served.client.get(f"/v1/jobs/{job}").json())["state"] == "done" and now)
            assert done["answer"]["stars"] == 12
            assert served.client.get("/readyz").json()["checks"]["workers"]
        finally:
            machine.close()
