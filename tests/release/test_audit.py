"""The audit of dependencies: a known weakness fails, silence does not."""

import pytest

from tests.release.audit import audited, told

SOUND = {"name": "flask", "version": "3.1", "vulns": []}
WEAK = {"name": "old", "version": "1.0", "vulns": [{"id": "PYSEC-1"}]}
UNKNOWN = {"name": "new", "skip_reason": "not found"}


def test_a_known_weakness_is_told_by_package_and_fails() -> None:
    said, sound = told({"dependencies": [SOUND, WEAK]})
    assert (sound, "old 1.0: PYSEC-1" in said) == (False, True)


def test_what_the_index_does_not_know_is_told_and_does_not_fail() -> None:
    said, sound = told({"dependencies": [SOUND, UNKNOWN]})
    assert (sound, "1 of 2 packages audited" in said) == (True, True)


def test_without_an_index_it_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("tests.release.audit.AUDIT", ("true",))
    assert audited()
    assert "Not audited" in capsys.readouterr().out
