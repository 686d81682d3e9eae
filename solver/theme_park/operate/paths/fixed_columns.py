"""Columns that are no guest's arcs, and what their rows' prices must be (compiled in part)."""

from typing import NamedTuple

import numpy as np

from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.compiling import compiled_part
from solver.theme_park.operate.paths.program import PathProgram
from solver.theme_park.operate.paths.values import NO_ARC

NONE = -1
"""In place of a number: there is none."""


class FixedColumns(NamedTuple):
    """The columns, sparse: ``rows`` and ``amounts`` [use] of each from ``begins`` [column] on.

    ``operations`` [operation] are those that use up an icon, whose rows are ``icons`` and the number of whose total is ``total_of``, or NONE.
    ``totals`` [total]: rows that say that a party has as many values as slots; ``combinations`` of values from ``combinations_of`` [total] on
    fill them. ``others``: columns that use rows and free none. ``managers``: the row of what places cubes beyond the icons, or NO_ARC.
    """

    begins: Array
    rows: Array
    amounts: Array
    operations: Array
    icons: Array
    total_of: Array
    totals: Array
    combinations_of: Array
    combinations: Array
    others: Array
    equal: Array
    managers: int


def fixed_columns(program: PathProgram) -> FixedColumns:
    """The columns of a program by what their prices can be had from.

    No price is raised for columns of another shape: where one pays, the prices do not hold.
    """
    uses, icons = program.fixed_uses, {row for row in program.icons.tolist() if row != NO_ARC}
    operations: list[tuple[int, int]] = []
    combinations: dict[int, list[int]] = {}
    others = []
    for column, amounts in enumerate(uses):
        taken = np.flatnonzero(amounts > 0).tolist()
        frees = bool((amounts < 0).any())
        used = [row for row in taken if row in icons]
        if used:
            operations.append((column, used[0]))
        elif frees and len(taken) == 1 and program.equal[taken[0]]:
            combinations.setdefault(taken[0], []).append(column)
        elif not frees:
            others.append(column)
    totals = list(combinations)
    total_of = [
        next((number for number, total in enumerate(totals) if uses[column, total] < 0), NONE)
        for column, _ in operations
    ]
    column_of, rows = np.nonzero(uses)
    return FixedColumns(
        begins=np.searchsorted(column_of, np.arange(len(uses) + 1)),
        rows=rows,
        amounts=uses[column_of, rows],
        operations=_numbers([column for column, _ in operations]),
        icons=_numbers([row for _, row in operations]),
        total_of=_numbers(total_of),
        totals=_numbers(totals),
        combinations_of=np.append(0, np.cumsum(_numbers([len(combinations[total]) for total in totals]))),
        combinations=_numbers([column for total in totals for column in combinations[total]]),
        others=_numbers(others),
        equal=program.equal,
        managers=program.managers,
    )


def _numbers(numbers: list[int]) -> Array:
    return np.array(numbers, dtype=np.int64)


@compiled_part
def profit(columns, brings, prices, column):  # type: ignore[no-untyped-def]
    """What a unit of a column brings beyond what its rows cost."""
    gain = brings[column]
    for use in range(columns.begins[column], columns.begins[column + 1]):
        gain -= columns.amounts[use] * prices[columns.rows[use]]
    return gain


@compiled_part
def make_feasible(columns, brings, prices, chosen):  # type: ignore[no-untyped-def]
    """Raise ``prices`` [row] as little as needed for no column to bring a profit; ``chosen`` [total] is the combination that costs most.

    What is paid by an operation alone is priced anew. Other columns' rows are raised together, as far as their amounts.
    """
    for column in columns.others:
        lack, norm = profit(columns, brings, prices, column), 0.0
        for use in range(columns.begins[column], columns.begins[column + 1]):
            norm += columns.amounts[use] * columns.amounts[use]
        if lack > 0.0:
            for use in range(columns.begins[column], columns.begins[column + 1]):
                prices[columns.rows[use]] += lack / norm * columns.amounts[use]
    for row in range(prices.size):
        if not columns.equal[row] and prices[row] < 0.0:
            prices[row] = 0.0
    for number, total in enumerate(columns.totals):
        prices[total] = 0.0
        most = -np.inf
        for place in range(columns.combinations_of[number], columns.combinations_of[number + 1]):
            gain = profit(columns, brings, prices, columns.combinations[place])
            if gain > most:
                most, chosen[number] = gain, columns.combinations[place]
        prices[total] = most
    highest = 0.0
    for number, icon in enumerate(columns.icons):
        prices[icon] = 0.0
        prices[icon] = max(0.0, profit(columns, brings, prices, columns.operations[number]))
        highest = max(highest, prices[icon])
    if columns.managers != NO_ARC:
        prices[columns.managers] = highest


@compiled_part
def greatest_profit(columns, brings, prices):  # type: ignore[no-untyped-def]
    """The most that a unit of any column brings beyond what its rows cost: prices at which that is more than nothing limit nothing."""
    greatest = -np.inf
    for column in range(brings.size):
        greatest = max(greatest, profit(columns, brings, prices, column))
    return greatest


@compiled_part
def pass_on(columns, supplied, prices, chosen, slope):  # type: ignore[no-untyped-def]
    """Tell the rows by which operations' icons are priced how the worth of the icons changes with them: ``slope`` [row]."""
    for number, icon in enumerate(columns.icons):
        if prices[icon] > 0.0 and supplied[icon] > 0.0:
            add_column(columns, columns.operations[number], -supplied[icon], slope)
            if columns.total_of[number] != NONE:
                add_column(columns, chosen[columns.total_of[number]], -supplied[icon], slope)
    for icon in columns.icons:
        slope[icon] = 0.0
    for total in columns.totals:
        slope[total] = 0.0
    if columns.managers != NO_ARC:
        slope[columns.managers] = 0.0


@compiled_part
def add_column(columns, column, times, slope):  # type: ignore[no-untyped-def]
    """Add a column to ``slope`` [row] so many times."""
    for use in range(columns.begins[column], columns.begins[column + 1]):
        slope[columns.rows[use]] += times * columns.amounts[use]
