"""Dice that leave the bag and dice that come back to it."""

from collections import Counter
from collections.abc import Iterable

from models.shared.phrases import count, listing
from models.theme_park.game.frozen import changed
from models.theme_park.game.state import ENTRANCE, Dice, Game, Player
from models.theme_park.guests import GUEST_COLOURS, Colour, Guest, GuestId


def bag_fault(game: Game, colours: Iterable[Colour]) -> str | None:
    """What is wrong with drawing ``colours`` from the bag."""
    drawn = Counter(colours)
    short = [
        f"{count(drawn[colour], f'{colour} die')} where the bag holds {game.bag.of(colour)}"
        for colour in GUEST_COLOURS
        if drawn[colour] > game.bag.of(colour)
    ]
    return f"{listing(short)} were drawn: dice would come from nowhere." if short else None


def from_bag(game: Game, colours: Iterable[Colour]) -> Game:
    """The game without the dice that were drawn from its bag."""
    return changed(game, bag=game.bag.plus(colours, -1))


def to_bag(game: Game, colours: Iterable[Colour]) -> Game:
    """The game with dice put back into its bag."""
    return changed(game, bag=game.bag.plus(colours))


def discard(game: Game, colours: Iterable[Colour]) -> Game:
    """Dice leave a park: to the bag, in the solo game to the discard area (rulebook, Discarding Dice)."""
    if game.table.solo:
        return changed(game, discarded=game.discarded.plus(colours))
    return to_bag(game, colours)


def arrive(player: Player, dice: Iterable[tuple[Colour, int, bool]]) -> Player:
    """Guests (colour, value, VIP) come to the Park Entrance and get the next numbers."""
    guests, number = list(player.guests), player.arrived
    for colour, value, vip in dice:
        number += 1
        guests.append(Guest(GuestId(f"g{number}"), colour, value, ENTRANCE, vip))
    return changed(player, guests=tuple(guests), arrived=number)


def in_parks(game: Game) -> Dice:
    """Counts the dice in all parks, by colour."""
    return Dice().plus(guest.colour for player in game.players for guest in player.guests)


def on_monorails(game: Game) -> Dice:
    """Dice on monorails that nobody has taken."""
    return Dice().plus(
        die.colour for carriage in game.monorails if carriage.taken_by is None for die in carriage.dice if die
    )
