"""Configuration by environment: read, bounded, refused with every reason at once, listed in api/README.md."""

import socket
from dataclasses import fields
from pathlib import Path

import pytest
from flask.cli import ScriptInfo

from api.app import close
from api.config import BadConfiguration, Config, variable
from tests.api.documents import run


def test_settings_are_read_from_the_environment() -> None:
    config = Config.from_environment(
        {
            "PARK_ADVISOR_PORT": "9000",
            "PARK_ADVISOR_QUICK_LIMIT": "2.5",
            "PARK_ADVISOR_CORS_ORIGINS": "https://a.example, http://b.example:8080",
            "PARK_ADVISOR_RATE": "off",
            "PARK_ADVISOR_CLUB_TOKEN": "x" * 16,
            "HOME": "/home/somebody",
        }
    )
    assert (config.port, config.quick_limit, config.rate) == (9000, 2.5, "off")
    assert config.cors_origins == ("https://a.example", "http://b.example:8080")
    assert config.club_token == "x" * 16


def test_without_variables_the_defaults_hold() -> None:
    config = Config.from_environment({})
    assert (config.host, config.port, config.cors_origins) == ("127.0.0.1", 8000, ())
    assert config.database_url.startswith("sqlite:///")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", "70000"),
        ("port", "-1"),
        ("threads", "1"),
        ("quick_limit", "0"),
        ("quick_limit", "nan"),
        ("quick_limit", "inf"),
        ("rate", "many"),
        ("rate", "0/minute"),
        ("rate", "5/fortnight"),
        ("cors_origins", "club.example"),
        ("cors_origins", "https://club.example/page"),
        ("database_url", "nothing://x"),
        ("database_url", "x.db"),
        ("club_token", "short"),
        ("log_level", "loud"),
        ("host", "two words"),
        ("child_memory", "512"),  # less than a child that only waits
    ],
)
def test_what_cannot_be_used_is_refused_by_name_with_what_can(name: str, value: str) -> None:
    with pytest.raises(BadConfiguration) as refused:
        Config.from_environment({variable(name): value})
    assert refused.value.reasons[0].startswith(f"{variable(name)}: found ")
    assert "accepted: " in refused.value.reasons[0]


def test_secrets_are_not_repeated() -> None:
    with pytest.raises(BadConfiguration) as refused:
        Config.from_environment(
            {"PARK_ADVISOR_CLUB_TOKEN": "hunter2", "PARK_ADVISOR_DATABASE_URL": "x://u:hunter2@h/d"}
        )
    assert "hunter2" not in str(refused.value)


def test_serve_tells_every_reason_and_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARK_ADVISOR_PORT", "x")
    monkeypatch.setenv("PARK_ADVISOR_THREADS", "x")
    monkeypatch.setenv("PARK_ADVISOR_THREAD", "8")
    told = run("serve")
    assert told.code == 2
    for name in ("PORT", "THREADS", "THREAD:"):
        assert f"PARK_ADVISOR_{name}" in told.err


def test_serve_says_when_the_database_cannot_be_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PARK_ADVISOR_DATABASE_URL", f"sqlite:///{tmp_path}/file/x.sqlite3")
    told = run("serve")
    assert told.code == 2
    assert "The database cannot be used" in told.err


@pytest.mark.parametrize(
    "words", [["--host", "nowhere.invalid"], ["--host", "a" * 70], []], ids=["name", "long", "port"]
)
def test_serve_says_at_once_when_nothing_can_listen_there(
    words: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PARK_ADVISOR_DATABASE_URL", f"sqlite:///{tmp_path}/x.sqlite3")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        told = run("serve", "--port", str(taken.getsockname()[1]), *words)
    assert told.code == 2
    assert "cannot be listened on" in told.err


def test_flask_finds_the_application(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PARK_ADVISOR_DATABASE_URL", f"sqlite:///{tmp_path}/x.sqlite3")
    app = ScriptInfo(app_import_path="api").load_app()
    assert app.test_client().get("/healthz").status_code == 200
    close(app)


def test_every_setting_says_what_it_is() -> None:
    assert all(each.metadata["tells"].endswith(".") for each in fields(Config))
