"""Shells complete commands, options, choices, rule ids and file names, by the lines that api/cli/README.md gives."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINES = dict(
    re.findall(
        r"^\| (bash|zsh|fish) \| `(.+?)` \|",
        (ROOT / "api" / "cli" / "README.md").read_text("utf-8").replace("\\|", "|"),
        re.MULTILINE,
    )
)
ASK = """
set -eu
{line}
COMP_WORDS=({words}) COMP_CWORD=$(( ${{#COMP_WORDS[@]}} - 1 ))
compopt() {{ local IFS=' '; echo "compopt $*"; }}  # a builtin that works only while a person types
$(complete -p park-advisor | sed 's/.*-F \\([^ ]*\\).*/\\1/') park-advisor
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A PATH on which ``park-advisor`` is the one under test."""
    folder = tmp_path_factory.mktemp("bin")
    command = folder / "park-advisor"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m api.cli "$@"\n')
    command.chmod(0o755)
    return {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}


def test_the_readme_gives_a_line_for_each_shell() -> None:
    assert list(LINES) == ["bash", "zsh", "fish"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("park-advisor so", ["solve"]),
        ("park-advisor solve position.json --obj", ["--objective"]),
        ("park-advisor solve --objective ''", ["stars", "final", "balanced"]),
        ("park-advisor render --theme d", ["dark"]),
        ("park-advisor rules operate.party.", None),
        ("park-advisor check ''", ["compopt -o default"]),
    ],
)
def test_bash_completes(words: str, expected: list[str] | None, environment: dict[str, str]) -> None:
    script = ASK.format(line=LINES["bash"], words=words)
    told = subprocess.run(
        ["bash", "-c", script], env=environment, capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout.split("\n")
    found = [line for line in told if line]
    if expected is None:
        assert "operate.party.requirement" in found
        assert all(each.startswith("operate.party.") for each in found)
    else:
        assert found == expected


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_script_for_other_shells_asks_this_command(shell: str, environment: dict[str, str]) -> None:
    name = f"{shell}_source"
    assert f"_PARK_ADVISOR_COMPLETE={name} park-advisor" in LINES[shell]
    asked = {**environment, "_PARK_ADVISOR_COMPLETE": name}
    script = subprocess.run(["park-advisor"], env=asked, capture_output=True, text=True, check=True).stdout
    assert f"_PARK_ADVISOR_COMPLETE={shell}_complete" in script
    if program := shutil.which(shell):
        subprocess.run([program, "-n"], input=script, text=True, check=True)


@pytest.mark.parametrize(
    ("shell", "asked"),
    [
        ("zsh", {"COMP_WORDS": "park-advisor so", "COMP_CWORD": "1"}),
        ("fish", {"COMP_WORDS": "park-advisor so", "COMP_CWORD": "so"}),
    ],
)
def test_what_the_other_shells_are_told(shell: str, asked: dict[str, str], environment: dict[str, str]) -> None:
    there = {**environment, **asked, "_PARK_ADVISOR_COMPLETE": f"{shell}_complete"}
    told = subprocess.run(["park-advisor"], env=there, capture_output=True, text=True, check=True).stdout
    assert re.split(r"[\n,\t]", told.strip())[:2] == ["plain", "solve"]
