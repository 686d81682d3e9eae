"""The README's tables of figures are what the kept results say, and one command writes them all."""

import re
from pathlib import Path

import pytest

from tests import figures

TEXT = figures.README.read_text(encoding="utf-8")


def test_every_table_is_what_the_kept_results_say() -> None:
    assert figures.written(TEXT) == TEXT, "python -m tests.figures writes them"


def test_every_marked_table_has_a_command_that_writes_it() -> None:
    assert set(re.findall(r"<!-- figures of (\S+): begin -->", TEXT)) == set(figures.tables())


def test_a_stale_table_is_told_and_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stale = tmp_path / "README.md"
    begin, _ = figures.markers("tests.theme_park.game")
    stale.write_text(TEXT.replace(begin, f"{begin}\n* Stale."), encoding="utf-8")
    monkeypatch.setattr(figures, "README", stale)
    monkeypatch.setattr("sys.argv", ["figures", "--check"])
    with pytest.raises(SystemExit) as ended:
        figures.main()
    assert "stale" in str(ended.value.code)
    monkeypatch.setattr("sys.argv", ["figures"])
    figures.main()
    assert stale.read_text(encoding="utf-8") == TEXT


@pytest.mark.parametrize("wrong", ["", "<!-- figures of x: end -->\n<!-- figures of x: begin -->"])
def test_lost_markers_are_loud(wrong: str) -> None:
    with pytest.raises(ValueError, match="must stand once each"):
        figures.between(wrong, "x")
