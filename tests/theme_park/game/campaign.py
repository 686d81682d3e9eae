"""Random games and mutations in bulk: ``python -m tests.theme_park.game.campaign 1000 [--first SEED] [--keep COMMIT]``.

``--keep`` adds what was counted at a commit to ``campaign.json``, in the place of other commits' figures;
``python -m tests.figures`` writes README.md from it.
"""

import json
import sys
import time
from collections import Counter
from pathlib import Path

from tests.commands import reader
from tests.theme_park.game.judging import MUTATIONS, judged

KEPT = Path(__file__).with_name("campaign.json")


def main(games: int, first: int = 0, keep: str | None = None) -> int:
    """Judge so many games from a first seed; prints figures and returns the number of disagreements."""
    began, kinds, wrong = time.monotonic(), Counter[str](), list[str]()
    for seed in range(first, first + games):
        said, counted = judged(seed)
        wrong += said
        kinds += counted
        for line in said:
            print(line, flush=True)
    print(f"{games} games, {games * MUTATIONS} mutations, {len(wrong)} disagreements, {time.monotonic() - began:.0f} s")
    for kind, number in sorted(kinds.items()):
        print(f"  {number:6} {kind}")
    if keep:
        run = {"commit": keep, "first": first, "games": games, "mutations": games * MUTATIONS}
        runs = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else []
        runs = [each for each in runs if each["commit"] == keep and each["first"] != first]
        runs.append({**run, "disagreements": len(wrong), "kinds": dict(sorted(kinds.items()))})
        KEPT.write_text(json.dumps(runs, indent=1) + "\n", encoding="utf-8")
    return len(wrong)


if __name__ == "__main__":
    parser = reader("tests.theme_park.game.campaign", __doc__)
    parser.add_argument("games", type=int, nargs="?", default=1000)
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--keep", metavar="COMMIT")
    asked = parser.parse_args()
    sys.exit(1 if main(asked.games, asked.first, asked.keep) else 0)
