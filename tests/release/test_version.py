"""One version, told alike by the command, the service, its description and every answer."""

import re
import tomllib
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from api import version
from api.app import close
from api.version import versions
from tests.api.documents import run
from tests.service.serving import make_app

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory):
    app = make_app(tmp_path_factory.mktemp("version"))
    yield app.test_client()
    close(app)


def test_the_installation_is_the_project() -> None:
    assert version.program_version() == PROJECT["version"], "install the project again: pip install --editable ."


def test_every_place_tells_the_same_version(client: FlaskClient) -> None:
    told = {
        "--version": run("--version").out.split()[-1],
        "/healthz": client.get("/healthz").json["version"],
        "/readyz": client.get("/readyz").json["version"],
        "/openapi.json": client.get("/openapi.json").json["info"]["version"],
        "answers": versions()["park-advisor"],
    }
    assert set(told.values()) == {version.program_version()}, told


def test_without_an_installation_the_version_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version, "DISTRIBUTION", "no-such-distribution")
    assert version.program_version() == version.UNKNOWN


def test_the_changelog_begins_with_this_version() -> None:
    latest = re.search(r"^## (\S+) \(\d{4}-\d{2}-\d{2}\)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert latest is not None
    assert latest[1] == PROJECT["version"]


def test_the_licence_that_the_project_names_is_the_one_beside_it() -> None:
    assert PROJECT["license"] == "MIT"
    assert (ROOT / "LICENSE").read_text("utf-8").startswith("MIT License\n")
    assert PROJECT["license-files"] == ["LICENSE"]
