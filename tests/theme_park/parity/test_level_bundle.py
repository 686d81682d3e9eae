"""What the level bundle is made of: guests sent their best ways together go as each alone does, and prices are the nearest that cuts allow."""

from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from numba import njit

from models.theme_park.operate.position import Position
from solver import Settings
from solver.theme_park.operate.flow.prices import Pricing, supplies
from solver.theme_park.operate.flow.records import Quantity
from solver.theme_park.operate.flow.relaxed_cards import covers
from solver.theme_park.operate.paths.best_ways import BestWays
from solver.theme_park.operate.paths.program import PathProgram
from solver.theme_park.operate.paths.projection import project
from solver.theme_park.operate.paths.shares import send
from solver.theme_park.operate.tables import Tables
from tests.theme_park.parity.solving import full_park, introductory_park

PARKS, ENOUGH = 20, 50
ROUNDING = 1e-9


@njit
def sent(values, levels, graph, arcs, guests, flow, queue, came):  # type: ignore[no-untyped-def]
    """A way in from Python, which compiled parts have not."""
    send(values, levels, graph, arcs, guests, flow, queue, came)


@njit
def projected(cuts, sides, norms, center, equal, prices):  # type: ignore[no-untyped-def]
    """The same."""
    return project(cuts, sides, norms, np.zeros(sides.size), sides.size, center, equal, 0.01, prices)


def arcs_taken(position: Position, rng: Random) -> int:
    """Compare the guests of a park sent together with each of them sent alone; gives the arcs that they take."""
    tables = Tables(position)
    if not covers(tables):
        return 0
    program = PathProgram(
        Pricing(tables, Settings().weights), {each: min(2, n) for each, n in tables.free_icons.items()}
    )
    ways, question, graph = BestWays(program.paths), program.question(supplies(tables)), program.paths.graph
    duals = np.array([rng.uniform(0.0, 0.5) for _ in program.equal])
    levels = ways.levels_from(np.zeros_like(graph.most))
    ways.fill(program.gains(Quantity(cubes=1.0, pips=0.2), duals), levels)
    alone = np.zeros(len(program.paths.arcs.made))
    for start, count in zip(question.starts.tolist(), question.counts.tolist(), strict=True):
        np.add.at(alone, ways.arcs(start), count)
    guests, together = np.zeros_like(ways.values), np.full_like(alone, np.nan)
    guests[levels.offsets[-1] + 2 * question.starts] = question.counts
    room = np.zeros((2, program.paths.nodes), dtype=np.int64)
    sent(ways.values, levels, graph, ways._arcs, guests, together, *room)
    assert np.abs(together - alone).max() < ROUNDING
    assert not guests.any()
    return int(np.count_nonzero(alone))


@pytest.mark.parametrize("park", [introductory_park, full_park])
def test_guests_sent_together_go_the_way_that_each_goes_alone(park: Callable[[Random], Position]) -> None:
    assert sum(arcs_taken(park(rng), rng) for rng in map(Random, range(PARKS))) > ENOUGH, "few take a way"


def nearest(cuts: list[list[float]], sides: list[float], center: list[float]) -> tuple[list[float], float]:
    """The prices nearest to ``center``, the last of which may not be below zero, and by how much a cut is missed."""
    rows, prices = np.array(cuts), np.zeros(len(center))
    equal = np.arange(len(center)) < len(center) - 1
    missed = projected(rows, np.array(sides), (rows**2).sum(axis=1), np.array(center), equal, prices)
    return prices.round(6).tolist(), float(missed)


def test_prices_that_meet_all_cuts_stay() -> None:
    assert nearest([[1.0, 1.0]], [3.0], [1.0, 1.0]) == ([1.0, 1.0], 0.0)


def test_prices_go_straight_to_a_cut_that_they_miss() -> None:
    assert nearest([[3.0, 4.0]], [0.0], [3.0, 4.0])[0] == [0.0, 0.0]


def test_cuts_that_contradict_each_other_are_missed() -> None:
    assert nearest([[1.0, 0.0], [-1.0, 0.0]], [-1.0, -1.0], [0.0, 0.0])[1] >= 1.0


def test_a_price_below_zero_counts_as_none_where_there_may_be_none() -> None:
    _, missed = nearest([[0.0, 1.0]], [-1.0], [0.0, 0.5])
    assert missed >= 1.0
