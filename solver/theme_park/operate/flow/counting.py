"""Linear limits that need no linear program: free icons, cubes, and the pips there are to lose, counted.

Each cube on a tile costs its party a pip a die. Charging a price for every pip limits what icons and pips together bring,
whatever the price is; the prices tried are those at which one tile's cube brings nothing more. These limits are looser than
the relaxation's prices, which know ways and requirements, but cost no time.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from models.theme_park.attraction import Innovation, Upgrade
from models.theme_park.cards import AdministratorKind, SkillKind, Staff
from models.theme_park.guests import HIGHEST
from models.theme_park.operate.movement import CABLE_CAR_FARE
from models.theme_park.operate.skills.rewards import MOST_DOLLARS, MOST_STARS
from models.theme_park.operate.skills.walks import WALKS
from solver.theme_park.operate.cards import CardTable
from solver.theme_park.operate.flow.prices import THRIFTY, Prices, Supplies, Terms, terms_of
from solver.theme_park.operate.flow.records import Quantity, kinds_of
from solver.theme_park.operate.settings import Stage, Weights
from solver.theme_park.operate.tables import VALUES, Tables

MOST_LIMITS = 2
"""Limits told of each stage, the least at the start: every one more costs every state its time."""


class CountedCard(NamedTuple):
    """What a card is in the limits: guests that it puts back with all their pips, what one use of a skill brings at most, the moves that it
    makes, which cable cars may pay, or something that they do not know."""

    guests_back: int = 0
    stars: int = 0
    money: int = 0
    moves: int = 0
    turns: bool = False
    counts: bool = True


UNCHANGED, PUTS_BACK, TURNS = CountedCard(), CountedCard(guests_back=1), CountedCard(turns=True)
UNKNOWN = CountedCard(counts=False)

COUNTED: CardTable[CountedCard] = CardTable(
    skills={
        SkillKind.VALUE_BY_TWO: TURNS,
        SkillKind.TWO_FIVE: TURNS,
        SkillKind.TWO_BY_ONE: TURNS,
        SkillKind.REROLL: UNKNOWN,
        SkillKind.MONEY_PER_GUEST: CountedCard(money=MOST_DOLLARS),
        SkillKind.STARS_PER_GUEST: CountedCard(stars=MOST_STARS),
        SkillKind.MOVE_OUT: CountedCard(moves=WALKS),  # ways cost nothing here
        SkillKind.MOVE_IN: CountedCard(moves=WALKS),
        SkillKind.MOVE_TWO: CountedCard(moves=1),
        SkillKind.SWAP_COLOUR: UNCHANGED,  # nor do colours
    },
    administrators={
        AdministratorKind.KEEP_PIPS: UNCHANGED,  # a cube on its tiles costs a pip less
        AdministratorKind.ATTRACTIONS_OF_COLOUR: UNCHANGED,  # its stars are the constant of the terms
        AdministratorKind.RETURN_DISCARDED: PUTS_BACK,
        AdministratorKind.ATTRACTIONS: UNCHANGED,
        AdministratorKind.MASCOTS: UNCHANGED,
        AdministratorKind.WELCOME_EXTRA_GUEST: UNCHANGED,
        AdministratorKind.MONEY_WORTH_MORE: UNCHANGED,  # the terms ask the rules what a star costs
        AdministratorKind.CHEAPER_MASCOTS: UNCHANGED,
        AdministratorKind.CHEAPER_MAPS: UNCHANGED,
        AdministratorKind.SWAP_STAFF_CARD: UNCHANGED,
        AdministratorKind.LOWER_TURN_SUM: UNCHANGED,
        AdministratorKind.REROLL: UNCHANGED,  # ``counts`` says where it lets dice be rerolled
        AdministratorKind.MOVE_UPGRADE: UNCHANGED,
    },
    staff={
        Staff.TICKET_AGENT: PUTS_BACK,
        Staff.CONCIERGE: UNCHANGED,
        Staff.GUIDE: UNCHANGED,  # ways cost nothing here
        Staff.MASCOT: UNCHANGED,  # it is in the adjustments of each mascot
        Staff.BUILDER: UNCHANGED,
        Staff.MANAGER: UNCHANGED,  # it is in the supplies
        Staff.INNOVATOR: UNCHANGED,
        Staff.CONSULTANT: UNCHANGED,
        Staff.CHAPERONE: UNCHANGED,
    },
    innovations={
        Innovation.CABLE_CAR: UNCHANGED,  # every map, Guide, and move from one may be paid
        Innovation.PHOTO_BOOTH: UNCHANGED,  # colours cost nothing here
        Innovation.STATUE_1: UNCHANGED,
        Innovation.STATUE_2: UNCHANGED,
        Innovation.STATUE_3: UNCHANGED,
    },
    upgrades=dict.fromkeys(Upgrade, UNCHANGED),  # what a cube brings is asked of the rules
)
"""Of every card what counting makes of it."""


def counts(tables: Tables) -> bool:
    """Whether counting limits every sequence of a position: it knows every card, and no die is rerolled but by choice."""
    position = tables.position
    if COUNTED.missing(position) or (tables.chance and not tables.relaxes_chance):
        return False
    return all(card.counts for card, _ in COUNTED.entries(position))


class _Charge(NamedTuple):
    """One choice of prices: what a stage counts, a pip's price beyond its worth, and whether cubes or icons are charged for."""

    limit: float
    terms: Terms
    pip: float
    scarce: bool


