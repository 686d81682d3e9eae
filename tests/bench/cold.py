"""How long whole processes of the command line take: ``python -m tests.bench.cold [--keep]``.

Medians of seven, on a machine that does nothing else; ``--keep`` keeps them and writes README.md's line.
"""

import json
import os
import subprocess
import sys
from statistics import median
from time import perf_counter

from tests.bench.measure import ROOT
from tests.bench.results import FOLDER, about
from tests.commands import reader
from tests.figures import refresh

POSITIONS = "fixtures/theme_park/positions"
COMMANDS = {
    "--version": ["--version"],
    "check": ["check", f"{POSITIONS}/log-flume.json", f"{POSITIONS}/log-flume.moves.json"],
    "solve": ["solve", f"{POSITIONS}/log-flume.json"],
    "solve round1-01": ["solve", "fixtures/theme_park/bench/positions/round1-01.json"],
}
"""The worked example is proven without a search; a park of the first round needs one."""
RUNS = 7
KEPT = FOLDER / "cold.json"


def seconds(words: list[str]) -> dict[str, float]:
    """Medians of whole processes, by the clock and of a processor; their modules have been compiled to byte code by one before them."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    taken, worked = [], []
    for _ in range(RUNS + 1):
        began, before = perf_counter(), children_user()
        subprocess.run(
            [sys.executable, "-m", "api.cli", *words], cwd=ROOT, env=environment, check=True, capture_output=True
        )
        taken.append(perf_counter() - began)
        worked.append(children_user() - before)
    return {"clock": round(median(taken[1:]), 3), "processor": round(median(worked[1:]), 3)}


def children_user() -> float:
    """Processor seconds of all children that have ended."""
    spent = os.times()
    return spent.children_user + spent.children_system


def main(*, keep: bool) -> None:
    """Print the figures."""
    found = {
        "about": about(),
        "runs": RUNS,
        "seconds": {name: seconds(words) for name, words in COMMANDS.items()},
    }
    print(json.dumps(found["seconds"]))
    if keep:
        KEPT.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        refresh()


def shown() -> str:
    """README.md's line of the kept figures."""
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    about, seconds = kept["about"], ", ".join(f"`{name}` {each['clock']:.2f}" for name, each in kept["seconds"].items())
    return (
        f"Seconds of whole processes, medians of {kept['runs']}: {seconds} ({about['date']}, commit {about['commits'][0]}, "
        f"{about['cores']} cores, Python {about['python']}). `check` and `solve` are of the worked example, which needs no search."
    )


if __name__ == "__main__":
    parser = reader("tests.bench.cold", __doc__)
    parser.add_argument("--keep", action="store_true")
    main(keep=parser.parse_args().keep)
