"""The ways of a guest through the flow relaxation: its nodes, the walks between them, and the seats of parties."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from models.theme_park.guests import LOWEST, TileId
from models.theme_park.requirement import Relation
from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.flow.network import FlowNetwork
from solver.theme_park.operate.flow.records import MadeColumn
from solver.theme_park.operate.tables import VALUES

MOST_USES = 1_500
"""Numbers of uses told apart: of tiles that matter less only the sum is counted, until there are no more than these."""


class PathGraph(NamedTuple):
    """Ways of one guest. A node's number is that of its kind times ``codes`` plus its code, as states are written.

    ``most`` and ``strides`` [counter]: how often a guest may use the tiles that a counter counts, and how the counts are
    packed into one number. A walk leads from node to node, a seat through an operation, or out of the park, to a number that no node
    has. Walks to one node lie side by side, as do seats of one counter: ``walks_to`` [node] and ``seats_of`` [counter] say where those
    of each begin. ``walks_out`` and ``seats_out`` number them by the node that they leave, ``walks_at`` [node] and ``seats_at`` [node]
    say where in these those of each begin.
    """

    walk_from: Array
    walk_to: Array
    walks_to: Array
    walks_out: Array
    walks_at: Array
    seat_from: Array
    seat_to: Array
    seat_counter: Array
    seats_of: Array
    seats_out: Array
    seats_at: Array
    most: Array
    strides: Array


class Arcs(NamedTuple):
    """The columns that are arcs, walks before seats before endings, with the other rows that each uses."""

    made: tuple[MadeColumn, ...]
    arc: Array  # [use]
    row: Array  # [use], the row's index in the network
    amount: Array  # [use]


class Paths(NamedTuple):
    """A graph with all that belongs to it.

    ``counters`` [tile]: the counter of each tile. ``end_from`` [ending]: the node that it ends in.
    """

    graph: PathGraph
    arcs: Arcs
    counters: Array
    end_from: Array
    nodes: int
    codes: int


def paths_of(network: FlowNetwork, most: Mapping[TileId, int]) -> Paths:
    """The ways of a guest who may use each tile up to ``most`` times."""
    tiles = network.position.tiles
    codes = 2 * len(tiles) * len(VALUES)
    number = {row.index(): node for node, row in _numbered(network, codes)}
    counters, each = _counters(network, most)
    walks, seats, ends = [], [], []

    def counter(column: MadeColumn) -> int:
        assert column.tile is not None
        return int(counters[network.position.tile_index[column.tile]])

    for column in network.columns:
        inside = [(number[row.index()], by) for row, by in column.uses if row.index() in number]
        taken = [node for node, by in inside if by > 0]
        given = [node for node, by in inside if by < 0]
        if not taken:
            continue
        if column.tile is not None:
            if each[counter(column)]:
                seats.append((taken[0], given[0] if given else len(number), column))
        elif given:
            walks.append((taken[0], given[0], column))
        else:
            ends.append((taken[0], column))
    walks.sort(key=lambda walk: walk[1])
    seats.sort(key=lambda seat: counter(seat[2]))
    walk_from, walk_to = (np.array([walk[end] for walk in walks], dtype=np.int64) for end in (0, 1))
    seat_from, seat_to = (np.array([seat[end] for seat in seats], dtype=np.int64) for end in (0, 1))
    seat_counter = np.array([counter(column) for _, _, column in seats], dtype=np.int64)
    nodes = np.arange(len(number) + 1)
    walks_out, seats_out = (np.argsort(one, kind="stable") for one in (walk_from, seat_from))
    graph = PathGraph(
        walk_from=walk_from,
        walk_to=walk_to,
        walks_to=np.searchsorted(walk_to, nodes),
        walks_out=walks_out,
        walks_at=np.searchsorted(walk_from[walks_out], nodes),
        seat_from=seat_from,
        seat_to=seat_to,
        seat_counter=seat_counter,
        seats_of=np.searchsorted(seat_counter, np.arange(len(each) + 1)),
        seats_out=seats_out,
        seats_at=np.searchsorted(seat_from[seats_out], nodes),
        most=each,
        strides=np.cumprod(np.append(1, each[:-1] + 1)),
    )
    made = (*(one for _, _, one in walks), *(one for _, _, one in seats), *(one for _, one in ends))
    end_from = np.array([node for node, _ in ends], dtype=np.int64)
    return Paths(graph, _arcs(made, number), counters, end_from, len(number), codes)


def _numbered(network: FlowNetwork, codes: int) -> list[tuple[int, Any]]:
    """Every node's number with its row; the Guides' ways come after the guests' nodes."""
    tiles = len(network.position.tiles)
    numbered = []
    for (kind, tile, floating, value), row in network.nodes.items():
        place = network.position.tile_index[tile] + tiles * floating
        numbered.append((network.kinds.index(kind) * codes + place * len(VALUES) + value - LOWEST, row))
    return numbered + list(enumerate(network.ways, start=len(numbered)))


def _counters(network: FlowNetwork, most: Mapping[TileId, int]) -> tuple[Array, Array]:
    """The counter of each tile, and up to what each counts; tiles of small parties and few stars share one first."""
    tiles = network.position.tiles
    groups: list[tuple[float, list[int]]] = []
    for index, tile in enumerate(tiles):
        requirement = tile.attraction.requirement
        strict = 1.0 if requirement.relation is Relation.ANY else 3.0
        groups.append((strict * requirement.size * sum(tile.stars_per_cube), [index]))

    def counted(group: Sequence[int]) -> int:
        return sum(most[tiles[index].id] for index in group)

    groups = [group for group in groups if counted(group[1])]
    while np.prod([counted(group) + 1 for _, group in groups]) > MOST_USES:
        (one, first), (other, second), *groups = sorted(groups)
        groups.append((one + other, first + second))
    counters = np.full(len(tiles), len(groups), dtype=np.int64)  # what is never used has a counter to itself
    for number, (_, group) in enumerate(groups):
        counters[group] = number
    return counters, np.array([*(counted(group) for _, group in groups), 0], dtype=np.int64)


def _arcs(made: tuple[MadeColumn, ...], number: Mapping[int, int]) -> Arcs:
    used = [
        (arc, row.index(), by)
        for arc, column in enumerate(made)
        for row, by in column.uses
        if row.index() not in number
    ]
    return Arcs(
        made,
        np.array([arc for arc, _, _ in used], dtype=np.int64),
        np.array([row for _, row, _ in used], dtype=np.int64),
        np.array([by for _, _, by in used], dtype=np.float64),
    )
