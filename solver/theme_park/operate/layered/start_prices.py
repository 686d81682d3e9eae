"""Prices of the relaxation from the start, which do not depend on how a search goes."""

from threading import Lock
from typing import NamedTuple

from solver.theme_park.operate.flow.prices import GuidanceWeights, Prices, Pricing, Supplies
from solver.theme_park.operate.settings import Stage


class Priced(NamedTuple):
    """Prices of the first stage, and what ranks states; None where none were found."""

    first: Prices | None
    guidance: Prices | None


class StartPrices:
    """Solved one after the other, before their linear program is asked for anything else: it goes on from its last basis, and of equally
    good prices gives those that lie nearest."""

    def __init__(self, pricing: Pricing, stage: Stage, have: Supplies, weights: GuidanceWeights) -> None:
        """``pricing`` that was asked for nothing yet; prices are made when they are first needed."""
        self.weights = weights
        self._pricing, self._stage, self._have = pricing, stage, have
        self._solving = Lock()
        self._solved: Priced | None = None

    def solved(self) -> Priced:
        """The prices, for any thread."""
        with self._solving:
            if self._solved is None:
                first = self._pricing.prices(self._stage, self._have)
                self._solved = Priced(first, self._pricing.guidance(self._stage, self._have, self.weights))
            return self._solved
