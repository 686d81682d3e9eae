"""How the compiled search writes states and operations down, and what all its parts share."""

from collections.abc import Callable
from typing import Any

from numba import njit

VALUES = 6
COLOURS = 3
DICE = VALUES * COLOURS
ABSENT = 255
MOST_TARGETS = 400_000
SAFETY = 1e-3
"""Added before a bound is rounded down: duals of the relaxation are exact to about 1e-7 a unit."""

COMPLETION = -3
"""Stage of limits on the icons that can still be used, less those that must be: below zero a state is refuted."""

STARS, FINAL, BALANCED = 0, 1, 2
"""Objectives as the kernel knows them."""

SEATS, NO_MOVER = 3, 3
DICE_BITS, SEAT_BITS, MOVER_BITS, LED_BITS, KEPT_BITS = 5, 4, 2, 3, 2
"""How an operation is packed, from the lowest bits: three times die and guest, mover, led, kept, tile."""


def compiled(function: Callable[..., Any]) -> Any:
    """Compile by numba, kept in its cache; a change of a function called from another file needs that cache emptied."""
    return njit(cache=True, nogil=True, boundscheck=False)(function)
