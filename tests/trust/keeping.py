"""Figures of the long commands, kept in ``figures.json``, from which ``tests.figures`` writes README.md."""

import json
import os
import platform
import time
from pathlib import Path
from typing import Any

KEPT = Path(__file__).with_name("figures.json")


def keep(command: str, told: str, figures: dict[str, Any]) -> None:
    """Keep the figures of a command with a sentence that tells them, and write README.md."""
    from tests.figures import refresh  # noqa: PLC0415 - loads the project, which tests.mutation must not do before

    known = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    where = f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores, Python {platform.python_version()}"
    known[command] = {"told": told, "where": where, **figures}
    KEPT.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n", encoding="utf-8")
    refresh()


def rows() -> str:
    """The lines of README.md: one for each command."""
    known = json.loads(KEPT.read_text(encoding="utf-8"))
    return "".join(f"* `{command}`: {row['told']} ({row['where']}).\n" for command, row in known.items())
