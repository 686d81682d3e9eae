"""A game at one moment: what every player has, what lies on the table, and how far the round has come."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from models.theme_park.attraction import Tile, Upgrade
from models.theme_park.cards import Administrator, AdministratorKind, Skill, Staff
from models.theme_park.game.box.printed_facts import Objective, SoloCard
from models.theme_park.game.events import Die, Event, PutBack
from models.theme_park.game.frozen import changed
from models.theme_park.game.ids import BoardId, GoalId, MonorailId, ObjectiveId, PlayerId, SoloCardId
from models.theme_park.game.sheet import Row
from models.theme_park.game.table import Table
from models.theme_park.game.variant import PHASES, Phase, Step
from models.theme_park.guests import GUEST_COLOURS, Colour, Guest, TileId
from models.theme_park.operate.replay import OperateVerdict
from models.theme_park.rulings import Choice, Ruling

START_MONEY = 6  # rulebook, Setup 10
START_MAPS = 3  # rulebook, Setup 14
MAP_TOKENS = 32  # rulebook, Components
UPGRADES_OF_A_KIND = 3  # rulebook, Setup 15
ENTRANCE = TileId("entrance")


class Dice(NamedTuple):
    """Numbers of dice by colour."""

    blue: int = 0
    green: int = 0
    yellow: int = 0

    def of(self, colour: Colour) -> int:
        """Counts the dice of one colour."""
        return self[GUEST_COLOURS.index(colour)]

    def plus(self, colours: Iterable[Colour], sign: int = 1) -> "Dice":
        """With (or, with ``sign`` -1, without) a die of each of ``colours``."""
        more = Counter(colours)
        return Dice(*(number + sign * more[colour] for number, colour in zip(self, GUEST_COLOURS, strict=True)))


NO_DICE = Dice()


class Installed(NamedTuple):
    """An upgrade of the player's own on a space (from 0) of a tile."""

    tile: TileId
    space: int
    upgrade: Upgrade


class Carriage(NamedTuple):
    """A monorail beside the board or in a park; a die that an administrator took is None."""

    id: MonorailId
    dice: tuple[Die | None, ...]
    taken_by: PlayerId | None = None


@dataclass(frozen=True)
class Player:
    """What one player has. ``stars`` as the score track shows; ``arrived`` numbers the guests that came.

    ``swapped``: the card given and the card taken where an administrator swapped one; ``operated``: this round's Operate phase so far, which began with ``guests_at_start``;
    ``discards``: guests that left this round; ``back``: value-1 guests put back in this Upkeep.
    """

    id: PlayerId
    tiles: tuple[Tile, ...]
    hand: tuple[Staff, ...]
    row: Row
    rows: tuple[Row, ...] = ()
    stars: int = 0
    money: int = START_MONEY
    guests: tuple[Guest, ...] = ()
    arrived: int = 0
    maps: int = START_MAPS
    mascots: int = 1
    skills: tuple[Skill, ...] = ()
    administrator: Administrator | None = None
    dealt_administrators: tuple[Administrator, ...] = ()
    installed: tuple[Installed, ...] = ()
    played: tuple[Staff, ...] = ()
    swapped: tuple[Staff, Staff] | None = None
    lowered: int = 0
    guests_at_start: tuple[Guest, ...] = ()
    operated: OperateVerdict | None = None
    discards: tuple[Guest, ...] = ()
    back: tuple[PutBack, ...] = ()
    board: BoardId | None = None
    once: frozenset[type[Event]] = frozenset()
    did: tuple[type[Event], ...] = ()
    """Kinds of the events of this round that count against a limit, one each time; ``once``: of those done once."""

    def has(self, kind: AdministratorKind) -> bool:
        """Whether the administrator at hand is of ``kind``."""
        return self.administrator is not None and self.administrator.kind is kind

    def plays(self, card: Staff) -> int:
        """How many of ``card`` were played this round."""
        return self.played.count(card)

    @property
    def planned(self) -> tuple[Staff, ...]:
        """The cards as Plan laid them, until they are passed: one may have been swapped in Upkeep since."""
        if self.swapped is None:
            return self.played
        gave, took = self.swapped
        return tuple(sorted((Counter(self.played) - Counter([took]) + Counter([gave])).elements()))

    def done(self, kind: type[Event]) -> int:
        """How often an event of this kind was done this round."""
        return self.did.count(kind)

    def tile(self, tile: TileId) -> Tile | None:
        """The tile of that id in the park; raises KeyError where it is not."""
        return next((each for each in self.tiles if each.id == tile), None)

    def on(self, tile: TileId, space: int) -> Upgrade | None:
        """The upgrade installed on a space."""
        return next((each.upgrade for each in self.installed if (each.tile, each.space) == (tile, space)), None)

    def left(self, upgrade: Upgrade) -> int:
        """Upgrades of a kind still in the staging area."""
        return UPGRADES_OF_A_KIND - sum(each.upgrade is upgrade for each in self.installed)


