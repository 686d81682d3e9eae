"""What a searching process tells the one that asked."""

from dataclasses import dataclass
from fractions import Fraction

from models.theme_park.operate.moves import Move
from models.theme_park.operate.position import Position
from solver.theme_park.operate.plan import Plan
from solver.theme_park.operate.settings import Engine, Stage


@dataclass(frozen=True, slots=True)
class Found:
    """Plans the model holds legal, one for each face of a rerolled die; the referee has not seen them yet.

    ``rank`` 0 is the best, 1.. alternatives; ``position`` the one the model was of; ``canonical`` the answer among equals. ``values``: what the
    plan is worth, by which the best of several is known where two threads tell what they find.
    """

    rank: int
    position: Position
    plans: tuple[Plan, ...]
    engine: Engine = Engine.CPSAT
    canonical: bool = False
    values: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A plan proposed by the child, for the referee to judge. ``rank`` 0 is the best, 1.. alternatives.

    One sequence, or where dice are rerolled one for each way that they may fall, alike until they fall differently.
    ``canonical``: all is proven, and of all plans worth as much this is the one to answer with.
    """

    rank: int
    sequences: tuple[tuple[Move, ...], ...]
    engine: Engine = Engine.CPSAT
    canonical: bool = False


@dataclass(frozen=True, slots=True)
class Limit:
    """The child's proof: ``stage`` is at most ``bound`` while the earlier stages keep their best.

    Where dice may be rerolled ``bound`` is what is expected times the faces of a die.
    """

    rank: int
    stage: Stage
    bound: int | Fraction
    engine: Engine = Engine.CPSAT


@dataclass(frozen=True, slots=True)
class ModelTooLarge:
    """CP-SAT left the search to the other engines: its model of more than ``constraints`` would take more memory than a
    search may."""

    constraints: int


@dataclass(frozen=True, slots=True)
class Effort:
    """What a search took, told with its end.

    ``nodes``: states that the layered search made and CP-SAT's branches; ``first_proven``: seconds after which the first
    stage was proven, by the clock of the searching process.
    """

    nodes: int = 0
    first_proven: float | None = None


Message = Found | Candidate | Limit | ModelTooLarge
"""What the engines tell while they search."""
