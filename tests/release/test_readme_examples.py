"""Every example of the READMEs does what it says, and what they name is there."""

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest

from api.theme_park.schemas.moves import Do, MoveSchema
from api.theme_park.schemas.skill_use import SkillUseSchema
from models.theme_park.cards import SkillKind
from models.theme_park.operate.skills import SKILL_CARDS
from tests.api.documents import run
from tests.figures import readmes
from tests.release.installing import fresh
from tests.release.readme import TEXT, THEME_PARK, Kind, blocks, commands, section
from tests.release.scripts import ROOT, help_of, scripts
from tests.service.serving import Served, serving

COMMANDS = [each for block in blocks(Kind.COMMAND) for each in commands(block)]
SERVERS = [each for block in blocks(Kind.SERVER) for each in commands(block)]
PROGRAMS = {"park-advisor": "api.cli", "flask": "flask"}
PATIENCE = 90.0
TEXTS = [file.read_text(encoding="utf-8") for file in readmes()]
LONGEST_TOP = 150
IMAGINED = {"fixtures/theme_park/rule_examples/operate.map.last-round.json"}
"""Files that a recipe tells to write."""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that looks like a checkout with its ``.venv``, in which examples may write."""
    folder = tmp_path_factory.mktemp("checkout")
    (folder / "fixtures").symlink_to(ROOT / "fixtures")
    programs = folder / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name, module in PROGRAMS.items():
        (programs / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" -m {module} "$@"\n', encoding="utf-8")
        (programs / name).chmod(0o755)
    return folder


@pytest.fixture(scope="module")
def environment(checkout: Path) -> dict[str, str]:
    here = {name: value for name, value in os.environ.items() if not name.startswith("PARK_ADVISOR_")}
    database = {"PARK_ADVISOR_DATABASE_URL": f"sqlite:///{checkout}/park-advisor.sqlite3", "PARK_ADVISOR_PORT": "0"}
    return {**here, **database, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served")) as service:
        yield service


def said(words: str, cwd: Path, environment: dict[str, str]) -> str:
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", words], cwd=cwd, env=environment, capture_output=True, text=True, check=True
    ).stdout


def unspaced(text: str) -> str:
    return re.sub(r"\s", "", text)


def test_every_example_is_of_a_kind_that_is_tried() -> None:
    assert {block.kind for block in blocks()} == set(Kind)


@pytest.mark.thorough
def test_the_first_command_installs_and_solves(tmp_path: Path) -> None:
    ((command,), (expected,)) = ([block.text for block in blocks(kind)] for kind in (Kind.INSTALL, Kind.OUTPUT))
    for name in ("models", "solver", "api", "fixtures"):
        shutil.copytree(
            ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("*.pyc")
        )  # what numba compiled is kept
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    seen = os.pathsep.join(path for path in sys.path if path.endswith("-packages"))  # spares the download of all of it
    path = f"{Path(sys.base_prefix) / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = fresh(tmp_path) | {"PYTHONPATH": seen, "PYTHONUTF8": "1", "PATH": path}
    assert expected.strip() in said(command, tmp_path, environment)


def test_the_second_command_is_what_ci_runs() -> None:
    (command,) = (block.text.strip() for block in blocks(Kind.TESTS))
    assert next(line for line in TEXT.splitlines() if "pytest" in line) == command
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "test_command=$(grep -m1 'pytest' README.md)" in ci
    assert 'eval "$test_command"' in ci


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: each.expected)
def test_a_command_prints_what_its_comment_says(
    command: tuple[str, str], checkout: Path, environment: dict[str, str]
) -> None:
    words, expected = command
    assert unspaced(expected) in unspaced(said(words, checkout, environment))


@pytest.mark.parametrize("command", SERVERS, ids=lambda each: each.words.split()[0])
def test_a_server_starts_as_its_comment_says(
    command: tuple[str, str], checkout: Path, environment: dict[str, str]
) -> None:
    words, expected = command
    if "flask" in words:
        words += " --port 0"
    pattern = re.compile(re.sub(r":\d+$", r":\\d+", expected))
    process = subprocess.Popen(
        ["bash", "-c", f"exec {words} 2>&1"], cwd=checkout, env=environment, stdout=subprocess.PIPE, text=True
    )
    patience = Timer(PATIENCE, process.kill)
    patience.start()
    try:
        assert process.stdout is not None
        found = next((match for line in process.stdout if (match := pattern.search(line))), None)
        assert found, expected
        with urllib.request.urlopen(f"{found.group().split()[-1]}/healthz") as answer:
            assert json.load(answer)["status"] == "ok"
    finally:
        process.terminate()
        patience.cancel()
        process.communicate()


@pytest.mark.skipif(shutil.which("curl") is None, reason="the examples are written with curl")
@pytest.mark.parametrize("block", blocks(Kind.REQUEST), ids=lambda block: block.place)
def test_requests_are_answered_as_their_comments_say(block, served: Served) -> None:
    asked, job = commands(block), None
    assert len(asked) >= 4
    for words, expected in asked:
        here = words.replace("localhost:8000", served.url)
        told = said(here if job is None else re.sub(r"\bID\b", job, here), ROOT, dict(os.environ))
        if job is None and (found := re.search(r"Location: /v1/jobs/(\S+)", told)):
            assert " 202 " in told.splitlines()[0]
            job = found[1]
        wanted = expected if job is None else re.sub(r"\bID\b", job, expected)
        assert unspaced(wanted) in unspaced(told), (words, told)


def test_the_program_prints_what_its_comments_say(checkout: Path, environment: dict[str, str]) -> None:
    (program,) = (block.text for block in blocks(Kind.PYTHON))
    (checkout / "program.py").write_text(program, encoding="utf-8")
    told = said(f"{sys.executable} program.py", checkout, environment)
    assert told.splitlines() == re.findall(r"print\(.*\)  # (.*)", program)


def test_the_position_is_usable() -> None:
    (position,) = (json.loads(block.text) for block in blocks(Kind.POSITION))
    told = run("moves", "-", "--json", stdin=position)
    assert (told.code, told.err) == (0, "")
    assert told.json["moves"]


def test_the_moves_are_of_every_kind_and_can_be_read() -> None:
    (moves,) = (json.loads(block.text) for block in blocks(Kind.MOVES))
    assert len({MoveSchema().load(move) for move in moves}) == len(moves)
    assert {move["do"] for move in moves} == set(Do)


def test_the_use_of_every_skill_names_what_its_card_takes() -> None:
    rows = [
        row
        for row in re.findall(r"^\| (.+) \| `(\{.*\})`", section(THEME_PARK, "Moves"), re.MULTILINE)
        if "`" in row[0]
    ]
    uses = {SkillKind(kind): json.loads(use) for kinds, use in rows for kind in re.findall(r"`([a-z-]+)`", kinds)}
    assert uses.keys() == set(SkillKind)
    for kind, use in uses.items():
        SkillUseSchema().load(use)
        assert use.keys() == SKILL_CARDS[kind].takes


@pytest.mark.filterwarnings("ignore:.*found in sys.modules.*:RuntimeWarning")
def test_the_scripts_that_are_named_are_there_with_their_options() -> None:
    named = [each for text in TEXTS for each in re.findall(r"python -m (tests[\w.]*[\w])([^`\n#|]*)", text)]
    assert len(named) > 10
    helps = {name: help_of(name) for name in {name for name, _ in named} if name in scripts()}
    for name, words in named:
        assert name in helps, name
        for option in re.findall(r"--[a-z-]+", words):
            assert option in helps[name], (name, option)


def test_what_the_container_is_built_from_is_there() -> None:
    (block,) = blocks(Kind.CONTAINER)
    (file,) = re.findall(r"-f (\S+)", block.text)
    assert (ROOT / file).is_file()
    port = next(line for line in (ROOT / file).read_text("utf-8").splitlines() if line.startswith("EXPOSE")).split()[1]
    assert f"-p {port}:{port}" in block.text


def anchors(file: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("file", readmes(), ids=lambda file: file.parent.relative_to(ROOT).as_posix())
def test_links_within_it_and_to_files_lead_somewhere(file: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", file.read_text(encoding="utf-8")):
        path, _, anchor = target.partition("#")
        if "://" not in target:
            there = (file.parent / path).resolve() if path else file
            assert there.exists(), target
            assert not anchor or anchor in anchors(there), target


def known_paths() -> set[str]:
    """Every file and folder of the project, and what each may be called from a folder above it."""
    folders = ("api", "fixtures", "models", "solver", "tests", ".ci")
    paths = [path.relative_to(ROOT).parts for name in folders for path in (ROOT / name).rglob("*")]
    return {"/".join(parts[start:]) for parts in paths for start in range(len(parts))}


def test_every_file_that_is_named_is_there() -> None:
    known = known_paths() | {path.name for path in ROOT.iterdir()}
    named = {name for text in TEXTS for name in re.findall(r"`(?:\./)?([\w./-]+\.(?:py|js|css))`", text)}
    folders = {
        name for text in TEXTS for name in re.findall(r"`((?:api|fixtures|models|solver|tests)/[\w./-]+)`", text)
    }
    assert len(named) > 20
    assert {name for name in named | folders if name.rstrip("/") not in known} <= IMAGINED


def test_the_top_readme_is_short_and_leads_to_all_others() -> None:
    assert len(TEXT.splitlines()) <= LONGEST_TOP
    top, *others = readmes()
    linked = {
        (file.parent / target.partition("#")[0]).resolve()
        for file in (top, *others)
        for target in re.findall(r"\]\(([^)]+README\.md[^)]*)\)", file.read_text(encoding="utf-8"))
    }
    assert not {file for file in others if file.resolve() not in linked}
