"""What Python's hashes are seeded with shows in no answer."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from api import dump_position
from tests.theme_park.examples import FIXTURES
from tests.theme_park.parity.solving import full_park, small_parks

SEEDS = ("1", "4242")
PARKS = {
    "worked example": lambda: json.loads((FIXTURES / "positions" / "log-flume.json").read_text(encoding="utf-8")),
    "full": lambda: dump_position(next(small_parks(310_000, 1, most_states=200, park=full_park))[1]),
}


def answers(command: str, files: list[Path], *options: str) -> list[list[Any]]:
    """For each seed the documents that a command prints, their seconds left out."""
    told = []
    for seed in SEEDS:
        environment = os.environ | {"PYTHONHASHSEED": seed}
        told.append([])
        for file in files:
            run = subprocess.run(
                [sys.executable, "-m", "api.cli", command, str(file), *options, "--json"],
                env=environment,
                capture_output=True,
                check=True,
            )
            document = json.loads(run.stdout)
            document.pop("seconds", None)
            told[-1].append(document)
    return told


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("parks")
    found = []
    for name, park in PARKS.items():
        found.append(folder / f"{name}.json")
        found[-1].write_text(json.dumps(park()), encoding="utf-8")
    return found


@pytest.mark.thorough
def test_a_reproducible_answer_is_the_same_whatever_hashes_are_seeded_with(files: list[Path]) -> None:
    one, other = answers("solve", files, "--reproducible")
    assert one == other
    assert {each["status"] for each in one} == {"optimal"}


@pytest.mark.thorough
def test_an_answer_of_the_usual_search_is_worth_the_same_whatever_hashes_are_seeded_with(files: list[Path]) -> None:
    one, other = answers("solve", files[:1])
    for mine, yours in zip(one, other, strict=True):
        assert mine["status"] == yours["status"] == "optimal"
        assert [mine[name] for name in ("stars", "bound", "money", "stages")] == [
            yours[name] for name in ("stars", "bound", "money", "stages")
        ]


def test_moves_are_listed_in_the_same_order_whatever_hashes_are_seeded_with(files: list[Path]) -> None:
    one, other = answers("moves", files[1:])
    assert one == other
