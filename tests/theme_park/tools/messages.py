"""What the referee says of every worked example: ``python -m tests.theme_park.tools.messages`` writes ``tests/theme_park/models/messages.json`` again.

Whoever changes a sentence, or a rule, sees in the difference what players will read.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.commands import reader
from tests.theme_park.examples import FIXTURES, play, read

KEPT = Path(__file__).parents[1] / "models" / "messages.json"


def examples() -> Iterator[tuple[str, Any, Any]]:
    """Position and moves of every example of a rule, of the rulebook and of each choice of a ruling, by a name."""
    for path in sorted((FIXTURES / "rule_examples").glob("*.json")):
        for kind in ("legal", "illegal"):
            for number, example in enumerate(read(path)[kind]):
                yield f"{path.stem} {kind} {number}", example["position"], example["moves"]
    for path in sorted((FIXTURES / "rulebook").glob("*.json")):
        yield path.stem, read(path)["position"], read(path)["moves"]
        for number, example in enumerate(read(path)["wrong"]):
            yield f"{path.stem} wrong {number}", read(path)["position"], example["moves"]
    for path in sorted((FIXTURES / "ruling_examples").glob("*.json")):
        for number, case in enumerate(read(path)["cases"]):
            for choice in case["verdicts"]:
                position = under(case["position"], read(path)["ruling"], choice)
                yield f"{path.stem} = {choice} {number}", position, case["moves"]


def under(position: Any, ruling: str, choice: str) -> Any:
    """The position's document with the one ruling chosen."""
    rules = position.get("rules", {})
    return {**position, "rules": {**rules, "rulings": {**rules.get("rulings", {}), ruling: choice}}}


def said(position: Any, moves: Any) -> list[str]:
    """The sentence of each step, and the message of the violation."""
    _, verdict = play(position, moves)
    told = [step.text for step in verdict.steps]
    return told if verdict.violation is None else [*told, verdict.violation.message]


if __name__ == "__main__":
    reader("tests.theme_park.tools.messages", __doc__).parse_args()
    KEPT.write_text(
        json.dumps({name: said(position, moves) for name, position, moves in examples()}, indent=1, ensure_ascii=False)
        + "\n",
        encoding="utf-8",
    )
