"""What the inner loop of the layered search works on: records that its parts hand on, unpacked by the compiler."""

from typing import NamedTuple

import numpy as np

from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.layered.encoding.codes import SEATS
from solver.theme_park.operate.layered.encoding.park import Memo, ParkArrays
from solver.theme_park.operate.layered.encoding.potentials import Potentials
from solver.theme_park.operate.layered.encoding.skills import SkillArrays
from solver.theme_park.operate.layered.kernel.layers import Layer
from solver.theme_park.operate.layered.kernel.path_limits import PathLimit
from solver.theme_park.operate.layered.kernel.prepared import Log, Prepared


class Scratch(NamedTuple):
    """Room that one state after the other is expanded in."""

    row: Array
    words: Array
    limits: Array  # [use, price]
    few: Array  # [use, seat or stage]
    free: Array  # [counter of tiles], at most one for each cell
    moves: Array  # [seat], last, what there is where none of them moves
    walks: Array  # [guest]: maps to the tile, alone and led, and whether a Guide helps, at most one guest for each cell
    paid: Array  # [maps beyond the fewest]: dollars of a party's ways
    given: Array  # [guest]: fewest and most credits just given to one like it
    parties: Array  # [0]: how many parties are noted for uses to serve, NOTHING where any may be, then their slots, a bit each
    alike: Array  # [guest]: the slots of those just like it before any use, a bit each
    survives: Array  # [0]: whether a child of the party was not refuted
    fulfilled: Array  # [0]: the tiles that some party fulfils, a bit each
    uses: Array  # [0]: uses of supplies with a cube on the tile, [1]: with none more, NOTHING while not told
    worth: Array  # [0]: what paths make of the first and all, [1]: without the party, [2]: of the second without guests and cards


LIMITS, AFTER, START, WITHOUT, WITH_CUBE = range(5)
"""Limits in the scratch: of a child, of the operation before a die moves, of the prepared state, those with a cube more without the
party, and with it."""

SETTLED, VALUES_OF_STOP, PARTY, DICE_SEEN, VALUES_AFTER = range(5)
"""What is few in the scratch: room to settle who stays, the stages' values of stopping, and by seat the party's slots, its dice as
requirements see them, and its values after pipping down."""


MOST_PARTIES = 64
"""Parties of a state that are noted for uses to serve."""


def new_scratch(cells: int, prices: int, detours: int = 0) -> Scratch:
    """Room for rows of ``cells`` and as many ``prices``, and for ways of so many maps beyond the fewest."""
    row = np.zeros(cells, dtype=np.uint16)
    return Scratch(
        row=row,
        words=row.view(np.uint64),
        limits=np.zeros((5, prices)),
        few=np.zeros((5, SEATS), dtype=np.int64),
        free=np.zeros(cells, dtype=np.int64),
        moves=np.zeros(SEATS + 1),
        walks=np.zeros((cells, 3), dtype=np.int64),
        paid=np.zeros(1 + detours, dtype=np.int64),
        given=np.zeros((cells, 2), dtype=np.int64),
        parties=np.zeros(1 + MOST_PARTIES, dtype=np.int64),
        alike=np.zeros(cells, dtype=np.int64),
        survives=np.zeros(1, dtype=np.int64),
        fulfilled=np.zeros(1, dtype=np.int64),
        uses=np.zeros(2, dtype=np.int64),
        worth=np.zeros(3),
    )


class Work(NamedTuple):
    """What one thread expands states with, and into."""

    memo: Memo
    scratch: Scratch
    prepared: Prepared
    log: Log
    there: Layer
    best: Array
    record: Array


class Expanding(NamedTuple):
    """All that takes part where states are expanded: what a pass has for all threads, then the ``Work`` of one."""

    park: ParkArrays
    skills: SkillArrays
    potentials: Potentials
    paths: PathLimit
    depth: int
    memo: Memo
    scratch: Scratch
    prepared: Prepared
    log: Log
    there: Layer
    best: Array
    record: Array


class InHand(NamedTuple):
    """What a prepared state, ``state`` of those of ``parent``, has for its operation; sets of guests have a bit a slot.

    ``joined``, of whom ``others_move`` may make the compulsory move; ``fresh`` dice were just touched, ``credited`` ones only given
    credits; one of ``asked`` must be seated. ``made``: uses of mascots just made, ``given`` the credits that they gave, or NOTHING where
    they may be made early.
    """

    state: np.int64
    parent: np.int64
    maps: np.int64
    mascots: np.int64
    guides: np.int64
    managers: np.int64
    turns: np.int64
    owed: np.int64
    joined: np.int64
    others_move: np.int64
    fresh: np.int64
    credited: np.int64
    asked: np.int64
    made: np.int64
    given: np.int64
    stars: np.int64
    money: np.int64


class OperatedTile(NamedTuple):
    """The tile of an operation, whether a Manager's cube is placed there, and how many dice its requirement takes."""

    tile: int
    managed: int
    size: int


class Way(NamedTuple):
    """How a party comes to its tile and is adjusted: the memo's entry, mascots used, seats led (a bit each), maps and Guides used.

    ``charged``: adjustments that limits count as used. ``detour``: maps beyond the fewest, ``paid``: dollars of the way. ``probes``: it is only asked whether limits leave a child anything.
    """

    entry: int
    mascots: int
    led: int
    maps: int
    guides: int
    charged: int
    detour: int
    paid: int
    probes: bool


class OperationEnd(NamedTuple):
    """How an operation ends: the seat whose pip is kept, the reroll by its number, or NOTHING, and what it has brought with all before.

    ``worse``: stopping there does not come up to the best.
    """

    kept: int
    rolled: int
    stars: int
    money: int
    worse: bool