@dataclass(frozen=True)
class Game:
    """The game at one moment. ``players`` in seating order.

    ``seen``: tiles that left their stack for good; ``discard_pile``: tiles a display left over.
    ``round`` is 0 during set-up; ``done``: kinds of the table's events of this round that happen once.
    """

    table: Table
    players: tuple[Player, ...]
    bag: Dice
    round: int = 0
    step: Step = Step.MAIN_BOARD
    order: tuple[PlayerId, ...] = ()
    monorails: tuple[Carriage, ...] = ()
    attractions: tuple[TileId, ...] = ()
    skills: tuple[Skill, ...] = ()
    seen: frozenset[TileId] = frozenset()
    dealt: frozenset[TileId] = frozenset()
    discard_pile: tuple[TileId, ...] = ()
    skill_discards: tuple[Skill, ...] = ()
    skills_dealt: tuple[Skill, ...] = ()
    out_of_game: tuple[Staff, ...] = ()
    objectives: tuple[ObjectiveId, ...] = ()
    goals: tuple[tuple[int, GoalId], ...] = ()
    goals_scored: tuple[tuple[GoalId, bool], ...] = ()
    solo_cards: tuple[SoloCardId, ...] = ()
    discarded: Dice = NO_DICE
    target: int | None = None
    amounts: tuple[tuple[PlayerId, int], ...] | None = None
    filled: bool = False
    displayed: bool = False
    winners: tuple[PlayerId, ...] | None = None
    done: frozenset[type[Event]] = frozenset()

    @property
    def phase(self) -> Phase:
        """The phase the game is in."""
        return PHASES[self.step]

    @cached_property
    def by_id(self) -> dict[PlayerId, Player]:
        """Looks players up by their ids."""
        return {player.id: player for player in self.players}

    @property
    def last_round(self) -> bool:
        """Whether no round follows."""
        return self.round == self.table.rounds

    @property
    def objective(self) -> Objective | None:
        """The objective of this round, if it has one."""
        rounds = self.table.objective_rounds
        if self.round not in rounds:
            return None
        return self.table.box.objectives[self.objectives[rounds.index(self.round)]]

    @property
    def solo_card(self) -> SoloCard | None:
        """The solo card of this round."""
        return self.table.box.solo_cards[self.solo_cards[-1]] if self.solo_cards else None

    @property
    def solo_forbids(self) -> bool:
        """Whether the shaded monorail, attraction and skill may not be chosen (rulebook, Solo Cards)."""
        card = self.solo_card
        return card is not None and len(self.solo_cards) == self.round and card.value <= solo_sum(self)

    def with_player(self, player: Player) -> "Game":
        """With one player replaced."""
        return changed(self, players=tuple(player if each.id == player.id else each for each in self.players))

    def change(self, player: PlayerId, **changes: object) -> "Game":
        """With fields of one player changed."""
        return self.with_player(changed(self.by_id[player], **changes))


def die_sum(table: Table, player: Player) -> int:
    """The sum of the die values played, lowered where an administrator did."""
    return _lowered_by(player.lowered, table, player)


def solo_sum(game: Game) -> int:
    """The sum that the solo card is compared with (ruling ``solo.lowered-sum``)."""
    player = game.players[0]
    lowered = game.table.says(Ruling.SOLO_LOWERED_SUM, Choice.YES)
    return _lowered_by(player.lowered if lowered else 0, game.table, player)


def _lowered_by(pips: int, table: Table, player: Player) -> int:
    """The sum less ``pips``, where the ruling ``turn-sum.below-zero`` says so no less than nothing."""
    total = sum(table.box.staff_dice[card] for card in player.played) - pips
    return max(0, total) if table.says(Ruling.TURN_SUM_BELOW_ZERO, Choice.FLOOR_AT_ZERO) else total
