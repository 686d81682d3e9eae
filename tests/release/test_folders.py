"""Folders that stand side by side are imported in one direction only."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("models", "solver", "api")


def imported(text: str) -> Iterator[tuple[str, ...]]:
    """The modules that a module imports, anywhere in it, as parts of their names."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield tuple(node.module.split("."))
        elif isinstance(node, ast.Import):
            yield from (tuple(each.name.split(".")) for each in node.names)


def between(importer: tuple[str, ...], module: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The two folders side by side between which an import leads, None where it does not leave its folder so."""
    alike = 0
    while alike < min(len(importer), len(module)) and importer[alike] == module[alike]:
        alike += 1
    if not alike or alike >= len(module):
        return None
    return importer[: alike + 1], module[: alike + 1]


def arrows(root: Path) -> set[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Imports between folders side by side; migrations stand for what the tables once were and import what they need."""
    found = set()
    for path in (path for package in PACKAGES for path in (root / package).rglob("*.py")):
        importer = path.relative_to(root).with_suffix("").parts
        if "migrations" not in importer:
            arrow = (between(importer, module) for module in imported(path.read_text(encoding="utf-8")))
            found |= {each for each in arrow if each and all(root.joinpath(*end).is_dir() for end in each)}
    return found


def mutual(found: set[tuple[tuple[str, ...], tuple[str, ...]]]) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Pairs of folders that import each other."""
    return sorted((one, other) for one, other in found if one < other and (other, one) in found)


def test_no_two_folders_side_by_side_import_each_other() -> None:
    found = arrows(ROOT)
    assert (("api", "theme_park"), ("api", "http")) in found
    assert mutual(found) == []


@pytest.mark.parametrize(
    ("back", "expected"), [("import api.two.b", []), ("from api.one.a import x", [("one", "two")])]
)
def test_a_pair_that_imports_each_other_is_found(tmp_path: Path, back: str, expected: list[tuple[str, str]]) -> None:
    for name, text in (("one/a", "def f():\n    import api.two.b"), ("two/b", back)):
        path = tmp_path / "api" / f"{name}.py"
        path.parent.mkdir(parents=True)
        path.write_text(text)
    assert mutual(arrows(tmp_path)) == [(("api", one), ("api", other)) for one, other in expected]
