"""What a player is asked, and the seeded random player, who may do anything that is legal."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import TypeVar

from models.shared.hexgrid import Hex
from models.theme_park.cards import Administrator, AdministratorKind, Skill, Staff
from models.theme_park.game.events import (
    Boost,
    Build,
    Event,
    ExtraGuest,
    LowerSum,
    PutBack,
    PutGuestsBack,
    Recruit,
    Returner,
    SwapStaff,
    Welcome,
)
from models.theme_park.game.ids import BoardId
from models.theme_park.game.judging import after
from models.theme_park.game.next_events.candidates import improvements
from models.theme_park.game.phases.amenities import Bonus, amenity_matches
from models.theme_park.game.phases.operating import position_of
from models.theme_park.game.phases.plan import CARDS_A_ROUND, MOST_LOWERED
from models.theme_park.game.phases.welcome import MOST_BOOST
from models.theme_park.game.places import free_places
from models.theme_park.game.rules import GameBroken
from models.theme_park.game.state import Game, Player
from models.theme_park.game.table import HAND_OF_SOLO
from models.theme_park.guests import HIGHEST, LOWEST, TileId
from models.theme_park.operate.end_of_phase import returned_colour
from models.theme_park.operate.moves import GuideMove, MapMove, MascotMove, Move, OperateMove
from models.theme_park.operate.phase import legal_moves_of, play
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import start
from solver.theme_park.players.dealer import Dealer

T = TypeVar("T")
MOST_OPTIONS = 60
"""Moves of a kind that the random player looks at before picking one."""
DECLINED = 0.15
"""How often the random player declines an amenity bonus."""


def is_legal(game: Game, event: Event) -> bool:
    """Whether the rules accept ``event`` now."""
    return not isinstance(after(game, event), GameBroken)


class GamePlayer(ABC):
    """Answers the questions of one seat; chance comes from ``rng`` and ``dealer`` only."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.dealer = Dealer(rng)

    @abstractmethod
    def hand(self, game: Game) -> tuple[Staff, ...]:
        """The cards of a solo game with the promo pack."""

    @abstractmethod
    def administrator(self, game: Game, dealt: Sequence[Administrator]) -> Administrator:
        """The administrator to keep."""

    @abstractmethod
    def skill(self, game: Game, dealt: Sequence[Skill]) -> Skill:
        """Chooses which of the dealt skill cards to keep."""

    @abstractmethod
    def start_board(self, game: Game, boards: Sequence[BoardId]) -> BoardId:
        """One of the start boards left."""

    @abstractmethod
    def first_attraction(self, game: Game, dealt: Sequence[TileId], places: Sequence[Hex]) -> tuple[TileId, Hex]:
        """The attraction to keep and where it goes."""

    @abstractmethod
    def plan(self, game: Game, me: Player) -> tuple[Staff, ...]:
        """Chooses two staff cards of the hand to play."""

    @abstractmethod
    def lower(self, game: Game, me: Player) -> LowerSum | None:
        """Whether to lower the sum."""

    @abstractmethod
    def welcome(self, game: Game, me: Player) -> Welcome:
        """A monorail, and what Concierge and Chaperone do."""

    @abstractmethod
    def extra_guest(self, game: Game, me: Player) -> ExtraGuest | None:
        """Whether to take a guest that is left."""

    @abstractmethod
    def build(self, game: Game, me: Player) -> Build | None:
        """Whether and what to build."""

    @abstractmethod
    def recruit(self, game: Game, me: Player) -> Recruit | None:
        """Says whether to recruit a mascot; None for no."""

    @abstractmethod
    def improve(self, game: Game, me: Player) -> Event | None:
        """The next improvement, or None to stop."""

    @abstractmethod
    def operate(self, position: Position) -> tuple[Move, ...]:
        """Chooses the moves of the whole Operate phase."""

    @abstractmethod
    def put_back(self, game: Game, me: Player) -> PutGuestsBack | None:
        """Value-1 guests to put back."""

    @abstractmethod
    def swap_staff(self, game: Game, me: Player) -> SwapStaff | None:
        """Whether to swap a card before they are passed."""


