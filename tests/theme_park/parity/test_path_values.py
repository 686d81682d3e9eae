"""What the best way of a guest is worth, and that way, beside a search that goes through all ways from the last use back."""

from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from models.theme_park.operate.position import Position
from solver import Settings
from solver.theme_park.operate.flow.prices import Pricing
from solver.theme_park.operate.flow.relaxed_cards import covers
from solver.theme_park.operate.paths.graph import Paths, paths_of
from solver.theme_park.operate.paths.levels import by_uses, levels_from, numbers_in
from solver.theme_park.operate.paths.values import fill_values
from solver.theme_park.operate.paths.ways import best_way
from solver.theme_park.operate.tables import Tables
from tests.theme_park.parity.solving import full_park, introductory_park

ROUNDING = 1e-5
PARKS, ENOUGH = 60, 2_000


class Prices:
    """Random prices of the arcs of some ways: walks cost, seats and endings bring something or cost it."""

    def __init__(self, paths: Paths, rng: Random) -> None:
        graph = paths.graph
        self.walk_costs = np.array([rng.choice([0.0, 0.25, 0.5, 1.0]) for _ in graph.walk_from])
        self.seat_gains = np.array([rng.uniform(-0.5, 2.0) for _ in graph.seat_from])
        self.ends = np.array([max(0.0, rng.uniform(-1.0, 0.5)) for _ in range(paths.nodes)])


def worth_one_by_one(paths: Paths, least: np.ndarray, prices: Prices) -> dict[tuple[int, ...], np.ndarray]:
    """What each node is worth after each count of uses, every arc tried again until nothing rises."""
    graph, worth = paths.graph, {}
    walks = list(zip(graph.walk_from.tolist(), graph.walk_to.tolist(), prices.walk_costs.tolist(), strict=True))
    seats = list(
        zip(
            *(each.tolist() for each in (graph.seat_from, graph.seat_to, graph.seat_counter)),
            prices.seat_gains.tolist(),
            strict=True,
        )
    )
    every = np.array(list(np.ndindex(*(graph.most - least + 1)))) + least
    for counts in sorted(map(tuple, every.tolist()), key=sum, reverse=True):
        one_more = [tuple(np.array(counts) + np.eye(len(counts), dtype=int)[each]) for each in range(len(counts))]
        here = np.max([prices.ends, *(worth[more] for more in one_more if more in worth)], axis=0)
        for one, to, counter, gain in seats:
            if one_more[counter] in worth:
                beyond = 0.0 if to == paths.nodes else worth[one_more[counter]][to]
                here[one] = max(here[one], gain + beyond)
        rising = True
        while rising:
            rising = False
            for one, to, cost in walks:
                if here[to] - cost > here[one] + 1e-12:
                    here[one], rising = here[to] - cost, True
        worth[counts] = here
    return worth


def brought(paths: Paths, prices: Prices, node: int, arcs: list[int], least: np.ndarray) -> float:
    """What a way of these arcs from a node brings; it must be one, and end in its last node."""
    graph, total, counts = paths.graph, 0.0, least.copy()
    for arc in arcs:
        seat = arc - graph.walk_from.size
        if seat < 0:
            assert graph.walk_from[arc] == node
            node, total = int(graph.walk_to[arc]), total - prices.walk_costs[arc]
        else:
            assert graph.seat_from[seat] == node
            node, total = int(graph.seat_to[seat]), total + prices.seat_gains[seat]
            counts[graph.seat_counter[seat]] += 1
    assert (counts <= graph.most).all()
    return total + (prices.ends[node] if node < paths.nodes else 0.0)


def hold_values_of(position: Position, rng: Random) -> int:
    """Compare values and ways at random prices; gives the number of ways with a seat."""
    tables, seated = Tables(position), 0
    if not covers(tables):
        return 0
    most = {tile.id: min(2, tables.free_icons[tile.id]) for tile in position.tiles}
    paths = paths_of(Pricing(tables, Settings().weights).network, most)
    none = np.zeros_like(paths.graph.most)
    values = np.zeros(numbers_in(levels_from(paths.graph, none, paths.nodes), paths.nodes))
    changed, room = np.zeros(paths.nodes, dtype=np.bool_), np.zeros((2, paths.nodes), dtype=np.int64)
    arcs = np.zeros((int(paths.graph.most.sum()) + 1) * paths.nodes, dtype=np.int64)
    for least in (paths.graph.most // 2, none):
        prices, levels = Prices(paths, rng), levels_from(paths.graph, least, paths.nodes)
        priced = (paths.graph, prices.ends, prices.walk_costs, prices.seat_gains)
        fill_values(values, changed, levels, *priced)
        expected = worth_one_by_one(paths, least, prices)
        for node in range(paths.nodes):
            number, _ = best_way(values, levels, *priced, node, arcs, *room)
            way = arcs[:number].tolist()
            seated += any(arc >= paths.graph.walk_from.size for arc in way)
            total = brought(paths, prices, node, way, least)
            assert abs(total - expected[tuple(least.tolist())][node]) < ROUNDING
    filled = by_uses(values, levels, paths.nodes)
    for counts, worth in expected.items():
        assert np.abs(filled[int(np.array(counts) @ paths.graph.strides)] - worth).max() < ROUNDING
    return seated


@pytest.mark.parametrize("park", [introductory_park, full_park])
def test_values_are_those_of_a_search_through_all_ways_and_ways_bring_them(park: Callable[[Random], Position]) -> None:
    seated = sum(hold_values_of(park(rng), rng) for rng in map(Random, range(PARKS)))
    assert seated > ENOUGH, "few ways have a seat"
