"""How the compiled search writes states and operations down, and what all its parts share."""

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from numba import njit

VALUES = 6
COLOURS = 3
DICE = VALUES * COLOURS
ABSENT = 255
MOST_TARGETS = 400_000
SAFETY = 1e-3
"""Is added before a bound is rounded down: duals of the relaxation are exact to about 1e-7 a unit."""


class NoStage(IntEnum):
    """What stands for the stage of potentials that limit none.

    ``GUIDANCE`` ranks states. ``COMPLETION`` limits the icons that can still be used, less those that must be: below zero a
    state is refuted. ``UNUSED`` is a place without prices.
    """

    GUIDANCE = -1
    COMPLETION = -3
    UNUSED = -9


GUIDANCE, COMPLETION, UNUSED = NoStage.GUIDANCE.value, NoStage.COMPLETION.value, NoStage.UNUSED.value

CARDS = 4
MAPS, MASCOTS, GUIDES, MANAGERS = range(CARDS)
"""Cells of a state's row after those of its guests and tiles: how many of each card are left."""

RECORDED = 5
PARENT, OPERATION, CHILDREN, IMPROVEMENTS, COLLECTING = range(RECORDED)
"""Cells of a pass's record: parent and operation of the best state seen, how many children were made and how often the best
improved, and whether states are only collected, the best being what they must exceed."""

STARS, FINAL, BALANCED = 0, 1, 2
"""Objectives as the kernel knows them."""

SEATS, NO_MOVER = 3, 3
DICE_BITS, SEAT_BITS, MOVER_BITS, LED_BITS, KEPT_BITS = 5, 4, 2, 3, 2
"""How an operation is packed, from the lowest bits: three times die and guest, mover, led, kept, tile."""


def compiled(function: Callable[..., Any]) -> Any:
    """Compile by numba, kept in its cache; a change of a function called from another file needs that cache emptied."""
    return njit(cache=True, nogil=True, boundscheck=False)(function)
