"""A pool of prices of the path relaxation: each refutes what it was made for, and often much else."""

import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property

import numpy as np

from models.theme_park.guests import TileId
from solver.theme_park.operate.flow.prices import Pricing, Supplies, with_icons
from solver.theme_park.operate.flow.records import Quantity
from solver.theme_park.operate.layered.codes import SAFETY
from solver.theme_park.operate.layered.layers import Layer
from solver.theme_park.operate.layered.park import ParkArrays
from solver.theme_park.operate.layered.path_limits import PathLimit, no_limit, path_limit, refute_by_paths
from solver.theme_park.operate.layered.path_questions import KnownPrices, PathQuestions, SharedPrices
from solver.theme_park.operate.layered.shared_states import Halved
from solver.theme_park.operate.paths.graph import Array
from solver.theme_park.operate.paths.relaxation import PathPrices, PathRelaxation
from solver.theme_park.operate.tables import Tables

ROOM, TRIED = 16, 6
"""Prices remembered, up to 2 MB each, and how many of them are tried on states: those that refuted most."""

ROUNDS = 60
"""Rounds in search of prices for a question: most of those that refute it are found by then."""

CUBES = Quantity(cubes=1.0)


class PathPool:
    """Prices that limit how many icons can still be used, for states and questions that must use up all, without Managers."""

    def __init__(
        self,
        tables: Tables,
        pricing: Pricing,
        most: Mapping[TileId, int],
        seed: int,
        shared: SharedPrices,
    ) -> None:
        """``most``: how often each tile may be used in any question; ``shared``: with other pools of the position."""
        self._position, self._pricing, self._most = tables.position, pricing, most
        self._random = random.Random(seed)
        self._shared = shared
        self._last: Array | None = None

    def refute_questions(
        self, have: Supplies, icons: Array, asked: Array, patience: int, stop: Callable[[], bool]
    ) -> Array:
        """Which rows of ``icons`` [question, tile] cannot be used up, ``have`` telling what else there is.

        New prices are sought for questions that no others refuted and that were not ``asked`` [question] before.
        """
        questions = PathQuestions(have, icons, asked, patience)
        for known in tuple(self._shared.known):
            questions.refute(known.prices, self._relaxation.limits(known.prices, have, icons))
        with self._shared.asking(questions):
            self._answer(questions, stop)
            questions.wait_for_others(stop)
        refuted: Array = ~questions.open
        return refuted

    def help(self, stop: Callable[[], bool]) -> None:
        """Seek prices for what another pool of the position asks."""
        questions = self._shared.questions
        if questions is not None:
            self._answer(questions, stop)

    def _answer(self, questions: PathQuestions, stop: Callable[[], bool]) -> None:
        while not stop() and (begun := questions.begin(self._random)) is not None:
            try:
                have = with_icons(questions.have, self._position, questions.icons[begun[0]].tolist())
                prices = self._prices(have, begun[1], stop)
                if prices is None:
                    continue
                refuted = questions.refute(prices, self._relaxation.limits(prices, questions.have, questions.icons))
                if refuted:
                    self._remember(prices, refuted)
            finally:
                questions.end()

    def refuted(self, have: Supplies, icons: Array) -> Array:
        """As ``refute_questions``, by the prices known."""
        wanted, open_ = icons.sum(axis=1), np.ones(len(icons), dtype=np.bool_)
        for known in tuple(self._shared.known):
            open_ &= self._relaxation.limits(known.prices, have, icons) >= wanted - SAFETY
        refuted: Array = ~open_
        return refuted

    def prune(self, park: ParkArrays, layer: Layer, alive: Array, halved: Halved) -> None:
        """Take from ``alive`` [state] what cannot use up its icons by the prices known; ``halved`` goes through all states.

        None are made for states: they refuted few, and cost three times what expanding did (board4-08, board5-05).
        """
        strongest = sorted(self._shared.known, key=lambda each: -each.hits)[:TRIED]
        refuted: list[list[int]] = []

        def part(begin: int, end: int) -> None:
            free = np.zeros(len(self._position.tiles) + 1, dtype=np.int64)
            hits = [refute_by_paths(park, layer, known.limit, free, alive, begin, end) for known in strongest]
            refuted.append([int(each) for each in hits])

        halved(part, int(layer.number[0]))
        for known, *hits in zip(strongest, *refuted, strict=True):
            known.hits += sum(hits)

    @property
    def strongest(self) -> PathLimit:
        """The limit that refuted most."""
        known = tuple(self._shared.known)
        return max(known, key=lambda each: each.hits).limit if known else no_limit()

    @cached_property
    def _relaxation(self) -> PathRelaxation:
        return PathRelaxation(self._pricing, self._most)

    def _prices(self, have: Supplies, near: PathPrices | None, stop: Callable[[], bool]) -> PathPrices | None:
        """Prices by which ``have`` cannot use up its icons, sought from those ``near``; None where there are none.

        Those that fall short of it refute nothing else either: 4 questions of 718, by half of all the prices sought.
        """
        duals = self._last if near is None else near.duals
        if duals is None and self._pricing.completion(have) is None:
            return None
        target = sum(have.icons.values()) - SAFETY
        limit, self._last = self._relaxation.limit(have, CUBES, target, stop, duals, ROUNDS)
        return self._relaxation.prices(self._last) if limit < target else None

    def _remember(self, prices: PathPrices, hits: int) -> None:
        if len(self._shared.known) >= ROOM:
            with suppress(ValueError):  # another thread was quicker
                self._shared.known.remove(min(self._shared.known, key=lambda each: each.hits))
        self._shared.known.append(KnownPrices(prices, path_limit(prices, self._relaxation.paths), hits))
