"""Kept results of a campaign: what was run on what, and every run of every engine by position."""

import json
import os
import platform
import subprocess
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent / "results"
MEASURED = (
    "models",
    "solver",
    "api",
    "fixtures/theme_park/bench/positions",
    "fixtures/theme_park/bench/made_up/positions",
    "fixtures/theme_park/bench/board/positions",
    "fixtures/theme_park/bench/played/positions",
    "tests/bench/*.py",
    "tests/bench/*.lp",
)
"""The files on which figures depend."""
KEPT, MORE = "bench", ("made-up", "alone", "board", "board-rivals", "played")
"""The results that README.md shows, and those it shows behind them where they are there."""

Run = dict[str, Any]
"""One search: see ``RUN_FIELDS``; seconds from the start of the search, None where it never came to pass."""

RUN_FIELDS = (
    "seconds",
    "stars",
    "bound",
    "stars_proven",
    "searching",
    "all_proven",
    "nodes",
    "found_by",
    "memory_mib",
    "events",
    "stages",
)
"""``events``: (seconds, stars, bound) whenever either became better; ``stages``: name, value, limit, whether proven."""

DISTRIBUTIONS = ("park-advisor", "ortools", "clingo", "didppy", "numpy", "numba")


@dataclass(frozen=True)
class Options:
    """What a campaign asks of every position: seconds a search, and how often each configuration runs.

    ``alone_repeats`` holds for single engines of the advisor; ``slow_repeats`` is after how many runs cut off by the
    limit no more follow; ``cold``: whether a whole process is timed too.
    """

    time_limit: float = 30.0
    repeats: int = 5
    alone_repeats: int = 5
    slow_repeats: int = 1
    cold: bool = True
    engines: tuple[str, ...] = ()


@dataclass
class Results:
    """A campaign, as far as it has come. ``positions``: by name, then engine: its runs, seconds of the cold run,
    or why it was not run; ``disagreements``: what must not be."""

    options: Options
    about: dict[str, Any]
    positions: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    disagreements: list[str] = field(default_factory=list)


def path(name: str) -> Path:
    """Where the results of that name are kept."""
    return FOLDER / f"{name}.json"


def shown() -> list[str]:
    """The names of the kept results that there are."""
    return [name for name in (KEPT, *MORE) if path(name).exists()]


def load(name: str) -> Results:
    """Results kept before."""
    return read(path(name))


def read(file: Path) -> Results:
    """Results kept in a file."""
    document = json.loads(file.read_text(encoding="utf-8"))
    options = Options(**{**document["options"], "engines": tuple(document["options"]["engines"])})
    return Results(options, document["about"], document["positions"], document["disagreements"])


def save(name: str, results: Results) -> None:
    """Keep ``results`` under a name."""
    write(path(name), results)


def write(target: Path, results: Results) -> None:
    """Keep ``results``, a line a run; the file is replaced in one go, so that an interrupted campaign loses nothing."""
    target.parent.mkdir(exist_ok=True)
    fresh = target.with_suffix(".new")
    fresh.write_text(_written(results), encoding="utf-8")
    fresh.replace(target)


def _written(results: Results) -> str:
    def listed(rows: list[str], indent: str) -> str:
        return "[\n" + ",\n".join(f"{indent} {row}" for row in rows) + f"\n{indent}]" if rows else "[]"

    positions = ",\n".join(
        f'  "{name}": {{\n'
        + ",\n".join(
            f'   "{engine}": {{"runs": {listed([json.dumps(run) for run in row["runs"]], "    ")}, '
            f'"cold": {json.dumps(row["cold"])}, "left_out": {json.dumps(row["left_out"])}, "three_stages": {json.dumps(row["three_stages"])}}}'
            for engine, row in engines.items()
        )
        + "\n  }"
        for name, engines in results.positions.items()
    )
    return (
        f'{{\n "options": {json.dumps(asdict(results.options))},\n "about": {json.dumps(results.about)},\n'
        f' "positions": {{\n{positions}\n }},\n'
        f' "disagreements": {listed([json.dumps(line) for line in results.disagreements], " ")}\n}}\n'
    )


def shortened(result: dict[str, Any]) -> Run:
    """What is kept of a run: milliseconds and tenths of a MiB."""
    kept = {name: result[name] for name in RUN_FIELDS}
    for name in ("seconds", "stars_proven", "searching", "all_proven"):
        kept[name] = None if kept[name] is None else round(kept[name], 4)
    kept["memory_mib"] = round(kept["memory_mib"], 1)
    kept["events"] = [[round(seconds, 4), stars, bound] for seconds, stars, bound in kept["events"]]
    return kept


def about(checkout: Path = ROOT) -> dict[str, Any]:
    """Date, machine and versions."""
    versions: dict[str, str] = {}
    for name in DISTRIBUTIONS:
        try:
            versions[name] = version(name)
        except ModuleNotFoundError:
            continue
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "commits": [commit(checkout)],
        "cores": os.process_cpu_count() if hasattr(os, "process_cpu_count") else len(os.sched_getaffinity(0)),
        "machine": platform.machine(),
        "system": platform.system(),
        "python": platform.python_version(),
        "versions": versions,
    }


def commit(checkout: Path = ROOT) -> str | None:
    """The commit that is measured, with a plus when the code differs from it; None outside a repository."""
    try:
        head = _git(checkout, "rev-parse", "--short", "HEAD")
        changed = _git(checkout, "status", "--porcelain", "--untracked-files=no", "--", *MEASURED)
    except (OSError, subprocess.CalledProcessError):
        return None
    return f"{head}+" if changed else head


def _git(checkout: Path, *command: str) -> str:
    said = subprocess.run(["git", *command], cwd=checkout, capture_output=True, text=True, check=True)
    return said.stdout.strip()
