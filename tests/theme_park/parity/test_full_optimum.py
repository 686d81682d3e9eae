"""The full game: the model against the oracle, over every card, innovation and ruling the solver knows."""

from collections.abc import Callable
from random import Random

import pytest

from models.theme_park.operate.position import Position
from tests.theme_park.parity.solving import (
    full_park,
    park_operated_in_any_step,
    park_with_a_reroll,
    park_with_extras_in_any_order,
    small_parks,
    solved,
)
from tests.theme_park.parity.wild_parks import park_of_larger_parties, wild_park
from tests.thorough import sampled

PARKS_A_BATCH = 2

KINDS = (
    wild_park,
    park_of_larger_parties,
    park_with_a_reroll,
    park_with_extras_in_any_order,
    park_operated_in_any_step,
)
BATCHES: list[tuple[Callable[[Random], Position], int]] = [
    (full_park, 0),
    *((park, 0) for park in KINDS),
    *((full_park, batch) for batch in range(1, 80)),
    *((park, batch) for batch in range(1, 8) for park in KINDS),
]


@pytest.mark.parametrize(("park", "batch"), sampled(BATCHES, thorough=28))
def test_cp_sat_and_the_oracle_agree_in_the_full_game(park: Callable[[Random], Position], batch: int) -> None:
    first = batch * PARKS_A_BATCH
    for seed, position, settings, truth in small_parks(first, PARKS_A_BATCH, most_states=1_500, park=park):
        found, _, limits = solved(position, settings)
        assert found == truth.score, f"park {seed}: {position}"
        assert tuple(limits.values()) == truth.score, f"park {seed}: the proof is not tight"
