"""Prices with their discounts, and paying them."""

from collections.abc import Callable
from typing import Any, TypeAlias

from models.shared.rulebook import Check
from models.theme_park.attraction import STATUE_STARS, Innovation
from models.theme_park.cards import AdministratorKind, Staff
from models.theme_park.game.events import BuyMap, InstallInnovation, InstallUpgrade, MoveUpgrade, Recruit
from models.theme_park.game.frozen import changed
from models.theme_park.game.ids import PlayerId
from models.theme_park.game.rules import EventCheck, GameRule, cited_by
from models.theme_park.game.sheet import Spent
from models.theme_park.game.state import ENTRANCE, Game, Player
from models.theme_park.guests import TileId
from models.theme_park.rulings import Choice, Ruling

MASCOT_PRICE, MAP_PRICE = 5, 3  # rulebook, Recruit Mascot; Buy Map
MASCOT_DISCOUNT = 2  # rulebook, Staff Member, Mascot; Administrators
BUILDER_DISCOUNT = 1
MAP_DISCOUNT = 2  # rulebook, Administrators


Discount: TypeAlias = Callable[[Player], bool]
"""Whether a player has something at hand that lowers a price."""


def floored(price: int) -> int:
    """Discounts never make money (ruling ``discount.below-zero``)."""
    return max(0, price)


def spaces_of(game: Game, tile: TileId) -> tuple[int, ...]:
    """The costs of the upgrade spaces of a tile."""
    box = game.table.box
    if tile == ENTRANCE:
        return box.entrance_spaces
    return (box.start_tiles.get(tile) or box.tiles[tile]).spaces


def mascot_price(game: Game, event: Recruit) -> int:
    """$5, less for Mascot cards and the administrator."""
    player = game.by_id[event.by]
    by_administrator = MASCOT_DISCOUNT * player.has(AdministratorKind.CHEAPER_MASCOTS)
    return floored(MASCOT_PRICE - MASCOT_DISCOUNT * player.plays(Staff.MASCOT) - by_administrator)


def cheaper_mascot(player: Player) -> bool:
    """Whether a Mascot card or the administrator makes mascots cheaper."""
    return bool(player.plays(Staff.MASCOT)) or player.has(AdministratorKind.CHEAPER_MASCOTS)


def cheaper_map(player: Player) -> bool:
    """Whether the administrator makes maps cheaper."""
    return player.has(AdministratorKind.CHEAPER_MAPS)


def map_price(game: Game, event: BuyMap) -> int:
    """$3, less for the administrator."""
    cheaper = game.by_id[event.by].has(AdministratorKind.CHEAPER_MAPS)
    return floored(MAP_PRICE - MAP_DISCOUNT * cheaper)


def upgrade_price(game: Game, event: InstallUpgrade) -> int:
    """What the space shows, $1 less for each Builder."""
    return floored(spaces_of(game, event.tile)[event.space] - builder_discount(game.by_id[event.by]))


def builder_discount(player: Player) -> int:
    """$1 for each Builder played."""
    return BUILDER_DISCOUNT * player.plays(Staff.BUILDER)


def moving_price(game: Game, event: MoveUpgrade) -> int:
    """The difference between the two spaces; below 0 when it comes back."""
    return spaces_of(game, event.to)[event.to_space] - spaces_of(game, event.tile)[event.space]


def innovation_price(game: Game, event: InstallInnovation) -> int:
    """What an upgrade costs there (ruling ``innovation.cost``), more for the second and third statue."""
    dearest = game.table.says(Ruling.INNOVATION_COST, Choice.HIGHEST_SPACE)
    cost = (max if dearest else min)(spaces_of(game, event.tile), default=0)
    return cost + statue_surcharge(event.innovation)


def statue_surcharge(innovation: Innovation) -> int:
    """$1 more for the statue worth 2 stars, $2 for that worth 3."""
    return max(0, STATUE_STARS.get(innovation, 0) - 1)


def price_checks(
    what: str, price: Callable[[Game, Any], int], bought: str | None = None, cheaper: Discount | None = None
) -> tuple[EventCheck[Any], EventCheck[Any]]:
    """The two rules of everything that is bought: the price is right, and the money is there.

    ``bought`` names what their entries cite, None for an attraction; ``cheaper``: whether a card makes it cheaper, which is cited too.
    """

    def case(game: Game, event: Any) -> str | None:
        return f"{bought}-cheaper" if cheaper is not None and cheaper(game.by_id[event.by]) else bought

    def right(game: Game, event: Any) -> str | None:
        must = price(game, event)
        if event.paid is None or event.paid == must:
            return None
        return f"{event.by} paid ${event.paid} for {what}; the price is ${must}."

    def enough(game: Game, event: Any) -> str | None:
        must, has = price(game, event), game.by_id[event.by].money
        return None if must <= has else f"{event.by} has ${has} and cannot pay ${must} for {what}."

    return cited_by(case)(Check(GameRule.PRICE, right)), cited_by(lambda game, event: bought)(
        Check(GameRule.MONEY, enough)
    )


def pay(game: Game, by: PlayerId, what: Spent, price: int) -> Game:
    """With the price paid and written down."""
    player = game.by_id[by]
    return game.with_player(changed(player, money=player.money - price, row=player.row.pays(what, price)))
