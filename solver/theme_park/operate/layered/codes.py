"""How the compiled search writes states and operations down, and what all its parts share."""

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from numba import njit

VALUES = 6
COLOURS = 3
DICE = VALUES * COLOURS
BASE_BITS = 8
ABSENT = BASE = (1 << BASE_BITS) - 1
"""The code of no guest, and the bits of a code that hold place and value."""

TREATED = 3
CREDIT_SHIFT, MOST_CREDITS = BASE_BITS + 2, 7
"""Above the base: two bits for the colour, from 1, that a guest is treated as, then its credits: adjustments that a mascot with
Mascot cards has made for it, of which it is not settled yet what they were."""

MOST_TARGETS, MOST_CREDITED_TARGETS = 400_000, 4_000_000
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

CARDS = 5
MAPS, MASCOTS, GUIDES, MANAGERS, SKILLS = range(CARDS)
"""Cells of a state's row after those of its guests and tiles: how many of each card are left, and the skills not yet used, a
bit for each."""

ROLLED = 1 << 15
"""The bit of the skills' cell that says a die was rerolled, where the first one's face is given."""

RECORDED = 8
PARENT, OPERATION, CHILDREN, IMPROVEMENTS, COLLECTING, USES, OMITTED, STOPPED = range(RECORDED)
"""Cells of a pass's record: parent, operation and uses of the best state seen, how many children were made and how often the
best improved, whether states are only collected, the best being what they must exceed, whether uses were left out for lack
of room, and whether another thread wants the pass to end."""

DONE, MEMO_FULL, LAYER_FULL = 0, -1, -2
"""What expanding a state may end with besides a full layer."""

NOTHING = -1
"""In place of an operation, a use, or a slot."""

STARS, FINAL, BALANCED = 0, 1, 2
"""Objectives as the kernel knows them."""

SEATS, NO_MOVER = 3, 3
DICE_BITS, SEAT_BITS, MOVER_BITS, LED_BITS, KEPT_BITS, ROLLED_BITS = 5, 5, 2, 3, 2, 5
"""How an operation is packed, from the lowest bits: three times die and guest, mover, led, kept, rolled, tile."""


UNCOUNTED: dict[str, Any] = {"_nrt": False}
"""The option for what makes no arrays: without it every array taken out of a tuple is counted, which took half of the search's
time. Unknown to numba's stubs."""

COUNTED: dict[str, Any] = {"_nrt": True}
"""The option for what does: callers would hand theirs on."""

WITHIN: dict[str, Any] = {"error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Options for what only compiled functions call: it compiles faster without a way in from Python. Unknown to numba's stubs."""


def compiled(function: Callable[..., Any]) -> Any:
    """Compile by numba, kept in its cache; a change of a function called from another file needs that cache emptied."""
    return njit(cache=True, nogil=True, boundscheck=False, **UNCOUNTED)(function)


def compiled_part(function: Callable[..., Any]) -> Any:
    """The same for what only compiled functions call."""
    return njit(cache=True, nogil=True, boundscheck=False, **UNCOUNTED, **WITHIN)(function)


def compiled_into(function: Callable[..., Any]) -> Any:
    """The same for what is called so often that it must become part of its callers: a call of it takes eight times as long."""
    return njit(cache=True, nogil=True, boundscheck=False, forceinline=True, **UNCOUNTED, **WITHIN)(function)


def compiled_with_arrays(function: Callable[..., Any]) -> Any:
    """The same for what makes arrays of its own."""
    return njit(cache=True, nogil=True, boundscheck=False, **COUNTED)(function)
