"""Figures of the commands beside this file, kept in ``figures.json`` and written into the README."""

import json
import os
import time
from pathlib import Path

KEPT, README = Path(__file__).with_name("figures.json"), Path(__file__).parents[2] / "README.md"
BEGIN, END = (f"<!-- figures of tests.service: {word} -->\n" for word in ("begin", "end"))


def keep(command: str, told: str, load: float) -> None:
    """Keep what ``command`` told, and write everything kept into the README; ``load`` is the machine's before it."""
    known = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    known[command] = f"{told} ({time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores, load {load:.1f} before)."
    KEPT.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    README.write_text(written(README.read_text(encoding="utf-8")), encoding="utf-8")


def written(readme: str) -> str:
    """The README with the figures that are kept."""
    known = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    before, _, rest = readme.partition(BEGIN)
    rows = "".join(f"* `python -m tests.service.{command}`: {told}\n" for command, told in sorted(known.items()))
    return before + BEGIN + rows + END + rest.partition(END)[2]
