"""Amenity bonuses: what two, three or four matching amenities bring to the player who built."""

from dataclasses import replace
from enum import IntEnum

from models.shared.phrases import listing
from models.shared.rulebook import rule
from models.theme_park.attraction import Tile
from models.theme_park.game.dice import arrive, bag_fault, from_bag
from models.theme_park.game.events import Build
from models.theme_park.game.frozen import changed
from models.theme_park.game.places import free_places, outline_fault, place_fault
from models.theme_park.game.rules import GameRule
from models.theme_park.game.state import Game, Player
from models.theme_park.guests import HIGHEST, LOWEST
from models.theme_park.rulings import Choice, Ruling

DRAWN_VALUE = 4  # rulebook, Amenities: the die drawn is set at value 4


class Bonus(IntEnum):
    """What matching amenities bring, by how many there are (rulebook, Amenities)."""

    SET_GUEST = 2
    DRAW_DIE = 3
    FREE_TILE = 4


def amenity_matches(game: Game, player: Player, event: Build) -> int:
    """How many attractions with the new tile's amenity the park has once it is built; 0 when it has none."""
    amenity = game.table.box.tiles[event.tile].attraction.amenity
    if amenity is None:
        return 0
    return 1 + sum(tile.attraction.amenity == amenity for tile in player.tiles)


def taken(event: Build) -> tuple[Bonus, ...]:
    """The bonuses that the event takes."""
    named = {
        Bonus.SET_GUEST: event.guest is not None or event.value is not None,
        Bonus.DRAW_DIE: event.draw is not None,
        Bonus.FREE_TILE: event.free is not None or event.free_hex is not None,
    }
    return tuple(bonus for bonus, is_taken in named.items() if is_taken)


@rule(GameRule.AMENITY_EARNED)
def the_bonus_was_earned(game: Game, event: Build) -> str | None:
    """Only the bonus for the number of matching amenities now in the park."""
    number, bonuses = amenity_matches(game, game.by_id[event.by], event), taken(event)
    if bonuses in ((), (number,)):
        return None
    if len(bonuses) > 1:
        return f"{event.by} takes {len(bonuses)} bonuses at once; building brings one at most."
    amenity = game.table.box.tiles[event.tile].attraction.amenity
    what = (
        f"{number} matching amenit{'y' if number == 1 else 'ies'} ({amenity})"
        if amenity
        else "an attraction whose amenity is not entered"
    )
    return f"{event.by} takes a bonus that {what} does not bring."


@rule(GameRule.AMENITY_BONUS)
def the_bonus_is_done_right(game: Game, event: Build) -> str | None:
    """A guest of the park and a value of the die; a die of the bag; a tile of the discard pile."""
    player = game.by_id[event.by]
    match taken(event):
        case (Bonus.SET_GUEST,):
            return _set_fault(player, event)
        case (Bonus.DRAW_DIE,):
            assert event.draw is not None
            return bag_fault(game, [event.draw])
        case (Bonus.FREE_TILE,):
            return _free_fault(game, player, event)
    return None


def _set_fault(player: Player, event: Build) -> str | None:
    if event.guest is None:
        return f"{event.by} sets a guest to {event.value} and does not say which."
    if event.value is None:
        return f"{event.by} sets guest {event.guest} and does not say to which value."
    if event.guest not in {guest.id for guest in player.guests}:
        return f"{event.by} sets guest {event.guest}, who is not in the park."
    if LOWEST <= event.value <= HIGHEST:
        return None
    return f"{event.by} sets a guest to {event.value}; a die shows {LOWEST} to {HIGHEST}."


def _free_fault(game: Game, player: Player, event: Build) -> str | None:
    if event.free is None:
        return f"{event.by} builds a tile for free and does not say which."
    if event.free not in game.discard_pile:
        pile = listing(game.discard_pile, "or") or "empty"
        return f"{event.by} builds tile {event.free} for free, which is not in the discard pile ({pile})."
    if event.free_hex is None:
        return f"{event.by} builds tile {event.free} for free and does not say where."
    new = Tile(event.tile, event.hex, game.table.box.tiles[event.tile].attraction)
    return place_fault((*player.tiles, new), event.free, event.free_hex) or outline_fault(game, event.free_hex)


@rule(GameRule.AMENITY_TAKEN)
def the_bonus_is_taken_where_it_must_be(game: Game, event: Build) -> str | None:
    """Bonuses may be declined unless the rulings say otherwise."""
    player, number = game.by_id[event.by], amenity_matches(game, game.by_id[event.by], event)
    if taken(event) or number not in tuple(Bonus):
        return None
    ruling = Ruling.AMENITY_TWO if number == Bonus.SET_GUEST else Ruling.AMENITY_OTHERS
    if game.table.says(ruling, Choice.YES) or not is_possible(game, player, event, number):
        return None
    return (
        f"{event.by} has {number} matching amenities and does not take the bonus, which the ruling {ruling} asks for."
    )


def is_possible(game: Game, player: Player, event: Build, number: int) -> bool:
    """Whether the bonus for ``number`` matching amenities can be taken at all."""
    if number == Bonus.SET_GUEST:
        return bool(player.guests)
    if number == Bonus.DRAW_DIE:
        return any(game.bag)
    lying = (*(tile.hex for tile in player.tiles), event.hex)
    return bool(game.discard_pile) and bool(free_places(lying, game.table.rulings.outline))


BONUS_CHECKS = (the_bonus_was_earned, the_bonus_is_done_right, the_bonus_is_taken_where_it_must_be)


def take_bonus(game: Game, event: Build) -> Game:
    """What the bonus does; the free tile brings no further one."""
    player = game.by_id[event.by]
    match taken(event):
        case (Bonus.SET_GUEST,):
            assert event.value is not None
            guests = tuple(
                replace(guest, value=event.value) if guest.id == event.guest else guest for guest in player.guests
            )
            return game.with_player(changed(player, guests=guests))
        case (Bonus.DRAW_DIE,):
            assert event.draw is not None
            return from_bag(game.with_player(arrive(player, [(event.draw, DRAWN_VALUE, False)])), [event.draw])
        case (Bonus.FREE_TILE,):
            assert event.free is not None
            assert event.free_hex is not None
            tile = Tile(event.free, event.free_hex, game.table.box.tiles[event.free].attraction)
            pile = tuple(each for each in game.discard_pile if each != event.free)
            return changed(game.with_player(changed(player, tiles=(*player.tiles, tile))), discard_pile=pile)
    return game
