"""Engines alone against the oracle, in parks of the introductory game; the oracle visits each park once for all of them."""

import math
from dataclasses import replace

import pytest

from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import replay
from solver.theme_park.operate.layered.encoding.park import exact_stages, fits
from solver.theme_park.operate.score import score
from solver.theme_park.operate.settings import STAGES, Engine, Settings
from solver.theme_park.operate.tables import Tables
from tests.theme_park.oracle import Exhaustive
from tests.theme_park.parity.solving import small_parks, solved
from tests.thorough import sampled

PARKS_A_BATCH = 5
BATCHES = 18
EXACT = 3


@pytest.mark.parametrize("batch", sampled(range(BATCHES), thorough=4))
def test_each_engine_alone_and_the_oracle_agree_on_the_optimum(batch: int) -> None:
    for park in small_parks(batch * PARKS_A_BATCH, PARKS_A_BATCH, most_states=1_500):
        the_oracle_names_a_sequence_worth_its_score(*park)
        cp_sat_proves_the_optimum(*park)
        the_layered_search_proves_the_optimum_or_steps_aside(*park)


def the_oracle_names_a_sequence_worth_its_score(
    seed: int, position: Position, settings: Settings, truth: Exhaustive
) -> None:
    verdict = replay(position, truth.moves)
    assert verdict.legal, f"park {seed}"
    assert score(position, verdict.reached, settings) == truth.score, f"park {seed}"


def cp_sat_proves_the_optimum(seed: int, position: Position, settings: Settings, truth: Exhaustive) -> None:
    found, _, limits = solved(position, replace(settings, engines=frozenset({Engine.CPSAT})))
    assert found == truth.score, f"park {seed}: {position}"
    assert tuple(limits.values()) == truth.score, f"park {seed}: the proof is not tight"


def the_layered_search_proves_the_optimum_or_steps_aside(
    seed: int, position: Position, settings: Settings, truth: Exhaustive
) -> None:
    if not fits(position):
        return
    found, _, limits = solved(position, replace(settings, engines=frozenset({Engine.LAYERED, Engine.RELAXATION})))
    if exact_stages(Tables(position), settings.objective) == EXACT:
        assert found == truth.score, f"park {seed}: {position}"
        assert tuple(limits.values()) == truth.score, f"park {seed}: the proof is not tight"
    else:
        assert found <= truth.score, f"park {seed}: better than the best: {position}"
        first = STAGES[settings.objective][0]
        assert limits.get(first, math.inf) >= truth.score[0], f"park {seed}: a limit below the best"
