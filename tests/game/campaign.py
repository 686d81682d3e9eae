"""Random games and mutations in bulk: ``python -m tests.game.campaign 1000 [FIRST_SEED]``."""

import sys
import time
from collections import Counter

from tests.game.judging import MUTATIONS, judged


def main(games: int, first: int = 0) -> int:
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
    return len(wrong)


if __name__ == "__main__":
    arguments = [int(each) for each in sys.argv[1:]] or [1000]
    sys.exit(1 if main(*arguments) else 0)
