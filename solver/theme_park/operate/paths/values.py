"""What the best way of one guest is worth from everywhere, at given prices (compiled)."""

import numpy as np

from solver.theme_park.operate.compiling import compiled, compiled_into

NO_ARC = -1
"""Where a way ends, and what leads out of the park."""

GAIN = 1e-9
"""What a way must be worth more than another to be taken: below it lies rounding, and ways that lead in a circle."""


@compiled
def fill_values(  # type: ignore[no-untyped-def]  # noqa: PLR0912
    values, choices, counts, least, graph, ends, walk_costs, seat_gains
):
    """Fill ``values`` [uses, node]: what the best way from a node is worth after so many uses of the tiles.

    ``graph``: the ways (PathGraph); ``ends`` [node] is what ending there brings, ``walk_costs`` and ``seat_gains`` are those of its
    arcs. Uses below ``least`` [counter] are left out. ``choices`` takes the first arc of each best way: of the walks, then of
    the seats, or NO_ARC; ``counts`` [counter] is room to work in.
    """
    nodes, counters = ends.size, graph.most.size
    for uses in range(values.shape[0] - 1, -1, -1):
        wanted, more = True, np.int64(0)
        for counter in range(counters):
            counts[counter] = uses // graph.strides[counter] % (graph.most[counter] + 1)
            wanted &= counts[counter] >= least[counter]
            if counts[counter] < graph.most[counter]:
                more = graph.strides[counter]
        if not wanted:
            continue
        for node in range(nodes):  # what may be had after one more use may be had now
            values[uses, node] = values[uses + more, node] if more else ends[node]
            choices[uses, node] = choices[uses + more, node] if more else np.int32(NO_ARC)
        for arc in range(graph.seat_from.size):
            counter = graph.seat_counter[arc]
            if counts[counter] >= graph.most[counter]:
                continue
            worth = seat_gains[arc]
            if graph.seat_to[arc] != NO_ARC:
                worth += values[uses + graph.strides[counter], graph.seat_to[arc]]
            if worth > values[uses, graph.seat_from[arc]] + GAIN:
                values[uses, graph.seat_from[arc]] = worth
                choices[uses, graph.seat_from[arc]] = graph.walk_from.size + arc
        changed = True
        while changed:
            changed = False
            for arc in range(graph.lasting):
                changed |= try_walk(values, choices, uses, graph, walk_costs, arc)
            if changed:  # back again: what was found late is told to those before it (Yen, 1970)
                changed = False
                for arc in range(graph.lasting - 1, -1, -1):
                    changed |= try_walk(values, choices, uses, graph, walk_costs, arc)
        for arc in range(graph.lasting, graph.walk_from.size):
            try_walk(values, choices, uses, graph, walk_costs, arc)


@compiled_into
def try_walk(values, choices, uses, graph, walk_costs, arc):  # type: ignore[no-untyped-def]
    """Take a walk where that is better than what is known; whether it was."""
    worth = values[uses, graph.walk_to[arc]] - walk_costs[arc]
    better = worth > values[uses, graph.walk_from[arc]] + GAIN
    if better:
        values[uses, graph.walk_from[arc]] = worth
        choices[uses, graph.walk_from[arc]] = arc
    return better
