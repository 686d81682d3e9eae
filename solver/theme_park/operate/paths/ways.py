"""The best way of one guest, read from what ways are worth (compiled)."""

from solver.theme_park.operate.compiling import compiled, compiled_into
from solver.theme_park.operate.paths.values import NO_ARC, TIGHT

UNSEEN = -2
"""In place of the walk by which a node was reached: that it was not."""


@compiled
def best_way(values, levels, graph, ends, walk_costs, seat_gains, node, arcs, queue, came):  # type: ignore[no-untyped-def]
    """Fill ``arcs`` with the walks and seats of a best way from a node after the least uses, seats numbered after the walks.

    Takes what ``fill_values`` took. Gives the number of arcs, and the node where the way ends, which is none where it leads out of the
    park. ``queue`` [node] and ``came`` [node] are room to work in.
    """
    level, place, number = levels.offsets.size - 1, 0, 0
    while node < ends.size:
        while level > 0:  # uses that bring nothing are left out
            more = levels.more[levels.begins[level] + place]
            if worth_at(values, levels, level - 1, node, more) < worth_at(values, levels, level, node, place) - TIGHT:
                break
            level, place = level - 1, more
        node, seat = nearest(values, levels, graph, ends, walk_costs, seat_gains, level, place, node, queue, came)
        number = add_walks(graph, came, node, arcs, number)
        if seat == NO_ARC:
            break
        arcs[number] = graph.walk_from.size + seat
        number += 1
        place, node = levels.after[graph.seat_counter[seat], levels.begins[level] + place], graph.seat_to[seat]
        level -= 1
    return number, node


@compiled_into
def worth_at(values, levels, level, node, place):  # type: ignore[no-untyped-def]
    """The value of a node at a place of a level."""
    return values[levels.offsets[level] + node * (levels.begins[level + 1] - levels.begins[level] + 1) + place]


@compiled_into
def nearest(values, levels, graph, ends, walk_costs, seat_gains, level, place, node, queue, came):  # type: ignore[no-untyped-def]
    """The nearest node that a best way walks to, and the seat that it takes there, NO_ARC where it ends there.

    ``came`` [node] tells the walk by which each was reached.
    """
    came[:] = UNSEEN
    came[node], queue[0] = NO_ARC, node
    begin, end = 0, 1
    while begin < end:
        at = queue[begin]
        begin += 1
        least = worth_at(values, levels, level, at, place) - TIGHT
        if level == 0 and ends[at] >= least:
            return at, NO_ARC
        for number in range(graph.seats_at[at], graph.seats_at[at + 1] if level else 0):
            seat = graph.seats_out[number]
            after = levels.after[graph.seat_counter[seat], levels.begins[level] + place]
            if seat_gains[seat] + worth_at(values, levels, level - 1, graph.seat_to[seat], after) >= least:
                return at, seat
        for number in range(graph.walks_at[at], graph.walks_at[at + 1]):
            walk = graph.walks_out[number]
            to = graph.walk_to[walk]
            if came[to] == UNSEEN and worth_at(values, levels, level, to, place) - walk_costs[walk] >= least:
                came[to], queue[end] = walk, to
                end += 1
    return node, NO_ARC  # by rounding alone


@compiled_into
def add_walks(graph, came, node, arcs, number):  # type: ignore[no-untyped-def]
    """Add the walks by which a node was reached to the ``number`` of ``arcs``, the first of them first; gives the new number."""
    begin, at = number, node
    while came[at] >= 0:
        number, at = number + 1, graph.walk_from[came[at]]
    at = node
    for place in range(number - 1, begin - 1, -1):
        arcs[place] = came[at]
        at = graph.walk_from[came[at]]
    return number
