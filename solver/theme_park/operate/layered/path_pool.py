"""A pool of prices of the path relaxation: each refutes what it was made for, and often much else."""

import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from models.theme_park.guests import TileId
from solver.theme_park.operate.flow.prices import Pricing, Supplies
from solver.theme_park.operate.flow.records import Quantity
from solver.theme_park.operate.layered.codes import SAFETY
from solver.theme_park.operate.layered.layers import Layer
from solver.theme_park.operate.layered.park import ParkArrays
from solver.theme_park.operate.layered.path_limits import PathLimit, no_limit, path_limit, refute_by_paths
from solver.theme_park.operate.layered.potentials import average_supplies
from solver.theme_park.operate.paths.graph import Array
from solver.theme_park.operate.paths.relaxation import PathPrices, PathRelaxation
from solver.theme_park.operate.tables import Tables

ROOM, TRIED = 16, 6
"""Prices remembered, up to 2 MB each, and how many of them are tried on states: those that refuted most."""

A_ROUND, KEPT_RATE = 225.0, 0.7
"""States that are expanded in the time of a round in search of prices, and the weight of how many times as many were refuted at
the trials before, against the last."""

RETRIED = 0.25
"""The share of the states that is spent on new prices all the same where they have refuted too few."""

FEW = 3_000
"""States for which no prices are made: they are expanded as soon."""

ROUNDS, STATE_ROUNDS = 60, 12
"""Rounds in search of prices for a question, and for a state: most of those that refute it are found by then."""

MOST_A_REFUTED = 0.5
"""How many more questions prices are made for, for each that was refuted: where few are, better is likely found."""

CUBES = Quantity(cubes=1.0)


@dataclass(eq=False)
class KnownPrices:
    """Prices with what they refuted."""

    prices: PathPrices
    limit: PathLimit
    hits: int


class PathPool:
    """Prices that limit how many icons can still be used, for states and questions that must use up all, without Managers."""

    def __init__(
        self,
        tables: Tables,
        pricing: Pricing,
        most: Mapping[TileId, int],
        seed: int,
        known: list[KnownPrices],
    ) -> None:
        """``most``: how often each tile may be used in any question; ``known``: what pools of the same position share."""
        self._position, self._pricing, self._most = tables.position, pricing, most
        self._random = random.Random(seed)
        self._known = known
        self._rate = 2.0
        self._spent = self._worked = 0.0
        self._last: PathPrices | None = None

    def refute_questions(
        self, have: Supplies, icons: Array, asked: Array, patience: int, stop: Callable[[], bool]
    ) -> Array:
        """Which rows of ``icons`` [question, tile] cannot be used up, ``have`` telling what else there is.

        New prices are made for questions that no others refuted and that were not ``asked`` [question] before, while they
        refute enough, at least of ``patience``; ``asked`` becomes true of those.
        """
        wanted, open_ = icons.sum(axis=1), np.ones(len(icons), dtype=np.bool_)
        least, nearest = np.full(len(icons), np.inf), np.full(len(icons), None)

        def tried(prices: PathPrices) -> Array:
            limits = self._relaxation.limits(prices, have, icons)
            nearest[limits < least] = prices
            np.minimum(least, limits, out=least)
            below: Array = limits < wanted - SAFETY
            return below

        for known in tuple(self._known):
            open_ &= ~tried(known.prices)
        asks = 0
        while (open_ & ~asked).any():
            if stop() or asks > patience + MOST_A_REFUTED * (~open_).sum():
                break
            question = self._random.choice(np.flatnonzero(open_ & ~asked).tolist())
            asked[question], asks = True, asks + 1
            tiles = self._position.tiles
            free = {tile.id: float(each) for tile, each in zip(tiles, icons[question].tolist(), strict=True)}
            one = replace(have, icons=free, cubes=float(wanted[question]))
            prices = self._prices(one, nearest[question], stop)
            if prices is not None:
                refuted = open_ & tried(prices)
                open_ &= ~refuted
                if refuted.any():
                    self._remember(prices, int(refuted.sum()))
        closed: Array = ~open_
        return closed

    def refuted(self, have: Supplies, icons: Array) -> Array:
        """As ``refute_questions``, by the prices known."""
        wanted, open_ = icons.sum(axis=1), np.ones(len(icons), dtype=np.bool_)
        for known in tuple(self._known):
            open_ &= self._relaxation.limits(known.prices, have, icons) >= wanted - SAFETY
        refuted: Array = ~open_
        return refuted

    def prune(self, park: ParkArrays, layer: Layer, alive: Array, width: int, stop: Callable[[], bool]) -> None:
        """Take from ``alive`` [state] what cannot use up its icons; new prices are made while they refute enough.

        ``width``: how many states are kept in any case.
        """
        free = np.zeros(len(self._position.tiles) + 1, dtype=np.int64)
        for known in sorted(self._known, key=lambda each: -each.hits)[:TRIED]:
            known.hits += int(refute_by_paths(park, layer, known.limit, free, alive))
        self._worked += min(width, int(alive.sum()))
        while width > FEW and not stop():
            left = np.flatnonzero(alive)
            if len(left) <= FEW or (self._rate < 1.0 and self._spent > RETRIED * self._worked):
                return
            state = int(left[self._random.randrange(len(left))])
            one = slice(state, state + 1)
            have = average_supplies(self._position, park, layer.rows[one], layer.stars[one], layer.money[one])
            prices = self._prices(have, self._last, stop, STATE_ROUNDS)
            refuted = 0
            if prices is not None:
                known = self._remember(prices, 0)
                known.hits = refuted = int(refute_by_paths(park, layer, known.limit, free, alive))
            took = A_ROUND * max(1, self._relaxation.rounds)
            self._spent += took
            self._rate = KEPT_RATE * self._rate + (1 - KEPT_RATE) * refuted / took

    @property
    def strongest(self) -> PathLimit:
        """The limit that refuted most."""
        known = tuple(self._known)
        return max(known, key=lambda each: each.hits).limit if known else no_limit()

    @cached_property
    def _relaxation(self) -> PathRelaxation:
        return PathRelaxation(self._pricing, self._most)

    def _prices(
        self, have: Supplies, near: PathPrices | None, stop: Callable[[], bool], rounds: int = ROUNDS
    ) -> PathPrices | None:
        """Prices by which ``have`` cannot use up its icons, or the best there are, sought from those ``near``."""
        if near is None and self._pricing.completion(have) is None:
            return None
        self._last = self._relaxation.prices(have, CUBES, sum(have.icons.values()) - SAFETY, stop, near, rounds)[1]
        return self._last

    def _remember(self, prices: PathPrices, hits: int) -> KnownPrices:
        if len(self._known) >= ROOM:
            with suppress(ValueError):  # another thread was quicker
                self._known.remove(min(self._known, key=lambda each: each.hits))
        known = KnownPrices(prices, path_limit(prices, self._relaxation.paths), hits)
        self._known.append(known)
        return known
