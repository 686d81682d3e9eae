"""The command line (contract, section 3)."""

import sys
from collections.abc import Sequence
from typing import NoReturn


def main(words: Sequence[str] | None = None) -> NoReturn:
    """Run the command line on ``words``, or on those the shell gave, and exit."""
    try:
        from api.cli.root import run  # noqa: PLC0415  Ctrl-C while this loads is no reason for a traceback

        sys.exit(run(words))
    except KeyboardInterrupt:
        sys.exit(130)