class RandomPlayer(GamePlayer):
    """Any legal choice, drawn from a seeded source."""

    def hand(self, game: Game) -> tuple[Staff, ...]:
        """Draws any twelve staff cards."""
        return tuple(self.rng.sample(list(game.table.staff_set * 2), HAND_OF_SOLO))

    def administrator(self, game: Game, dealt: Sequence[Administrator]) -> Administrator:
        """Keeps any of the dealt administrators."""
        return self.rng.choice(dealt)

    def skill(self, game: Game, dealt: Sequence[Skill]) -> Skill:
        """Keeps any of the dealt skill cards."""
        return self.rng.choice(dealt)

    def start_board(self, game: Game, boards: Sequence[BoardId]) -> BoardId:
        """Takes any of the start boards left."""
        return self.rng.choice(boards)

    def first_attraction(self, game: Game, dealt: Sequence[TileId], places: Sequence[Hex]) -> tuple[TileId, Hex]:
        """Keeps any attraction and lays it on any free hex."""
        return self.rng.choice(dealt), self.rng.choice(places)

    def plan(self, game: Game, me: Player) -> tuple[Staff, ...]:
        """Plays any two cards of the hand."""
        return tuple(self.rng.sample(me.hand, CARDS_A_ROUND))

    def lower(self, game: Game, me: Player) -> LowerSum | None:
        """Lowers the turn sum seven times in ten."""
        if not me.has(AdministratorKind.LOWER_TURN_SUM) or self.rng.random() < 0.3:
            return None
        return LowerSum(me.id, self.rng.randint(1, MOST_LOWERED))

    def welcome(self, game: Game, me: Player) -> Welcome:
        """Any monorail; Concierge and Chaperone usually used."""
        options = [carriage for carriage in game.monorails if carriage.taken_by is None]
        for carriage in self.dealer.shuffled(options):
            plain = Welcome(me.id, carriage.id)
            if not is_legal(game, plain):
                continue
            dice = [place for place, die in enumerate(carriage.dice) if die is not None]
            vips = tuple(sorted(self.rng.sample(dice, min(len(dice), me.plays(Staff.CHAPERONE)))))
            uses = tuple(self._boost(dice) for _ in range(me.plays(Staff.CONCIERGE)) if dice)
            full = Welcome(me.id, carriage.id, uses, vips)
            return full if is_legal(game, full) else plain
        raise AssertionError("no monorail may be taken")

    def _boost(self, dice: list[int]) -> tuple[Boost, ...]:
        if len(dice) > 1 and self.rng.random() < 0.5:
            return tuple(Boost(place, 1) for place in sorted(self.rng.sample(dice, 2)))
        return (Boost(self.rng.choice(dice), self.rng.randint(1, MOST_BOOST)),)

    def extra_guest(self, game: Game, me: Player) -> ExtraGuest | None:
        """Takes any guest that is left, four times in five."""
        if not me.has(AdministratorKind.WELCOME_EXTRA_GUEST) or self.rng.random() < 0.2:
            return None
        free = [
            (carriage.id, place)
            for carriage in game.monorails
            if carriage.taken_by is None
            for place, die in enumerate(carriage.dice)
            if die is not None
        ]
        return ExtraGuest(me.id, *self.rng.choice(free)) if free else None

    def build(self, game: Game, me: Player) -> Build | None:
        """Anything that can be paid, four times in five."""
        if self.rng.random() < 0.2:
            return None
        places = free_places((tile.hex for tile in me.tiles), game.table.rulings.outline)
        if not places:
            return None
        for tile in self.dealer.shuffled(list(game.attractions)):
            plain = Build(me.id, tile, self.rng.choice(places))
            full = self._with_bonus(game, me, plain)
            if is_legal(game, full):
                return full
            if is_legal(game, plain):
                return plain
        return None

    def _with_bonus(self, game: Game, me: Player, plain: Build) -> Build:
        where = (plain.by, plain.tile, plain.hex, plain.paid)
        number = amenity_matches(game, me, plain)
        if number in tuple(Bonus) and self.rng.random() < DECLINED:
            return plain
        match number:
            case Bonus.SET_GUEST if me.guests:
                return Build(*where, guest=self.rng.choice(me.guests).id, value=self.rng.randint(LOWEST, HIGHEST))
            case Bonus.DRAW_DIE if any(game.bag):
                return Build(*where, draw=self.dealer.draw(game))
            case Bonus.FREE_TILE if game.discard_pile:
                free = self.rng.choice(game.discard_pile)
                lying = (*(tile.hex for tile in me.tiles), plain.hex)
                places = free_places(lying, game.table.rulings.outline)
                if not places:
                    return plain
                return Build(*where, free=free, free_hex=self.rng.choice(places))
        return plain

    def recruit(self, game: Game, me: Player) -> Recruit | None:
        """Recruits a mascot every other time."""
        if self.rng.random() < 0.5:
            return None
        skills: list[Skill | None] = [None]
        if game.table.variant.has_cards and game.skills:
            skills = self.dealer.shuffled(list(game.skills))
        return next((event for event in (Recruit(me.id, skill) for skill in skills) if is_legal(game, event)), None)

    def improve(self, game: Game, me: Player) -> Event | None:
        """Anything legal, until it has enough."""
        if self.rng.random() < 0.15:
            return None
        for event in self.dealer.shuffled(list(improvements(game, me)))[:MOST_OPTIONS]:
            if is_legal(game, event):
                return event
        return None

    def operate(self, position: Position) -> tuple[Move, ...]:
        """Legal moves one after the other."""
        state, moves = start(position), list[Move]()
        kinds: list[type[Move]] = [OperateMove, OperateMove, OperateMove, MapMove, GuideMove, MascotMove]
        for _ in range(self.rng.randint(4, 14)):
            options: list[Move] = []
            for kind in self.dealer.shuffled(kinds):
                options = list(islice(legal_moves_of(kind, position, state), MOST_OPTIONS))
                if options:
                    break
            if not options:
                break
            moves.append(self.rng.choice(options))
            state = play(position, state, moves[-1])
        return tuple(moves)

    def put_back(self, game: Game, me: Player) -> PutGuestsBack | None:
        """Puts back as many guests as the cards allow."""
        leaving = self.dealer.shuffled([guest for guest in me.guests if guest.value == LOWEST])
        back: list[PutBack] = []
        colour = returned_colour(position_of(game, me))
        mine = next((guest for guest in leaving if guest.colour is colour), None)
        if mine is not None:
            back.append(PutBack(mine.id, self.rng.randint(LOWEST, HIGHEST), Returner.ADMINISTRATOR))
            leaving.remove(mine)
        back += [
            PutBack(guest.id, self.rng.randint(LOWEST, HIGHEST)) for guest in leaving[: me.plays(Staff.TICKET_AGENT)]
        ]
        event = PutGuestsBack(me.id, tuple(back))
        return event if back and is_legal(game, event) else None

    def swap_staff(self, game: Game, me: Player) -> SwapStaff | None:
        """Swaps a staff card now and then."""
        if not me.has(AdministratorKind.SWAP_STAFF_CARD) or self.rng.random() < 0.6:
            return None
        return SwapStaff(me.id, self.rng.choice(me.played), self.rng.choice(me.hand))
