"""One answer for all that are worth the same: what the order of independent moves does not change, the answer does not."""

from random import Random

from models.theme_park.guests import GuestId, TileId
from models.theme_park.operate.moves import MapMove, OperateMove
from models.theme_park.operate.notation import parse_position
from models.theme_park.operate.notation.moves import print_move
from models.theme_park.operate.phase import broken_rule, legal_moves, play
from models.theme_park.operate.replay import replay
from models.theme_park.operate.state import start
from solver.theme_park.operate.canonical import in_order, order
from tests.theme_park.parks import random_position

ENTRANCE, RIDE = TileId("entrance"), TileId("ride")
G1, G2 = GuestId("g1"), GuestId("g2")
PARK = parse_position("p1~m1~t.entrance.0.0.Entrance.x1.a~t.ride.1.0.Ride.g3.a~gb5.g1.entrance~gy4.g2.ride")
ENTERING, RIDING = OperateMove(ENTRANCE, (G1,), G1, RIDE), OperateMove(RIDE, (G2,), G2, ENTRANCE)
PARKS, MOVES = 40, 8


def some_moves(rng, position):
    """A legal sequence of moves drawn at random."""
    state, moves = start(position), []
    while len(moves) < MOVES and (legal := list(legal_moves(position, state))):
        moves.append(rng.choice(legal))
        state = play(position, state, moves[-1])
    return moves


def swapped(position, moves, place):
    """The sequence with two neighbours exchanged, None where that is not the same."""
    one, other = moves[place : place + 2]
    state = replay(position, moves[:place]).reached
    if broken_rule(position, state, other) is not None:
        return None
    between = play(position, state, other)
    if broken_rule(position, between, one) is not None:
        return None
    if play(position, between, one) != play(position, play(position, state, one), other):
        return None
    return [*moves[:place], other, one, *moves[place + 2 :]]


def test_independent_moves_stand_in_the_order_of_their_notation() -> None:
    assert print_move(ENTERING) < print_move(RIDING)
    assert in_order(PARK, (RIDING, ENTERING)) == in_order(PARK, (ENTERING, RIDING)) == (ENTERING, RIDING)


def test_a_move_that_needs_another_stays_behind_it() -> None:
    walk = MapMove(G2, ENTRANCE)
    then = OperateMove(ENTRANCE, (G2,), G2, RIDE)
    assert in_order(PARK, (walk, then)) == (walk, then)


def test_fewer_moves_come_first_whatever_their_notation() -> None:
    assert order((RIDING,)) < order((ENTERING, RIDING))
    assert order((ENTERING,)) < order((RIDING,))


def test_sequences_that_differ_in_the_order_of_independent_moves_come_out_alike() -> None:
    exchanged = 0
    for seed in range(PARKS):
        rng = Random(seed)
        position = random_position(rng, tiles=4, guests=4, maps=2, full=bool(seed % 2))
        moves = some_moves(rng, position)
        ordered = in_order(position, moves)
        verdict = replay(position, ordered)
        assert verdict.legal, f"park {seed}"
        assert verdict.reached == replay(position, moves).reached, f"park {seed}"
        assert in_order(position, ordered) == ordered, f"park {seed}"
        for place in range(len(moves) - 1):
            other = swapped(position, moves, place)
            if other is not None and other != moves:
                exchanged += 1
                assert in_order(position, other) == ordered, f"park {seed}, moves {place} and {place + 1}"
    assert exchanged > PARKS
