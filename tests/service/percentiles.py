"""Percentiles that are one of the values measured."""

import math
from collections.abc import Sequence


def percentile(values: Sequence[float], percent: int) -> float:
    """The least of ``values`` that at least so many percent of them do not exceed (nearest rank); 1 to 100."""
    return sorted(values)[math.ceil(len(values) * percent / 100) - 1]
