"""Tables that say of every card what an engine makes of it.

A bound that passes over a card may be too low, and no replay sees that. So an engine asks its table for each card of a
position, and a card that the table lacks makes it say that it does not cover the position.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from models.theme_park.attraction import Innovation, Upgrade
from models.theme_park.cards import AdministratorKind, SkillKind, Staff
from models.theme_park.operate.position import Position

T = TypeVar("T")


@dataclass(frozen=True)
class CardTable(Generic[T]):
    """An entry for each card, by its kind; a test fails while one is missing."""

    skills: Mapping[SkillKind, T]
    administrators: Mapping[AdministratorKind, T]
    staff: Mapping[Staff, T]
    innovations: Mapping[Innovation, T]
    upgrades: Mapping[Upgrade, T]

    def entries(self, position: Position) -> Iterator[tuple[T, Any]]:
        """Each card of ``position`` that the table knows: its entry, and the skill, administrator, staff card, or tile."""
        for kind, table, card in self._cards(position):
            if kind in table:
                yield table[kind], card

    def missing(self, position: Position) -> tuple[str, ...]:
        """The cards of ``position`` that the table lacks."""
        return tuple(dict.fromkeys(kind.value for kind, table, _ in self._cards(position) if kind not in table))

    def lacking(self) -> tuple[str, ...]:
        """Every card there is that the table lacks."""
        return tuple(kind.value for kinds, table in self._tables() for kind in kinds if kind not in table)

    def everything(self) -> Iterator[tuple[StrEnum, T]]:
        """Each card that the table knows, with its entry."""
        for _, table in self._tables():
            yield from table.items()

    def _tables(self) -> Iterator[tuple[type[StrEnum], Mapping[Any, T]]]:
        yield SkillKind, self.skills
        yield AdministratorKind, self.administrators
        yield Staff, self.staff
        yield Innovation, self.innovations
        yield Upgrade, self.upgrades

    def _cards(self, position: Position) -> Iterator[tuple[StrEnum, Mapping[Any, T], Any]]:
        for skill in position.mascots:
            if skill is not None:
                yield skill.kind, self.skills, skill
        if position.administrator is not None:
            yield position.administrator.kind, self.administrators, position.administrator
        for card in position.staff:
            yield card, self.staff, card
        for tile in position.tiles:
            if tile.innovation is not None:
                yield tile.innovation, self.innovations, tile
            for upgrade in sorted(tile.upgrades):
                yield upgrade, self.upgrades, tile
