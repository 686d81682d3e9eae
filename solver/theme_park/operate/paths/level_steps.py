"""Steps of the level bundle method on prices of the path relaxation (compiled)."""

from typing import NamedTuple

import numpy as np

from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.compiling import compiled, compiled_part
from solver.theme_park.operate.paths.fixed_columns import greatest_profit, make_feasible, pass_on
from solver.theme_park.operate.paths.program import EXACT
from solver.theme_park.operate.paths.projection import project
from solver.theme_park.operate.paths.shares import send
from solver.theme_park.operate.paths.values import NO_ARC, fill_values

CUTS = 30
"""Cuts remembered."""

ENOUGH = 0.7
"""The part that ends the search of how far below the target a limit is sought."""

FAIR_STEPS, MISSED = 10, 0.8
"""After so many steps the search is given up where the nearest prices miss a cut by that part of it: most likely none meet the target (board4-02:
39 of 41 are found all the same, in two thirds of the time)."""

OPEN, FOUND, GIVEN_UP = range(3)


class ArcColumns(NamedTuple):
    """What arcs use, sparse: ``rows`` and ``amounts`` [use] of each from ``begins`` [arc] on; ``end_from`` [ending]: the node that it ends in."""

    begins: Array
    rows: Array
    amounts: Array
    end_from: Array


class Bundle(NamedTuple):
    """Cuts, and room to work in.

    ``cuts`` [cut, row] of which none may be more than its ``sides`` [cut]; ``prices``, ``center`` (those with the least limit), ``slope`` [row];
    ``worth`` [node] of the best ways at the center; ``flow`` [arc]; ``guests`` as ``values`` are placed; ``limit`` [0] the least; ``number`` [0] of
    steps taken and [1] of cuts.
    """

    cuts: Array
    sides: Array
    norms: Array
    multipliers: Array
    prices: Array
    center: Array
    slope: Array
    chosen: Array
    worth: Array
    flow: Array
    guests: Array
    changed: Array
    queue: Array
    came: Array
    limit: Array
    number: Array


@compiled
def take_steps(columns, arc_columns, graph, levels, brings, arcs_bring, question, aim, values, arcs, bundle, steps):  # type: ignore[no-untyped-def]
    """Take up to so many ``steps`` more from the bundle's prices; gives OPEN, FOUND or GIVEN_UP.

    ``question``: supplied [row], starts [start], counts [start]. ``aim``: how far below what target the limit is to be. It is convex in the prices
    and never below its cuts, and the next prices are those nearest to the center at which all cuts say that it meets the aim (Lemarechal,
    Nemirovskii and Nesterov, 1995).
    """
    supplied, starts, counts = question
    below, target = aim
    for _ in range(steps):
        prices = bundle.prices
        make_feasible(columns, brings, prices, bundle.chosen)
        if greatest_profit(columns, brings, prices) > EXACT:
            return GIVEN_UP
        price_arcs(arc_columns, graph, arcs_bring, prices, arcs)
        fill_values(values, bundle.changed, levels, graph, arcs.ends, arcs.walk_costs, arcs.seat_gains)
        top, limit = levels.offsets[levels.offsets.size - 1], -target
        for row in range(prices.size):
            limit += prices[row] * supplied[row]
        for start in range(starts.size):
            limit += counts[start] * values[top + 2 * starts[start]]
        if limit < bundle.limit[0]:
            keep_center(bundle, values, top, limit)
        if limit < -ENOUGH * below:
            return FOUND
        for start in range(starts.size):
            bundle.guests[top + 2 * starts[start]] += counts[start]
        send(values, levels, graph, arcs, bundle.guests, bundle.flow, bundle.queue, bundle.came)
        fill_slope(columns, arc_columns, supplied, bundle)
        cut = room_for_cut(bundle)
        if not set_cut(bundle, cut, limit + below):
            return GIVEN_UP
        missed = project(
            bundle.cuts,
            bundle.sides,
            bundle.norms,
            bundle.multipliers,
            bundle.number[1],
            bundle.center,
            columns.equal,
            below,
            prices,
        )
        bundle.number[0] += 1
        if bundle.number[0] > FAIR_STEPS and missed > MISSED * below:
            return GIVEN_UP
    return OPEN


@compiled_part
def price_arcs(arc_columns, graph, arcs_bring, prices, arcs):  # type: ignore[no-untyped-def]
    """Fill ``arcs`` with what they are worth."""
    walks, others = graph.walk_from.size, graph.walk_from.size + graph.seat_from.size
    arcs.ends[:] = 0.0
    arcs.ended[:] = NO_ARC
    for arc in range(arcs_bring.size):
        gain = arcs_bring[arc]
        for use in range(arc_columns.begins[arc], arc_columns.begins[arc + 1]):
            gain -= arc_columns.amounts[use] * prices[arc_columns.rows[use]]
        if arc < walks:
            arcs.walk_costs[arc] = -gain
        elif arc < others:
            arcs.seat_gains[arc - walks] = gain
        else:
            node = arc_columns.end_from[arc - others]
            if gain > arcs.ends[node]:
                arcs.ends[node], arcs.ended[node] = gain, arc


@compiled_part
def keep_center(bundle, values, top, limit):  # type: ignore[no-untyped-def]
    """Take the prices for the center, as none have a lower limit."""
    bundle.limit[0] = limit
    for row in range(bundle.prices.size):
        bundle.center[row] = bundle.prices[row]
    for node in range(bundle.worth.size):
        bundle.worth[node] = values[top + 2 * node]


@compiled_part
def fill_slope(columns, arc_columns, supplied, bundle):  # type: ignore[no-untyped-def]
    """Fill the slope of the limit at the prices: what there is of each row, without what guests and operations take."""
    slope = bundle.slope
    for row in range(slope.size):
        slope[row] = supplied[row]
    for arc in range(bundle.flow.size):
        if bundle.flow[arc] != 0.0:
            for use in range(arc_columns.begins[arc], arc_columns.begins[arc + 1]):
                slope[arc_columns.rows[use]] -= arc_columns.amounts[use] * bundle.flow[arc]
    pass_on(columns, supplied, bundle.prices, bundle.chosen, slope)


@compiled_part
def room_for_cut(bundle):  # type: ignore[no-untyped-def]
    """The place of the next cut: where there is no room, that of the one that binds least, and is furthest from it."""
    count = bundle.number[1]
    if count < bundle.sides.size:
        bundle.number[1] += 1
        return count
    chosen, furthest = 0, -np.inf
    for cut in range(count):
        slack = -1.0 - bundle.multipliers[cut]
        if bundle.multipliers[cut] == 0.0:
            slack = bundle.sides[cut]
            for row in range(bundle.prices.size):
                slack -= bundle.cuts[cut, row] * bundle.prices[row]
        if slack > furthest:
            chosen, furthest = cut, slack
    return chosen


@compiled_part
def set_cut(bundle, cut, excess):  # type: ignore[no-untyped-def]
    """Set a cut by the slope at the prices, where the limit is more than wanted by ``excess``; false where the slope is flat."""
    norm, here = 0.0, 0.0
    for row in range(bundle.slope.size):
        bundle.cuts[cut, row] = bundle.slope[row]
        norm += bundle.slope[row] * bundle.slope[row]
        here += bundle.slope[row] * bundle.prices[row]
    bundle.norms[cut], bundle.sides[cut] = norm, here - excess
    return norm > EXACT
