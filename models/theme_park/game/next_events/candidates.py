"""Events worth asking the rules about: every choice of those kinds whose choices are few, with what the table announces."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, permutations, product
from typing import Any

from models.theme_park.attraction import Innovation, Upgrade
from models.theme_park.game import events as done
from models.theme_park.game.events import Event, PutBack, Returner
from models.theme_park.game.phases.expand import tile_price
from models.theme_park.game.phases.plan import CARDS_A_ROUND, MOST_LOWERED, income_of, order_now
from models.theme_park.game.phases.prices import (
    innovation_price,
    map_price,
    mascot_price,
    moving_price,
    spaces_of,
    upgrade_price,
)
from models.theme_park.game.phases.upkeep import upkeep_earnings
from models.theme_park.game.places import free_places
from models.theme_park.game.scoring.ending import final_stars, winners
from models.theme_park.game.scoring.objectives import amounts_now, stars_of
from models.theme_park.game.scoring.solo import achieved, unscored
from models.theme_park.game.state import Game, Player
from models.theme_park.guests import HIGHEST, LOWEST

PRICES: dict[type, Callable[[Game, Any], int]] = {
    done.Build: tile_price,
    done.Recruit: mascot_price,
    done.BuyMap: map_price,
    done.InstallUpgrade: upgrade_price,
    done.MoveUpgrade: moving_price,
    done.InstallInnovation: innovation_price,
}
"""What each thing bought costs: the table announces it."""


def priced(game: Game, event: Event) -> Event:
    """The event with its price, where it has one."""
    price = PRICES.get(type(event))
    return event if price is None else replace(event, paid=price(game, event))  # type: ignore[arg-type]


def improvements(game: Game, me: Player) -> Iterator[Event]:
    """Every improvement worth asking the rules about."""
    yield done.BuyMap(me.id)
    spaces = [(tile.id, space) for tile in me.tiles for space in range(len(spaces_of(game, tile.id)))]
    for tile, space in spaces:
        if me.on(tile, space) is None:
            yield from (done.InstallUpgrade(me.id, tile, space, upgrade) for upgrade in Upgrade)
        else:
            yield done.RemoveUpgrade(me.id, tile, space)
    for each in me.installed:
        for tile, space in spaces:
            yield done.MoveUpgrade(me.id, each.tile, each.space, tile, space)
    bare = [tile.id for tile in me.tiles if tile.innovation is None]
    yield from (done.InstallInnovation(me.id, tile, innovation) for tile, innovation in product(bare, Innovation))


def start_orders(game: Game) -> Iterator[Event]:
    """Every order of the markers."""
    yield from (done.StartOrder(order) for order in permutations(game.table.players))


def boards(game: Game, me: Player) -> Iterator[Event]:
    """Every start board that is left, as a first choice."""
    yield from (done.TakeBoard(me.id, board) for board in game.table.box.start_boards)


def plans(game: Game, me: Player) -> Iterator[Event]:
    """Every two cards of the hand."""
    yield from (done.Plan(me.id, pair) for pair in sorted(set(combinations(sorted(me.hand), CARDS_A_ROUND))))


def solo_cards(game: Game) -> Iterator[Event]:
    """Every solo card of the box, as a choice."""
    yield from (done.DrawSoloCard(card) for card in game.table.box.solo_cards)


def lowerings(game: Game, me: Player) -> Iterator[Event]:
    """Events that lower the turn sum by one or by two."""
    yield from (done.LowerSum(me.id, pips) for pips in range(1, MOST_LOWERED + 1))


def announcement(game: Game) -> Iterator[Event]:
    """The order and the incomes as they are."""
    yield done.Announce(order_now(game), tuple((player.id, income_of(game, player)) for player in game.players))


def welcomes(game: Game, me: Player) -> Iterator[Event]:
    """Events that take each monorail, nothing else chosen."""
    yield from (done.Welcome(me.id, carriage.id) for carriage in game.monorails)


def extra_guests(game: Game, me: Player) -> Iterator[Event]:
    """Every die of every monorail."""
    for carriage in game.monorails:
        yield from (done.ExtraGuest(me.id, carriage.id, place) for place in range(len(carriage.dice)))


def buildings(game: Game, me: Player) -> Iterator[Event]:
    """Every tile of the display on every free hex, without a bonus."""
    places = free_places((tile.hex for tile in me.tiles), game.table.rulings.outline)
    yield from (done.Build(me.id, tile, place) for tile, place in product(game.attractions, places))


def recruitings(game: Game, me: Player) -> Iterator[Event]:
    """Every skill card of the display, and none."""
    yield from (done.Recruit(me.id, skill) for skill in dict.fromkeys((None, *game.skills)))


def earnings_told(game: Game) -> Iterator[Event]:
    """The event that tells what the round earned."""
    takes = [(player.id, *upkeep_earnings(game, player)) for player in game.players]
    yield done.Earn(
        tuple((by, sum(stars.values())) for by, stars, _ in takes), tuple((by, money) for by, _, money in takes)
    )


def objective_told(game: Game) -> Iterator[Event]:
    """The objective, where it can be counted."""
    amounts = amounts_now(game, None)
    if amounts is not None:
        yield done.ScoreObjective(tuple(amounts.items()), tuple(stars_of(game, amounts).items()))


def put_backs(game: Game, me: Player) -> Iterator[Event]:
    """Every value-1 guest put back alone, by either card, at any value."""
    leaving = [guest.id for guest in me.guests if guest.value == LOWEST]
    for guest, by, value in product(leaving, Returner, range(HIGHEST, LOWEST - 1, -1)):
        yield done.PutGuestsBack(me.id, (PutBack(guest, value, by),))


def swaps(game: Game, me: Player) -> Iterator[Event]:
    """Every card played for every other card in the hand."""
    for give, take in product(sorted(set(me.played)), sorted(set(me.hand))):
        yield done.SwapStaff(me.id, give, take)


def goals_told(game: Game) -> Iterator[Event]:
    """Every goal of the round with what came of it: what can be counted as it is, else either."""
    for goal in unscored(game):
        must = achieved(game, game.table.box.goals[goal])
        yield from (done.ScoreGoal(goal, each) for each in ((True, False) if must is None else (must,)))


def end_told(game: Game) -> Iterator[Event]:
    """The event that tells the end as the rules count it."""
    yield done.EndGame(tuple(final_stars(game).items()), winners(game))


OF_TABLE: dict[type[Event], Callable[[Game], Iterator[Event]]] = {
    done.StartOrder: start_orders,
    done.DrawSoloCard: solo_cards,
    done.Announce: announcement,
    done.Earn: earnings_told,
    done.ScoreObjective: objective_told,
    done.ScoreGoal: goals_told,
    done.EndGame: end_told,
}
OF_PLAYER: dict[type[Event], Callable[[Game, Player], Iterator[Event]]] = {
    done.TakeBoard: boards,
    done.Plan: plans,
    done.LowerSum: lowerings,
    done.Welcome: welcomes,
    done.ExtraGuest: extra_guests,
    done.Build: buildings,
    done.Recruit: recruitings,
    **dict.fromkeys(
        (done.BuyMap, done.RemoveUpgrade, done.InstallUpgrade, done.MoveUpgrade, done.InstallInnovation), improvements
    ),
    done.PutGuestsBack: put_backs,
    done.SwapStaff: swaps,
}
AXES: dict[type[Event], str] = {
    done.StartOrder: "order",
    done.TakeBoard: "board",
    done.Plan: "staff",
    done.DrawSoloCard: "card",
    done.LowerSum: "pips",
    done.Welcome: "monorail",
    done.ExtraGuest: "die",
    done.Build: "hex",
    done.Recruit: "skill",
    done.RemoveUpgrade: "space",
    done.InstallUpgrade: "upgrade",
    done.MoveUpgrade: "to_space",
    done.InstallInnovation: "tile",
    done.PutGuestsBack: "guests",
    done.SwapStaff: "take",
    done.ScoreGoal: "achieved",
}
"""The field of a kind by which its events are listed together."""


def candidates(game: Game, kind: type[Event]) -> Iterator[Event]:
    """Events of a kind that may be legal in ``game``, which is in the step of the kind, with their prices."""
    if kind in OF_TABLE:
        yield from OF_TABLE[kind](game)
    elif kind in OF_PLAYER:
        for player in game.players:
            found = (event for event in OF_PLAYER[kind](game, player) if type(event) is kind)
            yield from (priced(game, event) for event in found)
