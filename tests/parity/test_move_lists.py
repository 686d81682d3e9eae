"""The list of legal moves against the check, over every move that can be written down at all."""

from collections.abc import Iterator
from itertools import combinations, product
from random import Random

from models.theme_park.guests import GUEST_COLOURS, GuestId
from models.theme_park.moves import AdjustColour, AdjustValue, GuideMove, MapMove, MascotMove, Move, OperateMove
from models.theme_park.operate.phase import broken_rule, legal_moves, play
from models.theme_park.operate.state import start
from models.theme_park.position import Position
from tests.parity.solving import random_rulings
from tests.parks import random_position

PARKS = 150


def every_move(position: Position) -> Iterator[Move]:
    """Every move over the names of ``position``, sensible or not; two adjustments a mascot at most."""
    guests = [guest.id for guest in position.guests]
    tiles = [tile.id for tile in position.tiles]
    for guest, tile in product(guests, tiles):
        yield MapMove(guest, tile)
        yield GuideMove(guest, tile)
    single = [AdjustValue(guest, by) for guest in guests for by in (-2, -1, 1, 2)]
    single += [AdjustColour(guest, colour) for guest in guests for colour in GUEST_COLOURS]
    for mascot, tile in product(range(len(position.mascots) + 1), tiles):
        for number in range(3):
            for adjust in product(single, repeat=number):
                yield MascotMove(mascot, tile, adjust)
    parties = [party for size in range(len(guests) + 1) for party in combinations(guests, size)]
    movers: list[GuestId | None] = [None, *guests]
    for tile, party, mover, to, manager in product(tiles, parties, movers, [None, *tiles], (False, True)):
        yield OperateMove(tile, party, mover, to, manager)


def test_the_legal_moves_are_exactly_those_the_check_accepts() -> None:
    for seed in range(PARKS):
        rng = Random(seed)
        position = random_position(
            rng,
            tiles=rng.randint(1, 3),
            guests=rng.randint(1, 3),
            mascots=rng.randint(0, 1),
            rulings=random_rulings(rng),
        )
        state = start(position)
        for _ in range(3):
            listed = list(legal_moves(position, state))
            assert len(set(listed)) == len(listed), f"park {seed}: a move is listed twice"
            accepted = {move for move in every_move(position) if broken_rule(position, state, move) is None}
            within_two = {move for move in listed if not isinstance(move, MascotMove) or len(move.adjust) <= 2}
            assert within_two == accepted, f"park {seed}"
            if not listed:
                break
            state = play(position, state, rng.choice(listed))
