"""Plan: two staff cards, the turn order with its ties, the income."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from models.shared.phrases import count, listing
from models.shared.rulebook import rule
from models.theme_park.cards import AdministratorKind
from models.theme_park.game.events import Announce, DrawSoloCard, LowerSum, Plan
from models.theme_park.game.frozen import changed
from models.theme_park.game.ids import PlayerId
from models.theme_park.game.rules import EventFamily, GameRule
from models.theme_park.game.state import Game, Player, die_sum

CARDS_A_ROUND = 2
MOST_LOWERED = 2


@rule(GameRule.PLAN_TWO)
def two_cards_are_played(game: Game, event: Plan) -> str | None:
    """A player plans exactly two staff cards."""
    if len(event.staff) == CARDS_A_ROUND:
        return None
    return f"{event.by} plays {count(len(event.staff), 'staff card')}; everyone plays two."


@rule(GameRule.PLAN_HAND)
def the_cards_are_in_hand(game: Game, event: Plan) -> str | None:
    """Cards of the hand, two copies only where the hand has them."""
    more = Counter(event.staff) - Counter(game.by_id[event.by].hand)
    if not more:
        return None
    hand = listing(count(number, card) for card, number in sorted(Counter(game.by_id[event.by].hand).items()))
    return f"{event.by} plays {listing(more)} and has in hand {hand or 'nothing'}."


def play_cards(game: Game, event: Plan) -> Game:
    """The cards lie on the table."""
    hand = Counter(game.by_id[event.by].hand) - Counter(event.staff)
    return game.change(event.by, hand=tuple(sorted(hand.elements())), played=tuple(sorted(event.staff)))


@rule(GameRule.LOWER_SUM)
def an_administrator_lowers_the_sum(game: Game, event: LowerSum) -> str | None:
    """By up to 2, once a round, by that administrator."""
    player = game.by_id[event.by]
    if not player.has(AdministratorKind.LOWER_TURN_SUM):
        return f"{event.by} has no administrator that lowers the sum."
    if not 1 <= event.pips <= MOST_LOWERED or player.lowered:
        return f"{event.by} lowers the sum by {event.pips}; the administrator lowers it once a round, by 1 or 2."
    return None


@rule(GameRule.LOWER_SUM)
def the_order_is_not_announced_yet(game: Game, event: LowerSum) -> str | None:
    """The order announced is that of the lowered sums (rulebook, Turn Order)."""
    if Announce not in game.done:
        return None
    return (
        f"{event.by} lowers the sum after the announcement; it is lowered before turn order and incomes are announced."
    )


def lower(game: Game, event: LowerSum) -> Game:
    """The game with the turn sum of the player lowered."""
    return game.change(event.by, lowered=event.pips)


def turn_order(
    sums: Mapping[PlayerId, int], stars: Mapping[PlayerId, int], before: Sequence[PlayerId]
) -> tuple[PlayerId, ...]:
    """Lowest sum first; of tied players the one with fewest stars, and then the reverse of the order before.

    Rulebook, Turn Order.
    """
    return tuple(sorted(sums, key=lambda player: (sums[player], stars[player], -before.index(player))))


def order_now(game: Game) -> tuple[PlayerId, ...]:
    """The turn order of this round."""
    sums = {player.id: die_sum(game.table, player) for player in game.players}
    return turn_order(sums, {player.id: player.stars for player in game.players}, game.order)


def income_of(game: Game, player: Player) -> int:
    """Both cards, the Entrance and every attraction with an income; merch kiosks bring nothing now."""
    cards = sum(game.table.box.staff_money[card] for card in player.played)
    return cards + sum(tile.attraction.income for tile in player.tiles)


@rule(GameRule.TURN_ORDER)
def the_order_is_right(game: Game, event: Announce) -> str | None:
    """The order that the sums give."""
    if event.order is None or event.order == order_now(game):
        return None
    sums = listing(
        f"{player.id} {die_sum(game.table, player)} (with {count(player.stars, 'star')})" for player in game.players
    )
    return f"The order announced is {listing(event.order)}; sums are {sums}, so it is {listing(order_now(game))}."


@rule(GameRule.INCOME)
def the_incomes_are_right(game: Game, event: Announce) -> str | None:
    """Cards, Entrance and attractions."""
    for by, amount in event.income or ():
        must = income_of(game, game.by_id[by])
        if amount != must:
            return f"{by} took an income of ${amount}; cards, Entrance and attractions bring ${must}."
    return None


def announce(game: Game, event: Announce) -> Game:
    """Nothing changes yet: order and incomes are set when the announcements are over."""
    return game


def settle_announcements(game: Game) -> Game:
    """Markers are rearranged and incomes taken, once nobody lowers a sum any more."""
    order = order_now(game)
    players = []
    for player in game.players:
        income = income_of(game, player)
        row = changed(
            player.row,
            sum=die_sum(game.table, player),
            place=order.index(player.id) + 1,
            income=income,
            money=player.money,
        )
        players.append(changed(player, money=player.money + income, row=row))
    return changed(game, players=tuple(players), order=order)


@rule(GameRule.SOLO_CARD)
def the_solo_card_is_new(game: Game, event: DrawSoloCard) -> str | None:
    """Each of the twelve cards once."""
    if event.card not in game.solo_cards:
        return None
    return f"The solo card {event.card} was revealed in round {game.solo_cards.index(event.card) + 1}; there is one of each."


def reveal(game: Game, event: DrawSoloCard) -> Game:
    """The card lies on the discard."""
    return changed(game, solo_cards=(*game.solo_cards, event.card))


FAMILIES: dict[type, EventFamily[Any]] = {
    Plan: EventFamily((two_cards_are_played, the_cards_are_in_hand), play_cards),
    DrawSoloCard: EventFamily((the_solo_card_is_new,), reveal),
    LowerSum: EventFamily((an_administrator_lowers_the_sum, the_order_is_not_announced_yet), lower),
    Announce: EventFamily((the_order_is_right, the_incomes_are_right), announce),
}
