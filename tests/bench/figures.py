"""From kept runs to figures: medians over repeats, then over positions; what never came to pass counts as endless."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf
from statistics import median
from typing import Any

from tests.bench.judging import best_stars
from tests.bench.positions import Known
from tests.bench.results import Results, Run

WITHIN = (1.0, 5.0, 20.0, 30.0)
"""Seconds by which the share of proven positions is told."""

Seconds = Callable[[Run], float]
"""A figure of one run; infinite when it never came to pass."""


@dataclass(frozen=True)
class Figures:
    """One engine on one position: medians of its runs, in seconds; ``memory_mib`` is the most of any run.

    ``searching``: to the proof of the stars by the clock of the process that searches, which for most is the only one;
    ``all_proven`` and ``nodes`` are None where the engine does not know them.
    """

    runs: int
    first: float
    first_share: float
    best: float
    stars_proven: float
    searching: float
    all_proven: float | None
    stars: int
    bound: int | None
    nodes: float | None
    memory_mib: float
    cold: float | None


def figures(row: dict[str, Any], best: float) -> Figures | None:
    """What the runs of one engine on one position come to; ``best``: the most stars known. None without runs."""
    runs: Sequence[Run] = row["runs"]
    if not runs:
        return None

    def middle(of: Seconds) -> float:
        return median(map(of, runs))

    nodes = [run["nodes"] for run in runs if run["nodes"] is not None]
    bounds = [run["bound"] for run in runs if run["bound"] is not None]
    return Figures(
        runs=len(runs),
        first=middle(lambda run: _reached(run, 0)),
        first_share=middle(lambda run: _first_stars(run) / best if best else 1.0),
        best=middle(lambda run: _reached(run, best)),
        stars_proven=middle(lambda run: _endless(run["stars_proven"])),
        searching=middle(lambda run: _endless(run.get("searching") or run["stars_proven"])),
        all_proven=middle(lambda run: _endless(run["all_proven"])) if row["three_stages"] else None,
        stars=min(run["stars"] for run in runs),
        bound=max(bounds) if len(bounds) == len(runs) else None,
        nodes=median(nodes) if nodes else None,
        memory_mib=max(run["memory_mib"] for run in runs),
        cold=row["cold"],
    )


def _endless(seconds: float | None) -> float:
    return inf if seconds is None else seconds


def _reached(run: Run, stars: float) -> float:
    """When the run first had a sequence of that many stars."""
    return next((seconds for seconds, found, _ in run["events"] if found is not None and found >= stars), inf)


def _first_stars(run: Run) -> int:
    return next((found for _, found, _ in run["events"] if found is not None), 0)


def table(kept: Results, known: dict[str, Known]) -> dict[str, dict[str, Figures]]:
    """Figures by position and engine; without engines left out there."""
    found: dict[str, dict[str, Figures]] = {}
    for name, rows in kept.positions.items():
        best = best_stars(rows, known.get(name))
        each = {engine: figures(row, best) for engine, row in rows.items()}
        found[name] = {engine: one for engine, one in each.items() if one is not None}
    return found


def middle(values: Iterable[float | None]) -> float | None:
    """The median over positions, None when there is none."""
    there = [value for value in values if value is not None]
    return median(there) if there else None


def share(values: Iterable[float], within: float) -> tuple[int, int]:
    """How many are at most ``within``, of how many."""
    all_ = list(values)
    return sum(value <= within for value in all_), len(all_)
