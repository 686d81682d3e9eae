"""Which cases wait for the thorough run (``pytest -m thorough``), and which for the campaign (``pytest -m campaign``)."""

from collections.abc import Iterable
from typing import Any

import pytest

LATER = 4
"""How often as many parks a batch holds that is not the first."""


def of_batch(number: int, parks: int) -> tuple[int, int]:
    """Where the seeds of a batch begin, and how many they are: ``parks`` of them in the first one, which the test command takes. Of a kind
    that a test must meet, every second park may be none, so later ones are larger.
    """
    return number * LATER * parks, parks if number == 0 else LATER * parks


def sampled(cases: Iterable[Any], first: int = 1, thorough: int | None = None) -> list[Any]:
    """``cases`` for ``parametrize``: the ``first`` ones always run, the ``thorough`` after them in the thorough run, which CI
    makes, and the others in the campaign; without ``thorough`` there is none.
    """
    marked = []
    for number, case in enumerate(cases):
        values = case if isinstance(case, tuple) else (case,)
        marks = []
        if number >= first:
            late = thorough is not None and number >= first + thorough
            marks = [pytest.mark.campaign if late else pytest.mark.thorough]
        marked.append(pytest.param(*values, marks=marks))
    return marked
