"""The full game: the model against the oracle, over every card, innovation and ruling the solver knows."""

from collections.abc import Callable
from random import Random

import pytest

from models.theme_park.position import Position
from tests.parity.solving import full_park, park_with_a_reroll, small_parks, solved

PARKS_A_BATCH = 25
FULL_BATCHES = 24
REROLL_BATCHES = 3


def agree(batch: int, park: Callable[[Random], Position]) -> None:
    first = batch * PARKS_A_BATCH
    for seed, position, settings, truth in small_parks(first, PARKS_A_BATCH, most_states=1_500, park=park):
        found, _, limits = solved(position, settings)
        assert found == truth.score, f"park {seed}: {position}"
        assert tuple(limits.values()) == truth.score, f"park {seed}: the proof is not tight"


@pytest.mark.parametrize("batch", range(FULL_BATCHES))
def test_cp_sat_and_the_oracle_agree_in_the_full_game(batch: int) -> None:
    agree(batch, full_park)


@pytest.mark.parametrize("batch", range(REROLL_BATCHES))
def test_cp_sat_and_the_oracle_agree_on_what_a_reroll_is_expected_to_bring(batch: int) -> None:
    agree(batch, park_with_a_reroll)
