"""The tables of figures in the READMEs are what the kept results say, and one command writes them all."""

import re
from pathlib import Path

import pytest

from tests import figures


def test_every_table_is_what_the_kept_results_say() -> None:
    assert not figures.stale(), "python -m tests.figures writes them"


def test_every_marked_table_has_a_command_that_writes_it() -> None:
    marked = {
        (name, file)
        for file in figures.readmes()
        for name in re.findall(r"<!-- figures of ([a-z_.]+): begin -->", file.read_text(encoding="utf-8"))
    }
    assert marked == {(name, table.file) for name, table in figures.tables().items()}


def test_a_stale_table_is_told_and_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "tests.theme_park.game"
    table = figures.tables()[name]
    text = table.file.read_text(encoding="utf-8")
    stale = tmp_path / "README.md"
    begin, _ = figures.markers(name)
    stale.write_text(text.replace(begin, f"{begin}\n* Stale."), encoding="utf-8")
    monkeypatch.setattr(figures, "ROOT", tmp_path)
    monkeypatch.setattr(figures, "tables", lambda: {name: table._replace(file=stale)})
    monkeypatch.setattr("sys.argv", ["figures", "--check"])
    with pytest.raises(SystemExit) as ended:
        figures.main()
    assert ended.value.code == "Stale tables: README.md. python -m tests.figures writes them."
    monkeypatch.setattr("sys.argv", ["figures"])
    figures.main()
    assert stale.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("wrong", ["", "<!-- figures of x: end -->\n<!-- figures of x: begin -->"])
def test_lost_markers_are_loud(wrong: str) -> None:
    with pytest.raises(ValueError, match="must stand once each"):
        figures.between(wrong, "x")
