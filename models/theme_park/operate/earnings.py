"""What the phase earns: Upkeep's stars and dollars for the cubes placed, and what was taken at once."""

from collections.abc import Sequence
from typing import NamedTuple

from models.theme_park.attraction import Tile
from models.theme_park.cards import Administrator, AdministratorKind
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import State
from models.theme_park.rulings import Choice, Ruling

DOLLARS_A_STAR = 3
DOLLARS_A_STAR_WITH_ADMINISTRATOR = 2

DIFFERENT_OPERATED: dict[AdministratorKind, tuple[int, ...]] = {
    AdministratorKind.ATTRACTIONS_OF_COLOUR: (3, 4, 5),
    AdministratorKind.ATTRACTIONS: (6, 7, 8),
}
"""Different attractions to operate for 1, 2 and 3 stars (rulebook, Administrators)."""

MASCOTS_OWNED = (2, 4, 5)
"""Mascots to own for 1, 2 and 3 stars (rulebook, Administrators)."""


class Earnings(NamedTuple):
    """Stars by where they come from, and dollars; cubes placed before the first move included."""

    attractions: int
    special_effects: int
    skills: int
    administrator: int
    vip: int
    money: int

    @property
    def stars(self) -> int:
        """All the stars of the phase."""
        return self.attractions + self.special_effects + self.skills + self.administrator + self.vip

    @property
    def breakdown(self) -> dict[str, int]:
        """The stars by the name of what brings them."""
        return {name: value for name, value in self._asdict().items() if name != "money"}


def earnings(position: Position, state: State) -> Earnings:
    """What ``state`` has earned and Upkeep will pay (rulebook, Earn Stars & Money)."""
    attractions = effects = 0
    money = state.money
    for tile, cubes in zip(position.tiles, state.cubes, strict=True):
        printed, effect = tile.stars_per_cube
        attractions += cubes * printed
        effects += cubes * effect
        money += cubes * tile.money_per_cube
    operated = sum(
        counts_as_operated(position, tile) for tile, cubes in zip(position.tiles, state.cubes, strict=True) if cubes
    )
    return Earnings(
        attractions=attractions,
        special_effects=effects,
        skills=state.skill_stars,
        administrator=stars_reached(operated, operated_thresholds(position.administrator)),
        vip=state.vip_stars,
        money=money,
    )


def operated_thresholds(administrator: Administrator | None) -> tuple[int, ...]:
    """How many different attractions the administrator asks for, a star more for each; often none."""
    return () if administrator is None else DIFFERENT_OPERATED.get(administrator.kind, ())


def counts_as_operated(position: Position, tile: Tile) -> bool:
    """Whether operating ``tile`` counts for the administrator (ruling ``administrator.counts-entrance``)."""
    administrator = position.administrator
    if administrator is None or administrator.kind not in DIFFERENT_OPERATED:
        return False
    if tile.is_entrance and position.rulings.says(Ruling.ADMINISTRATOR_COUNTS_ENTRANCE, Choice.NO):
        return False
    return administrator.colour is None or administrator.colour is tile.attraction.colour


def stars_reached(number: int, thresholds: Sequence[int]) -> int:
    """One star for each threshold that ``number`` reaches."""
    return sum(number >= threshold for threshold in thresholds)


def dollars_a_star(position: Position) -> int:
    """What a star costs when money turns into stars (rulebook, End of the Game; Administrators)."""
    cheaper = position.has_administrator(AdministratorKind.MONEY_WORTH_MORE)
    return DOLLARS_A_STAR_WITH_ADMINISTRATOR if cheaper else DOLLARS_A_STAR


def stars_for_money(position: Position, money: int) -> int:
    """Stars that ``money`` dollars are worth when the game ends."""
    return money // dollars_a_star(position)
