"""Only rulings that were asked are tried otherwise; the others could not change the verdict."""

from dataclasses import replace
from random import Random

import pytest

from models.theme_park.operate.disputes import judge
from models.theme_park.operate.moves import Move
from models.theme_park.operate.phase import legal_moves, play
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import replay
from models.theme_park.operate.state import start
from models.theme_park.rulings import Choice, Ruling, Rulings, questions
from tests.theme_park.parks import random_position


def some_moves(random: Random, position: Position) -> list[Move]:
    """A few legal moves, often with one put in again where it is hardly legal."""
    state, moves = start(position), list[Move]()
    for _ in range(6):
        legal = list(legal_moves(position, state))
        if not legal:
            break
        moves.append(random.choice(legal))
        state = play(position, state, moves[-1])
    if moves and random.random() < 0.6:
        moves.insert(random.randrange(len(moves)), random.choice(moves))
    return moves


@pytest.mark.parametrize("seed", range(25))
def test_a_judgement_is_that_of_trying_every_choice_of_every_ruling(seed: int) -> None:
    random = Random(seed)
    position = random_position(random)
    moves = some_moves(random, position)
    judgement, in_force = judge(position, moves), position.rulings.in_force
    further, broken = {}, set()
    for ruling, question in questions().items():
        for choice in question.choices if question.operate else ():
            if choice is not in_force[ruling]:
                other = replace(position, rulings=Rulings.of({**in_force, ruling: choice}, position.rulings.outline))
                violation = replay(other, moves).violation
                if violation is not None:
                    broken.add(ruling)
                at, now = violation.step if violation else len(moves), judgement.verdict.violation
                if now is not None and at > now.step:
                    further[ruling, choice] = violation is None
    assert {(each.ruling, each.choice): each.legal for each in judgement.under} == further
    if judgement.verdict.legal:
        assert {ruling for ruling, _ in judgement.relies_on} == broken


def test_watched_rulings_say_the_same_and_remember_the_question() -> None:
    rulings = Rulings.of({Ruling.PARTY_SIZE: Choice.SUPERSET})
    watched = rulings.watched()
    assert watched.says(Ruling.PARTY_SIZE, Choice.SUPERSET)
    assert not watched.says(Ruling.VALUE_BOUNDS, Choice.WRAP)
    assert watched.asked == {Ruling.PARTY_SIZE, Ruling.VALUE_BOUNDS}
    assert watched != rulings
    assert watched != rulings.watched()