class Counting:
    """Limits and guidance of one position."""

    def __init__(self, tables: Tables, weights: Weights) -> None:
        """What each tile's cube brings and costs."""
        self._tables, self._weights = tables, weights
        position = tables.position
        tiles = position.tiles
        self._vips = any(guest.vip for guest in position.guests)
        self._pips_returned = HIGHEST * sum(card.guests_back for card, _ in COUNTED.entries(position))
        spared = np.array([tables.may_keep_a_pip(tile) for tile in tiles], dtype=np.float64)
        skills = [skill for skill in position.mascots if skill is not None]
        self._fare = CABLE_CAR_FARE if tables.fares_matter else 0
        cards = [COUNTED.skills.get(skill.kind, UNKNOWN) for skill in skills]
        self._skills = [card._replace(money=card.money + self._fare * card.moves) for card in cards]
        self._pips_by_skill = [
            tables.pips_per_skill(skill.kind) if card.turns else 0
            for skill, card in zip(skills, self._skills, strict=True)
        ]
        self._stars = np.array([sum(tile.stars_per_cube) for tile in tiles]) + spared * self._vips
        self._fares = {tile.id: self._fare * (tile.id in position.cable_cars) for tile in tiles}
        self._money = np.array([tile.money_per_cube + self._fares[tile.id] for tile in tiles], dtype=np.float64)
        sizes = [tile.attraction.requirement.size for tile in tiles]
        rolled = np.array([HIGHEST * bool(tables.relaxes_chance and tables.symbols(tile)) for tile in tiles])
        self._pips: npt.NDArray[np.float64] = np.array(sizes, dtype=np.float64) - spared - rolled
        self._nodes = list(product(kinds_of(position), [tile.id for tile in tiles], (False, True), VALUES))

    def limits(self, stage: Stage, have: Supplies, held: Mapping[Stage, int]) -> list[Prices]:
        """The least limits on ``stage`` from ``have``, for sequences that bring at least ``held`` in other stages."""
        free = np.array([have.icons[tile.id] for tile in self._tables.position.tiles])
        charges = [charge for terms in self._weighed(stage, held) for charge in self._charges(terms, have, free)]
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

    def _charges(self, terms: Terms, have: Supplies, free: npt.NDArray[np.float64]) -> Iterator[_Charge]:
        """Every price of a pip at which a tile's cube becomes worth nothing, and none; ``free``: icons by tile."""
        worth, stars, money, constant = terms
        net = self._net(worth, 0.0)
        costly = self._pips > 0
        prices = np.unique(np.append(np.maximum(0.0, net[costly] / self._pips[costly]), 0.0))
        nets = np.maximum(0.0, net[None, :] - prices[:, None] * self._pips[None, :])
        best = nets.max(axis=1)
        icons = nets @ free + best * have.managers
        a_pip = [self._a_pip(worth, prices, vip=vip) for vip in (False, True)]
        each = np.zeros_like(prices)
        for (kind, tile, floating, value), number in have.guests.items():
            each += number * (value * a_pip[kind[1]] + worth.guests + worth.money * floating * self._fares[tile])
        each += have.mascots * self._turns() * a_pip[self._vips]
        for number, (card, pips) in zip(have.skills, zip(self._skills, self._pips_by_skill, strict=True), strict=True):
            brought = worth.stars * card.stars + worth.money * card.money
            each += number * (brought + pips * a_pip[self._vips])
        each += self._fare * worth.money * (have.maps + have.guides)
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
                (kind, tile, floating, value): value * pips[kind[1]]
                + worth.guests
                + worth.money * floating * self._fares[tile]
                for kind, tile, floating, value in self._nodes
            },
            icons={tile.id: price for tile, price in zip(position.tiles, icons.tolist(), strict=True)},
            maps=self._fare * worth.money,
            mascots=self._turns() * pips[self._vips],
            guides=self._fare * worth.money,
            managers=0.0 if charge.scarce else best,
            skills=tuple(
                worth.stars * card.stars + worth.money * card.money + brought * pips[self._vips]
                for card, brought in zip(self._skills, self._pips_by_skill, strict=True)
            ),
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
