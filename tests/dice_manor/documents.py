"""The example documents of Dice Manor."""

import json
from pathlib import Path

FIXTURES = Path(__file__).parents[2] / "fixtures" / "dice_manor"
EXAMPLES = FIXTURES / "examples"


def example(name):
    """The document of an example file."""
    return json.loads((EXAMPLES / f"{name}.json").read_text(encoding="utf-8"))
