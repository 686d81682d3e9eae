"""The commands below ``tests``, and their help."""

import contextlib
import io
import runpy
from pathlib import Path
from unittest.mock import patch

ROOT = Path(__file__).parents[2]
INTERNAL = {"tests.bench.child", "tests.bench.survey_worker"}
"""Started by other commands, not by people."""


def scripts() -> list[str]:
    """What ``python -m`` runs below ``tests``."""
    found = []
    for path in sorted(ROOT.glob("tests/**/*.py")):
        if not path.name.startswith("test_") and '\nif __name__ == "__main__":' in path.read_text("utf-8"):
            found.append(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__"))
    return [name for name in found if name not in INTERNAL]


def help_of(name: str) -> str:
    """What ``--help`` of a script prints; raises AssertionError when that is no success."""
    told = io.StringIO()
    with patch("sys.argv", [name, "--help"]), contextlib.redirect_stdout(told):
        try:
            runpy.run_module(name, run_name="__main__")
        except SystemExit as ended:
            if ended.code:
                raise AssertionError(f"{name} --help ends with {ended.code}") from ended
    return told.getvalue()
