"""What the phase earns: Upkeep's stars and dollars for the cubes placed."""

from typing import NamedTuple

from models.theme_park.operate.state import State
from models.theme_park.position import Position

DOLLARS_A_STAR = 3


class Earnings(NamedTuple):
    """Stars by where they come from, and dollars; cubes placed before the first move included."""

    attractions: int = 0
    special_effects: int = 0
    skills: int = 0
    administrator: int = 0
    vip: int = 0
    money: int = 0

    @property
    def stars(self) -> int:
        """All the stars of the phase."""
        return self.attractions + self.special_effects + self.skills + self.administrator + self.vip

    @property
    def breakdown(self) -> dict[str, int]:
        """The stars by name (contract, section 3)."""
        return {name: value for name, value in self._asdict().items() if name != "money"}


def earnings(position: Position, state: State) -> Earnings:
    """What Upkeep pays for ``state`` (rulebook, Earn Stars & Money)."""
    attractions = effects = money = 0
    for tile, cubes in zip(position.tiles, state.cubes, strict=True):
        printed, effect = tile.stars_per_cube
        attractions += cubes * printed
        effects += cubes * effect
        money += cubes * tile.money_per_cube
    return Earnings(attractions=attractions, special_effects=effects, money=money)


def stars_for_money(position: Position, money: int) -> int:
    """Stars that ``money`` dollars are worth when the game ends (rulebook, End of the Game)."""
    return money // DOLLARS_A_STAR
