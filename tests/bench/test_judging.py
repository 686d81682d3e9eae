"""The runner is loud about a wrong bound, a wrong proof and a wrong count, and tells what was beaten."""

import pytest

from tests.bench.judging import bound_faults, news, replay_faults
from tests.bench.memory import grown
from tests.bench.positions import Known


def measured(stars: int, bound: int | None, *earlier: tuple[float, int, int | None]) -> dict:
    return {"runs": [{"stars": stars, "bound": bound, "events": list(earlier)}]}


def told(stars: int, replayed: int, violation: str | None = None, failure: str | None = None) -> dict:
    return {"stars": stars, "replayed": replayed, "violation": violation, "failure": failure}


def test_a_bound_below_the_best_known_stars_is_a_fault() -> None:
    assert list(bound_faults("park", {"together": measured(9, 9)}, Known(10, 10)))


def test_a_proof_below_what_another_engine_played_is_a_fault() -> None:
    rows = {"together": measured(9, 9), "clingo": measured(10, None)}
    (fault,) = bound_faults("park", rows, None)
    assert "together" in fault


def test_a_wrong_bound_in_the_midst_of_a_run_is_a_fault() -> None:
    assert list(bound_faults("park", {"together": measured(10, None, (0.1, 8, 9))}, None))


def test_bounds_at_or_above_what_was_played_are_no_fault() -> None:
    rows = {"together": measured(10, 10, (0.1, 8, 12)), "clingo": measured(9, None)}
    assert not list(bound_faults("park", rows, Known(10, 11)))


@pytest.mark.parametrize("result", [told(10, 9), told(10, 10, violation="no"), told(10, 10, failure="crash")])
def test_a_count_that_the_replay_does_not_confirm_is_a_fault(result: dict) -> None:
    assert list(replay_faults("park", "together", result))


def test_a_replayed_count_is_no_fault() -> None:
    assert not list(replay_faults("park", "together", told(10, 10)))


def test_more_stars_than_best_known_are_told_with_the_engine() -> None:
    (line,) = news("park", {"together": measured(12, 14)}, Known(10, 14))
    assert "12 stars" in line
    assert "together" in line


def test_a_new_proof_is_told_and_an_old_one_is_not() -> None:
    rows = {"together": measured(10, 10)}
    assert len(list(news("park", rows, Known(10, 14)))) == 1
    assert not list(news("park", rows, Known(10, 10)))


def test_memory_that_rises_to_the_end_is_growth_and_a_warm_up_is_none() -> None:
    assert grown([10, 50, 90, 90, 90, 90, 90, 90, 90]) == 0
    assert grown([10, 20, 30, 40, 50, 60, 70, 80, 90]) == 30
