"""A position: one player's park as the Operate phase finds it, with everything at hand."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from models.theme_park.attraction import Innovation, Tile
from models.theme_park.cards import Administrator, AdministratorKind, Skill, Staff
from models.theme_park.guests import Colour, Guest, GuestId, TileId
from models.theme_park.rulings import Rulings

MOST_MAPS = 8  # 32 map tokens for four players (rulebook, Components)
MOST_MASCOTS = 6  # six mascots a player colour
MOST_TILES = 37  # 36 attraction tiles and the Entrance
MOST_CUBES = 17  # operate cubes a player
MOST_VIPS = 8  # rulebook, Promo Pack, Contents; Innovations, Components
STAFF_PLAYED = 2  # staff cards a round (rulebook, Plan)
ROUNDS = 5
SHORT_ROUNDS = 4
DEFAULT_RULINGS = Rulings()


class RuleSet(StrEnum):
    """Which game is played: without or with administrators and skills."""

    INTRODUCTORY = "introductory"
    FULL = "full"

    @property
    def rounds(self) -> int:
        """Rounds played (rulebook, Introduction); a short game, which has the cards of the full one, ends a round earlier."""
        return ROUNDS if self is RuleSet.FULL else SHORT_ROUNDS


class Expansion(StrEnum):
    """Mini expansions and the promo pack."""

    SURPRISES = "surprises"
    INNOVATIONS = "innovations"
    PROMO = "promo"


def vip_tokens(expansions: Collection[Expansion], *, for_each: bool) -> int:
    """VIP tokens in play: Innovations and the promo pack list eight, ``for_each`` of them (ruling ``vip.tokens``)."""
    both = {Expansion.INNOVATIONS, Expansion.PROMO} <= set(expansions)
    return MOST_VIPS * (2 if both and for_each else 1)


def _card_order(skill: Skill | None) -> tuple[str, str]:
    return ("", "") if skill is None else (skill.kind, skill.colour or "")


@dataclass(frozen=True)
class Position:
    """One player's park in the Operate phase (models/theme_park/README.md, The position).

    A value: the order of tiles, guests and staff in a document carries no meaning and is
    normalised here. ``short``: a full game of four rounds. ``money`` in dollars; ``cubes`` counts operate cubes already placed this phase,
    ``used_maps`` and ``used_mascots`` what was used in it already and is ready again in the next round.
    ``inconsistencies`` (``models.theme_park.operate.consistency.parks``) says why it could not be.
    """

    tiles: tuple[Tile, ...]
    guests: tuple[Guest, ...]
    game: RuleSet = RuleSet.INTRODUCTORY
    round: int = 1
    last_round: bool = False
    solo: bool = False
    short: bool = False
    expansions: frozenset[Expansion] = frozenset()
    rulings: Rulings = DEFAULT_RULINGS
    maps: int = 0
    mascots: tuple[Skill | None, ...] = ()
    staff: tuple[Staff, ...] = ()
    administrator: Administrator | None = None
    money: int = 0
    cubes: tuple[tuple[TileId, int], ...] = ()
    bag: tuple[tuple[Colour, int], ...] | None = None
    used_maps: int = 0
    used_mascots: tuple[Skill | None, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles, key=lambda tile: tile.id)))
        object.__setattr__(self, "guests", tuple(sorted(self.guests, key=lambda guest: guest.id)))
        object.__setattr__(self, "staff", tuple(sorted(self.staff)))
        object.__setattr__(self, "cubes", tuple(sorted(pair for pair in self.cubes if pair[1])))
        object.__setattr__(self, "used_mascots", tuple(sorted(self.used_mascots, key=_card_order)))
        if self.bag is not None:
            object.__setattr__(self, "bag", tuple(sorted(self.bag)))

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in self.__dict__.items() if name in self.__dataclass_fields__}

    def has_administrator(self, kind: AdministratorKind) -> bool:
        """Whether the administrator at hand is of ``kind``."""
        return self.administrator is not None and self.administrator.kind is kind

    def under(self, rulings: Rulings) -> "Position":
        """The same park under other rulings; what was derived from the park is taken over, as none of it asks them."""
        other = replace(self, rulings=rulings)
        other.__dict__.update({name: value for name, value in self.__dict__.items() if name not in other.__dict__})
        return other

    @property
    def maps_owned(self) -> int:
        """Maps that are ready or used."""
        return self.maps + self.used_maps

    @property
    def mascots_owned(self) -> int:
        """Mascots that are ready or used."""
        return len(self.mascots) + len(self.used_mascots)

    @property
    def in_last_round(self) -> bool:
        """Whether the game is over after this round: as the document says, or as the rulebook does for the game."""
        return self.last_round or self.round >= self.rounds

    @property
    def rounds(self) -> int:
        """Rounds played (rulebook, Introduction)."""
        return SHORT_ROUNDS if self.short else self.game.rounds

    @property
    def notes(self) -> tuple[str, ...]:
        """What the rulebook does not know and is accepted all the same, as tables play it."""
        game = (
            "a short game" if self.short else f"{'an' if self.game is RuleSet.INTRODUCTORY else 'a'} {self.game} game"
        )
        rounds = f"which the rulebook plays over {self.rounds} rounds"
        if self.round > self.rounds:
            return (f"Round {self.round} of {game}, {rounds}, is taken as its last one.",)
        if self.last_round and self.round < SHORT_ROUNDS:
            return (f"Round {self.round} of {game}, {rounds}, is taken as its last one, as last_round says.",)
        return ()

    @cached_property
    def neighbours(self) -> Mapping[TileId, tuple[TileId, ...]]:
        """Adjacent tiles of each tile, in order of id."""
        by_hex = {tile.hex: tile.id for tile in self.tiles}
        return {
            tile.id: tuple(sorted(by_hex[place] for place in tile.hex.neighbours() if place in by_hex))
            for tile in self.tiles
        }

    @cached_property
    def tile(self) -> Mapping[TileId, Tile]:
        """Looks tiles up by their ids."""
        return {tile.id: tile for tile in self.tiles}

    @cached_property
    def tile_index(self) -> Mapping[TileId, int]:
        """Place of each tile in ``tiles``."""
        return {tile.id: index for index, tile in enumerate(self.tiles)}

    @cached_property
    def guest_index(self) -> Mapping[GuestId, int]:
        """Place of each guest in ``guests``."""
        return {guest.id: index for index, guest in enumerate(self.guests)}

    @cached_property
    def played(self) -> Counter[Staff]:
        """How often each staff card was played this round."""
        return Counter(self.staff)

    @cached_property
    def cable_cars(self) -> frozenset[TileId]:
        """The ids of the tiles with a cable car."""
        return frozenset(tile.id for tile in self.tiles if tile.innovation is Innovation.CABLE_CAR)

    @cached_property
    def vips(self) -> frozenset[GuestId]:
        """The ids of the guests on a VIP token."""
        return frozenset(guest.id for guest in self.guests if guest.vip)

    @cached_property
    def entrance(self) -> TileId | None:
        """The Park Entrance, if the document has one."""
        return next((tile.id for tile in self.tiles if tile.is_entrance), None)
