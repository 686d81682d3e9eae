"""The command line (README.md, Commands)."""

import gc
import sys
from collections.abc import Sequence
from typing import NoReturn

from api.cli.interrupted import INTERRUPTED, say_interrupted

SELDOM = 50_000
"""New objects between two garbage collections, in a program that ends soon: what it loads stays, and most runs leave no garbage."""


def main(words: Sequence[str] | None = None) -> NoReturn:
    """Run the command line on ``words``, or on those the shell gave, and exit."""
    if words is None:
        gc.set_threshold(SELDOM)
    arguments = list(sys.argv[1:] if words is None else words)
    try:
        from api.cli.root import run  # noqa: PLC0415  Ctrl-C while this loads is no reason for a traceback

        code = run(arguments)
    except KeyboardInterrupt:
        say_interrupted(arguments)
        code = INTERRUPTED
    if words is None:
        gc.freeze()  # Python looks for garbage as it exits, among all that was loaded
    sys.exit(code)
