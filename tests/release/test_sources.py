"""Every folder of data says where it comes from, in its files or beside them, and has a row in the README."""

import json
from pathlib import Path

import pytest

from tests.release.scripts import ROOT

FIXTURES = ROOT / "fixtures"
FOLDERS = [each for each in sorted(FIXTURES.glob("*/*")) if each.is_dir() and each.name != "__pycache__"]


def named(folder: Path) -> str:
    return str(folder.relative_to(FIXTURES))


def has_source(file: Path) -> bool:
    return "source" in json.loads(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("folder", FOLDERS, ids=named)
def test_a_folder_of_data_says_its_source(folder: Path) -> None:
    files = list(folder.rglob("*.json"))
    assert (folder / "SOURCE.md").exists() or (files and all(map(has_source, files)))


@pytest.mark.parametrize("folder", FOLDERS, ids=named)
def test_a_folder_of_data_has_a_row_in_the_readme(folder: Path) -> None:
    readme = (FIXTURES / "README.md").read_text(encoding="utf-8")
    assert f"`{folder.name}`" in readme or f"`{folder.name}/" in readme
