"""What the kept results of campaign and benchmark come to; ``python -m tests.figures`` writes it into README.md."""

import json
from collections import Counter
from typing import Any

from tests.theme_park.game import bench, campaign


def figures() -> str:
    """The lines: one for each commit that was put to the test, one for the time a record takes."""
    runs = json.loads(campaign.KEPT.read_text(encoding="utf-8"))
    lines = [
        line(commit, [run for run in runs if run["commit"] == commit]) for commit in {run["commit"]: 0 for run in runs}
    ]
    took = json.loads(bench.KEPT.read_text(encoding="utf-8"))
    lines.append(
        f"* A record of four players over five rounds ({took['events']:.0f} events, every expansion) takes {took['median']:.0f} ms from JSON\n"
        f"  to the answer, the slowest of {took['games']} {took['slowest']:.0f} ms (processor time, {took['machine']}).\n"
    )
    return "".join(lines)


def line(commit: str, runs: list[Any]) -> str:
    """What came of the games at one commit."""
    kinds: Counter[str] = Counter()
    for run in runs:
        kinds.update(run["kinds"])
    games, mutations, wrong = (sum(run[name] for run in runs) for name in ("games", "mutations", "disagreements"))
    variants = {kind.removeprefix("variant "): number for kind, number in kinds.items() if kind.startswith("variant")}
    told = ", ".join(f"{number:,} {variant}" for variant, number in sorted(variants.items()))
    changes = [kind for kind in kinds if not kind.startswith("variant") and kind not in ("refused", "still legal")]
    return (
        f"* Commit {commit}: {games:,} games ({told}) were legal to the end. Of {mutations:,} mutations of\n"
        f"  {len(changes)} kinds {kinds['refused']:,} were refused by a fitting rule at their place and {kinds['still legal']:,}"
        f" were still legal, as the books said:\n  {wrong} disagreements.\n"
    )
