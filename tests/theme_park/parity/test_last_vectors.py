"""A scout's passes for the vectors that later stages are still asked of find the best sequence again, and nothing better."""

from collections import deque
from collections.abc import Callable
from random import Random

import pytest

from models.theme_park.operate.position import Position
from solver import Settings
from solver.theme_park.operate.flow.prices import SPARING
from solver.theme_park.operate.layered.encoding.park import fits
from solver.theme_park.operate.layered.pass_widths import FEW_LEFT, QUICK, Scouted
from solver.theme_park.operate.layered.plans.pass_result import as_kernel
from solver.theme_park.operate.layered.scout import Scout
from solver.theme_park.operate.layered.vectors.vector_questions import GivesUp, VectorQuestions, VectorRound
from solver.theme_park.operate.settings import STAGES
from solver.theme_park.operate.shared_bounds import SharedBounds
from solver.theme_park.operate.tables import Tables
from tests.theme_park.parity.solving import full_park, introductory_park, layered_alone, never, weighed_without_chance
from tests.thorough import sampled

WIDTHS, FIRST, PARKS, USES = (400, 4_000), 2_960_000, 24, 4
KINDS = (introductory_park, full_park)
SETTINGS = Settings(time_limit=None, workers=1)


@pytest.mark.parametrize(("kind", "seed"), sampled([(kind, seed) for seed in range(PARKS) for kind in KINDS], 8, 32))
def test_a_sequence_of_fewer_pips_leads_to_the_best_by_way_of_its_vector(
    kind: Callable[[Random], Position], seed: int
) -> None:
    looked_for = 0
    for number in range(FIRST + 100 * seed, FIRST + 100 * (seed + 1)):
        position = kind(Random(number))
        if not fits(position) or not weighed_without_chance(position):
            continue
        engine, bounds = layered_alone(position, SETTINGS)
        engine.open(never)
        engine.run(WIDTHS, never)
        if not bounds.proven(3) or bounds.values[2] == 0 or bounds.plan is None:
            continue
        found = _found_by_scout(position, bounds)
        if found is None:
            continue
        looked_for += 1
        assert found == bounds.values, number
        if looked_for == 3:
            return
    assert looked_for


def _found_by_scout(position: Position, best: SharedBounds) -> tuple[int, ...] | None:
    """What a scout comes to that knows of a pip less, where few vectors may bring it; None where there are none of them, or more,
    or its passes leave uses out."""
    stars, money, pips = best.values
    known = SharedBounds(STAGES[SETTINGS.objective])
    known.found((stars, money, pips - 1), best.plan)
    for stage in range(2):
        known.limit(stage, best.values[stage])
    questions = VectorQuestions(known)
    scout = Scout(Tables(position), SETTINGS, known, lambda _: None, questions)
    if scout._weighed is None or not scout._weighed.settles_both:
        return None
    numbers = scout._weighed.equal(as_kernel(known.values), never)
    if (
        not numbers
        or len(numbers) > FEW_LEFT
        or scout._pass_problem(3, adds_bounds=False, uses=USES, weights=SPARING).leaves_out
    ):
        return None
    questions._round = VectorRound(deque(numbers), known.values, 4_000, 3, GivesUp.NEVER)
    left = deque([Scouted(QUICK, USES, SPARING)])
    while left and not known.proven(3):
        scout.look(left, never)
    return known.values
