"""The lock files fix a version, with hashes, for all that is asked for: nothing is looked up here."""

import re
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.release.readme import Kind, blocks

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ASKED = [
    *PROJECT["dependencies"],
    *(each for extra in PROJECT["optional-dependencies"].values() for each in extra),
]
LOCK = (ROOT / ".ci" / "requirements.lock").read_text(encoding="utf-8")
CONTAINER = (ROOT / "api" / "requirements.lock").read_text(encoding="utf-8")
(MADE_BY,) = (block.text.strip() for block in blocks(Kind.LOCK))


class Locked(NamedTuple):
    """A line of the lock file: the version, and whether it has hashes."""

    version: Version
    hashed: bool


def read(text: str) -> dict[str, list[Locked]]:
    """What a lock file fixes, by name; a name may stand twice under different markers."""
    found: dict[str, list[Locked]] = {}
    for each in re.finditer(r"^([\w.-]+)(?:\[[^\]]*\])?==([^\s;]+)((?:[^\\\n]|\\\n)*)", text, re.MULTILINE):
        found.setdefault(canonicalize_name(each[1]), []).append(Locked(Version(each[2]), "--hash=sha256:" in each[3]))
    return found


def unmet(asked: str, locked: dict[str, list[Locked]]) -> bool:
    """Whether no version that is fixed is one that is asked for."""
    wanted = Requirement(asked)
    return not any(each.version in wanted.specifier for each in locked.get(canonicalize_name(wanted.name), []))


@pytest.mark.parametrize("asked", ASKED)
def test_the_lock_satisfies_what_the_project_asks_for(asked: str) -> None:
    assert not unmet(asked, read(LOCK)), MADE_BY


@pytest.mark.parametrize("asked", PROJECT["dependencies"])
def test_the_container_has_what_the_project_needs_in_the_versions_that_are_tested(asked: str) -> None:
    assert not unmet(asked, read(CONTAINER)), MADE_BY
    name = canonicalize_name(Requirement(asked).name)
    assert read(CONTAINER)[name] == read(LOCK)[name], MADE_BY


@pytest.mark.parametrize(("lock", "asked"), [(LOCK, ASKED), (CONTAINER, PROJECT["dependencies"])])
def test_every_version_is_fixed_by_its_hashes(lock: str, asked: list[str]) -> None:
    locked = read(lock)
    assert len(locked) > len(asked)
    assert not [name for name, versions in locked.items() if not all(each.hashed for each in versions)]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [("flask>=3.1,<4", False), ("Flask", False), ("flask>=4", True), ("no-such-package", True), ("a.b>=2", False)],
)
def test_what_a_lock_does_not_satisfy_is_noticed(asked: str, expected: bool) -> None:
    assert unmet(asked, read("flask==3.1.2 \\\n    --hash=sha256:00\na-b==2.0 ; python_version < '4'\n")) is expected
