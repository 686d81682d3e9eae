"""README.md's figures from kept results: ``python -m tests.bench.table`` writes them between their markers.

``python -m tests.bench.table --positions`` prints every position instead.
"""

from collections.abc import Iterator
from math import isinf

import click

from tests.bench import results
from tests.bench.engines import RIVALS, TOGETHER
from tests.bench.figures import WITHIN, Figures, middle, share, table
from tests.bench.judging import news
from tests.bench.positions import Known, best_known
from tests.bench.results import KEPT, Results
from tests.figures import refresh

RIVALS_SECONDS = 20.0
"""What a rival proves in so long must not stay open."""

GROUPS = {
    "rounds 1-3": ("round1-", "round2-", "round3-"),
    "rounds 4-5": ("round4-", "round5-"),
    "made up, introductory": ("made-up-introductory-",),
    "made up, full game": ("made-up-full-",),
    **{
        f"{title}, {game}rounds {rounds}": tuple(f"{kind}{suffix}{each}-" for each in each_of)
        for title, kind in (("start board", "board"), ("whole games", "played"))
        for game, suffix in (("", ""), ("full game, ", "-full"), ("every expansion, ", "-all"))
        for rounds, each_of in (("1-3", "123"), ("4-5", "45"))
    },
}
TIMES = ("first", "best known", "stars proven", "all proven")

Table = dict[str, dict[str, Figures]]


def rendered(kept: Results, known: dict[str, Known]) -> str:
    """All that stands between the markers."""
    found = table(kept, known)
    return "\n".join([*_about(kept), "", *_rows(kept, found), "", *_said(kept, known, found)])


def _about(kept: Results) -> Iterator[str]:
    about, options = kept.about, kept.options
    versions = ", ".join(f"{name} {version}" for name, version in about["versions"].items())
    yield (
        f"{about['date']}, commit {', '.join(map(str, about['commits']))}, {about['cores']} cores ({about['system']}, {about['machine']}), Python {about['python']}, "
        f"{versions}; {len(kept.positions)} positions, {options.time_limit:g} s a search, medians of {options.repeats} "
        f"(engines alone {options.alone_repeats}; {options.slow_repeats} where the limit cut the search off)."
    )


def _rows(kept: Results, found: Table) -> Iterator[str]:
    within = [seconds for seconds in WITHIN if seconds <= kept.options.time_limit]
    head = ("parks", "engine", *TIMES, *(f"in {seconds:g} s" for seconds in within), "nodes", "MiB", "process")
    yield "| " + " | ".join(head) + " |"
    yield "|---" * len(head) + "|"
    for title, starts in GROUPS.items():
        parks = [each for name, each in found.items() if name.startswith(starts)]
        for engine in kept.options.engines:
            there = [each[engine] for each in parks if engine in each]
            if there:
                yield "| " + " | ".join([f"{title} ({len(there)})", engine, *_cells(there, within)]) + " |"


def _cells(there: list[Figures], seconds: list[float]) -> Iterator[str]:
    yield _seconds(middle(one.first for one in there))
    yield _seconds(middle(one.best for one in there))
    yield _seconds(middle(one.stars_proven for one in there))
    yield _seconds(middle(one.all_proven for one in there))
    for within in seconds:
        proven, of = share((one.stars_proven for one in there), within)
        yield f"{100 * proven / of:.0f} %"
    nodes = middle(one.nodes for one in there)
    yield "" if nodes is None else f"{nodes:,.0f}"
    yield f"{max(one.memory_mib for one in there):.0f}"
    yield _seconds(middle(one.cold for one in there))


def _seconds(value: float | None) -> str:
    if value is None:
        return ""
    if isinf(value):
        return "never"
    return f"{value:.3f}" if value < 1 else f"{value:.1f}"


def _said(kept: Results, known: dict[str, Known], found: Table) -> Iterator[str]:
    """What the figures come to, a line each."""
    left = _left_to_rivals(found, kept.options.time_limit) if {*RIVALS} & {*kept.options.engines} else ()
    for line in (*_ratios(found), *left, *_first(found)):
        yield f"* {line}"
    beaten = [line for name, rows in kept.positions.items() for line in news(name, rows, known.get(name))]
    yield f"* Best known before, and beaten: {'; '.join(beaten) or 'none'}."
    yield f"* Disagreements, which must not be: {'; '.join(kept.disagreements) or 'none'}."


def _ratios(found: Table) -> Iterator[str]:
    early = [each for name, each in found.items() if name.startswith(GROUPS["rounds 1-3"])]
    for rival in RIVALS:
        both = [each for each in early if TOGETHER in each and rival in each]
        theirs = middle(each[rival].stars_proven for each in both)
        ours = middle(each[TOGETHER].stars_proven for each in both)
        alone = middle(each[TOGETHER].searching for each in both)
        if ours and theirs and alone and not isinf(ours) and not isinf(theirs):
            yield (
                f"Median of rounds 1-3 to the proof of the stars: {rival} takes {_times(theirs / ours)} times as long as "
                f"{TOGETHER} ({_seconds(ours)} s), and {_times(theirs / alone)} times as long as its search alone "
                f"({_seconds(alone)} s), that is without the way to the searching process and back and the referee's replay."
            )


def _times(ratio: float) -> str:
    return f"{ratio:.1f}" if ratio >= 1 else f"{ratio:.2g}"


def _left_to_rivals(found: Table, time_limit: float) -> Iterator[str]:
    seconds = min(RIVALS_SECONDS, time_limit)
    missing = [
        f"{name} ({rival})"
        for name, each in found.items()
        for rival in RIVALS
        if TOGETHER in each
        and rival in each
        and each[rival].stars_proven <= seconds
        and isinf(each[TOGETHER].stars_proven)
    ]
    yield f"Proven by a rival in {seconds:g} s and not by {TOGETHER}: {', '.join(missing) or 'none'}."


def _first(found: Table) -> Iterator[str]:
    shares = middle(each[TOGETHER].first_share for each in found.values() if TOGETHER in each)
    if shares is not None:
        yield f"The first sequence of {TOGETHER} has {100 * shares:.0f} % of the best known stars on the median."


def by_position(kept: Results, known: dict[str, Known]) -> Iterator[str]:
    """Every position and engine, a line each."""
    for name, each in table(kept, known).items():
        for engine, one in each.items():
            bound = "?" if one.bound is None else one.bound
            times = " ".join(
                f"{_seconds(value) or '-':>8}" for value in (one.first, one.best, one.stars_proven, one.all_proven)
            )
            yield f"{name:24} {engine:12} {one.stars:4} of {bound:>4} {times} {one.memory_mib:6.0f} MiB  {one.runs} runs"


def shown() -> str:
    """What README.md shows: the kept results."""
    return "\n\n".join(rendered(results.load(name), best_known()) for name in results.shown())


@click.command()
@click.option("--results", "name", default=KEPT, show_default=True, help="Name of the results.")
@click.option("--positions", is_flag=True, help="Print every position; README.md stays as it is.")
def main(name: str, positions: bool) -> None:
    """Write README.md's figures from the kept results; print those of others."""
    kept = results.load(name)
    if positions:
        for line in by_position(kept, best_known()):
            click.echo(line)
    elif name in results.shown():
        refresh()
    else:
        click.echo(rendered(kept, best_known()))


if __name__ == "__main__":
    main(prog_name="python -m tests.bench.table")
