"""The score sheet: what each player planned, paid and earned, round by round."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from models.theme_park.game.frozen import changed


class Spent(StrEnum):
    """Names for what a player pays money for."""

    ATTRACTIONS = "attractions"
    MASCOTS = "mascots"
    MAPS = "maps"
    UPGRADES = "upgrades"
    INNOVATIONS = "innovations"


class Source(StrEnum):
    """Names for what brings a player stars."""

    ATTRACTIONS = "attractions"
    SPECIAL_EFFECTS = "special_effects"
    SKILLS = "skills"
    ADMINISTRATOR = "administrator"
    VIP = "vip"
    STATUES = "statues"
    OBJECTIVE = "objective"
    MONEY = "money"


@dataclass(frozen=True)
class Row:
    """One player's round. ``money`` and ``total`` stand as at the end of what was judged of it.

    ``place``: from 1, the turn order; ``spent`` below 0 where an upgrade moved to a cheaper space.
    """

    round: int
    sum: int | None = None
    place: int | None = None
    income: int = 0
    earned: int = 0
    spent: tuple[tuple[Spent, int], ...] = ()
    stars: tuple[tuple[Source, int], ...] = ()
    money: int = 0
    total: int = 0

    def pays(self, what: Spent, paid: int) -> "Row":
        """The round with a payment in dollars added."""
        return changed(self, spent=_added(self.spent, what, paid))

    def gains(self, stars: Mapping[Source, int]) -> "Row":
        """The round with stars from one source added."""
        after = self.stars
        for source, number in stars.items():
            after = _added(after, source, number)
        return changed(self, stars=after)

    @property
    def earned_stars(self) -> int:
        """Counts all stars of the round, whatever brought them."""
        return sum(number for _, number in self.stars)


E = TypeVar("E", bound=StrEnum)


def _added(pairs: tuple[tuple[E, int], ...], name: E, number: int) -> tuple[tuple[E, int], ...]:
    if not number:
        return pairs
    table = dict(pairs)
    table[name] = table.get(name, 0) + number
    return tuple(sorted(table.items()))
