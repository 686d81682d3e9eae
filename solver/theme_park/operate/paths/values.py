"""What the best way of one guest is worth from everywhere, at given prices (compiled)."""

import numpy as np

from solver.theme_park.operate.compiling import compiled, compiled_into

NO_ARC = -1
"""Where a way ends, and what leads out of the park."""

GAIN = 1e-9
"""What a way must be worth more than another to be taken: below it lies rounding, and ways that lead in a circle."""


@compiled
def fill_values(  # type: ignore[no-untyped-def]  # noqa: PLR0912
    values, choices, counts, changed, least, graph, ends, walk_costs, seat_gains
):
    """Fill ``values`` [uses, node]: what the best way from a node is worth after so many uses of the tiles.

    ``graph``: the ways (PathGraph); ``ends`` [node] is what ending there brings, ``walk_costs`` and ``seat_gains`` are those of its
    arcs. Uses below ``least`` [counter] are left out. ``choices`` takes the first arc of each best way: of the walks, then of
    the seats, or NO_ARC; ``counts`` [counter] and ``changed`` [node], in which nothing is set, are room to work in.
    """
    nodes, counters, walks = ends.size, graph.most.size, graph.walk_from.size
    for uses in range(values.shape[0] - 1, -1, -1):
        wanted, more = True, np.int64(0)
        for counter in range(counters):
            counts[counter] = uses // graph.strides[counter] % (graph.most[counter] + 1)
            wanted &= counts[counter] >= least[counter]
            if counts[counter] < graph.most[counter]:
                more = graph.strides[counter]
        if not wanted:
            continue
        again = not more
        if more:  # what may be had after one more use may be had now
            for node in range(nodes):
                values[uses, node] = values[uses + more, node]
                choices[uses, node] = choices[uses + more, node]
        else:
            for node in range(nodes):
                values[uses, node] = ends[node]
                choices[uses, node] = np.int32(NO_ARC)
                changed[node] = True
        for counter in range(counters):
            if counts[counter] >= graph.most[counter]:
                continue
            after = uses + graph.strides[counter]
            for seat in range(graph.seats_of[counter], graph.seats_of[counter + 1]):
                worth, to, node = seat_gains[seat], graph.seat_to[seat], graph.seat_from[seat]
                if to != NO_ARC:
                    worth += values[after, to]
                if worth > values[uses, node] + GAIN:
                    values[uses, node] = worth
                    choices[uses, node] = walks + seat
                    changed[node] = again = True
        while again:  # forwards, then back: what was found late is told to those before it (Yen, 1970)
            again = False
            for node in range(nodes):
                if changed[node]:
                    again |= walk_to(values, choices, changed, uses, graph, walk_costs, node, 1)
            if again:
                again = False
                for node in range(nodes - 1, -1, -1):
                    if changed[node]:
                        again |= walk_to(values, choices, changed, uses, graph, walk_costs, node, -1)


@compiled_into
def walk_to(values, choices, changed, uses, graph, walk_costs, node, way):  # type: ignore[no-untyped-def]
    """Walk to a node from wherever that is better than what is known; whether one of those was gone by already, nodes being gone
    through up (``way`` 1) or down (-1)."""
    again = False
    changed[node] = False
    for arc in range(graph.walks_to[node], graph.walks_to[node + 1]):
        one, worth = graph.walk_from[arc], values[uses, node] - walk_costs[arc]
        if worth > values[uses, one] + GAIN:
            values[uses, one] = worth
            choices[uses, one] = arc
            changed[one] = True
            again |= (one - node) * way <= 0
    return again
