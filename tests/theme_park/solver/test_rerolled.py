"""Plans that reroll a die where no engine weighs rerolls: legal, blind to the roll, and worth what they are said to be worth."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

from models.theme_park.attraction import Innovation
from models.theme_park.operate.chance import FACES, results
from models.theme_park.operate.movement import destinations
from models.theme_park.operate.moves import Move, OperateMove
from models.theme_park.operate.phase import legal_moves, play
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import replay
from models.theme_park.operate.state import start
from solver.theme_park.operate.advisor import advise
from solver.theme_park.operate.incumbent import REROLLS_BY_CABLE_CAR, Incumbent
from solver.theme_park.operate.result import Status
from solver.theme_park.operate.rolls.rerolled import MOST_MOVED_OFF, plans_with_a_reroll
from solver.theme_park.operate.score import score
from solver.theme_park.operate.settings import Engine, Settings
from solver.theme_park.operate.supported import weighed_by_cpsat
from solver.theme_park.operate.tables import Tables
from tests.theme_park.parity.solving import park_with_a_reroll, small_parks

SHORT = Settings(time_limit=1.0)


def park_with_cable_cars(rng: Random) -> Position:
    """A park with a die to reroll, in which cable cars ride."""
    position = park_with_a_reroll(rng)
    tiles = [replace(tile, innovation=Innovation.CABLE_CAR) for tile in position.tiles[:2]]
    return replace(position, tiles=(*tiles, *position.tiles[2:]))


def park_operated_with_a_reroll(rng: Random) -> Position:
    """A small park in which an operation may reroll a die."""
    while True:
        position = park_with_a_reroll(rng)
        if Tables(position).operations_reroll:
            return position


def drawn(position: Position, rng: Random) -> tuple[Move, ...]:
    """Moves drawn from the legal ones, operations before others, without any roll."""
    state, moves = start(position), list[Move]()
    while len(moves) < 8:
        legal = [move for move in legal_moves(position, state) if not results(move)]
        operations = [move for move in legal if isinstance(move, OperateMove)]
        if not legal:
            break
        moves.append(rng.choice(operations or legal))
        state = play(position, state, moves[-1])
    return tuple(moves)


def nothing_more(_position: Position, *, briefly: bool) -> Sequence[Move]:
    assert briefly in (True, False)
    return ()


def test_plans_that_reroll_are_legal_and_never_better_than_the_best() -> None:
    plans = 0
    for _, position, settings, truth in small_parks(120_000, 24, most_states=400, park=park_operated_with_a_reroll):
        for moves_drawn in (drawn(position, Random(turn)) for turn in range(8)):
            for plan in plans_with_a_reroll(position, settings, moves_drawn, nothing_more):
                # raises where a sequence is illegal, or knows what is to come
                Incumbent(position, settings, None).judge(0, plan)
                values = [score(position, replay(position, moves).reached, settings) for moves in plan]
                assert tuple(Fraction(sum(column), FACES) for column in zip(*values, strict=True)) <= truth.score
                plans += 1
    assert plans > 10


def test_every_way_off_is_looked_at_for_one_face_and_the_best_of_it_for_the_others() -> None:
    plans, seen = 0, list[bool]()

    def go_on(_position: Position, *, briefly: bool) -> Sequence[Move]:
        seen.append(briefly)
        return ()

    for _, position, settings, _truth in small_parks(120_000, 24, most_states=400, park=park_operated_with_a_reroll):
        ways = 1 + max(len(destinations(position, tile.id)) for tile in position.tiles) * len(position.guests)
        for moves_drawn in (drawn(position, Random(turn)) for turn in range(8)):
            for plan in plans_with_a_reroll(position, settings, moves_drawn, go_on):
                shown = [next(filter(None, map(results, moves))) for moves in plan]
                assert shown == [(face,) for face in range(1, FACES + 1)]
                assert seen.count(False) == FACES
                assert seen.count(True) <= ways + (FACES - 1) * MOST_MOVED_OFF
                seen.clear()
                plans += 1
            seen.clear()
    assert plans > 5


def test_dice_to_reroll_and_cable_cars_together_are_answered_with_a_note() -> None:
    position = next(
        position
        for position in (park_with_cable_cars(Random(seed)) for seed in range(100))
        if Tables(position).fares_matter
    )
    assert not weighed_by_cpsat(Tables(position))
    unproven = replace(
        SHORT, engines=frozenset({Engine.RELAXATION})
    )  # a warm search proves this park in less than a second
    advice = advise(position, unproven)
    assert advice.status is Status.FEASIBLE
    assert REROLLS_BY_CABLE_CAR in advice.notes
    assert all(stage.bound is not None and stage.value <= stage.bound for stage in advice.stages)
