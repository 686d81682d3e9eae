"""Whatever the searches know, no loss is told that is not there: small parks against the oracle."""

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest

from models.theme_park.operate.moves import Move
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import replay
from models.theme_park.operate.state import start
from solver.theme_park.operate.review.losses import Loss
from solver.theme_park.operate.review.records import Review
from solver.theme_park.operate.review.review import review
from tests.theme_park.oracle import exhaust
from tests.theme_park.parity.solving import full_park, introductory_park, park_operated_in_any_step, park_with_a_reroll
from tests.theme_park.solver.reviewing import PLAIN, Truth, random_sequence, reviewable, weak_search

KINDS = {
    "introductory": introductory_park,
    "full": full_park,
    "a reroll": park_with_a_reroll,
    "any step": park_operated_in_any_step,
}


WEAKNESSES = (0.0, 0.7, 1.0)
"""How many of the searches do not come to their end: none, most, all."""


def holds(lost: Loss, true: Fraction) -> bool:
    return lost.at_least <= true <= lost.at_most


def assert_true(told: Review, truth: Truth) -> None:
    """Every interval of a review holds what the oracle says."""
    verdict, state = told.verdict, start(told.position)
    assert told.best.least <= truth.best(state) <= told.best.most
    by_moves = Fraction(0)
    for each in told.steps:
        for reach, now in ((each.before, state), (each.after, each.step.after)):
            assert reach.least <= truth.best(now) <= reach.most
        lost = truth.lost_by(state, each.step.move)
        assert holds(each.lost, lost)
        by_moves += lost
        state = each.step.after
    stopping = truth.best(state) - verdict.stars
    assert holds(told.lost, by_moves + (stopping if told.complete else 0))
    if told.left is not None:
        assert holds(told.left, stopping)
    if not any(each.rolls for each in told.steps) and told.complete:
        assert told.lost == Loss(told.best.least - verdict.stars, told.best.most - verdict.stars)
    if not any(each.rolls for each in told.steps):
        assert told.best.least >= verdict.stars


def assert_plans_bring_what_they_promise(told: Review) -> None:
    played: list[Move] = []
    for each in told.steps:
        worths = [replay(told.position, (*played, *moves)) for moves in each.before.plan]
        assert all(verdict.legal for verdict in worths)
        assert Fraction(sum(verdict.stars for verdict in worths), len(worths)) == each.before.least
        played.append(each.step.move)


@pytest.mark.parametrize("park", KINDS.values(), ids=KINDS)
def test_every_loss_told_holds_the_true_one(
    park: Callable[[Random], Position], monkeypatch: pytest.MonkeyPatch
) -> None:
    proven = 0
    for seed in range(6):
        rng, weakness = Random(seed), WEAKNESSES[seed % len(WEAKNESSES)]
        position = reviewable(park, rng)
        truth, moves = Truth(position), random_sequence(position, rng)
        best = exhaust(position, PLAIN).moves
        monkeypatch.setattr("solver.theme_park.operate.review.review.advise", weak_search(rng, weakness))
        for played in (moves, best, best[:-1]):
            told = review(position, played, PLAIN, complete=rng.random() < 0.7)
            assert_true(told, truth)
            assert_plans_bring_what_they_promise(told)
            proven += sum(each.lost.proven is not None for each in told.steps)
            if weakness == 0:
                searched = [each for each in told.steps if not (each.rolls or each.waits or each.moves_together > 1)]
                assert None not in [each.lost.proven for each in searched]
    assert proven
