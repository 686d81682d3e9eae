"""The benchmarks: ``python -m tests.bench``; ``--help`` tells the options. Exit code 1 when anything disagrees."""

import sys

import click

from tests.bench import results
from tests.bench.campaign import OtherOptions, run, say
from tests.bench.choice import chosen
from tests.bench.engines import ENGINES
from tests.bench.judging import news
from tests.bench.positions import best_known, sample
from tests.bench.results import KEPT, Options

DEFAULTS = Options()


@click.command()
@click.option(
    "--group",
    "groups",
    multiple=True,
    help="round1 .. round5 (or 1 .. 5), made-up-introductory, made-up-full; board, board-full, board-all, played, played-full, played-all or one round of theirs (board3).",
)
@click.option("--every", default=1, show_default=True, help="Every so many parks of each group.")
@click.option("--position", "only", multiple=True, help="A single position by name.")
@click.option("--engine", "engines", multiple=True, type=click.Choice(ENGINES), help="Default: all that there are.")
@click.option("--repeats", default=DEFAULTS.repeats, show_default=True, help="Runs of which the median is told.")
@click.option("--alone-repeats", type=int, help="Runs of each engine alone.  [default: as many]")
@click.option(
    "--slow-repeats",
    default=DEFAULTS.slow_repeats,
    show_default=True,
    help="After so many runs that the limit ended, an engine is not run again on that position.",
)
@click.option("--time-limit", default=DEFAULTS.time_limit, show_default=True, help="Seconds a search may take.")
@click.option("--cold/--no-cold", default=True, show_default=True, help="Also time one whole process each.")
@click.option(
    "--results", "name", default=KEPT, show_default=True, help="Name of the results; present ones are continued."
)
@click.option("--again", is_flag=True, help="Throw away present results of that name.")
def main(
    groups: tuple[str, ...],
    only: tuple[str, ...],
    every: int,
    engines: tuple[str, ...],
    repeats: int,
    alone_repeats: int | None,
    slow_repeats: int,
    time_limit: float,
    cold: bool,
    name: str,
    again: bool,
) -> None:
    """Measure the advisor and its rivals on the bench positions."""
    if again:
        results.path(name).unlink(missing_ok=True)
    options = Options(
        time_limit=time_limit,
        repeats=repeats,
        alone_repeats=repeats if alone_repeats is None else alone_repeats,
        slow_repeats=slow_repeats,
        cold=cold,
        engines=tuple(engine for engine in ENGINES if not engines or engine in engines),
    )
    try:
        kept = run(name, sample(chosen(groups, only), every), options)
    except OtherOptions as why:
        raise click.UsageError(f"{why}; give the same options, another --results or --again.") from None
    for park, rows in kept.positions.items():
        for line in news(park, rows, best_known().get(park)):
            say(f"beaten: {line}")
    for fault in kept.disagreements:
        say(f"DISAGREEMENT {fault}")
    say(f"{len(kept.positions)} positions in {results.path(name)}, {len(kept.disagreements)} disagreements")
    sys.exit(int(bool(kept.disagreements)))


if __name__ == "__main__":
    main(prog_name="python -m tests.bench")
