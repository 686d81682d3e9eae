"""Expand: build an attraction, recruit a mascot."""

from typing import Any

from models.shared.phrases import listing
from models.shared.rulebook import rule
from models.theme_park.attraction import Tile
from models.theme_park.game.box.printed_facts import Shaded
from models.theme_park.game.events import Build, Recruit
from models.theme_park.game.frozen import changed
from models.theme_park.game.phases.amenities import BONUS_CHECKS, take_bonus
from models.theme_park.game.phases.prices import cheaper_mascot, mascot_price, pay, price_checks
from models.theme_park.game.phases.welcome import shaded_fault
from models.theme_park.game.places import outline_fault, place_fault
from models.theme_park.game.rules import EventFamily, GameRule
from models.theme_park.game.sheet import Spent
from models.theme_park.game.state import Game
from models.theme_park.operate.phrases import card_name


def tile_price(game: Game, event: Build) -> int:
    """The dollars that the tile shows as its price."""
    return game.table.box.tiles[event.tile].cost


@rule(GameRule.BUILD_ONCE)
def one_attraction_a_round(game: Game, event: Build) -> str | None:
    """A player builds one attraction a round."""
    return f"{event.by} has already built this round." if game.by_id[event.by].done(Build) else None


@rule(GameRule.BUILD_TILE)
def the_tile_is_on_display(game: Game, event: Build) -> str | None:
    """A tile of the display that nobody took."""
    if event.tile in game.attractions:
        return None
    shown = listing(game.attractions, "or") or "nothing more"
    return f"{event.by} builds tile {event.tile}, which is not on display; on display: {shown}."


@rule(GameRule.SOLO_SHADED)
def the_tile_is_not_shaded(game: Game, event: Build) -> str | None:
    """The solo card may forbid one (rulebook, Solo Cards)."""
    return shaded_fault(game, Shaded.ATTRACTION, game.attractions, event.tile)


@rule(GameRule.BUILD_PLACE)
def the_tile_touches_the_park(game: Game, event: Build) -> str | None:
    """On a free hex beside a tile of the park."""
    return place_fault(game.by_id[event.by].tiles, event.tile, event.hex)


@rule(GameRule.OUTLINE)
def the_tile_is_inside_the_outline(game: Game, event: Build) -> str | None:
    """Inside the printed outline, where it was entered."""
    return outline_fault(game, event.hex)


def build(game: Game, event: Build) -> Game:
    """The tile lies in the park, and the amenity bonus is taken."""
    game = pay(game, event.by, Spent.ATTRACTIONS, tile_price(game, event))
    player = game.by_id[event.by]
    tile = Tile(event.tile, event.hex, game.table.box.tiles[event.tile].attraction)
    player = changed(player, tiles=(*player.tiles, tile), did=(*player.did, Build))
    left = tuple(each for each in game.attractions if each != event.tile)
    return take_bonus(changed(game.with_player(player), attractions=left), event)


@rule(GameRule.RECRUIT_ONCE)
def one_mascot_a_round(game: Game, event: Recruit) -> str | None:
    """A player recruits one mascot a round."""
    return f"{event.by} has already recruited this round." if game.by_id[event.by].done(Recruit) else None


@rule(GameRule.SKILL_CHOICE)
def a_skill_of_the_display_comes_along(game: Game, event: Recruit) -> str | None:
    """In the full game a skill card of the display; in the introductory game none."""
    if not game.table.variant.has_cards:
        return None if event.skill is None else "There are no skill cards in the introductory game."
    if event.skill is None:
        return f"{event.by} recruits without choosing a skill card of the display." if game.skills else None
    if event.skill in game.skills:
        return None
    shown = listing(map(card_name, game.skills), "or")
    return f"{event.by} takes a skill card that is not on display; on display: {shown or 'nothing more'}."


@rule(GameRule.SOLO_SHADED)
def the_skill_is_not_shaded(game: Game, event: Recruit) -> str | None:
    """The solo card may forbid one (rulebook, Solo Cards)."""
    return shaded_fault(game, Shaded.SKILL, game.skills, event.skill)


def recruit(game: Game, event: Recruit) -> Game:
    """The mascot stands in the staging area, on its skill card."""
    game = pay(game, event.by, Spent.MASCOTS, mascot_price(game, event))
    player = game.by_id[event.by]
    skills = player.skills if event.skill is None else (*player.skills, event.skill)
    player = changed(player, mascots=player.mascots + 1, skills=skills, did=(*player.did, Recruit))
    shown = list(game.skills)
    if event.skill is not None:
        shown.remove(event.skill)
    return changed(game.with_player(player), skills=tuple(shown))


FAMILIES: dict[type, EventFamily[Any]] = {
    Build: EventFamily(
        (
            one_attraction_a_round,
            the_tile_is_on_display,
            the_tile_is_not_shaded,
            the_tile_touches_the_park,
            the_tile_is_inside_the_outline,
            *price_checks("the attraction", tile_price),
            *BONUS_CHECKS,
        ),
        build,
    ),
    Recruit: EventFamily(
        (
            one_mascot_a_round,
            a_skill_of_the_display_comes_along,
            the_skill_is_not_shaded,
            *price_checks("the mascot", mascot_price, "mascot", cheaper_mascot),
        ),
        recruit,
    ),
}
