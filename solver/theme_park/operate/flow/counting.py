"""Linear limits that need no linear program: free icons, cubes, and the pips there are to lose, counted.

Each cube on a tile costs its party a pip a die. Charging a price for every pip limits what icons and pips together bring,
whatever the price is; the prices tried are those at which one tile's cube becomes worth nothing. Looser than the
relaxation's prices, which know ways and requirements, but there at once.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from models.theme_park.cards import Staff
from models.theme_park.guests import HIGHEST
from models.theme_park.operate.upkeep import returned_colour
from solver.theme_park.operate.flow.network import Quantity, kinds_of
from solver.theme_park.operate.flow.prices import THRIFTY, Prices, Supplies, Terms, terms_of
from solver.theme_park.operate.settings import Stage, Weights
from solver.theme_park.operate.tables import VALUES, Tables

MOST_LIMITS = 2
"""Limits told of each stage, the least at the start: every one more costs every state its time."""


class _Charge(NamedTuple):
    """One choice of prices: what a stage counts, a pip's price beyond its worth, and whether cubes or icons are charged for."""

    limit: float
    terms: Terms
    pip: float
    scarce: bool


class Counting:
    """Limits and guidance of one position without skills and fares."""

    def __init__(self, tables: Tables, weights: Weights) -> None:
        """What each tile's cube brings and costs."""
        self._tables, self._weights = tables, weights
        position = tables.position
        tiles = position.tiles
        self._vips = any(guest.vip for guest in position.guests)
        returned = position.played[Staff.TICKET_AGENT] + (returned_colour(position) is not None)
        self._pips_returned = returned * HIGHEST
        spared = np.array([tables.may_keep_a_pip(tile) for tile in tiles], dtype=np.float64)
        self._stars = np.array([sum(tile.stars_per_cube) for tile in tiles]) + spared * self._vips
        self._money = np.array([tile.money_per_cube for tile in tiles], dtype=np.float64)
        self._pips = np.array([tile.attraction.requirement.size for tile in tiles]) - spared

    def limits(self, stage: Stage, have: Supplies, held: Mapping[Stage, int]) -> list[Prices]:
        """The least limits on ``stage`` from ``have``, for sequences that bring at least ``held`` in other stages."""
        charges = [charge for terms in self._weighed(stage, held) for charge in self._charges(terms, have)]
        least = sorted(charges, key=lambda charge: charge.limit)[:MOST_LIMITS]
        return [self._prices(charge) for charge in least]

    def guidance(self, stage: Stage) -> Prices:
        """Prices that prefer what was earned, pips, and cards left over: they rank states and limit nothing."""
        _, stars, money, _ = terms_of(self._tables, self._weights, stage)
        prices = self._prices(_Charge(0.0, (Quantity(pips=THRIFTY.pips), stars, money, 0.0), 0.0, scarce=True))
        spare = THRIFTY.spare
        return replace(prices, cubes=0.0, maps=spare, mascots=spare, guides=spare, managers=spare)

    def _weighed(self, stage: Stage, held: Mapping[Stage, int]) -> Iterator[Terms]:
        """What ``stage`` counts, also with what a held stage brings beyond what it must: at the rates of each tile."""
        worth, stars, money, constant = terms_of(self._tables, self._weights, stage)
        yield worth, stars, money, constant
        for other, least in held.items():
            by, by_stars, by_money, by_constant = terms_of(self._tables, self._weights, other)
            brought = self._brought(by)
            lost = np.abs(self._brought(worth) - worth.pips * self._pips)
            for rate in np.unique(lost[brought > 0] / brought[brought > 0]).tolist():
                both = replace(worth, stars=worth.stars + rate * by.stars, money=worth.money + rate * by.money)
                excess = constant + rate * (by_constant - least)
                yield both, stars + rate * by_stars, money + rate * by_money, excess

    def _charges(self, terms: Terms, have: Supplies) -> Iterator[_Charge]:
        """Every price of a pip at which a tile's cube becomes worth nothing, and none."""
        worth, stars, money, constant = terms
        net = self._net(worth, 0.0)
        costly = self._pips > 0
        prices = np.unique(np.append(np.maximum(0.0, net[costly] / self._pips[costly]), 0.0))
        nets = np.maximum(0.0, net[None, :] - prices[:, None] * self._pips[None, :])
        best = nets.max(axis=1)
        icons = nets @ np.array([have.icons[tile.id] for tile in self._tables.position.tiles]) + best * have.managers
        each = np.zeros_like(prices)
        for (kind, _, _, value), number in have.guests.items():
            each += number * (value * self._a_pip(worth, prices, vip=kind[1]) + worth.guests)
        each += have.mascots * self._turns() * self._a_pip(worth, prices, vip=self._vips)
        each += constant + worth.pips * self._pips_returned + stars * have.stars + money * have.money
        for scarce, cubes in ((False, icons), (True, best * have.cubes)):
            for pip, limit in zip(prices.tolist(), (each + cubes).tolist(), strict=True):
                yield _Charge(limit, terms, pip, scarce)

    def _prices(self, charge: _Charge) -> Prices:
        worth, stars, money, constant = charge.terms
        position = self._tables.position
        nets = np.maximum(0.0, self._net(worth, charge.pip))
        best = float(nets.max())
        icons = np.zeros_like(nets) if charge.scarce else nets
        pips = {vip: float(self._a_pip(worth, np.array(charge.pip), vip=vip)) for vip in (False, True)}
        return Prices(
            constant=constant + worth.pips * self._pips_returned,
            guests={
                (kind, tile.id, floating, value): value * pips[kind[1]] + worth.guests
                for kind, tile, floating, value in product(kinds_of(position), position.tiles, (False, True), VALUES)
            },
            icons={tile.id: price for tile, price in zip(position.tiles, icons.tolist(), strict=True)},
            maps=0.0,
            mascots=self._turns() * pips[self._vips],
            guides=0.0,
            managers=0.0 if charge.scarce else best,
            cubes=best if charge.scarce else 0.0,
            stars=stars,
            money=money,
            limit=charge.limit,
        )

    def _brought(self, worth: Quantity) -> npt.NDArray[np.float64]:
        return worth.stars * self._stars + worth.money * self._money

    def _net(self, worth: Quantity, pip: float) -> npt.NDArray[np.float64]:
        """What a cube on each tile brings, less its pips."""
        return self._brought(worth) - (worth.pips + pip) * self._pips

    def _turns(self) -> float:
        """Pips that a mascot brings at most."""
        return self._tables.per_mascot * self._tables.pips_per_adjustment

    def _a_pip(self, worth: Quantity, price: npt.NDArray[np.float64], *, vip: bool) -> npt.NDArray[np.float64]:
        """What a pip counts for: itself, its price, and a VIP's star when it is lost."""
        return worth.pips + price + worth.stars * vip
