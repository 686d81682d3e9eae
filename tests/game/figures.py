"""The figures of campaign and benchmark in the README: ``python -m tests.game.figures`` writes them from what was kept."""

import json
from collections import Counter
from pathlib import Path

from tests.game import bench, campaign

README = Path(__file__).parents[2] / "README.md"
BEGIN, END = "<!-- figures of tests.game: begin -->\n", "<!-- figures of tests.game: end -->"


def figures() -> str:
    """The lines."""
    runs = json.loads(campaign.KEPT.read_text(encoding="utf-8"))
    kinds: Counter[str] = Counter()
    for run in runs.values():
        kinds.update(run["kinds"])
    games, mutations, wrong = (
        sum(run[name] for run in runs.values()) for name in ("games", "mutations", "disagreements")
    )
    variants = {kind.removeprefix("variant "): number for kind, number in kinds.items() if kind.startswith("variant")}
    told = ", ".join(f"{number:,} {variant}" for variant, number in sorted(variants.items()))
    changes = [kind for kind in kinds if not kind.startswith("variant") and kind not in ("refused", "still legal")]
    versions = " and ".join(sorted({run["version"] for run in runs.values()}))
    took = json.loads(bench.KEPT.read_text(encoding="utf-8"))
    return (
        f"* At version {versions}, {games:,} games ({told}; seeds {', '.join(sorted(runs, key=first))}) were legal to the end. Of\n"
        f"  {mutations:,} mutations of {len(changes)} kinds {kinds['refused']:,} were refused by a fitting rule at their place and"
        f" {kinds['still legal']:,} were still legal,\n  all as the books said: {wrong} disagreements.\n"
        f"* A record of four players over five rounds ({took['events']:.0f} events, every expansion) takes {took['median']:.0f} ms from JSON to\n"
        f"  the answer, the slowest of {took['games']} {took['slowest']:.0f} ms (processor time, {took['machine']}).\n"
    )


def first(seeds: str) -> int:
    """The first seed of a run."""
    return int(seeds.split("-", maxsplit=1)[0])


def main() -> None:
    """Write them."""
    before, _, rest = README.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    README.write_text(before + BEGIN + figures() + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()
