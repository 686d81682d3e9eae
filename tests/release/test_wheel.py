"""The built wheel, in an environment of its own and away from the checkout; ``python -m tests.release.install`` is the whole form."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.release.installing import ROOT, Installation, built

TOP = {"models", "solver", "api", "fixtures"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def there(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    installation = Installation(tmp_path_factory.mktemp("there"), sys.executable, borrow=True)
    installation.install(wheel)
    return installation


def test_the_wheel_holds_every_file_of_the_packages_and_no_tests(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    tracked = subprocess.run(["git", "ls-files", *TOP], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    missing = {name for name in tracked.splitlines() if (ROOT / name).exists()} - names
    assert not missing
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == TOP
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


@pytest.mark.thorough
def test_it_runs_from_its_own_files(there: Installation) -> None:
    assert all(path.is_relative_to(there.venv) for path in there.packages())


@pytest.mark.thorough
def test_it_solves_and_checks_a_worked_example(there: Installation) -> None:
    answer = there.solved()
    assert answer["status"] == "optimal"
    verdict = there.checked()
    assert verdict["legal"]
    assert verdict["stars"] <= answer["stars"] == answer["bound"]


@pytest.mark.thorough
def test_it_serves_its_health_and_every_file_of_the_page(there: Installation) -> None:
    served = there.served()
    assert {"/", "/healthz", "/web/js/main.js", "/web/style.css"} <= set(served)
    assert set(served.values()) == {200}, served
