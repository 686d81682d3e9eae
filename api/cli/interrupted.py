"""Tells of a Ctrl-C that comes before there is anything to show. It imports little, as it may come while the rest loads."""

import json
import sys
from collections.abc import Sequence

INTERRUPTED = 130
"""Exit code: 128 and the number of SIGINT, as shells have it."""
DETAIL = "Interrupted before there was an answer."


def say_interrupted(arguments: Sequence[str]) -> None:
    """Say so on standard error; where JSON was asked for, in one problem document on standard output too."""
    if "--json" in arguments:
        from api.schemas.problems import problem_document  # noqa: PLC0415  a tenth of a second that text does without

        print(json.dumps(problem_document("Interrupted", DETAIL), indent=2))
    if sys.stderr is not None:  # closed by who called; print would take standard output then
        print(DETAIL, file=sys.stderr)
