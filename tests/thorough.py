"""Which cases wait for the thorough run (``pytest -m thorough``): the test command takes a sample of them."""

from collections.abc import Iterable
from typing import Any

import pytest


def sampled(cases: Iterable[Any], first: int = 1) -> list[Any]:
    """``cases`` for ``parametrize``: the ``first`` ones always run, those after them in the thorough run."""
    marked = []
    for number, case in enumerate(cases):
        values = case if isinstance(case, tuple) else (case,)
        marked.append(pytest.param(*values, marks=[pytest.mark.thorough] if number >= first else []))
    return marked
