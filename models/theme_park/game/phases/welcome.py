"""Monorails: filling them from the bag, and welcoming the guests they bring."""

from collections.abc import Sequence
from typing import Any

from models.shared.phrases import count
from models.shared.rulebook import rule
from models.theme_park.cards import AdministratorKind, Staff
from models.theme_park.game.box.printed_facts import Shaded
from models.theme_park.game.dice import arrive, bag_fault, from_bag, on_monorails
from models.theme_park.game.events import Boost, Die, ExtraGuest, FillMonorails, Welcome
from models.theme_park.game.frozen import changed
from models.theme_park.game.ids import MonorailId
from models.theme_park.game.rules import EventFamily, GameRule, cited_by, in_upkeep
from models.theme_park.game.state import Carriage, Dice, Game
from models.theme_park.guests import HIGHEST
from models.theme_park.operate.adjustments import turned_under

MOST_BOOST = 2


def die_on(dice: Sequence[Die | None], place: int) -> Die | None:
    """The die on a place (from 0) of a monorail, if there is one."""
    return dice[place] if 0 <= place < len(dice) else None


def returned(game: Game) -> Game:
    """The monorails are back beside the board and dice left on them in the bag (rulebook, Monorail)."""
    left = Dice(*(mine + theirs for mine, theirs in zip(game.bag, on_monorails(game), strict=True)))
    return changed(game, bag=left, monorails=())


@cited_by(in_upkeep)
@rule(GameRule.FILL)
def every_space_is_filled(game: Game, event: FillMonorails) -> str | None:
    """Monorails fill from left to right, each from top to bottom, until the bag is empty (ruling ``bag.empty``)."""
    spaces = [len(values) for values in game.table.box.monorails.values()]
    if len(event.dice) != len(spaces):
        return f"{count(len(event.dice), 'monorail')} were filled; there are {len(spaces)}."
    left = sum(returned(game).bag)
    for number, (dice, room) in enumerate(zip(event.dice, spaces, strict=True), 1):
        must = min(room, left)
        if len(dice) != must:
            return f"Monorail {number} from the left got {count(len(dice), 'die')}; it has {count(room, 'space')}, and the bag {count(left, 'die')} then."
        left -= must
    return None


@cited_by(in_upkeep)
@rule(GameRule.FILL_VALUE)
def dice_show_the_printed_values(game: Game, event: FillMonorails) -> str | None:
    """Each die is set to the value of its space."""
    for (name, values), dice in zip(game.table.box.monorails.items(), event.dice, strict=True):
        for place, (value, die) in enumerate(zip(values, dice, strict=False), 1):
            if die.value != value:
                return f"The {die.colour} die on space {place} of monorail {name} shows {die.value}; the space shows {value}."
    return None


@cited_by(in_upkeep)
@rule(GameRule.BAG)
def the_bag_holds_the_dice_drawn(game: Game, event: FillMonorails) -> str | None:
    """Dice are drawn from the bag."""
    return bag_fault(returned(game), (die.colour for dice in event.dice for die in dice))


def fill(game: Game, event: FillMonorails) -> Game:
    """The game with its monorails filled from the bag."""
    game = from_bag(returned(game), (die.colour for dice in event.dice for die in dice))
    names = game.table.box.monorails
    filled = tuple(
        Carriage(name, dice + (None,) * (len(names[name]) - len(dice)))
        for name, dice in zip(names, event.dice, strict=True)
    )
    return changed(game, monorails=filled, filled=True)


def carriage_of(game: Game, name: MonorailId) -> Carriage:
    """The monorail of that name."""
    return next(each for each in game.monorails if each.id == name)


@rule(GameRule.MONORAIL)
def the_monorail_is_free(game: Game, event: Welcome) -> str | None:
    """A monorail that nobody has taken."""
    owner = carriage_of(game, event.monorail).taken_by
    if owner is None:
        return None
    free = [each.id for each in game.monorails if each.taken_by is None]
    return f"{event.by} takes monorail {event.monorail}, which {owner} has; free: {', '.join(free)}."


@rule(GameRule.SOLO_SHADED)
def the_monorail_is_not_shaded(game: Game, event: Welcome) -> str | None:
    """The solo card may forbid one (rulebook, Solo Cards)."""
    names = [each.id for each in game.monorails]
    return shaded_fault(game, Shaded.MONORAIL, names, event.monorail)


def shaded_fault(game: Game, what: Shaded, row: Sequence[object], chosen: object) -> str | None:
    """What is wrong with choosing the one at the shaded place of a row."""
    card = game.solo_card
    place = None if card is None else card.shades(what)
    if not game.solo_forbids or place is None or place >= len(row) or row[place] != chosen:
        return None
    return f"The solo card's value is not above the sum of the staff cards, so its shaded {what}, number {place + 1}, may not be chosen."


