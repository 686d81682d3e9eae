"""CP-SAT's optimum does not depend on how it searches: ``python -m tests.trust.workers [PARKS] [FIRST_SEED] [--keep]``.

Solves small parks with presolve on and off and with 1, 2 and 8 workers, CP-SAT alone, and compares stars, money and
pips, or what else the objective weighs, and every limit with the oracle's. 1 when anything disagrees.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any
from unittest import mock

from models.theme_park.operate.notation import print_position
from models.theme_park.operate.position import Position
from solver.theme_park.operate.cpsat import parameters, search
from solver.theme_park.operate.settings import Engine
from tests.commands import reader
from tests.theme_park.parity.solving import full_park, introductory_park, small_parks, solved
from tests.trust.keeping import keep

WAYS = tuple((presolve, workers) for presolve in (True, False) for workers in (1, 2, 8))
"""Presolve, and the number of workers."""
MOST_STATES = 400
FIRST = 300_000
COMMAND = "python -m tests.trust.workers"


def either_park(rng: Random) -> Position:
    """A small park of the introductory game or of the full one."""
    park: Callable[[Random], Position] = rng.choice((introductory_park, full_park))
    return park(rng)


@contextmanager
def presolving(wanted: bool) -> Iterator[None]:
    """Solvers that presolve or do not."""
    usual = parameters.make_solver

    def make(*asked: Any) -> Any:
        solver = usual(*asked)
        solver.parameters.cp_model_presolve = wanted
        return solver

    with mock.patch.object(search, "make_solver", make):
        yield


def disagreements(parks: int, first: int) -> Iterator[list[str]]:
    """For each park what disagrees with the oracle."""
    for seed, position, settings, truth in small_parks(first, parks, most_states=MOST_STATES, park=either_park):
        wrong = []
        for presolve, workers in WAYS:
            asked = replace(settings, engines=frozenset({Engine.CPSAT}), workers=workers)
            with presolving(presolve):
                found, _, limits = solved(position, asked)
            if found != truth.score or tuple(limits.values()) != truth.score:
                wrong.append(
                    f"park {seed}, presolve {presolve}, {workers} workers: {told(found)}, limits {told(limits.values())}, "
                    f"oracle {told(truth.score)}: {print_position(position)}"
                )
        yield wrong


def told(values: Any) -> str:
    """Such as "12, 3, 7"."""
    return ", ".join(str(Fraction(value)) for value in values)


def main(parks: int, first: int, *, keeping: bool) -> int:
    """Compare; 1 when anything disagrees."""
    wrong: list[str] = []
    for number, found in enumerate(disagreements(parks, first), 1):
        wrong += found
        for line in found:
            print(line, flush=True)
        if number % 20 == 0:
            print(f"{number} parks, {len(wrong)} disagreements", file=sys.stderr, flush=True)
    ways = "presolve on and off, each with 1, 2 and 8 workers"
    sentence = f"{parks} parks (seeds from {first}), {ways}: {len(wrong)} disagreements with the oracle's optimum"
    print(sentence)
    if keeping:
        keep(
            COMMAND,
            sentence,
            {"parks": parks, "first": first, "solves": parks * len(WAYS), "disagreements": len(wrong)},
        )
    return int(bool(wrong))


if __name__ == "__main__":
    parser = reader("tests.trust.workers", __doc__)
    parser.add_argument("parks", nargs="?", type=int, default=200)
    parser.add_argument("first", nargs="?", type=int, default=FIRST)
    parser.add_argument("--keep", action="store_true", help="keep the figures and write tests/trust/README.md")
    asked = parser.parse_args()
    sys.exit(main(asked.parks, asked.first, keeping=asked.keep))
