import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from models.shared.hexgrid import DIRECTIONS, Hex, adjacency, hang_together

numbers = st.integers(-6, 6)
hexes = st.builds(Hex, numbers, numbers)


def distance(one, other):
    """Steps between two hexes, from their cube coordinates."""
    q, r = one.q - other.q, one.r - other.r
    return max(abs(q), abs(r), abs(q + r))


def test_the_six_directions_are_those_of_axial_coordinates():
    assert set(DIRECTIONS) == {(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)}


@given(hexes)
def test_a_hex_has_six_neighbours_one_step_away(place):
    assert len(set(place.neighbours())) == 6
    assert all(distance(place, other) == 1 for other in place.neighbours())


@given(st.frozensets(hexes, max_size=12))
def test_tiles_are_joined_exactly_when_their_hexes_are_one_step_apart(cluster):
    graph = adjacency({place: place for place in cluster})
    assert set(graph) == cluster
    for one in cluster:
        assert set(graph[one]) == {other for other in cluster if distance(one, other) == 1}


def test_a_tile_without_neighbours_is_in_the_graph():
    graph = adjacency({"a": Hex(0, 0), "b": Hex(2, 0)})
    assert sorted(graph) == ["a", "b"]
    assert not graph.edges


def test_hexes_across_a_corner_are_not_joined():
    assert not adjacency({"a": Hex(0, 0), "b": Hex(1, 1)}).edges


@given(st.frozensets(hexes, max_size=12))
def test_hexes_hang_together_exactly_when_their_graph_does(cluster):
    graph = adjacency({place: place for place in cluster})
    assert hang_together(cluster) == (not cluster or nx.is_connected(graph))
