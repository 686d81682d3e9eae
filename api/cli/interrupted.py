"""What is said when Ctrl-C comes before there is anything to show; light, as it may come while the rest is loaded."""

import json
import sys
from collections.abc import Sequence

INTERRUPTED = 130
"""Exit code: 128 and the number of SIGINT, as shells have it."""
DETAIL = "Interrupted before there was an answer."


def say_interrupted(arguments: Sequence[str]) -> None:
    """Say so on standard error; where JSON was asked for, in one problem document on standard output too."""
    if "--json" in arguments:
        problem = {"type": "about:blank", "title": "Interrupted", "detail": DETAIL, "errors": []}
        print(json.dumps(problem, indent=2))
    print(DETAIL, file=sys.stderr)
