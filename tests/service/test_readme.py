"""What the README says of the service is so."""

import re
import shutil
import subprocess
from dataclasses import fields
from pathlib import Path

import pytest
from flask import Flask

from api.config import Config, variable
from tests.figures import README
from tests.service.serving import serving

ROOT = README.parent
TEXT = README.read_text(encoding="utf-8")
SECTION = TEXT.partition("## The service\n")[2].partition("\n## ")[0]


def examples() -> list[tuple[str, str]]:
    """Commands with what their answer holds: the comment behind each."""
    block = next(part for part in re.findall(r"```sh\n(.*?)```", SECTION, re.DOTALL) if "curl" in part)
    found, lines = list[tuple[str, str]](), list[str]()
    for line in block.splitlines():
        command, mark, comment = line.partition("  # ")
        lines.append(command)
        if mark:
            found.append(("\n".join(lines), comment.strip()))
            lines = []
    return found


@pytest.mark.skipif(shutil.which("curl") is None, reason="the examples are written with curl")
def test_the_examples_give_what_their_comments_say(tmp_path: Path) -> None:
    commands = examples()
    assert len(commands) == 5
    with serving(tmp_path) as served:
        for command, expected in commands:
            here = command.replace("localhost:8000", served.url)
            told = subprocess.run(["bash", "-c", here], cwd=ROOT, capture_output=True, text=True, check=True)
            assert expected.replace(" ", "") in told.stdout.replace(" ", ""), (command, told.stdout)


def test_every_variable_is_listed_with_what_it_is() -> None:
    listed = re.findall(r"^\| `(PARK_ADVISOR_\w+)` \| (.+?) \| (.+) \|$", SECTION, re.MULTILINE)
    assert [(name, tells) for name, _, tells in listed] == [
        (variable(each.name), each.metadata["tells"]) for each in fields(Config)
    ]
    defaults = {name: default.strip("`") for name, default, _ in listed}
    for each in fields(Config):
        if isinstance(each.default, str | int | float):
            assert (
                defaults[variable(each.name)] == f"{each.default:g}"
                if isinstance(each.default, float)
                else str(each.default)
            )


def test_every_endpoint_is_listed(app: Flask) -> None:
    described = SECTION + TEXT.partition("## Jobs and search processes\n")[2].partition("\n## ")[0]
    told = re.sub(r"/(ID|SLUG|LINE)\b", "/*", described)
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/v1/") or rule.endpoint.startswith("health."):
            assert re.sub(r"<[^>]+>", "*", rule.rule) in told, rule.rule
