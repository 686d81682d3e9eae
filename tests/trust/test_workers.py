"""A sample of the command beside this file."""

import pytest

from tests.thorough import sampled
from tests.trust.workers import disagreements

PARKS, FIRST = 6, 310_000


@pytest.mark.parametrize("seed", sampled(reversed(range(FIRST, FIRST + PARKS)), first=3))
def test_presolve_and_the_number_of_workers_do_not_change_the_optimum(seed: int) -> None:
    assert list(disagreements(1, seed)) == [[]]
