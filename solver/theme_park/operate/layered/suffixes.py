"""The rest of the best sequence sought anew from each state on its way: most that is better begins as it does."""

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from models.theme_park.operate.mid_phase import colour_waits
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import State
from solver.theme_park.operate.layered.pass_widths import Scouted
from solver.theme_park.operate.plan import Begun, Plan
from solver.theme_park.operate.shared_bounds import SharedBounds
from solver.theme_park.operate.unfolding import beginnings


class Suffix(NamedTuple):
    """A pass from where the best sequence has ``begun``."""

    begun: Begun
    scouted: Scouted


class Suffixes:
    """One after the other, the shortest first, then by wider passes, and anew from each better sequence; none is given twice."""

    def __init__(self, position: Position, passes: Sequence[Scouted]) -> None:
        """None given yet."""
        self._position, self._passes = position, passes
        self._plan: Plan | None = None
        self._left: deque[Suffix] = deque()
        self._given: set[tuple[State, Scouted]] = set()

    def next(self, known: SharedBounds, widest: float) -> Suffix | None:
        """The next of the best sequence that is known, for a pass no wider than ``widest``; None where none is left."""
        if known.plan is not None and known.plan is not self._plan:
            self._plan = known.plan
            begun = self._states_of(known.plan)
            self._left = deque(Suffix(each, scouted) for scouted in self._passes for each in begun)
        while self._left and self._left[0].scouted.width <= widest:
            suffix = self._left.popleft()
            start = suffix.begun.state, suffix.scouted
            if start not in self._given:
                self._given.add(start)
                return suffix
        return None

    def _states_of(self, plan: Plan) -> list[Begun]:
        """What the plan begins with up to each operation but the first and the last ones."""
        return [
            begun
            for begun in reversed(beginnings(self._position, plan)[:-1])
            if begun.steps[-1].operates and begun.steps[-1].first == (0, 0) and not colour_waits(begun.state)
        ]
