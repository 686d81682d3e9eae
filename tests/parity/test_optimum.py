import pytest

from models.theme_park.replay import replay
from solver.operate.score import score
from tests.parity.solving import small_parks, solved

PARKS_A_BATCH = 25
BATCHES = 20


@pytest.mark.parametrize("batch", range(BATCHES))
def test_cp_sat_and_the_oracle_agree_on_the_optimum(batch: int) -> None:
    for seed, position, settings, truth in small_parks(batch * PARKS_A_BATCH, PARKS_A_BATCH, most_states=1_500):
        found, _, limits = solved(position, settings)
        assert found == truth.score, f"park {seed}: {position}"
        assert tuple(limits.values()) == truth.score, f"park {seed}: the proof is not tight"


def test_the_oracle_names_a_sequence_worth_its_score() -> None:
    for seed, position, settings, truth in small_parks(10_000, 25, most_states=1_500):
        verdict = replay(position, truth.moves)
        assert verdict.legal, f"park {seed}"
        assert score(position, verdict.reached, settings) == truth.score, f"park {seed}"
