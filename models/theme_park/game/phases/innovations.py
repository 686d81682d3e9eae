"""Innovations: cable cars, photo booths, statues."""

from dataclasses import replace
from typing import Any

from models.shared.phrases import count
from models.shared.rulebook import rule
from models.theme_park.attraction import OWNED, STATUES, Innovation
from models.theme_park.cards import Staff
from models.theme_park.game.events import InstallInnovation, InstallUpgrade
from models.theme_park.game.frozen import changed
from models.theme_park.game.phases.improve import UPGRADES_A_ROUND
from models.theme_park.game.phases.prices import innovation_price, pay, price_checks, spaces_of
from models.theme_park.game.places import tile_called
from models.theme_park.game.rules import EventFamily, GameRule, always, cited_by
from models.theme_park.game.sheet import Spent
from models.theme_park.game.state import Game, Player
from models.theme_park.operate.position import Expansion
from models.theme_park.rulings import Choice, Ruling

INNOVATIONS_A_ROUND = 2  # rulebook, Innovations


@rule(GameRule.INNOVATION_LIMIT)
def two_innovations_a_round(game: Game, event: InstallInnovation) -> str | None:
    """Two a round, with the expansion; an Innovator may add one by ruling (``innovator.extra``)."""
    if not game.table.has(Expansion.INNOVATIONS):
        return "Innovations are not in play."
    player = game.by_id[event.by]
    most = most_innovations(game, player)
    return (
        None
        if player.done(InstallInnovation) < most
        else f"{event.by} has already installed {count(most, 'innovation')} this round."
    )


def most_innovations(game: Game, player: Player) -> int:
    """How many innovations a player may install this round."""
    if not game.table.says(Ruling.INNOVATOR_EXTRA, Choice.UPGRADE_OR_INNOVATION):
        return INNOVATIONS_A_ROUND
    used = max(0, player.done(InstallUpgrade) - UPGRADES_A_ROUND)
    return INNOVATIONS_A_ROUND + max(0, player.plays(Staff.INNOVATOR) - used)


def placed(player: Player, innovation: Innovation) -> int:
    """How many of an innovation lie in a park."""
    return sum(tile.innovation is innovation for tile in player.tiles)


@rule(GameRule.INNOVATION_SUPPLY)
def the_innovation_is_in_the_staging_area(game: Game, event: InstallInnovation) -> str | None:
    """Four cable cars, three photo booths, one of each statue."""
    owned = OWNED[event.innovation]
    if placed(game.by_id[event.by], event.innovation) < owned:
        return None
    return f"{event.by} has no {event.innovation} left: {'all' if owned > 1 else 'the only one'} lie{'' if owned > 1 else 's'} in the park."


@rule(GameRule.STATUE_ORDER)
def statues_are_built_in_order(game: Game, event: InstallInnovation) -> str | None:
    """The statue worth one star first."""
    if event.innovation not in STATUES[1:]:
        return None
    before = STATUES[STATUES.index(event.innovation) - 1]
    if placed(game.by_id[event.by], before):
        return None
    return f"{event.by} builds {event.innovation} before {before}."


@rule(GameRule.INNOVATION_ONE)
def one_innovation_on_an_attraction(game: Game, event: InstallInnovation) -> str | None:
    """On an attraction of the park without one."""
    tile = game.by_id[event.by].tile(event.tile)
    if tile is None:
        return f"{event.by} has no tile {event.tile} in the park."
    return f"{tile_called(tile)} already has a {tile.innovation}." if tile.innovation else None


@cited_by(always("innovation"))
@rule(GameRule.SPACE)
def the_attraction_shows_a_cost(game: Game, event: InstallInnovation) -> str | None:
    """An attraction without upgrade spaces shows no cost (ruling ``innovation.without-space``)."""
    if spaces_of(game, event.tile) or game.table.says(Ruling.INNOVATION_WITHOUT_SPACE, Choice.FREE):
        return None
    return f"Tile {event.tile} has no upgrade space, so it shows no cost for an innovation (ruling {Ruling.INNOVATION_WITHOUT_SPACE})."


def innovate(game: Game, event: InstallInnovation) -> Game:
    """The innovation lies on the attraction."""
    game = pay(game, event.by, Spent.INNOVATIONS, innovation_price(game, event))
    player = game.by_id[event.by]
    tiles = tuple(
        replace(tile, innovation=event.innovation) if tile.id == event.tile else tile for tile in player.tiles
    )
    return game.with_player(changed(player, tiles=tiles, did=(*player.did, InstallInnovation)))


FAMILIES: dict[type, EventFamily[Any]] = {
    InstallInnovation: EventFamily(
        (
            two_innovations_a_round,
            the_innovation_is_in_the_staging_area,
            statues_are_built_in_order,
            one_innovation_on_an_attraction,
            the_attraction_shows_a_cost,
            *price_checks("the innovation", innovation_price, "innovation"),
        ),
        innovate,
    )
}
