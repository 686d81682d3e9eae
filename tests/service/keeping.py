"""Figures of the commands beside this file, kept in ``figures.json``, from which ``tests.figures`` writes README.md."""

import json
import os
import time
from pathlib import Path

from tests.figures import refresh

KEPT = Path(__file__).with_name("figures.json")


def keep(command: str, told: str, load: float) -> None:
    """Keep what ``command`` told in the place of its last figures, whatever their numbers, and write everything kept
    into README.md; ``load`` is the machine's before it."""
    known = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    known = {other: figures for other, figures in known.items() if _words(other) != _words(command)}
    known[command] = f"{told} ({time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores, load {load:.1f} before)."
    KEPT.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    refresh()


def _words(command: str) -> list[str]:
    return [word for word in command.split() if not word.isdigit()]


def rows() -> str:
    """The lines of README.md: one for each command."""
    known = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    return "".join(f"* `python -m tests.service.{command}`: {told}\n" for command, told in sorted(known.items()))
