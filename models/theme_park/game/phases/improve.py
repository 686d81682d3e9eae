"""Improve: buy a map, take upgrades back, install and move upgrades."""

from dataclasses import replace
from typing import Any

from models.shared.phrases import count
from models.shared.rulebook import rule
from models.theme_park.cards import AdministratorKind, Staff
from models.theme_park.game.events import BuyMap, InstallInnovation, InstallUpgrade, MoveUpgrade, RemoveUpgrade
from models.theme_park.game.frozen import changed
from models.theme_park.game.phases.prices import (
    builder_discount,
    cheaper_map,
    map_price,
    moving_price,
    pay,
    price_checks,
    spaces_of,
    upgrade_price,
)
from models.theme_park.game.places import tile_called
from models.theme_park.game.rules import EventFamily, GameRule, always, cited_by
from models.theme_park.game.sheet import Spent
from models.theme_park.game.state import Game, Installed, Player
from models.theme_park.guests import TileId
from models.theme_park.rulings import Choice, Ruling

UPGRADES_A_ROUND = 2  # rulebook, Install Upgrades


@rule(GameRule.MAP_ONCE)
def one_map_a_round(game: Game, event: BuyMap) -> str | None:
    """A player buys one map a round."""
    return f"{event.by} has already bought a map this round." if game.by_id[event.by].done(BuyMap) else None


def buy_map(game: Game, event: BuyMap) -> Game:
    """The map lies in the staging area."""
    game = pay(game, event.by, Spent.MAPS, map_price(game, event))
    player = game.by_id[event.by]
    return game.with_player(changed(player, maps=player.maps + 1, did=(*player.did, BuyMap)))


def space_fault(game: Game, player: Player, tile: TileId, space: int, *, holds: bool) -> str | None:
    """What is wrong with a space of the park: not there, or empty or covered when it must not be."""
    lying = player.tile(tile)
    if lying is None:
        return f"{player.id} has no tile {tile} in the park."
    spaces = len(spaces_of(game, tile))
    if not 0 <= space < spaces:
        return f"{tile_called(lying)} has {count(spaces, 'upgrade space')}; space {space} (from 0) is none of them."
    installed = player.on(tile, space)
    if holds and installed is None:
        return f"Space {space} (from 0) of {tile_called(lying)} holds no upgrade."
    if not holds and installed is not None:
        return f"Space {space} (from 0) of {tile_called(lying)} already holds a {installed}."
    return None


@rule(GameRule.BUILDER)
def a_builder_takes_upgrades_back(game: Game, event: RemoveUpgrade) -> str | None:
    """Each Builder played takes one installed upgrade back."""
    player = game.by_id[event.by]
    played = player.plays(Staff.BUILDER)
    if player.done(RemoveUpgrade) < played:
        return None
    return f"{event.by} takes back upgrade number {player.done(RemoveUpgrade) + 1} of the round and played {count(played, 'Builder')}."


@rule(GameRule.BUILDER_FIRST)
def the_builder_comes_before_new_upgrades(game: Game, event: RemoveUpgrade) -> str | None:
    """Before any upgrade is installed."""
    if not game.by_id[event.by].done(InstallUpgrade):
        return None
    return f"{event.by} has installed an upgrade; a Builder takes one back before that."


@cited_by(always("builder"))
@rule(GameRule.SPACE)
def an_upgrade_lies_there(game: Game, event: RemoveUpgrade) -> str | None:
    """An installed upgrade: printed ones stay."""
    return space_fault(game, game.by_id[event.by], event.tile, event.space, holds=True)


def remove(game: Game, event: RemoveUpgrade) -> Game:
    """The upgrade is back in the staging area."""
    player = game.by_id[event.by]
    kept = tuple(each for each in player.installed if (each.tile, each.space) != (event.tile, event.space))
    return game.with_player(_laid(game, changed(player, did=(*player.did, RemoveUpgrade)), kept, event.tile))


def _by_innovator(game: Game, event: InstallUpgrade) -> str | None:
    return "innovator" if game.by_id[event.by].plays(Staff.INNOVATOR) else None


@cited_by(_by_innovator)
@rule(GameRule.UPGRADE_LIMIT)
def two_upgrades_a_round(game: Game, event: InstallUpgrade) -> str | None:
    """Two, and one more for each Innovator (ruling ``innovator.extra``)."""
    player = game.by_id[event.by]
    most = most_upgrades(game, player)
    return (
        None
        if player.done(InstallUpgrade) < most
        else f"{event.by} has already installed {count(most, 'upgrade')} this round."
    )


def most_upgrades(game: Game, player: Player) -> int:
    """How many upgrades a player may install this round."""
    extra = player.plays(Staff.INNOVATOR)
    if game.table.says(Ruling.INNOVATOR_EXTRA, Choice.UPGRADE_OR_INNOVATION):
        extra -= min(extra, max(0, player.done(InstallInnovation) - UPGRADES_A_ROUND))
    return UPGRADES_A_ROUND + extra


@rule(GameRule.SPACE)
def the_space_is_empty(game: Game, event: InstallUpgrade) -> str | None:
    """An empty upgrade space of an attraction in the park."""
    return space_fault(game, game.by_id[event.by], event.tile, event.space, holds=False)


