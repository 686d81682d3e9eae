"""Maps, guides and mascots in the midst of operations: the referee against a separate reading.

The list of legal moves leaves these out, so here the check is asked about the reading's operations
and about the same with one thing wrong; and the list made for small parks is the reading's.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from random import Random

import pytest

from api import dump_move, dump_position, load_moves, load_position
from models.theme_park.cards import Staff
from models.theme_park.operate.moves import OperateMove
from models.theme_park.operate.notation import parse_position
from models.theme_park.operate.operation import in_the_midst
from models.theme_park.operate.phase import broken_rule, legal_moves
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import start
from models.theme_park.rulings import Choice, Ruling, Rulings
from tests.theme_park.independent.game import set_up
from tests.theme_park.independent.operations import nothing, operations
from tests.theme_park.independent.perft import between_operations
from tests.theme_park.parity.comparing import after_move, told_by_reading, written
from tests.theme_park.parity.test_second_reading import any_rulings
from tests.theme_park.parks import random_position
from tests.thorough import sampled

SAMPLE = 60


def small_park(rng: Random) -> Position:
    """Few tiles and guests, one of each thing to use, under any rulings but with any step open."""
    position = random_position(
        rng,
        tiles=rng.randint(2, 3),
        guests=rng.randint(1, 3),
        maps=1,
        mascots=1,
        staff=(Staff.GUIDE,),
        cubes=False,
        largest_party=2,
        full=True,
    )
    rulings = dict(any_rulings(rng).changed) | {Ruling.TIMING_BETWEEN_OPERATIONS: Choice.ANY_STEP}
    return replace(position, rulings=Rulings.of(rulings))


def one_thing(game):
    """Nothing, or one map, guide or mascot."""
    return chain(nothing(game), (([move], after) for move, after in between_operations(game)))


def everything(game):
    """Maps, guides and mascots, any number of them in any order."""
    yield from nothing(game)
    for move, after in between_operations(game):
        for more, end in everything(after):
            yield [move, *more], end


def wrong_somewhere(operation: dict, pool: list[dict], position: Position, rng: Random) -> Iterator[dict]:
    """The operation with another mover, destination, kept die or thing used, which may be right or wrong."""
    guests = [guest.id for guest in position.guests]
    tiles = [tile.id for tile in position.tiles]
    yield {**operation, "mover": rng.choice([None, *guests])}
    yield {**operation, "to": rng.choice([None, *tiles])}
    yield {**operation, "mover": rng.choice(guests), "to": rng.choice(tiles)}
    yield {**operation, "keep": rng.choice(guests)}
    for step in ("assembled", "pipped"):
        yield {**operation, step: [rng.choice(pool)]}


@pytest.mark.parametrize("first", sampled(range(0, 60, 10)))
def test_the_check_accepts_exactly_the_operations_of_the_reading(first):
    for seed in range(first, first + 10):
        rng = Random(seed)
        position = small_park(rng)
        state = start(position)
        legal = {written(move): after for move, after in operations(set_up(dump_position(position)), one_thing)}
        found = [json.loads(text) for text in rng.sample(sorted(legal), min(SAMPLE, len(legal)))]
        pool = [aside for move in map(json.loads, legal) for aside in move.get("assembled", [])]
        for operation in found:
            (move,) = load_moves([operation], position)
            assert broken_rule(position, state, move) is None, f"park {seed}: {operation}"
            assert after_move(position, state, move) == told_by_reading(legal[written(operation)]), f"park {seed}"
            for other in wrong_somewhere(operation, pool, position, rng):
                (move,) = load_moves([other], position)
                accepted = broken_rule(position, state, move) is None
                assert accepted == (written(other) in legal), f"park {seed}: {other}"


@pytest.mark.parametrize("first", sampled(range(0, 16, 8)))
def test_the_list_for_small_parks_holds_the_operations_of_the_reading(first):
    for seed in range(first, first + 8):
        rng = Random(seed)
        position = small_park(rng)
        fewer = replace(position, guests=position.guests[:2], mascots=position.mascots[seed % 4 :])
        assert_same_in_the_midst(fewer, f"park {seed}")


def test_a_guide_in_the_midst_opens_an_attraction_from_which_no_die_may_walk():
    position = parse_position(
        "p1~f~j.move.to-entrance.no~j.timing.between-operations.any-step~s.guide~gb3.g1.carousel"
        "~t.entrance.0.0.Park__Entrance.x1.a~t.carousel.1.0.Made-up__Carousel.x2.a"
    )
    assert not [move for move in legal_moves(position, start(position)) if isinstance(move, OperateMove)]
    assert assert_same_in_the_midst(position, "two tiles") == 2


def test_a_die_that_may_not_be_kept_hides_no_operation_with_another_die():
    position = load_position(
        {
            "version": 1,
            "rules": {"game": "full", "rulings": {"timing.between-operations": "any-step"}},
            "park": {
                "tiles": [
                    {"id": "entrance", "hex": [0, 0], "attraction": "park-entrance"},
                    {"id": "carousel", "hex": [1, 0], "attraction": "made-up-carousel"},
                ],
                "guests": [
                    {"id": "g1", "colour": "green", "value": 2, "at": "carousel"},
                    {"id": "g2", "colour": "blue", "value": 2, "at": "carousel"},
                ],
            },
            "administrator": {"kind": "keep-pips", "colour": "blue"},
            "maps": 1,
        }
    )
    assert assert_same_in_the_midst(position, "two dice") > 0
    assert {move.party for move in in_the_midst(position, start(position))} == {("g1",), ("g2",)}


def assert_same_in_the_midst(position: Position, park: str) -> int:
    """Compare the operations with something in their midst; how many there are."""
    listed = [written(dump_move(move)) for move in in_the_midst(position, start(position))]
    assert len(set(listed)) == len(listed), park
    read = (move for move, _ in operations(set_up(dump_position(position)), everything))
    assert set(listed) == {written(move) for move in read if move.get("assembled") or move.get("pipped")}, park
    return len(listed)
