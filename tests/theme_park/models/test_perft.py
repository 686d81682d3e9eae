"""Counts of legal sequences: as recorded, and as a separate brute force over documents counts them."""

from random import Random
from typing import Any

import pytest

from api import dump_position
from models.theme_park.cards import Staff
from tests.theme_park.independent.perft import count_sequences as brute_force
from tests.theme_park.parks import random_position
from tests.theme_park.tools.perft import FOLDER, count_sequences, position_of, rows

LONG = 35_000
"""Sequences of a length that are counted in the thorough run only."""


def given(*, long_wait: bool) -> list[Any]:
    """The recorded parks; ``long_wait``: those of which very many sequences are recorded wait for the thorough run."""
    return [
        pytest.param(row, id=row["name"], marks=[pytest.mark.thorough] * (long_wait and max(row["counts"]) > LONG))
        for path in sorted(FOLDER.glob("*.json"))
        for row in rows(path)
    ]


BRUTE_FORCE_LIMIT = 30_000
"""Sequences that the brute force, which merges no states, can walk through in a moment."""


@pytest.mark.parametrize("row", given(long_wait=True))
def test_the_number_of_legal_sequences_is_the_recorded_one(row):
    assert count_sequences(position_of(row), len(row["counts"])) == row["counts"]


@pytest.mark.parametrize("row", given(long_wait=False))
def test_a_separate_reading_of_the_rulebook_counts_the_same(row):
    depth = sum(depth <= 2 or count <= BRUTE_FORCE_LIMIT for depth, count in enumerate(row["counts"], start=1))
    assert brute_force(dump_position(position_of(row)), depth) == row["counts"][:depth]


@pytest.mark.parametrize("seed", range(150))
def test_both_count_the_same_in_random_parks(seed):
    rng = Random(seed)
    position = random_position(rng, tiles=rng.randint(2, 5), guests=rng.randint(1, 5), mascots=rng.randint(0, 1))
    depth = 2 if position.played[Staff.MASCOT] < 2 else 1
    assert brute_force(dump_position(position), depth) == count_sequences(position, depth)


@pytest.mark.parametrize("seed", range(40))
def test_both_count_the_same_in_crowded_parks_where_only_operations_happen(seed):
    rng = Random(seed)
    position = random_position(rng, tiles=3, guests=7, maps=0, mascots=0, staff=(Staff.MANAGER, Staff.MANAGER))
    assert brute_force(dump_position(position), 3) == count_sequences(position, 3)
