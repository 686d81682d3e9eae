"""How the compiled search writes states and operations down, and what all its parts share."""

from enum import IntEnum

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

IDLE = 1 << 15
"""The bit of a code that says that the guest can serve no more."""

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

RECORDED = 9
PARENT, OPERATION, CHILDREN, IMPROVEMENTS, COLLECTING, USES, OMITTED, STOPPED, ENOUGH_MADE = range(RECORDED)
"""Cells of a pass's record: parent, operation and uses of the best state seen, how many children were made and how often the
best improved, whether states are only collected, the best being what they must exceed, whether uses were left out for lack
of room, whether another thread wants the pass to end, and with how many children it ends, 0 for any number."""

LEAST_PROMISE, LIMITS_PROMISE, LEFT_OUT = range(3)
"""Cells of a layer's cut: the least promise with which a state finds room, whether its limit on the first stage is part of that,
and the most that a state which found none may bring there."""

MERGED, EACH = 1, 2
"""How states are collected: equal children merged as in any pass, or every one of every state."""

DONE, MEMO_FULL, LAYER_FULL = 0, -1, -2
"""What expanding a state ends with; LAYER_FULL also when it is to stop."""

NOTHING = -1
"""In place of an operation, a use, or a slot."""

STARS, FINAL, BALANCED = 0, 1, 2
"""Objectives as the kernel knows them."""

MOST_STAGES = 3
"""Stages of an objective as the kernel has them; what is none is worth 0."""

SEATS, NO_MOVER, FIRST_JOINED = 3, 3, 4
DICE_BITS, SEAT_BITS, MOVER_BITS, LED_BITS, KEPT_BITS, ROLLED_BITS, OPERATED_BITS, DETOUR_BITS = 5, 5, 6, 3, 2, 5, 7, 8
"""How an operation is packed, from the lowest bits: three times die and guest, mover, led, kept, rolled, tile, detour: maps beyond the fewest, which cable cars pay. The mover is a seat,
NO_MOVER, or from FIRST_JOINED on the slot of a guest who has joined beyond those seated."""

MOVER_AT = SEATS * (DICE_BITS + SEAT_BITS)
ROLLED_AT = MOVER_AT + MOVER_BITS + LED_BITS + KEPT_BITS
MOVER_MASK, ROLLED_MASK = ((1 << MOVER_BITS) - 1) << MOVER_AT, ((1 << ROLLED_BITS) - 1) << ROLLED_AT
"""Where a packed operation holds which die moves, and which is rerolled and what it shows."""
