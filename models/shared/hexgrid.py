"""Axial hexes and the adjacency graph of a cluster of tiles."""

from collections.abc import Collection, Hashable, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    import networkx as nx

Name = TypeVar("Name", bound=Hashable)


class Hex(NamedTuple):
    """One hexagon in axial coordinates (models/theme_park/README.md, The position)."""

    q: int
    r: int

    def neighbours(self) -> tuple["Hex", ...]:
        """The six hexes that share an edge with this one."""
        return tuple(Hex(self.q + dq, self.r + dr) for dq, dr in DIRECTIONS)


DIRECTIONS: tuple[tuple[int, int], ...] = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def adjacency(places: Mapping[Name, Hex]) -> "nx.Graph[Name]":
    """The graph whose nodes are the names of ``places`` and whose edges join neighbouring hexes."""
    import networkx as nx  # noqa: PLC0415 - a tenth of a second, which most questions do without

    graph: nx.Graph[Name] = nx.Graph()
    graph.add_nodes_from(places)
    by_hex = {place: name for name, place in places.items()}
    for name, place in places.items():
        for other in place.neighbours():
            if other in by_hex:
                graph.add_edge(name, by_hex[other])
    return graph


def hang_together(places: Collection[Hex]) -> bool:
    """Whether every hex is reached from every other over shared edges; none and one alone are."""
    left = set(places)
    edge = {left.pop()} if left else set()
    while edge:
        edge = {other for place in edge for other in place.neighbours() if other in left}
        left -= edge
    return not left
