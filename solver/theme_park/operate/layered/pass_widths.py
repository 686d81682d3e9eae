"""How wide the passes of the layered search are, and what waits for which width."""

from typing import NamedTuple

from solver.theme_park.operate.flow.prices import EAGER, LAVISH, SPARING, THRIFTY, GuidanceWeights

WIDTHS = (40, 400, 4_000, 40_000, 160_000)
"""States a layer keeps in one pass after the other."""

OPENING, OPENING_NODES = (20, 200, 4_000), 40_000
"""Widths of the passes without any linear program, and the nodes after which those must help."""

CROWD, SLIM = 8, 4
"""Guests from which on even the narrowest of those passes may take half a second, and the width of the ones that come first
there: they take less than a tenth and reach nine tenths of the stars known, on the median."""

BRIEF_WIDTH, BRIEF_NODES = 6_000, 120_000
"""Width of a pass over everything that comes before any cube vector, where the pass before it needed half of these nodes at
most, and the nodes it may need: in small parks it leaves nothing out, and is over before the first prices of paths are made. Of 25
parks width 6,000 needs 0.89 of the time of 4,000: some (board1-08, board2-08) leave nothing out only then."""

LEAST_WIDTH = 400
"""Width of the first pass after which single cube vectors are asked for: a good sequence leaves few of them."""

OPENING_USES = 0
"""Uses of mascots between two operations in the passes without any linear program: from the start on there are so many ways that
their nodes would not reach the second operation."""

NARROW_USES = {4: 0, 40: 1, 400: 0}
"""The same in passes of these widths, which are for a first sequence; wider ones look at all there are."""

FEW_USES = 0
"""The same in a pass that comes before one with all uses there are, for a cube vector or an equal of the best: what it finds,
the other need not."""


class Scouted(NamedTuple):
    """A scout's pass: its width, the uses of mascots between two operations, and what ranks its states."""

    width: int
    uses: int
    weights: GuidanceWeights


SCOUTED = (
    Scouted(400, 1, EAGER),
    Scouted(400, 0, SPARING),
    Scouted(40, 1, EAGER),
    Scouted(1_000, 0, THRIFTY),
    Scouted(2_000, 1, SPARING),
    Scouted(2_000, 1, LAVISH),
    Scouted(5_000, 0, SPARING),
    Scouted(2_000, 1, THRIFTY),
    Scouted(5_000, 0, THRIFTY),
    Scouted(20_000, 0, SPARING),
    Scouted(10_000, 1, THRIFTY),
    Scouted(80_000, 0, THRIFTY),
)
"""A scout's passes: it looks for sequences only. In 15 late parks passes of width 5,000 find 751 stars by these weights, 743 by thrifty ones
alone and 719 by eager ones. Those with uses find most by other weights in each park: 74 stars by lavish ones in board-full5-03, where sparing ones
find 62, and 56 by thrifty ones in board-all4-04 (others 49 to 52)."""

FIRST_SCOUTED = 7
"""A scout's passes that come before anything else: board5-09's 41 stars are found by the last of them. Those that follow, and the rest of the best
sequence, wait while the last cube vectors are about to be closed (board5-04: its stars proven in 5.5 to 6.2 s instead of 8.4)."""

LAST_VECTORS_WIDTH = 4_000
"""Width of a scout's passes for the vectors that a later stage is still asked of: they take the place of its passes over all sequences that are wider
than ``LEAST_WIDTH`` or with uses (board5-04: 20 pips a second after the stars instead of seven; board-full5-08: 17 pips in 0.8 s; the proof takes half a
second then)."""

SUFFIX_PASSES = (
    Scouted(400, 0, SPARING),
    Scouted(400, 1, SPARING),
    Scouted(4_000, 0, THRIFTY),
)
CHILDREN_OF_SUFFIX = 100_000
"""A scout's passes for the rest of the best sequence, from each state on its way, and the children of a layer in those with uses: board-full5-03 67
stars instead of 63, board-all5-03 66 (60), board-all5-04 66 (59), in one to four seconds of a search's ten. Those wider than ``LEAST_WIDTH`` come
after its passes over all sequences: before them they find two stars more in board5-03 and nine fewer in board-all5-04."""

