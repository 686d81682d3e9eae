"""The layered search as a helper of another engine: it takes part in what that asks, and looks for sequences besides."""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from solver.theme_park.operate.layered.engine import LayeredEngine
from solver.theme_park.operate.layered.pass_result import Stopped
from solver.theme_park.operate.layered.pass_widths import QUICK, SCOUTED


class Scout(LayeredEngine):
    """An engine that shares the questions of another; it limits nothing by itself."""

    def scout(self, stop: Callable[[], bool]) -> None:
        """Take part in a search that another engine leads: cube vectors first where it asks for them, then passes of its own."""
        left = self.scouted()
        while not self._over(stop) and (left or self._vectors is not None):
            self.help(stop, waits=not left)
            if left and self.look(*left[0], partial(self._wanted_elsewhere, stop, left[0][0])):
                left.popleft()

    def _wanted_elsewhere(self, stop: Callable[[], bool], width: int) -> bool:
        """Whether a scout is to leave a pass of this width for what another engine asks."""
        asked = self._questions.waiting or (width > QUICK and self._questions.paths.waiting)
        return asked or stop()

    def scouted(self) -> deque[tuple[int, int]]:
        """Widths and uses of a scout's passes; where mascots have one use only, those are enough that allow none besides."""
        several = len(self._skills.cards) > 0 or self._skills.extras > 0
        return deque(each for each in SCOUTED if several or not each[1])

    def help(self, stop: Callable[[], bool], *, waits: bool) -> None:
        """Ask for cube vectors that another engine wants to know of; ``waits`` a moment for the first."""
        if self._weighed is not None:
            self._weighed.help_with_paths(lambda: self._over(stop))
            self._questions.help(partial(self._answer, stop), waits=waits)

    def look(self, width: int, uses: int, stop: Callable[[], bool]) -> bool:
        """A pass that makes no limits of its own: what it finds spares others' work. False when it was stopped."""
        depth = len(self._stages) if self._shared_bounds.proven(1) else 1
        with suppress(Stopped):
            self._pass(width, depth, stop, adds_bounds=False, uses=uses)
            return True
        return False
