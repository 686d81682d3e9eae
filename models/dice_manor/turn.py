"""A turn as it is told: the roll, tokens spent, the number chosen, and where its dice go."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from models.dice_manor.manor import Dice, Manor, Place
from models.dice_manor.rulings import ManorRulings

Path: TypeAlias = tuple[Place, ...]
TOKENS_IN_BOX = 32


@dataclass(frozen=True, slots=True)
class Nudge:
    """A token turns one die by 1, up or down; 6 and 1 are neighbours. ``die``: its index in the roll."""

    die: int
    by: int


@dataclass(frozen=True, slots=True)
class Reroll:
    """A token rolls any dice again, all at once; ``result``: what they show then, die by die."""

    dice: tuple[int, ...]
    result: tuple[int, ...]


TokenUse: TypeAlias = Nudge | Reroll


@dataclass(frozen=True)
class Turn:
    """What a player does in one turn; ``blueprint`` and ``advertising`` are numbers of dice, 0 in the Grand Opening.

    ``unhappy``: how many unhappy guests the table tells of; None where it tells of none.
    """

    rolled: tuple[int, ...]
    number: int
    paths: tuple[Path, ...] = ()
    tokens: tuple[TokenUse, ...] = ()
    blueprint: int = 0
    advertising: int = 0
    unhappy: int | None = None

    @cached_property
    def shown(self) -> tuple[int, ...]:
        """What the dice show once the tokens are spent."""
        return after_tokens(self.rolled, self.tokens)

    @property
    def of_number(self) -> int:
        """How many dice show the number chosen."""
        return self.shown.count(self.number)

    @property
    def toured(self) -> int:
        """How many dice go into the manor."""
        return sum(map(len, self.paths))

    @property
    def left_out(self) -> int:
        """How many dice of the number go nowhere."""
        return self.of_number - self.toured - self.blueprint - self.advertising


def nudged(number: int, by: int) -> int:
    """``number`` turned by ``by``, around the corner between 6 and 1."""
    return (number - 1 + by) % 6 + 1


def after_tokens(rolled: tuple[int, ...], uses: tuple[TokenUse, ...]) -> tuple[int, ...]:
    """What dice show after ``uses``, in their order."""
    shown = list(rolled)
    for use in uses:
        if isinstance(use, Nudge):
            shown[use.die] = nudged(shown[use.die], use.by)
        else:
            for die, result in zip(use.dice, use.result, strict=True):
                shown[die] = result
    return tuple(shown)


@dataclass(frozen=True, slots=True)
class Bid:
    """A player's dice under a Blueprint, or on Advertising, where ``number`` is what they show.

    ``raised``: whether dice were added to a bid that lay.
    """

    player: str
    dice: int
    number: int
    raised: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Board:
    """The bids of a round: under each Blueprint, and on Advertising, in the order in which the counts were reached.

    ``empty``: Blueprints without a tile.
    """

    blueprints: Mapping[int, tuple[Bid, ...]] = field(default_factory=dict)
    advertising: tuple[Bid, ...] = ()
    empty: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Seat:
    """What a turn of one player starts from.

    ``rolled``: what the unplaced dice show, where that is known already; ``prestige``: earned by paths so far;
    ``board``: None in the Grand Opening, where dice go into the manor only; ``supply``: tokens that nobody has, as far as
    it is known.
    """

    manor: Manor
    unplaced: int
    dice: Dice = field(default_factory=dict)
    rolled: tuple[int, ...] | None = None
    tokens: int = 0
    unhappy: int = 0
    prestige: int = 0
    rulings: ManorRulings = field(default_factory=ManorRulings)
    player: str = ""
    board: Board | None = None
    supply: int | None = None

    @property
    def in_supply(self) -> int:
        """Tokens that nobody has; where nothing is known of others, they have none."""
        return TOKENS_IN_BOX - self.tokens if self.supply is None else self.supply

    @property
    def opening(self) -> bool:
        """Whether it is the Grand Opening."""
        return self.board is None
