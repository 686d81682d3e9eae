"""Events of a game record, in the order they happen; chance outcomes and decisions alike.

Fields named ``paid``, ``order``, ``income``, ``stars``, ``money``, ``achieved`` and ``winners`` are claims: what
the table announced. They may be left out (None); where they are given they must be right.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from models.shared.hexgrid import Hex
from models.theme_park.attraction import Innovation, Upgrade
from models.theme_park.cards import Administrator, Skill, Staff
from models.theme_park.game.ids import BoardId, GoalId, MonorailId, ObjectiveId, PlayerId, SoloCardId
from models.theme_park.guests import Colour, GuestId, TileId
from models.theme_park.operate.moves import Move

Amounts = tuple[tuple[PlayerId, int], ...]
"""A number for each of some players."""


class Die(NamedTuple):
    """A guest die outside the parks."""

    colour: Colour
    value: int


class Boost(NamedTuple):
    """One die of a monorail (place from 0) raised by a Concierge."""

    die: int
    by: int


class Returner(StrEnum):
    """Cards that put value-1 guests back on the Entrance (rulebook, Value 1 Dice; Administrators)."""

    TICKET_AGENT = "ticket-agent"
    ADMINISTRATOR = "administrator"


class PutBack(NamedTuple):
    """A value-1 guest put back on the Entrance, and by which card."""

    guest: GuestId
    value: int
    by: Returner = Returner.TICKET_AGENT


@dataclass(frozen=True, slots=True)
class PlaceObjectives:
    """Objectives lie below the marked rounds, in the order of the rounds."""

    placed: tuple[ObjectiveId, ...]


@dataclass(frozen=True, slots=True)
class PlaceGoals:
    """Solo goals lie below the marked rounds."""

    placed: tuple[tuple[int, GoalId], ...]


@dataclass(frozen=True, slots=True)
class FillMonorails:
    """Dice drawn from the bag onto each monorail, top to bottom, in the order the monorails lie."""

    dice: tuple[tuple[Die, ...], ...]


@dataclass(frozen=True, slots=True)
class StartOrder:
    """The random order of the turn order markers, first player first."""

    order: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class TakeBoard:
    """A player takes one of the start boards that the printed facts name."""

    by: PlayerId
    board: BoardId


@dataclass(frozen=True, slots=True)
class ChooseHand:
    """A solo player with the promo pack chooses the cards of the game."""

    by: PlayerId
    staff: tuple[Staff, ...]


@dataclass(frozen=True, slots=True)
class ChooseAdministrator:
    """Administrators dealt to a player, and the one kept."""

    by: PlayerId
    dealt: tuple[Administrator, ...]
    keep: Administrator


@dataclass(frozen=True, slots=True)
class ChooseSkill:
    """Skills dealt to a player, and the one kept."""

    by: PlayerId
    dealt: tuple[Skill, ...]
    keep: Skill


@dataclass(frozen=True, slots=True)
class ChooseAttraction:
    """Attractions dealt to a player, the one kept, and where it goes."""

    by: PlayerId
    dealt: tuple[TileId, ...]
    keep: TileId
    hex: Hex


@dataclass(frozen=True, slots=True)
class Display:
    """A new display of attractions and, in the full game, skills, in the order they lie."""

    attractions: tuple[TileId, ...]
    skills: tuple[Skill, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """A player plays two staff cards."""

    by: PlayerId
    staff: tuple[Staff, ...]


@dataclass(frozen=True, slots=True)
class DrawSoloCard:
    """The top solo card is revealed."""

    card: SoloCardId


@dataclass(frozen=True, slots=True)
class LowerSum:
    """An administrator lowers a sum after it was announced."""

    by: PlayerId
    pips: int


@dataclass(frozen=True, slots=True)
class Announce:
    """The turn order and the incomes as the table has them."""

    order: tuple[PlayerId, ...] | None = None
    income: Amounts | None = None


@dataclass(frozen=True, slots=True)
class Welcome:
    """A player takes a monorail. ``concierge``: for each use the dice raised; ``vips``: dice put on a VIP token."""

    by: PlayerId
    monorail: MonorailId
    concierge: tuple[tuple[Boost, ...], ...] = ()
    vips: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ExtraGuest:
    """An administrator takes one die (place from 0) of a monorail that is left."""

    by: PlayerId
    monorail: MonorailId
    die: int


@dataclass(frozen=True, slots=True)
class Build:
    """A player builds a tile of the display.

    The amenity bonus, if taken: ``guest`` set to ``value`` (two), a die of colour ``draw`` from the bag
    (three), or the tile ``free`` of the discard pile at ``free_hex`` (four).
    """

    by: PlayerId
    tile: TileId
    hex: Hex
    paid: int | None = None
    guest: GuestId | None = None
    value: int | None = None
    draw: Colour | None = None
    free: TileId | None = None
    free_hex: Hex | None = None


@dataclass(frozen=True, slots=True)
class Recruit:
    """A player recruits a mascot, with a skill card of the display in the full game."""

    by: PlayerId
    skill: Skill | None = None
    paid: int | None = None


@dataclass(frozen=True, slots=True)
class BuyMap:
    """A player buys a map token."""

    by: PlayerId
    paid: int | None = None


@dataclass(frozen=True, slots=True)
class RemoveUpgrade:
    """A Builder takes an installed upgrade back; ``space`` counts from 0."""

    by: PlayerId
    tile: TileId
    space: int


@dataclass(frozen=True, slots=True)
class InstallUpgrade:
    """A player installs an upgrade on a space (from 0)."""

    by: PlayerId
    tile: TileId
    space: int
    upgrade: Upgrade
    paid: int | None = None


@dataclass(frozen=True, slots=True)
class MoveUpgrade:
    """An installed upgrade moves to a free space; ``paid`` is below 0 when money comes back."""

    by: PlayerId
    tile: TileId
    space: int
    to: TileId
    to_space: int
    paid: int | None = None


@dataclass(frozen=True, slots=True)
class InstallInnovation:
    """A player installs an innovation on an attraction."""

    by: PlayerId
    tile: TileId
    innovation: Innovation
    paid: int | None = None


@dataclass(frozen=True, slots=True)
class OperatePark:
    """A player's Operate phase, or a part of it: all parts are one sequence. ``stars`` and ``money`` are of these moves.

    Guests are numbered g1, g2, ... as they arrive in the park.
    """

    by: PlayerId
    moves: tuple[Move, ...]
    stars: int | None = None
    money: int | None = None


@dataclass(frozen=True, slots=True)
class Earn:
    """Stars and dollars that the players take in Upkeep, as the table has them."""

    stars: Amounts | None = None
    money: Amounts | None = None


@dataclass(frozen=True, slots=True)
class ScoreObjective:
    """The round's objective: ``amounts`` where it is counted by hand, ``stars`` as the table shared them."""

    amounts: Amounts | None = None
    stars: Amounts | None = None


