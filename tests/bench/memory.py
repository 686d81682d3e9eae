"""Does memory stay flat over many searches in one process? ``python -m tests.bench.memory [SEARCHES]``.

Solves the parks of rounds 1 and 2 in turn and reads the memory of the process and its children after each search.
Exit code 1 when the last third of the readings lies above the middle third by more than ``TOLERATED_MIB``.
"""

import gc
import sys
from statistics import median

import click
import psutil

from tests.bench.engines import ENGINES, TOGETHER, load
from tests.bench.measure import family_memory
from tests.bench.positions import names, position

TOLERATED_MIB = 10.0
SEARCH_SECONDS = 5.0


def grown(readings: list[float]) -> float:
    """MiB by which the last third of ``readings`` lies above the middle third; the first third warms up."""
    third = len(readings) // 3
    if third == 0:
        raise ValueError(f"{len(readings)} readings are too few")
    return median(readings[-third:]) - median(readings[third : 2 * third])


@click.command()
@click.argument("searches", default=90)
@click.option("--engine", default=TOGETHER, show_default=True, type=click.Choice(ENGINES))
def main(searches: int, engine: str) -> None:
    """Tell whether memory stays flat."""
    solve, here = load(engine), psutil.Process()
    parks = [name for name in names() if name.startswith(("round1", "round2"))]
    readings: list[float] = []
    for number in range(searches):
        solve(position(parks[number % len(parks)]), SEARCH_SECONDS)
        gc.collect()
        readings.append(family_memory(here))
        click.echo(f"{number + 1:4} {parks[number % len(parks)]} {readings[-1]:8.1f} MiB", err=True)
    growth = grown(readings)
    click.echo(
        f"{engine}: {growth:+.1f} MiB over the last third of {searches} searches, {max(readings):.0f} MiB at most"
    )
    sys.exit(int(growth > TOLERATED_MIB))


if __name__ == "__main__":
    main(prog_name="python -m tests.bench.memory")