@rule(GameRule.UPGRADE_SUPPLY)
def the_upgrade_is_in_the_staging_area(game: Game, event: InstallUpgrade) -> str | None:
    """Three of each kind a player."""
    if game.by_id[event.by].left(event.upgrade) > 0:
        return None
    return f"{event.by} has no {event.upgrade} left; all three are installed."


@rule(GameRule.UPGRADE_TWICE)
def each_kind_once_on_an_attraction(game: Game, event: InstallUpgrade) -> str | None:
    """Never two matching upgrades on one attraction, printed ones included."""
    tile = game.by_id[event.by].tile(event.tile)
    assert tile is not None
    return f"{tile_called(tile)} already has a {event.upgrade}." if event.upgrade in tile.upgrades else None


def install(game: Game, event: InstallUpgrade) -> Game:
    """The upgrade lies on the space."""
    game = pay(game, event.by, Spent.UPGRADES, upgrade_price(game, event))
    player = game.by_id[event.by]
    installed = (*player.installed, Installed(event.tile, event.space, event.upgrade))
    return game.with_player(_laid(game, changed(player, did=(*player.did, InstallUpgrade)), installed, event.tile))


def _laid(game: Game, player: Player, installed: tuple[Installed, ...], *touched: TileId) -> Player:
    """The player with other upgrades installed; the tiles changed know them."""
    box = game.table.box
    tiles = []
    for tile in player.tiles:
        if tile.id in touched:
            upgrades = box.printed_upgrades(tile) | {each.upgrade for each in installed if each.tile == tile.id}
            tile = replace(tile, upgrades=upgrades)  # noqa: PLW2901
        tiles.append(tile)
    return changed(player, installed=installed, tiles=tuple(tiles))


@rule(GameRule.MOVE_UPGRADE)
def an_upgrade_may_be_moved(game: Game, event: MoveUpgrade) -> str | None:
    """Once a round, by the administrator of Innovations or by each Innovator (ruling ``upgrade.move-by``)."""
    player = game.by_id[event.by]
    most = most_moved(game, player)
    if player.done(MoveUpgrade) < most:
        return None
    who = "Innovator" if game.table.says(Ruling.UPGRADE_MOVE_BY, Choice.INNOVATOR) else "administrator"
    return f"{event.by} may move {count(most, 'upgrade')} this round; the {who} moves one."


def most_moved(game: Game, player: Player) -> int:
    """How many upgrades a player may move this round."""
    if game.table.says(Ruling.UPGRADE_MOVE_BY, Choice.INNOVATOR):
        return player.plays(Staff.INNOVATOR)
    return int(player.has(AdministratorKind.MOVE_UPGRADE))


@cited_by(always("move"))
@rule(GameRule.SPACE)
def it_moves_from_a_space_to_a_free_one(game: Game, event: MoveUpgrade) -> str | None:
    """An installed upgrade, and a free space."""
    player = game.by_id[event.by]
    fault = space_fault(game, player, event.tile, event.space, holds=True)
    return fault or space_fault(game, player, event.to, event.to_space, holds=False)


@rule(GameRule.UPGRADE_TWICE)
def the_moved_kind_is_new_there(game: Game, event: MoveUpgrade) -> str | None:
    """Never two matching upgrades on one attraction."""
    player = game.by_id[event.by]
    tile, upgrade = player.tile(event.to), player.on(event.tile, event.space)
    assert tile is not None
    if event.to == event.tile or upgrade not in tile.upgrades:
        return None
    return f"{tile_called(tile)} already has a {upgrade}."


def move_upgrade(game: Game, event: MoveUpgrade) -> Game:
    """The upgrade lies elsewhere."""
    game = pay(game, event.by, Spent.UPGRADES, moving_price(game, event))
    player = game.by_id[event.by]
    installed = tuple(
        Installed(event.to, event.to_space, each.upgrade)
        if (each.tile, each.space) == (event.tile, event.space)
        else each
        for each in player.installed
    )
    player = changed(player, did=(*player.did, MoveUpgrade))
    return game.with_player(_laid(game, player, installed, event.tile, event.to))


FAMILIES: dict[type, EventFamily[Any]] = {
    BuyMap: EventFamily((one_map_a_round, *price_checks("the map", map_price, "map", cheaper_map)), buy_map),
    RemoveUpgrade: EventFamily(
        (a_builder_takes_upgrades_back, the_builder_comes_before_new_upgrades, an_upgrade_lies_there), remove
    ),
    InstallUpgrade: EventFamily(
        (
            two_upgrades_a_round,
            the_space_is_empty,
            the_upgrade_is_in_the_staging_area,
            each_kind_once_on_an_attraction,
            *price_checks("the upgrade", upgrade_price, "upgrade", lambda player: bool(builder_discount(player))),
        ),
        install,
    ),
    MoveUpgrade: EventFamily(
        (
            an_upgrade_may_be_moved,
            it_moves_from_a_space_to_a_free_one,
            the_moved_kind_is_new_there,
            *price_checks("moving the upgrade", moving_price, "move"),
        ),
        move_upgrade,
    ),
}
