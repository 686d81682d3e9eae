"""States gone through in the order of their cubes are the states of their layer; prices are sought for those with the same cubes together."""

from collections import Counter
from itertools import pairwise
from typing import cast

import numpy as np
import pytest

from models.theme_park.operate.position import Position
from solver import Settings
from solver.theme_park.operate.flow.prices import Supplies
from solver.theme_park.operate.layered.encoding.codes import BASE, GUIDES, MAPS
from solver.theme_park.operate.layered.encoding.park import first_row, park_arrays, row_cells
from solver.theme_park.operate.layered.kernel.layers import MOST_ROOM, new_layer
from solver.theme_park.operate.layered.kernel.path_limits import PathLimit
from solver.theme_park.operate.layered.kernel.shared_states import undivided
from solver.theme_park.operate.layered.limits import state_paths
from solver.theme_park.operate.layered.limits.path_pool import PathPool, PoolOfPark
from solver.theme_park.operate.layered.limits.state_paths import HALVINGS, LEAST_HALVED, StatePaths
from solver.theme_park.operate.layered.limits.states_by_cubes import STATE_BITS, StatesByCubes
from solver.theme_park.operate.layered.pass_widths import PRICED
from solver.theme_park.operate.tables import Tables
from tests.bench import positions

STATES = 300


def states_with_cubes(often: float | tuple[float, ...]) -> tuple[StatesByCubes, np.ndarray, np.ndarray]:
    """States that have a cube on each of the first tiles so ``often``, their rows in the layer, and which of them were alive."""
    tables, random = Tables(positions.position("board5-09")), np.random.default_rng(0)
    park = park_arrays(tables, Settings())
    layer = new_layer(STATES, row_cells(park), 1)
    layer.rows[:] = first_row(tables, park)[0]
    shares = np.zeros(park.icons.size)
    shares[: np.size(often) if np.ndim(often) else None] = often
    tiles = slice(park.kinds.size, park.kinds.size + park.icons.size)
    layer.rows[:, tiles] = np.minimum(park.icons, random.random((STATES, park.icons.size)) < shares)
    layer.stars[:], layer.money[:], layer.number[0] = np.arange(STATES), np.arange(STATES) + 1, STATES
    alive = random.random(STATES) < 0.5
    return StatesByCubes(park, layer, alive), layer.rows, alive


@pytest.fixture
def states() -> tuple[StatesByCubes, np.ndarray, np.ndarray]:
    """Such states, any cubes being as likely as others."""
    return states_with_cubes(0.5)


def test_those_with_the_same_cubes_lie_side_by_side(states: tuple[StatesByCubes, np.ndarray, np.ndarray]) -> None:
    by_cubes, _, _ = states
    cubes = [row[by_cubes._tiles].tobytes() for row in by_cubes._rows]
    changes = sum(one != other for one, other in pairwise(cubes))
    assert changes == len(set(cubes)) - 1 > 0


def test_all_that_have_the_cubes_of_a_state_are_told_within_what_is_looked_at(
    states: tuple[StatesByCubes, np.ndarray, np.ndarray],
) -> None:
    by_cubes, _, _ = states
    cubes, begin, end = [row[by_cubes._tiles].tobytes() for row in by_cubes._rows], 20, len(by_cubes.alive) - 20
    for state in range(begin, end):
        alike = by_cubes.with_cubes_of(state, begin, end)
        assert [*range(alike.start, alike.stop)] == [each for each in range(begin, end) if cubes[each] == cubes[state]]


def test_each_state_that_was_alive_is_there_with_its_row_stars_and_money(
    states: tuple[StatesByCubes, np.ndarray, np.ndarray],
) -> None:
    by_cubes, rows, alive = states
    seen = []
    for place in range(len(by_cubes.alive)):
        row, stars, money = by_cubes.only(np.array([place]))
        number = int(stars[0])
        assert (row[0] == rows[number]).all()
        assert money[0] == number + 1
        seen.append(number)
    assert sorted(seen) == np.flatnonzero(alive).tolist()


def test_what_is_refuted_or_left_is_told_by_the_states_of_the_layer(
    states: tuple[StatesByCubes, np.ndarray, np.ndarray],
) -> None:
    by_cubes, _, alive = states
    number = int(by_cubes.only(np.array([7]))[1][0])
    by_cubes.alive[7] = False
    left = alive.copy()
    by_cubes.note_refuted(left)
    assert np.flatnonzero(alive & ~left).tolist() == [number]
    only = np.zeros_like(alive)
    only[int(by_cubes.only(np.array([9]))[1][0])] = True
    by_cubes.leave_only(only)
    assert np.flatnonzero(by_cubes.alive).tolist() == [9]


def free_of_prices(tiles: int, a_map: float = 0.0) -> PathLimit:
    """A limit by which nothing is worth anything but maps."""
    cards = np.zeros(GUIDES + 1)
    cards[MAPS] = a_map
    one, counters = np.zeros(1, dtype=np.int64), np.zeros(tiles, dtype=np.int64)
    values = np.zeros((1, BASE + 1), dtype=np.float32)
    return PathLimit(values, 0.0, np.zeros(tiles), cards, np.zeros(0), counters, one, one, codes=0)


def test_the_half_that_is_worth_less_is_told(states: tuple[StatesByCubes, np.ndarray, np.ndarray]) -> None:
    by_cubes, _, _ = states
    park, chosen = by_cubes.park, np.arange(10, 31)
    maps = np.random.default_rng(0).permutation(len(chosen))
    tiles = by_cubes._rows[10, by_cubes._tiles].copy()
    by_cubes._rows[chosen, by_cubes._tiles] = tiles
    by_cubes._rows[chosen, park.kinds.size + park.icons.size + MAPS] = maps
    half = by_cubes.lower_half(free_of_prices(park.icons.size, a_map=1.0), chosen)
    assert half.tolist() == chosen[maps < len(chosen) // 2].tolist()


class NothingRefuted:
    """A pool of prices that notes what it is asked for and finds nothing."""

    def __init__(self, position: Position) -> None:
        self.position, self.asked = position, list[Supplies]()

    def get_ready(self, *_: object) -> None:
        """Nothing to do."""

    def effort(self, _have: Supplies) -> int:
        return 0

    def seek(self, have: Supplies, *_: object, by_second: bool) -> PathLimit:
        assert not by_second
        self.asked.append(have)
        return free_of_prices(len(self.position.tiles))


def test_prices_are_sought_for_all_with_the_same_cubes_then_for_half_and_a_quarter_and_not_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    by_cubes, _, _ = states_with_cubes((0.5, 0.5, 0.1))
    monkeypatch.setattr(state_paths, "SECONDS", 0.0)  # however little they spare
    pool = NothingRefuted(positions.position("board5-09"))
    sought = StatePaths(PoolOfPark(cast("PathPool", pool)), None, ())
    sought.seek(by_cubes, undivided, PRICED, lambda: len(pool.asked) > STATES)
    alike = Counter(row[by_cubes._tiles].tobytes() for row in by_cubes._rows)
    asked = Counter(tuple(have.icons.items()) for have in pool.asked)
    expected = [1 + sum(number >> halved >= LEAST_HALVED for halved in range(HALVINGS)) for number in alike.values()]
    assert sorted(asked.values()) == sorted(expected)
    assert max(expected) == HALVINGS + 1 > min(expected)


def test_there_are_bits_for_the_number_of_every_state() -> None:
    assert MOST_ROOM <= 1 << STATE_BITS
