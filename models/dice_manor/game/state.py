"""A game as it stands between two events."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from models.dice_manor.building import Grid, Placing, Tile
from models.dice_manor.manor import Dice, RoomType
from models.dice_manor.rulings import ManorRulings
from models.dice_manor.turn import TOKENS_IN_BOX, Board, Seat

ROUNDS = 4
DICE_AT_FIRST = 7
TOKENS_AT_FIRST = 2


class Phase(StrEnum):
    """Where a round stands: what the next event is of."""

    REVEAL = "reveal"
    BID = "bid"
    COLLECT = "collect"
    BUILD = "build"
    OPENING = "grand-opening"
    END = "end"
    OVER = "over"


class Rolling(StrEnum):
    """When dice are rolled in the Bid phase: at the start of a turn, or by the optional rule at its end."""

    AT_START = "at-the-start"
    AT_END_OPEN = "at-the-end-open"
    AT_END_HIDDEN = "at-the-end-hidden"


@dataclass(frozen=True)
class Box:
    """What is printed: tiles, the Blueprint of each type, the prestige of the Advertising spaces, the diversity table."""

    name: str
    entrance: Tile
    tiles: tuple[Tile, ...]
    blueprints: Mapping[RoomType, int]
    track: tuple[int, ...]
    diversity: Mapping[int, int]

    @cached_property
    def by_id(self) -> Mapping[str, Tile]:
        """The tiles of all stacks by their ids."""
        return {tile.id: tile for tile in self.tiles}

    def stack(self, number: int) -> tuple[str, ...]:
        """The ids of the tiles that lie under a Blueprint's number."""
        return tuple(tile.id for tile in self.tiles if self.blueprints.get(tile.rooms[0].room.type) == number)


@dataclass(frozen=True)
class Player:
    """A player's things.

    ``marker``: its space of the Advertising track, 0 at the start; ``bonus``: spaces of the bonus dice not yet claimed,
    the first one first; ``won``: tiles not yet built; ``dice``: those in the manor; ``rolled``: what the unplaced dice
    show, where they were rolled at the end of a turn.
    """

    id: str
    grid: Grid
    bonus: tuple[int, ...]
    tokens: int = TOKENS_AT_FIRST
    prestige: int = 0
    owned: int = DICE_AT_FIRST
    unplaced: int = DICE_AT_FIRST
    marker: int = 0
    dice: Dice = field(default_factory=dict)
    won: tuple[str, ...] = ()
    unhappy: int = 0
    rolled: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Game:
    """The table; ``shown``: the tile on each Blueprint, ``taken``: tiles that players have won.

    ``discarded``: those put at the bottom of their stacks, in that order.
    """

    box: Box
    rulings: ManorRulings
    players: tuple[Player, ...]
    phase: Phase = Phase.REVEAL
    round: int = 1
    first: int = 0
    active: int = 0
    board: Board = field(default_factory=Board)
    shown: Mapping[int, str] = field(default_factory=dict)
    taken: frozenset[str] = frozenset()
    discarded: tuple[str, ...] = ()
    rolling: Rolling = Rolling.AT_START

    @cached_property
    def by_id(self) -> Mapping[str, Player]:
        """The players by their ids."""
        return {player.id: player for player in self.players}

    def next_tiles(self, number: int) -> tuple[str, ...]:
        """The tiles of a stack that may come next: any that was not turned up yet, then the one discarded first.

        Stacks are shuffled once, in the set-up (Rulebook, Setup; Phase 2: Collect, 1).
        """
        stack = [tile for tile in self.box.stack(number) if tile not in self.taken]
        unseen = tuple(tile for tile in stack if tile not in self.discarded)
        return unseen or tuple(tile for tile in self.discarded if tile in stack)[:1]

    @property
    def supply(self) -> int:
        """Tokens of the box that no player has; below 0 where there are more than the box has."""
        return TOKENS_IN_BOX - sum(player.tokens for player in self.players)

    def seat(self, player: Player) -> Seat:
        """What a turn of ``player`` starts from."""
        return Seat(
            manor=player.grid.manor,
            dice=player.dice,
            unplaced=player.unplaced,
            tokens=player.tokens,
            unhappy=player.unhappy,
            rulings=self.rulings,
            rolled=player.rolled,
            supply=self.supply,
            player=player.id,
            board=None if self.phase is Phase.OPENING else self.board,
        )

    def with_player(self, player: Player) -> "Game":
        """The game with other things of one player."""
        return replace(self, players=tuple(player if each.id == player.id else each for each in self.players))


def begun(box: Box, names: tuple[str, ...], rulings: ManorRulings, rolling: Rolling = Rolling.AT_START) -> Game:
    """The set-up: entrances, 7 dice and 2 tokens each, the bonus dice on the last two spaces."""
    last = len(box.track)
    grid = Grid((Placing(box.entrance, (0, 0)),), rulings)
    players = tuple(Player(name, grid, (last - 1, last)) for name in names)
    return Game(box, rulings, players, rolling=rolling)