@rule(GameRule.CONCIERGE)
def concierges_raise_new_guests(game: Game, event: Welcome) -> str | None:
    """Each Concierge raises one new die by up to 2, or two by 1 each."""
    played = game.by_id[event.by].plays(Staff.CONCIERGE)
    if len(event.concierge) > played:
        return f"{event.by} uses {count(len(event.concierge), 'Concierge')} and played {played}."
    dice = carriage_of(game, event.monorail).dice
    for use in event.concierge:
        fault = _boost_fault(use, dice)
        if fault is not None:
            return fault
    for place, die in enumerate(dice):
        if die is not None and _raised(game, event, place, die) is None:
            shows = die.value + _boost(event, place)
            return f"The die on space {place + 1} would show {shows}; a die shows at most {HIGHEST}."
    return None


def _boost_fault(use: tuple[Boost, ...], dice: tuple[Die | None, ...]) -> str | None:
    places = [boost.die for boost in use]
    if any(die_on(dice, place) is None for place in places):
        return "A Concierge raises dice of the monorail just taken."
    one = len(use) == 1 and 1 <= use[0].by <= MOST_BOOST
    two = len(use) == 2 and len(set(places)) == 2 and all(boost.by == 1 for boost in use)
    return None if one or two else "A Concierge raises one die by 1 or 2, or two different dice by 1 each."


def _boost(event: Welcome, place: int) -> int:
    return sum(boost.by for use in event.concierge for boost in use if boost.die == place)


def _raised(game: Game, event: Welcome, place: int, die: Die) -> int | None:
    """The value of a die with what Concierges add to it; None where they cannot."""
    return turned_under(game.table.rulings, die.value, _boost(event, place))


@rule(GameRule.CHAPERONE)
def chaperones_bring_vips(game: Game, event: Welcome) -> str | None:
    """Each Chaperone puts one new die on a VIP token, of which there are enough (ruling ``vip.tokens``)."""
    played = game.by_id[event.by].plays(Staff.CHAPERONE)
    if len(event.vips) > played:
        return f"{event.by} brings {count(len(event.vips), 'VIP')} and played {count(played, 'Chaperone')}."
    dice = carriage_of(game, event.monorail).dice
    if len(set(event.vips)) < len(event.vips) or any(die_on(dice, place) is None for place in event.vips):
        return "A VIP is one of the dice of the monorail just taken, each on one token."
    out = sum(guest.vip for player in game.players for guest in player.guests)
    if out + len(event.vips) > game.table.vip_tokens:
        here = f"{count(out, 'VIP token')} {'is' if out == 1 else 'are'} in the parks"
        return f"{here}; there are {game.table.vip_tokens} for all, and {event.by} brings {len(event.vips)}."
    return None


def welcome(game: Game, event: Welcome) -> Game:
    """The guests of the monorail stand on the Entrance."""
    carriage = carriage_of(game, event.monorail)
    dice = [
        (die.colour, value, place in event.vips)
        for place, die in enumerate(carriage.dice)
        if die is not None and (value := _raised(game, event, place, die)) is not None
    ]
    taken = tuple(each._replace(taken_by=event.by) if each is carriage else each for each in game.monorails)
    return changed(game.with_player(arrive(game.by_id[event.by], dice)), monorails=taken)


@rule(GameRule.EXTRA_GUEST)
def the_administrator_takes_a_guest_that_is_left(game: Game, event: ExtraGuest) -> str | None:
    """One die of a monorail that nobody took, by that administrator, once a round."""
    player = game.by_id[event.by]
    if not player.has(AdministratorKind.WELCOME_EXTRA_GUEST):
        return f"{event.by} has no administrator that welcomes another guest."
    if player.done(ExtraGuest):
        return f"{event.by} has already welcomed another guest this round."
    carriage = carriage_of(game, event.monorail)
    if carriage.taken_by is not None:
        return f"Monorail {event.monorail} was taken by {carriage.taken_by}; the guest comes from one that is left."
    if die_on(carriage.dice, event.die) is None:
        place = event.die + 1 if event.die >= 0 else f"{event.die} (from 0)"
        return f"No die is on space {place} of monorail {event.monorail}."
    return None


def take_extra(game: Game, event: ExtraGuest) -> Game:
    """The die stands on the Entrance with its value."""
    carriage = carriage_of(game, event.monorail)
    die = carriage.dice[event.die]
    assert die is not None
    left = (*carriage.dice[: event.die], None, *carriage.dice[event.die + 1 :])
    monorails = tuple(each._replace(dice=left) if each is carriage else each for each in game.monorails)
    player = arrive(game.by_id[event.by], [(die.colour, die.value, False)])
    return changed(game.with_player(changed(player, did=(*player.did, ExtraGuest))), monorails=monorails)


FAMILIES: dict[type, EventFamily[Any]] = {
    FillMonorails: EventFamily(
        (every_space_is_filled, dice_show_the_printed_values, the_bag_holds_the_dice_drawn), fill
    ),
    Welcome: EventFamily(
        (the_monorail_is_free, the_monorail_is_not_shaded, concierges_raise_new_guests, chaperones_bring_vips), welcome
    ),
    ExtraGuest: EventFamily((the_administrator_takes_a_guest_that_is_left,), take_extra),
}
