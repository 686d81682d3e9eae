"""A campaign: every position by every engine, side by side and interleaved, kept after each position."""

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from tests.bench import results
from tests.bench.engines import ALONE, ENGINES, RIVALS, not_weighed
from tests.bench.judging import bound_faults, news, replay_faults
from tests.bench.measure import SearchFailed, cold_run, warm_run
from tests.bench.positions import best_known, position
from tests.bench.results import Options, Results, shortened

SLOW = 0.95
"""A run that takes this share of its limit was cut off by it."""

Say = Callable[[str], None]


class OtherOptions(Exception):
    """Results of that name were made under other options; they are continued only under the same, engines apart."""


def say(line: str) -> None:
    """Progress, on standard error."""
    print(line, file=sys.stderr, flush=True)


def run(name: str, positions: Iterable[str], options: Options, *, tell: Say = say) -> Results:
    """Measure ``positions``, or those not yet in the results called ``name``, and keep them there."""
    kept = _begun(name, options, tell)
    todo = [park for park in positions if park not in kept.positions]
    for number, park in enumerate(todo, start=1):
        tell(f"{park} ({number} of {len(todo)})")
        rows, faults = _measured(park, options, tell)
        kept.positions[park] = rows
        kept.disagreements += faults
        for fault in faults:
            tell(f"DISAGREEMENT {fault}")
        for line in news(park, rows, best_known().get(park)):
            tell(f"  beaten: {line}")
        results.save(name, kept)
    return kept


def _begun(name: str, options: Options, tell: Say) -> Results:
    """The results of that name to go on with, or new ones."""
    if not results.path(name).exists():
        return Results(options, results.about())
    kept = results.load(name)
    engines = tuple(engine for engine in ENGINES if engine in {*kept.options.engines, *options.engines})
    if replace(kept.options, engines=options.engines) != options:
        raise OtherOptions(f"{results.path(name)} was made with {kept.options}")
    kept.options = replace(options, engines=engines)
    now = results.commit()
    if now not in kept.about["commits"]:
        tell(f"these results began at {kept.about['commits'][0]}; the code is now at {now}")
        kept.about["commits"].append(now)
    return kept


def _measured(park: str, options: Options, tell: Say) -> tuple[dict[str, dict[str, Any]], list[str]]:
    rows: dict[str, dict[str, Any]] = {
        engine: {
            "runs": [],
            "cold": None,
            "left_out": not_weighed(engine, position(park)),
            "three_stages": engine not in RIVALS,
        }
        for engine in options.engines
    }
    playing = [engine for engine in options.engines if rows[engine]["left_out"] is None]
    faults: list[str] = []
    for repeat in range(options.repeats):
        for engine in _turned(playing, repeat):
            row = rows[engine]
            if repeat >= _repeats(engine, options) or _slow(row["runs"], options) >= options.slow_repeats:
                continue
            try:
                result = warm_run(engine, park, options.time_limit)
            except SearchFailed as failure:
                faults.append(f"{park}: {engine}: {failure}")
                continue
            faults += replay_faults(park, engine, result)
            row["runs"].append(shortened(result))
            tell(f"  {engine:12} {_told(row['runs'][-1])}")
    for engine in playing if options.cold else ():
        if _slow(rows[engine]["runs"], options):
            continue  # the whole process would tell the limit again
        try:
            rows[engine]["cold"] = round(cold_run(engine, park, options.time_limit), 3)
        except SearchFailed as failure:
            faults.append(f"{park}: {engine}: {failure}")
    return rows, [*faults, *bound_faults(park, rows, best_known().get(park))]


def _turned(engines: Sequence[str], repeat: int) -> list[str]:
    """Each repeat begins with another engine, so that none always runs after the same."""
    first = repeat % len(engines) if engines else 0
    return [*engines[first:], *engines[:first]]


def _repeats(engine: str, options: Options) -> int:
    return options.alone_repeats if engine in ALONE else options.repeats


def _slow(runs: Sequence[results.Run], options: Options) -> int:
    return sum(run["seconds"] >= SLOW * options.time_limit for run in runs)


def _told(run: results.Run) -> str:
    limit = "proven" if run["stars"] == run["bound"] else f"of at most {run['bound']}"
    return f"{run['stars']} stars {limit}, {run['seconds']:.2f} s, {run['memory_mib']:.0f} MiB"
