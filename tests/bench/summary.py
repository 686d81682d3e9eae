"""What a survey comes to: shares, medians and gaps by kind of park and rounds, and how two surveys differ."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from statistics import median

from tests.bench.engines import TOGETHER
from tests.bench.positions import group, kind
from tests.bench.results import Results, Run

LATE = 0.2
"""Seconds beyond its limit after which an answer is late."""
OTHERWISE, NOTICED = 1.5, 0.1
"""A proof took otherwise when the times differ by this factor, and by this many seconds."""
ROUNDS = {"rounds 1-3": "123", "rounds 4-5": "45", "all rounds": ""}


@dataclass(frozen=True)
class Shares:
    """Parks of one kind: how many of ``parks`` are proven, when, and what was missing elsewhere.

    ``refused``: those that the search does not take, which count as not proven. ``gap``: the median of (limit - stars) / stars where the stars are not proven, None where they all are.
    """

    parks: int
    refused: int
    stars: int
    all_stages: int
    stars_proven: float
    all_proven: float
    gap: float | None
    late: int
    worst: float
    memory_mib: float


def shares(parks: Sequence[Run | None], limit: float) -> Shares:
    """What the runs come to; one a park, None where it was refused."""
    runs = [run for run in parks if run is not None]
    gaps = [_gap(run) for run in runs if run["stars_proven"] is None]
    beyond = [run["seconds"] - limit for run in runs]
    return Shares(
        parks=len(parks),
        refused=len(parks) - len(runs),
        stars=sum(run["stars_proven"] is not None for run in runs),
        all_stages=sum(run["all_proven"] is not None for run in runs),
        stars_proven=median(_seconds_to(run, "stars_proven") for run in parks),
        all_proven=median(_seconds_to(run, "all_proven") for run in parks),
        gap=median(gaps) if gaps else None,
        late=sum(over > LATE for over in beyond),
        worst=max([0.0, *beyond]),
        memory_mib=max((run["memory_mib"] for run in runs), default=0.0),
    )


def _gap(run: Run) -> float:
    stages = run.get("stages") or ()
    value, bound = (stages[0][1], stages[0][2]) if stages else (run["stars"], run["bound"])
    return inf if bound is None or not value else (bound - value) / value


def _seconds_to(run: Run | None, what: str) -> float:
    return inf if run is None or run[what] is None else float(run[what])


def by_group(kept: Results) -> Iterator[tuple[str, Shares]]:
    """Shares by kind and rounds."""
    runs = {name: _run(kept, name) for name in kept.positions}
    for each in dict.fromkeys(map(kind, runs)):
        for rounds, numbers in ROUNDS.items():
            there = [run for name, run in runs.items() if kind(name) == each and _of(name, numbers)]
            if there:
                yield f"{each} {rounds}", shares(there, kept.options.time_limit)


def _of(name: str, numbers: str) -> bool:
    return not numbers or group(name)[-1] in numbers


def rendered(kept: Results) -> Iterator[str]:
    """The table of one survey."""
    yield "| parks | refused | stars proven | all proven | to the stars | to all | gap | late | worst | MiB |"
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for title, each in by_group(kept):
        gap = "" if each.gap is None else f"{100 * each.gap:.1f} %"
        yield (
            f"| {title} ({each.parks}) | {each.refused} | {_share(each.stars, each.parks)} | {_share(each.all_stages, each.parks)} "
            f"| {_seconds(each.stars_proven)} | {_seconds(each.all_proven)} | {gap} | {each.late} | {each.worst:.2f} "
            f"| {each.memory_mib:.0f} |"
        )


def _share(some: int, of: int) -> str:
    return f"{some} ({100 * some / of:.0f} %)"


def _seconds(value: float) -> str:
    return "never" if value == inf else f"{value:.3f}" if value < 1 else f"{value:.1f}"


def compared(before: Results, after: Results) -> Iterator[str]:
    """Both tables over the parks that both have, then every park where one did otherwise than the other."""
    both = [name for name in before.positions if name in after.positions]
    for title, kept in (("before", before), ("after", after)):
        yield f"{title}: {', '.join(map(str, kept.about['commits']))}, {kept.options.time_limit:g} s"
        yield from rendered(Results(kept.options, kept.about, {name: kept.positions[name] for name in both}))
    for name in both:
        told = _differs(_run(before, name), _run(after, name))
        if told:
            yield f"{name:24} {told}"


def _run(kept: Results, name: str) -> Run | None:
    runs: list[Run] = kept.positions[name][TOGETHER]["runs"]
    return runs[0] if runs else None


def _differs(one: Run | None, other: Run | None) -> str:
    if one is None or other is None:
        return "" if one is other else "refused -> taken" if one is None else "taken -> refused"
    told = [f"{what} {one[what]} -> {other[what]}" for what in ("stars", "bound") if one[what] != other[what]]
    for what in ("stars_proven", "all_proven"):
        before, after = _seconds_to(one, what), _seconds_to(other, what)
        if before != after and abs(before - after) > NOTICED and max(before, after) > OTHERWISE * min(before, after):
            told.append(f"{what} {_seconds(before)} -> {_seconds(after)}")
    return "; ".join(told)
