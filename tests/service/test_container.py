"""The container file: its steps work in a plain virtual environment; it is small, not root, and checks its health."""

import urllib.request
from pathlib import Path

import pytest

from tests.service.container import ROOT, Build, instructions


@pytest.mark.thorough
def test_the_steps_of_the_container_file_give_a_healthy_service(tmp_path: Path) -> None:
    build = Build(tmp_path, borrow=True)
    for line in instructions():
        build.take(line)
    assert len(build.skipped) == 3
    assert not build.healthy()
    for _ in build.serve():
        with urllib.request.urlopen(f"http://127.0.0.1:{build.environment['PARK_ADVISOR_PORT']}/") as page:
            assert page.status == 200
    assert (tmp_path / "var/lib/park-advisor/park-advisor.sqlite3").exists()


def test_the_container_is_slim_and_serves_as_nobody_in_particular() -> None:
    lines = instructions()
    images = [line.rest for line in lines if line.name == "FROM"]
    assert all("-slim" in image for image in images)
    last = max(index for index, line in enumerate(lines) if line.name == "FROM")
    final = lines[last:]
    users = [line.rest for line in final if line.name == "USER"]
    assert users == ["10001"]
    assert not any("pip install" in line.rest for line in final)
    assert any(line.name == "HEALTHCHECK" for line in final)


def test_everything_it_installs_is_fixed_by_its_hash_or_is_the_project_itself() -> None:
    installed = [line.rest for line in instructions() if "pip install" in line.rest]
    assert len(installed) == 2
    assert installed[0].endswith("--require-hashes -r api/requirements.lock")
    assert installed[1].endswith("--no-deps .")


def test_only_what_is_copied_is_sent_to_the_builder() -> None:
    sent = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = {
        source.split("/")[0]
        for line in instructions()
        if line.name == "COPY" and not line.rest.startswith("--from")
        for source in line.rest.split()[:-1]
    }
    assert sent == copied
