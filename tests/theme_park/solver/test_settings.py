"""Settings say what they accept, and the default limits stand in one place."""

import math
from typing import Any

import pytest

from solver import Settings, Weights
from solver.theme_park.operate.settings import Engine


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"time_limit": 0.0}, "time_limit: found 0.0; accepted: seconds above 0, or None for no limit"),
        ({"time_limit": math.nan}, "time_limit: found nan; accepted: seconds above 0, or None for no limit"),
        ({"seed": -1}, "seed: found -1; accepted: a whole number, 0 or above"),
        ({"alternatives": True}, "alternatives: found True; accepted: a whole number, 0 or above"),
        ({"workers": 0}, "workers: found 0; accepted: a whole number, 1 or above"),
        ({"engines": frozenset({Engine.GREEDY})}, "engines: found greedy; accepted: any of cpsat, layered, relaxation"),
    ],
)
def test_a_setting_that_means_nothing_is_refused(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match="accepted: ") as refused:
        Settings(**wrong)
    assert str(refused.value) == told


@pytest.mark.parametrize("weight", [-1, 101, 1.5])
def test_a_weight_is_a_whole_number_up_to_a_hundred(weight: Any) -> None:
    with pytest.raises(ValueError, match=r"^money: found .*; accepted: a whole number 0\.\.100$"):
        Weights(money=weight)


def test_settings_that_mean_something_are_taken() -> None:
    assert Settings(time_limit=None, seed=0, alternatives=0, workers=1).weights == Weights(6, 2, 1)
    assert Weights(0, 0, 100).pips == 100
