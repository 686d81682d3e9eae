"""Fills our own ``best_known.json`` from kept results: ``python -m tests.bench.best_known [RESULTS ...]``.

RESULTS are names of kept results, or files of ``tests.bench.survey``. What is better there already is kept. The sixty positions handed over keep their own file as it was received.
"""

import json
from collections.abc import Iterable
from pathlib import Path

import click

from tests.bench import results
from tests.bench.judging import best_stars, lowest_bound
from tests.bench.positions import SETS, Known, best_known
from tests.bench.results import Results

TARGETS = SETS[1:]


def learned(known: dict[str, Known], kept: Results) -> dict[str, Known]:
    """``known`` with what ``kept`` adds; refuses results with disagreements."""
    if kept.disagreements:
        raise click.ClickException(f"these results disagree: {kept.disagreements[0]}")
    added = dict(known)
    for name, rows in kept.positions.items():
        if any(row["runs"] for row in rows.values()):
            before = known.get(name)
            added[name] = Known(best_stars(rows, before), lowest_bound(rows, before))
    return added


def written(known: dict[str, Known]) -> str:
    """The document, in the form of the one handed over."""
    rows = {name: {"stars": one.stars, "proven": one.proven, "bound": one.bound} for name, one in sorted(known.items())}
    return json.dumps(rows, indent=1) + "\n"


def fill(folder: Path, kept: Iterable[Results]) -> None:
    """Write the best known of the positions in ``folder``."""
    known = best_known()
    for one in kept:
        known = learned(known, one)
    there = {path.stem for path in (folder / "positions").glob("*.json")}
    text = written({name: one for name, one in known.items() if name in there})
    (folder / "best_known.json").write_text(text, encoding="utf-8")


@click.command()
@click.argument("names", nargs=-1)
def main(names: tuple[str, ...]) -> None:
    """Fill our own best_known.json."""
    kept = [
        results.read(Path(name)) if name.endswith(".json") else results.load(name) for name in names or results.shown()
    ]
    for folder in TARGETS:
        fill(folder, kept)


if __name__ == "__main__":
    main(prog_name="python -m tests.bench.best_known")
