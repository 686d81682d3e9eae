"""Cube vectors: how many cubes lie on each tile in the end.

Few vectors stand above a good sequence, and whether one of them can be reached is a question with far tighter limits than how
much can be reached at all: every icon of the vector must be used. Stars that VIPs and guests bring besides are limited for each.
"""

from typing import NamedTuple

import numpy as np

from models.theme_park.cards import SkillKind
from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.layered.encoding.codes import FINAL, MANAGERS
from solver.theme_park.operate.layered.encoding.park import ParkArrays, first_row
from solver.theme_park.operate.layered.kernel.layers import Layer, new_layer
from solver.theme_park.operate.settings import Objective
from solver.theme_park.operate.tables import Tables

MOST_VECTORS = 300_000
"""Vectors listed at most; a park with more is searched without them."""


class CubeVectors(NamedTuple):
    """Every final number of cubes on each tile, with the value of the first stage and the money they bring."""

    cubes: Array  # [vector, tile]
    value: Array
    bonus: Array  # what of the value is the administrator's
    money: Array
    before: Array  # [vector, tile]: the value with a cube less there, -1 where there is none to take away


def settles(tables: Tables, objective: Objective) -> bool:
    """Whether cubes alone settle the first stage of the objective: no stars of VIPs or guests, no fares where money counts."""
    others = any(guest.vip for guest in tables.position.guests) or SkillKind.STARS_PER_GUEST in tables.skills
    return limits_first(tables, objective) and not others


def limits_first(tables: Tables, objective: Objective) -> bool:
    """Whether the first stage counts nothing that cubes do not bring but stars of VIPs and guests."""
    return objective is Objective.STARS or (objective is Objective.FINAL and not tables.pays_beside_cubes)


def cube_vectors(tables: Tables, park: ParkArrays) -> CubeVectors | None:
    """All vectors of a park, or None where there are too many."""
    _, stars, money = first_row(tables, park)
    placed = placed_cubes(tables, park)
    if np.prod((park.most - placed + 1).astype(np.float64)) > MOST_VECTORS:
        return None
    grid = np.indices(tuple((park.most - placed + 1).tolist())).reshape(park.icons.size, -1).T + placed
    managed = np.maximum(0, grid - np.maximum(park.icons, placed)).sum(axis=1)
    grid = grid[(managed <= tables.managers) & (grid.sum(axis=1) <= park.most_cubes)]
    value, earned, bonus = _value_money_bonus(park, grid, placed, stars, money)
    before = np.full(grid.shape, -1, dtype=np.int64)
    for tile in range(park.icons.size):
        fewer = grid.copy()
        fewer[:, tile] -= 1
        before[:, tile] = np.where(
            grid[:, tile] > placed[tile], _value_money_bonus(park, fewer, placed, stars, money)[0], -1
        )
    return CubeVectors(grid, value, bonus, earned, before)


def _value_money_bonus(
    park: ParkArrays, cubes: Array, placed: Array, stars: int, money: int
) -> tuple[Array, Array, Array]:
    """Value of the first stage, money, and the administrator's stars of each vector."""
    operated = ((cubes > 0) & park.counts).sum(axis=1)
    bonus = (operated[:, None] >= park.thresholds[None, :]).sum(axis=1)
    value = stars + (cubes - placed) @ park.stars + bonus
    earned = money + (cubes - placed) @ park.money
    if park.objective == FINAL:
        value = value + (park.held + earned) // park.dollars_a_star
    return value, earned, bonus


def placed_cubes(tables: Tables, park: ParkArrays) -> Array:
    """The cubes that lie on each tile at the start."""
    cubes: Array = first_row(tables, park)[0][park.kinds.size :][: park.icons.size].astype(np.int64)
    return cubes


def target_park(park: ParkArrays, cubes: Array) -> ParkArrays:
    """The park in which exactly these cubes must be placed, Managers' included as icons."""
    return park._replace(icons=cubes, most=cubes, most_cubes=int(cubes.sum()))


def target_layer(tables: Tables, park: ParkArrays, cubes: Array) -> tuple[ParkArrays, Layer]:
    """The position's start once for each vector, as the states of one layer of a park with room for all.

    A vector that wants few cubes stands as a state in which the others are placed already.
    """
    row, stars, money = first_row(tables, park)
    row = without_managers(park, row)
    tiles = slice(park.kinds.size, park.kinds.size + park.icons.size)
    most = cubes.max(axis=0)
    layer = new_layer(len(cubes), row.size, 0)
    layer.rows[:] = row
    layer.rows[:, tiles] = most - cubes + row[tiles]
    layer.stars[:], layer.money[:], layer.number[0] = stars, money, len(cubes)
    return target_park(park, most), layer


def without_managers(park: ParkArrays, row: Array) -> Array:
    """The row of a state that has no Managers to play."""
    changed = row.copy()
    changed[park.kinds.size + park.icons.size + MANAGERS] = 0
    return changed
