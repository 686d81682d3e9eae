"""Prices of the relaxation from the start, which do not depend on how a search goes."""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import NamedTuple

from solver.theme_park.operate.flow.prices import GuidanceWeights, Prices, Pricing, Supplies
from solver.theme_park.operate.layered.plans.pass_result import Stopped
from solver.theme_park.operate.settings import Stage


def held_before(stages: Sequence[Stage], values: Sequence[int], stage: int) -> dict[Stage, int]:
    """What of ``values`` the stages before the place ``stage`` must keep."""
    return dict(zip(stages[:stage], values, strict=False))


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


class _Begun(NamedTuple):
    """A linear program that was asked for nothing but the second stage, for so much in the first."""

    first: int
    pricing: Pricing
    second: Prices | None


class HeldPrices:
    """Prices of the later stages for sequences that bring just so much in those before: each program is asked for the second stage first,
    then once for what follows, so that it gives the same whatever was asked of others."""

    def __init__(self, make_pricing: Callable[[], Pricing], stages: Sequence[Stage], have: Supplies) -> None:
        """``make_pricing`` makes one that was asked for nothing yet."""
        self._make_pricing, self._stages, self._have = make_pricing, stages, have
        self._solving = Lock()
        self._begun: _Begun | None = None
        self._asked: int | None = None

    def solved(self, values: Sequence[int], stop: Callable[[], bool]) -> list[Prices | None]:
        """Those of each stage after the first. Raises Stopped."""
        if len(self._stages) == 1:
            return []
        with self._solving:
            begun, self._begun, self._asked = self._begun, None, values[0]
            if begun is None or begun.first != values[0]:
                begun = self._begin(values[0])
            made = [begun.second]
            for index in range(2, len(self._stages)):
                if stop():
                    raise Stopped
                held = held_before(self._stages, values, index)
                made.append(begun.pricing.prices(self._stages[index], self._have, held))
        return made

    def begin_again(self) -> None:
        """Make the first of them anew, where they were asked for: the best often brings as much in the first stage as the last one did."""
        with self._solving:
            if self._begun is None and self._asked is not None:
                self._begun = self._begin(self._asked)

    def _begin(self, first: int) -> _Begun:
        pricing = self._make_pricing()
        held = held_before(self._stages, (first,), 1)
        return _Begun(first, pricing, pricing.prices(self._stages[1], self._have, held))
