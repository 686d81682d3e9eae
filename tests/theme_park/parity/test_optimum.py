import math
from dataclasses import replace

import pytest

from models.theme_park.operate.replay import replay
from solver.theme_park.operate.layered.park import exact_stages, fits
from solver.theme_park.operate.score import score
from solver.theme_park.operate.settings import STAGES, Engine
from solver.theme_park.operate.tables import Tables
from tests.theme_park.parity.solving import small_parks, solved
from tests.thorough import sampled

PARKS_A_BATCH = 25
BATCHES = 6
EXACT = 3


@pytest.mark.parametrize("batch", sampled(range(BATCHES)))
def test_cp_sat_alone_and_the_oracle_agree_on_the_optimum(batch: int) -> None:
    for seed, position, settings, truth in small_parks(batch * PARKS_A_BATCH, PARKS_A_BATCH, most_states=1_500):
        found, _, limits = solved(position, replace(settings, engines=frozenset({Engine.CPSAT})))
        assert found == truth.score, f"park {seed}: {position}"
        assert tuple(limits.values()) == truth.score, f"park {seed}: the proof is not tight"


@pytest.mark.parametrize("batch", sampled(range(BATCHES)))
def test_the_layered_search_alone_proves_the_optimum_or_steps_aside(batch: int) -> None:
    alone = frozenset({Engine.LAYERED, Engine.RELAXATION})
    for seed, position, settings, truth in small_parks(batch * PARKS_A_BATCH, PARKS_A_BATCH, most_states=1_500):
        if not fits(position):
            continue
        found, _, limits = solved(position, replace(settings, engines=alone))
        if exact_stages(Tables(position), settings.objective) == EXACT:
            assert found == truth.score, f"park {seed}: {position}"
            assert tuple(limits.values()) == truth.score, f"park {seed}: the proof is not tight"
        else:
            assert found <= truth.score, f"park {seed}: better than the best: {position}"
            first = STAGES[settings.objective][0]
            assert limits.get(first, math.inf) >= truth.score[0], f"park {seed}: a limit below the best"


def test_the_oracle_names_a_sequence_worth_its_score() -> None:
    for seed, position, settings, truth in small_parks(10_000, 25, most_states=1_500):
        verdict = replay(position, truth.moves)
        assert verdict.legal, f"park {seed}"
        assert score(position, verdict.reached, settings) == truth.score, f"park {seed}"