@dataclass(frozen=True, slots=True)
class PutGuestsBack:
    """Value-1 guests of a player that do not leave; all that a player puts back in a round count together."""

    by: PlayerId
    guests: tuple[PutBack, ...]


@dataclass(frozen=True, slots=True)
class SwapStaff:
    """An administrator swaps a played card with one in the hand before cards are passed."""

    by: PlayerId
    give: Staff
    take: Staff


@dataclass(frozen=True, slots=True)
class ScoreGoal:
    """A solo goal is scored; ``achieved`` as the table has it, which only a goal judged by hand needs."""

    goal: GoalId
    achieved: bool | None = None


@dataclass(frozen=True, slots=True)
class EndGame:
    """The game is over; final stars and winners as the table has them."""

    stars: Amounts | None = None
    winners: tuple[PlayerId, ...] | None = None


Event = (
    PlaceObjectives
    | PlaceGoals
    | FillMonorails
    | StartOrder
    | TakeBoard
    | ChooseHand
    | ChooseAdministrator
    | ChooseSkill
    | ChooseAttraction
    | Display
    | Plan
    | DrawSoloCard
    | LowerSum
    | Announce
    | Welcome
    | ExtraGuest
    | Build
    | Recruit
    | BuyMap
    | RemoveUpgrade
    | InstallUpgrade
    | MoveUpgrade
    | InstallInnovation
    | OperatePark
    | Earn
    | ScoreObjective
    | PutGuestsBack
    | SwapStaff
    | ScoreGoal
    | EndGame
)

DO: Mapping[str, type[Event]] = {
    "objectives": PlaceObjectives,
    "goals": PlaceGoals,
    "fill": FillMonorails,
    "start-order": StartOrder,
    "start-board": TakeBoard,
    "hand": ChooseHand,
    "administrator": ChooseAdministrator,
    "skill": ChooseSkill,
    "first-attraction": ChooseAttraction,
    "display": Display,
    "plan": Plan,
    "solo-card": DrawSoloCard,
    "lower": LowerSum,
    "announce": Announce,
    "welcome": Welcome,
    "extra-guest": ExtraGuest,
    "build": Build,
    "recruit": Recruit,
    "buy-map": BuyMap,
    "remove": RemoveUpgrade,
    "install": InstallUpgrade,
    "move-upgrade": MoveUpgrade,
    "innovate": InstallInnovation,
    "operate": OperatePark,
    "earn": Earn,
    "objective": ScoreObjective,
    "put-back": PutGuestsBack,
    "swap-staff": SwapStaff,
    "goal": ScoreGoal,
    "end": EndGame,
}
"""Every kind of event by the word that documents use."""
WORDS: Mapping[type[Event], str] = {kind: word for word, kind in DO.items()}
