"""The example documents of Dice Manor."""

import json
from pathlib import Path

FIXTURES = Path(__file__).parents[2] / "fixtures" / "dice_manor"
EXAMPLES = FIXTURES / "examples"


def read(path):
    """The document of a file."""
    return json.loads(path.read_text(encoding="utf-8"))


def example(name):
    """The document of an example file."""
    return read(EXAMPLES / f"{name}.json")