QUICK = 5_000
"""Width up to which a scout ends its pass before it seeks prices of paths: a better sequence leaves fewer questions."""

PRESSING_AFTER, PRESSED, FAR_SHARE, FAR_FOR_USES = 1.0, 20_000, 0.1, 0.15
"""Seconds after which passes up to ``QUICK`` come before anything else that a scout is asked, and nearby cube vectors after them
(board5-09: 41 stars after two seconds instead of 40 after ten); up to the second width those do without uses while the best is so far from the
limit in the first stage that is not proven, as a part of it: what is asked settles nothing soon then (board-all3-07: 38 stars instead of 35,
board-all5-07 49 instead of 44; board5-09: its last stage proven in 7 s instead of 9 to 14 or not at all). Where the best is nearer, nearby
vectors wait, and where it is nearer than the second share, passes with uses wider than ``LEAST_WIDTH`` are left out: they hold up
what is asked (board-full5-05: its stars took 1.4 times as long to prove as before there were so many, 0.9 times so)."""

FEW_LEFT = 12
"""Open cube vectors up to which passes wider than ``QUICK`` and nearby vectors wait for those (board5-04: seven vectors, 11 s of threads; in one
run its stars were proven in 9.0 and 10.1 s instead of in 12.0 and not in twelve)."""

NEARBY_WIDTH, NEARBY_USES = 400, 0
"""Width and uses of a scout's passes for cube vectors near that of the best sequence."""

HIGHEST = (400, 4_000, 40_000)
"""Widths of the passes for vectors near the limit that come before the first for those next to the best: they are fewer, have
fewer states and prices of paths for them refute others (board4-10: limit 43 instead of 55 after 10 s, 40 stars instead of 35)."""

MUCH_HELD = 480.0
"""MiB that a process may hold for a pass wider than ``WIDE`` to begin: it takes up to 200, and CP-SAT as much."""

HELD_WITHIN = 80_000
"""Width of a pass of which it is known what states of a relaxed park reach its vector: few of its states are left."""

RECORDING_WIDTH = 120_000
"""Width of a pass that records all its ways; it ends as soon as it leaves something out. One at a time has the memory for it."""

MOST_LEAPT = 50
"""Vectors next to a target up to which it is asked for although those nearer to the limit stay open: lower vectors are smaller, and
what prices of paths do not refute of a large one they often do of the smaller ones on its way (board5-01: limit 61 instead of 70)."""

FEW_CROSSED = 50
"""Vectors next to the best up to which those are asked for first: they are soon closed, and nothing else need be."""

WIDE = 40_000
"""Width from which on a pass for a vector near the limit ends as soon as it leaves something out: its layers are full, and it would take seconds."""

PRICED = 4_000
"""Width from which on a pass for a cube vector makes prices of paths for its states where cubes alone are wanted: narrow ones expand few anyway."""

VECTOR_SHARE = 2
"""States of a pass's width for each cube vector asked for: where more vectors are open, a better sequence must be found first."""

MOST_LIMITED = 200
"""Open cube vectors, up to which it is looked at what can be reached beyond each."""

FEW = 200
"""Open cube vectors, up to which they are asked for one by one and not all sequences together."""

NODES_A_SECOND = 400_000
"""What a second of the time limit is worth in nodes where answers must be repeatable."""


def children_a_layer(width: int, uses: int | None) -> int:
    """Children of a layer in a pass of this width over all sequences that looks at some ``uses`` of mascots; else 0, for any number.

    Some cards can be used in a hundred times as many ways as others: in board-full5-06 one of width 400 makes 20 million children of the first four
    layers. A pass that ended then found less than one without uses; with so many of each layer, of its most promising states, it comes to the end.
    """
    return 100_000 + 500 * width if uses else 0


def enough_for_vector(width: int) -> int:
    """The same for a single cube vector: mostly a pass makes a fifth of them (board-all4-02: 40 to 90 million of width 400, for nothing)."""
    return 1_000_000 + 2_500 * width
