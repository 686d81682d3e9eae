"""How much of each row all guests take that go best ways at given prices (compiled)."""

from solver.theme_park.operate.compiling import compiled_part
from solver.theme_park.operate.paths.values import NO_ARC, TIGHT
from solver.theme_park.operate.paths.ways import nearest


@compiled_part
def send(values, levels, graph, arcs, guests, flow, queue, came):  # type: ignore[no-untyped-def]
    """Fill ``flow`` [arc] with how many guests pass each arc, where ``guests`` stand as ``values`` are placed; those are sent away.

    ``arcs``: what ``fill_values`` took, and ``ended`` [node], the arc by which a way ends there. Guests that meet go on together, so that each
    place of a level is gone through once. ``queue`` [node] and ``came`` [node] are room to work in.
    """
    flow[:] = 0.0
    nodes = arcs.ends.size
    for down in range(levels.offsets.size):
        level = levels.offsets.size - 1 - down
        here, places = levels.offsets[level], levels.begins[level + 1] - levels.begins[level]
        for node in range(nodes):
            for place in range(places):
                cell = here + node * (places + 1) + place
                if guests[cell] != 0.0:
                    number = guests[cell]
                    guests[cell] = 0.0
                    go_on(values, levels, graph, arcs, guests, flow, queue, came, level, place, node, number)


@compiled_part
def go_on(values, levels, graph, arcs, guests, flow, queue, came, level, place, node, number):  # type: ignore[no-untyped-def]
    """Send a ``number`` of guests from a node to the level below, or out of the park."""
    first, below, wide = levels.begins[level], 0, 0
    if level:
        before = levels.begins[level - 1]
        below, wide = levels.offsets[level - 1], first - before + 1
        cell = levels.offsets[level] + node * (levels.begins[level + 1] - first + 1) + place
        later = below + node * wide + levels.more[first + place]
        if values[later] >= values[cell] - TIGHT:  # one use less brings as much
            guests[later] += number
            return
    last, seat = nearest(
        values, levels, graph, arcs.ends, arcs.walk_costs, arcs.seat_gains, level, place, node, queue, came
    )
    at = last
    while came[at] >= 0:
        flow[came[at]] += number
        at = graph.walk_from[came[at]]
    if seat == NO_ARC:
        if arcs.ended[last] != NO_ARC:
            flow[arcs.ended[last]] += number
        return
    flow[graph.walk_from.size + seat] += number
    if graph.seat_to[seat] < arcs.ends.size:
        after = levels.after[graph.seat_counter[seat], first + place]
        guests[below + graph.seat_to[seat] * wide + after] += number
