"""A sensible player: simple thrift around the Operate phase, the solver's moves within it."""

import math
from collections.abc import Sequence
from itertools import combinations
from random import Random

from models.shared.hexgrid import Hex
from models.theme_park.attraction import Attraction, Innovation, Upgrade
from models.theme_park.cards import Administrator, AdministratorKind, Skill, Staff
from models.theme_park.game.events import (
    Boost,
    Build,
    BuyMap,
    Event,
    ExtraGuest,
    InstallInnovation,
    InstallUpgrade,
    LowerSum,
    PutBack,
    PutGuestsBack,
    Recruit,
    SwapStaff,
    Welcome,
)
from models.theme_park.game.ids import BoardId
from models.theme_park.game.phases.amenities import Bonus, amenity_matches
from models.theme_park.game.phases.plan import CARDS_A_ROUND, MOST_LOWERED
from models.theme_park.game.phases.prices import spaces_of
from models.theme_park.game.phases.welcome import MOST_BOOST
from models.theme_park.game.places import free_places
from models.theme_park.game.state import Game, Player
from models.theme_park.guests import HIGHEST, TileId
from models.theme_park.operate.moves import Move
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import replay
from solver.runtime.not_solved import NotSolvedYet
from solver.theme_park.operate.settings import Objective, Settings
from solver.theme_park.players.player import RandomPlayer, is_legal

FAVOURITES = (AdministratorKind.KEEP_PIPS, AdministratorKind.ATTRACTIONS, AdministratorKind.MONEY_WORTH_MORE)
BEST_UPGRADES = (Upgrade.GENERATOR, Upgrade.SPECIAL_EFFECT, Upgrade.MERCH_KIOSK)
BEST_INNOVATIONS = (Innovation.STATUE_1, Innovation.STATUE_2, Innovation.STATUE_3, Innovation.PHOTO_BOOTH)


