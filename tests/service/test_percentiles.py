"""What is told as a percentile was measured."""

from hypothesis import given
from hypothesis import strategies as st

from tests.service.percentiles import percentile


def test_two_of_two_hundred_values_are_beyond_the_99th_percentile() -> None:
    assert percentile(range(200, 0, -1), 99) == 198
    assert percentile(range(200, 0, -1), 50) == 100


@given(st.lists(st.floats(0, 10), min_size=1), st.integers(1, 100))
def test_a_percentile_is_a_value_that_so_many_do_not_exceed(values: list[float], percent: int) -> None:
    found = percentile(values, percent)
    assert found in values
    assert 100 * sum(each <= found for each in values) >= percent * len(values)
