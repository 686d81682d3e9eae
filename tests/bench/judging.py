"""What no engine may do: claim stars its sequence does not earn, or a bound below what a legal sequence earns."""

from collections.abc import Iterator, Mapping
from math import floor
from typing import Any

from tests.bench.positions import Known

Rows = Mapping[str, Mapping[str, Any]]
"""What was measured of one position, by engine."""


def replay_faults(name: str, engine: str, result: Mapping[str, Any]) -> Iterator[str]:
    """A search that broke down; a sequence the referee refuses, or counts otherwise than the engine."""
    if result["failure"] is not None:
        yield f"{name}: {engine} broke down: {result['failure']}"
    if result["violation"] is not None:
        yield f"{name}: {engine} gave an illegal sequence: {result['violation']}"
    elif result["replayed"] != result["stars"]:
        yield f"{name}: {engine} claims {result['stars']} stars; its sequence earns {result['replayed']}"


def bound_faults(name: str, rows: Rows, known: Known | None) -> Iterator[str]:
    """Bounds, at any time of any run, below stars that a legal sequence is known to earn.

    A proof is a bound that the stars meet, so this also finds who proved less than another engine played.
    """
    most = floor(best_stars(rows, known))
    for engine, row in rows.items():
        lowest = min((bound for bound in _bounds(row) if bound is not None), default=None)
        if lowest is not None and lowest < most:
            yield f"{name}: {engine} claims that no sequence earns more than {lowest} stars; {most} have been played"


def best_stars(rows: Rows, known: Known | None) -> float:
    """The most stars that any replayed sequence of the position earned, in these runs or before; expected ones where
    dice may be rerolled and the runs told of them."""
    played = [max(run["stars"], _first_stage(run)[1]) for row in rows.values() for run in row["runs"]]
    return _whole(max([*played, known.stars if known else 0]))


def lowest_bound(rows: Rows, known: Known | None) -> float | None:
    """The lowest limit proven on the stars, in these runs or before."""
    bounds = [known.bound if known else None]
    for row in rows.values():
        told = [run for run in row["runs"] if run.get("stages")]
        bounds += [_first_stage(run)[2] for run in told] if told else [*_bounds(row)]
    there = [bound for bound in bounds if bound is not None]
    return _whole(min(there)) if there else None


def _first_stage(run: Mapping[str, Any]) -> tuple[str, float, float | None, bool]:
    """How the stars ended; nothing known where the run does not tell of stages."""
    stages = run.get("stages") or [("stars", 0, None, False)]
    return tuple(stages[0])


def _whole(number: float) -> float:
    """The same number, as an int where it is whole; thousandths are the last that is kept."""
    return int(number) if number == int(number) else round(number, 3)


def news(name: str, rows: Rows, known: Known | None) -> Iterator[str]:
    """Where what was best known of a position is beaten."""
    if known is None:
        return
    most, bound = best_stars(rows, known), lowest_bound(rows, known)
    if most > known.stars:
        who = [engine for engine, row in rows.items() if any(run["stars"] == most for run in row["runs"])]
        yield f"{name}: {most} stars, best known were {known.stars} ({', '.join(who)})"
    if not known.proven and bound == most:
        yield f"{name}: {most} stars are proven the most, which was not known"


def _bounds(row: Mapping[str, Any]) -> Iterator[int | None]:
    for run in row["runs"]:
        yield run["bound"]
        yield from (event[2] for event in run["events"])
