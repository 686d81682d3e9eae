"""What the best way of one guest is worth from everywhere, at given prices (compiled).

The uses of a level are filled together: each arc raises a row of numbers, by loops that the compiler turns into operations on several
numbers at once.
"""

import numpy as np

from solver.theme_park.operate.compiling import compiled, compiled_into

NO_ARC = -1
"""Where a way ends."""

GAIN = 1e-9
"""What a way must be worth more than another to be told to those before it: below it lies rounding, and ways that lead in a circle."""

TIGHT = 1e-7
"""How much less than a value an arc may be worth that begins a best way: below it lies rounding, and what was no ``GAIN``."""


@compiled
def fill_values(values, changed, levels, graph, ends, walk_costs, seat_gains):  # type: ignore[no-untyped-def]
    """Fill ``values``: what the best way from a node is worth after so many uses of the tiles, as ``levels`` places it.

    ``graph``: the ways (PathGraph); ``ends`` [node] is what ending there brings, ``walk_costs`` and ``seat_gains`` are those of its
    arcs. ``changed`` [node] is room to work in.
    """
    nodes = ends.size
    for level in range(levels.offsets.size):
        first, here = levels.begins[level], levels.offsets[level]
        width = levels.begins[level + 1] - first + 1
        for node in range(nodes + 1):
            values[here + node * width + width - 1] = -np.inf
        for place in range(width - 1):
            values[here + nodes * width + place] = 0.0
        if level == 0:
            for node in range(nodes):
                values[here + node * width] = ends[node]
                changed[node] = True
        else:
            later, wide = levels.offsets[level - 1], first - levels.begins[level - 1] + 1
            for node in range(nodes):  # what may be had after one more use may be had now
                for place in range(width - 1):
                    values[here + node * width + place] = values[later + node * wide + levels.more[first + place]]
                changed[node] = False
            if not take_seats(values, changed, levels, graph, seat_gains, level):
                continue
        walk(values[here : here + nodes * width], changed, graph, walk_costs, width)


@compiled_into
def take_seats(values, changed, levels, graph, seat_gains, level):  # type: ignore[no-untyped-def]
    """Raise the values of a level by the seats of all operations; whether any rise."""
    first, here, later = levels.begins[level], levels.offsets[level], levels.offsets[level - 1]
    places, wide = levels.begins[level + 1] - first, first - levels.begins[level - 1] + 1
    again = False
    for counter in range(graph.most.size):
        after = levels.after[counter, first : first + places]
        for seat in range(graph.seats_of[counter], graph.seats_of[counter + 1]):
            one, to = here + graph.seat_from[seat] * (places + 1), later + graph.seat_to[seat] * wide
            if seat_raises(values[one : one + places], values[to : to + wide], after, seat_gains[seat]):
                changed[graph.seat_from[seat]] = again = True
    return again


@compiled_into
def walk(rows, changed, graph, walk_costs, width):  # type: ignore[no-untyped-def]
    """Raise the values of a level, in ``rows`` of ``width`` numbers, by walks to nodes that have ``changed``, until no more rise.

    Nodes are gone through forwards, then back: what was found late is told to those before it (Yen, 1970).
    """
    nodes, again, way = changed.size, True, 1
    while again:
        again = False
        for step in range(nodes):
            node = step if way > 0 else nodes - 1 - step
            if not changed[node]:
                continue
            changed[node] = False
            to = rows[node * width : node * width + width - 1]
            for arc in range(graph.walks_to[node], graph.walks_to[node + 1]):
                one = graph.walk_from[arc]
                if walk_raises(rows[one * width : one * width + width - 1], to, walk_costs[arc]):
                    changed[one] = True
                    again |= (one - node) * way <= 0
        way = -way


@compiled_into
def walk_raises(one, other, cost):  # type: ignore[no-untyped-def]
    """Raise a row to another less what it costs to walk there; how many numbers rise."""
    rising = 0
    for place in range(one.size):
        more = other[place] - cost - one[place]
        rising += more > GAIN
        one[place] += more if more > 0.0 else 0.0  # a number that is kept would be left out slowly
    return rising


@compiled_into
def seat_raises(one, other, after, gain):  # type: ignore[no-untyped-def]
    """Raise a row to what another has ``after`` one more use, and the ``gain`` of it; how many numbers rise."""
    rising = 0
    for place in range(one.size):
        more = other[after[place]] + gain - one[place]
        rising += more > GAIN
        one[place] += more if more > 0.0 else 0.0
    return rising
