"""What no engine may do: claim stars its sequence does not earn, or a bound below what a legal sequence earns."""

from collections.abc import Iterator, Mapping
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
    most = best_stars(rows, known)
    for engine, row in rows.items():
        lowest = min((bound for bound in _bounds(row) if bound is not None), default=None)
        if lowest is not None and lowest < most:
            yield f"{name}: {engine} claims that no sequence earns more than {lowest} stars; {most} have been played"


def best_stars(rows: Rows, known: Known | None) -> int:
    """The most stars that any replayed sequence of the position earned, in these runs or before."""
    played: list[int] = [run["stars"] for row in rows.values() for run in row["runs"]]
    return max([*played, known.stars if known else 0])


def lowest_bound(rows: Rows, known: Known | None) -> int | None:
    """The lowest limit proven on the stars, in these runs or before."""
    bounds = [bound for row in rows.values() for bound in _bounds(row)] + [known.bound if known else None]
    return min((bound for bound in bounds if bound is not None), default=None)


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