class SensiblePlayer(RandomPlayer):
    """Takes what brings most stars in sight. Where nothing tells choices apart it takes the first.

    ``seconds`` is the limit of the solver for each Operate phase; with None a greedy sequence is played.
    """

    def __init__(self, rng: Random, seconds: float | None = None) -> None:
        super().__init__(rng)
        self.seconds = seconds

    def administrator(self, game: Game, dealt: Sequence[Administrator]) -> Administrator:
        """A favourite, or the first."""
        return next((card for card in dealt if card.kind in FAVOURITES), dealt[0])

    def skill(self, game: Game, dealt: Sequence[Skill]) -> Skill:
        """Keeps the first skill card that was dealt."""
        return dealt[0]

    def start_board(self, game: Game, boards: Sequence[BoardId]) -> BoardId:
        """The one with the most stars a die."""
        shown = game.table.box.start_boards
        return max(boards, key=lambda board: sum(_stars_a_die(tile.attraction) for tile in shown[board].tiles))

    def first_attraction(self, game: Game, dealt: Sequence[TileId], places: Sequence[Hex]) -> tuple[TileId, Hex]:
        """The one with the most stars a die."""
        return max(dealt, key=lambda tile: _worth(game, tile)), places[0]

    def plan(self, game: Game, me: Player) -> tuple[Staff, ...]:
        """Much money, a low sum, and guides and managers once the park has grown."""
        box = game.table.box
        wanted = {Staff.GUIDE: 1, Staff.MANAGER: len(me.tiles) // 2, Staff.CONCIERGE: 1}

        def value(pair: tuple[Staff, ...]) -> float:
            money = sum(box.staff_money[card] for card in pair)
            return money - 0.4 * sum(box.staff_dice[card] for card in pair) + sum(wanted.get(card, 0) for card in pair)

        return max(combinations(sorted(me.hand), CARDS_A_ROUND), key=value)

    def lower(self, game: Game, me: Player) -> LowerSum | None:
        """Always lowers the turn sum as far as it may."""
        event = LowerSum(me.id, MOST_LOWERED)
        return event if me.has(AdministratorKind.LOWER_TURN_SUM) else None

    def welcome(self, game: Game, me: Player) -> Welcome:
        """The monorail with most pips; the lowest dice are raised, the highest is a VIP."""
        free = [each for each in game.monorails if each.taken_by is None]
        free = [each for each in free if is_legal(game, Welcome(me.id, each.id))]
        best = max(free, key=lambda each: sum(die.value for die in each.dice if die))
        dice = sorted((die.value, place) for place, die in enumerate(best.dice) if die)
        plain = Welcome(me.id, best.id)
        uses = tuple((Boost(place, MOST_BOOST),) for _, place in dice[: me.plays(Staff.CONCIERGE)])
        vips = tuple(sorted(place for _, place in dice[::-1][: me.plays(Staff.CHAPERONE)]))
        full = Welcome(me.id, best.id, uses, vips)
        return full if is_legal(game, full) else plain

    def extra_guest(self, game: Game, me: Player) -> ExtraGuest | None:
        """Takes the highest die that is left."""
        if not me.has(AdministratorKind.WELCOME_EXTRA_GUEST):
            return None
        left = [
            (die.value, each.id, place)
            for each in game.monorails
            if each.taken_by is None
            for place, die in enumerate(each.dice)
            if die
        ]
        return ExtraGuest(me.id, *max(left)[1:]) if left else None

    def build(self, game: Game, me: Player) -> Build | None:
        """The affordable tile with most stars a die, where it touches most."""
        tiles = sorted(game.attractions, key=lambda tile: -_worth(game, tile))
        lying = [tile.hex for tile in me.tiles]
        if not free_places(lying, game.table.rulings.outline):
            return None
        place = _snug(game, lying)
        for tile in tiles:
            plain = Build(me.id, tile, place)
            full = self._bonus(game, me, plain)
            if is_legal(game, full):
                return full
        return None

    def _bonus(self, game: Game, me: Player, plain: Build) -> Build:
        number = amenity_matches(game, me, plain)
        where = (plain.by, plain.tile, plain.hex)
        if number == Bonus.SET_GUEST and me.guests:
            lowest = min(me.guests, key=lambda guest: (guest.value, guest.id))
            return Build(*where, guest=lowest.id, value=HIGHEST)
        if number == Bonus.DRAW_DIE and any(game.bag):
            return Build(*where, draw=self.dealer.draw(game))
        if number == Bonus.FREE_TILE and game.discard_pile:
            free = max(game.discard_pile, key=lambda tile: _worth(game, tile))
            lying = [*(tile.hex for tile in me.tiles), plain.hex]
            if free_places(lying, game.table.rulings.outline):
                return Build(*where, free=free, free_hex=_snug(game, lying))
        return plain

    def recruit(self, game: Game, me: Player) -> Recruit | None:
        """Early in the game, when it is cheap or money is plenty."""
        if game.last_round or (me.money < 7 and not me.plays(Staff.MASCOT)):
            return None
        skills: list[Skill | None] = list(game.skills) or [None]
        return next((event for event in (Recruit(me.id, each) for each in skills) if is_legal(game, event)), None)

    def improve(self, game: Game, me: Player) -> Event | None:
        """Upgrades on the attractions worth most, statues early, a map for what is left."""
        best = sorted(me.tiles, key=lambda tile: -tile.attraction.stars)
        options: list[Event] = [
            InstallUpgrade(me.id, tile.id, space, upgrade)
            for tile in best
            for space in range(len(spaces_of(game, tile.id)))
            for upgrade in BEST_UPGRADES
        ]
        if not game.last_round:
            options += [InstallInnovation(me.id, tile.id, each) for each in BEST_INNOVATIONS for tile in best]
            if len(me.tiles) > 2:
                options.append(BuyMap(me.id))
        return next((event for event in options if is_legal(game, event)), None)

    def operate(self, position: Position) -> tuple[Move, ...]:
        """The solver's sequence within the limit, or a greedy one where that has more stars or no limit is set."""
        from solver.theme_park.operate.greedy import greedy  # noqa: PLC0415  only the player that plays needs the search

        settings = Settings(objective=Objective.STARS, time_limit=self.seconds, seed=self.rng.randrange(1000))
        quick = greedy(position, settings, ends=math.inf)
        if self.seconds is None:
            return quick
        from solver.theme_park.operate.advisor import advise  # noqa: PLC0415

        try:
            verdict = advise(position, settings).verdict
        except NotSolvedYet:
            return quick
        best = replay(position, quick).stars
        return quick if best > verdict.stars else tuple(step.move for step in verdict.steps)

    def put_back(self, game: Game, me: Player) -> PutGuestsBack | None:
        """All that cards allow, set to the highest value."""
        event = super().put_back(game, me)
        if event is None:
            return None
        return PutGuestsBack(me.id, tuple(PutBack(each.guest, HIGHEST, each.by) for each in event.guests))

    def swap_staff(self, game: Game, me: Player) -> SwapStaff | None:
        """Never swaps a staff card."""
        return None


def _worth(game: Game, tile: TileId) -> float:
    return _stars_a_die(game.table.box.tiles[tile].attraction)


def _stars_a_die(printed: Attraction) -> float:
    return printed.stars / printed.requirement.size + printed.income / 3


def _snug(game: Game, hexes: Sequence[Hex]) -> Hex:
    """The free place that touches most tiles, near the Entrance."""
    taken = set(hexes)
    return max(
        free_places(taken, game.table.rulings.outline),
        key=lambda place: sum(other in taken for other in place.neighbours()),
    )
