"""The bench parks of ``fixtures/theme_park/bench``: early rounds proven, late rounds always answered."""

import json
from pathlib import Path

import pytest

from api import load_position
from models.theme_park.operate.position import Position
from solver import Settings, Status, advise
from solver.runtime.process import WarmProcess

BENCH = Path(__file__).parents[3] / "fixtures" / "theme_park" / "bench"
BEST_KNOWN = json.loads((BENCH / "best_known.json").read_text())
EARLY = [name for name in sorted(BEST_KNOWN) if name.startswith(("round1", "round2"))]
LATE = [name for name in sorted(BEST_KNOWN) if name not in EARLY]


def bench_position(name: str) -> Position:
    folder = BENCH / "board" if name.startswith("board") else BENCH
    return load_position(json.loads((folder / "positions" / f"{name}.json").read_text()))


@pytest.mark.parametrize("name", EARLY)
def test_rounds_one_and_two_are_proven_and_match_the_best_known_stars(name: str, process: WarmProcess) -> None:
    advice = advise(bench_position(name), Settings(time_limit=120), child=process)
    assert advice.status is Status.OPTIMAL
    assert advice.verdict.stars == advice.bound == BEST_KNOWN[name]["stars"]


@pytest.mark.parametrize("name", LATE)
def test_late_rounds_get_a_legal_sequence_and_a_bound_in_a_fifth_of_a_second(name: str) -> None:
    advice = advise(bench_position(name), Settings(time_limit=0.2))
    assert advice.verdict.legal
    assert advice.bound is not None
    assert advice.verdict.stars <= BEST_KNOWN[name]["bound"]
    assert BEST_KNOWN[name]["stars"] <= advice.bound
