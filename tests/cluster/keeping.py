"""Figures of the commands beside this file, kept as JSON, from which ``tests.figures`` writes api/jobs/README.md."""

import json
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.figures import refresh

THROUGHPUT, FAULTS = (Path(__file__).with_name(f"{name}.json") for name in ("throughput", "random_faults"))
NO_FAULTS = ("quick jobs", "long jobs", "cancel", "start again")
"""Steps that are no faults."""


def keep(file: Path, found: Any) -> None:
    """Keep what a command found, and write it into the README."""
    file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    refresh()


def throughput() -> str:
    """The table of api/jobs/README.md."""
    known = json.loads(THROUGHPUT.read_text(encoding="utf-8"))
    head = ("workers", "searches of 0.2 s", "short searches", "answers from the store", "heard of", "begun")
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    lines += [
        f"| {row['workers']} | {row['searches']:.1f}/s | {row['short']:.0f}/s | {row['stored']:.0f}/s "
        f"| {_both(row['heard'])} | {_both(row['begun'])} |"
        for row in known["rows"]
    ]
    return "\n".join([*lines, "", f"{known['machine']}."])


def machine_told(load: float) -> str:
    """When and on what figures were taken; ``load``: before them."""
    return f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores, load {load:.1f} before"


def _both(milliseconds: Sequence[float]) -> str:
    median, most = milliseconds
    return f"{median:.0f} ms, {most:.0f} ms"


def faults() -> str:
    """What api/jobs/README.md tells of the last run that was kept."""
    found = json.loads(FAULTS.read_text(encoding="utf-8"))
    faults = found["faults"]
    struck = ", ".join(f"{faults[name]} times *{name}*" for name in sorted(faults) if name not in NO_FAULTS)
    ended = ", ".join(f"{number} {state}" for state, number in sorted(found["states"].items()))
    return (
        f"{found['jobs']} jobs on {found['workers']} workers in {found['seconds'] / 60:.0f} minutes of faults ({struck}): "
        f"{ended}; {found['cut_off']} searches cut off, {found['refused_writes']} words of searches that had lost their job refused. "
        f"The longest job was over after {found['longest_seconds']:.0f} s, and everything at rest "
        f"{found['slowest_rest_seconds']:.0f} s after the last fault at most ({found['machine']})."
    )
