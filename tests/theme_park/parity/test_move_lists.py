"""The list of legal moves against the check, over every move that can be written down at all."""

from collections.abc import Iterable
from random import Random

import pytest

from models.theme_park.cards import Staff
from models.theme_park.operate.moves import MascotMove, Move, OperateMove
from models.theme_park.operate.phase import broken_rule, legal_moves, play
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import State, start
from tests.theme_park.parity.every_move import RESULTS, adjusting, maps_and_guides, operating, using_skills
from tests.theme_park.parity.solving import random_rulings
from tests.theme_park.parity.test_second_reading import any_rulings
from tests.theme_park.parks import random_position
from tests.thorough import sampled

PARKS, FULL_BATCH = 150, 10


def listed(position: Position, state: State) -> list[Move]:
    """The legal moves, each of them once."""
    moves = list(legal_moves(position, state))
    assert len(set(moves)) == len(moves), "a move is listed twice"
    return moves


def accepted(position: Position, state: State, moves: Iterable[Move]) -> set[Move]:
    """Those of ``moves`` that the check accepts."""
    return {move for move in moves if broken_rule(position, state, move) is None}


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
            found = listed(position, state)
            right = accepted(position, state, maps_and_guides(position))
            right |= accepted(position, state, adjusting(position, 2))
            right |= accepted(position, state, operating(position, full=False))
            within_two = {move for move in found if not isinstance(move, MascotMove) or len(move.adjust) <= 2}
            assert within_two == right, f"park {seed}"
            if not found:
                break
            state = play(position, state, rng.choice(found))


def written_here(move: Move) -> bool:
    """Whether the move is one of those enumerated: the results that are, and one adjustment beside a skill."""
    if isinstance(move, OperateMove):
        return all(result in RESULTS for _, result in move.rerolls)
    if isinstance(move, MascotMove):
        shows_one = move.skill is None or move.skill.result in (None, *RESULTS)
        return shows_one and len(move.adjust) <= 1
    return True


@pytest.mark.parametrize("first", sampled(range(0, 12 * FULL_BATCH, FULL_BATCH)))
def test_the_same_in_the_full_game_under_any_rulings(first: int) -> None:
    for seed in range(first, first + FULL_BATCH):
        rng = Random(seed)
        position = random_position(
            rng,
            tiles=rng.randint(1, 3),
            guests=rng.randint(1, 2),
            mascots=rng.randint(1, 2),
            staff=rng.choice([(), (Staff.MASCOT,), (Staff.GUIDE, Staff.MANAGER), (Staff.MASCOT, Staff.MANAGER)]),
            rulings=any_rulings(rng),
            largest_party=2,
            full=True,
        )
        state = start(position)
        for _ in range(2):
            found = listed(position, state)
            right = accepted(position, state, maps_and_guides(position))
            right |= accepted(position, state, adjusting(position, 1))
            right |= accepted(position, state, using_skills(position))
            right |= accepted(position, state, operating(position, full=True))
            assert {move for move in found if written_here(move)} == right, f"park {seed}"
            if not found:
                break
            state = play(position, state, rng.choice(found))
