"""What a pass finds, and how it ends."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.layered.encoding.codes import CHILDREN, ENOUGH_MADE, MOST_STAGES, SAFETY
from solver.theme_park.operate.layered.kernel.prepared import Step

Path = tuple[Step, ...]
"""Steps of a sequence."""


@dataclass
class Best:
    """The best state known to the search: its stage values and the operations that lead to it."""

    values: Array
    path: Path = ()


@dataclass(frozen=True)
class PassResult:
    """How a pass ended: ``complete`` when nothing was dropped but what cannot be better than the best.

    ``limit``: of the first stage on what was dropped, minus infinity where nothing was.
    """

    complete: bool
    limit: float


class Stopped(Exception):
    """The caller wants the search to end."""


def as_kernel(values: Sequence[int]) -> Array:
    """Stage values as the kernel takes them."""
    return np.array([*values, 0, 0][:MOST_STAGES], dtype=np.int64)


def whole_limit(limit: float) -> float:
    """The whole number that a limit comes to; infinite where nothing limits."""
    return limit if math.isinf(limit) else float(math.floor(limit + SAFETY))


def made_enough(record: Array) -> bool:
    """Whether a pass with this record made as many children as it may."""
    return bool(0 < record[ENOUGH_MADE] <= record[CHILDREN])
