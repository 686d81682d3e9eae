"""Passes that collect ends instead of seeking a better one."""

from abc import abstractmethod
from collections.abc import Callable

from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.layered.beam.pass_problem import PassProblem
from solver.theme_park.operate.layered.beam.search import Beam
from solver.theme_park.operate.layered.encoding.codes import COLLECTING, MERGED
from solver.theme_park.operate.layered.encoding.park import Memo
from solver.theme_park.operate.layered.kernel.layers import Layer
from solver.theme_park.operate.layered.plans.pass_result import Best, Path


class Collecting(Beam):
    """One pass that looks at every state worth stopping in, which is one worth more than ``to_exceed``."""

    def __init__(
        self, problem: PassProblem, memo: Memo, width: int, to_exceed: Array, stop: Callable[[], bool]
    ) -> None:
        """Ready to pass."""
        super().__init__(problem, memo, width, Best(to_exceed), lambda _: None, stop)
        self.record[COLLECTING] = MERGED

    @abstractmethod
    def _collect(self, layer: Layer, path: Callable[[int], Path]) -> None:
        """Look at the states of a layer; ``path`` leads to each."""

    def _stop_at_once(self, row: Array, stars: int, money: int) -> None:
        self._collect(self.here, lambda _: ())

    def _narrow(self, layer: Layer) -> None:
        self._collect(layer, lambda state: self._path_in(layer, state))
        self._drop_spent(layer)
        super()._narrow(layer)

    def _drop_spent(self, layer: Layer) -> None:
        """Drop the states of a layer after which nothing is worth collecting."""
