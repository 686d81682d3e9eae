"""Upkeep: what the round earned, value-1 guests, and staff cards passed on."""

from collections import Counter
from typing import Any

from models.shared.phrases import count, listing
from models.shared.rulebook import Cited, Told, rule
from models.theme_park.cards import AdministratorKind, Staff
from models.theme_park.game.dice import discard
from models.theme_park.game.events import Earn, PutGuestsBack, Returner, SwapStaff
from models.theme_park.game.frozen import changed
from models.theme_park.game.ids import PlayerId
from models.theme_park.game.phases.operating import position_of
from models.theme_park.game.rules import EventFamily, GameRule
from models.theme_park.game.sheet import Row, Source
from models.theme_park.game.state import ENTRANCE, Game, Player
from models.theme_park.guests import HIGHEST, LOWEST, Guest
from models.theme_park.operate.end_of_phase import constant_stars, returned_colour
from models.theme_park.operate.replay import replay
from models.theme_park.rulings import Choice, Ruling


def upkeep_earnings(game: Game, player: Player) -> tuple[dict[Source, int], int]:
    """Stars by source and dollars that a player takes (rulebook, Earn Stars & Money; Statue; Administrators)."""
    position = position_of(game, player)
    verdict = player.operated or replay(position, ())
    stars = {Source(name): number for name, number in verdict.breakdown.items()}
    constant = constant_stars(position)
    stars[Source.STATUES] = constant["statues"]
    stars[Source.ADMINISTRATOR] += constant["administrator"]
    return stars, verdict.money


@rule(GameRule.EARN)
def the_earnings_are_right(game: Game, event: Earn) -> str | None:
    """Stars and dollars as the cubes, skills, statues and the administrator bring."""
    for by, claimed in event.stars or ():
        stars, _ = upkeep_earnings(game, game.by_id[by])
        if claimed != sum(stars.values()):
            parts = listing(f"{number} from {source.replace('_', ' ')}" for source, number in stars.items() if number)
            return (
                f"{by} takes {count(claimed, 'star')}; the round earned {sum(stars.values())} ({parts or 'nothing'})."
            )
    for by, claimed in event.money or ():
        player = game.by_id[by]
        _, money = upkeep_earnings(game, player)
        if claimed != money:
            at_once = player.operated.reached.money if player.operated else 0
            came = {"merch kiosks": money - at_once, "skills and cable cars": at_once}
            told = listing(f"${number} from {what}" for what, number in came.items() if number) or "nothing"
            return f"{by} takes ${claimed}; the round earned ${money} ({told})."
    return None


def announce_earnings(game: Game, event: Earn) -> Game:
    """Nothing changes: stars and dollars are taken when the step ends."""
    return game


def take_earnings(game: Game) -> Game:
    """Everyone takes stars and dollars; cubes come back."""
    players = []
    for player in game.players:
        stars, money = upkeep_earnings(game, player)
        row = changed(player.row.gains(stars), earned=money)
        players.append(changed(player, stars=player.stars + sum(stars.values()), money=player.money + money, row=row))
    return changed(game, players=tuple(players))


@rule(GameRule.PUT_BACK_DIE)
def value_one_guests_are_put_back(game: Game, event: PutGuestsBack) -> str | None:
    """Different value-1 guests of the park, set to a value of the die."""
    if not ones_leave(game):
        return f"No guest leaves after the last round of a solo game, so none is put back (ruling {Ruling.SOLO_LAST_VALUE_ONE})."
    player = game.by_id[event.by]
    guests = {guest.id: guest for guest in player.guests}
    names = [each.guest for each in (*player.back, *event.guests)]
    for each in event.guests:
        if names.count(each.guest) > 1:
            return f"{event.by} puts back guest {each.guest} twice."
        guest = guests.get(each.guest)
        if guest is None or guest.value != LOWEST:
            what = f"shows {guest.value} and stays anyway" if guest else "is not in the park"
            return f"{event.by} puts back guest {each.guest}, which {what}."
        if not LOWEST <= each.value <= HIGHEST:
            return f"{event.by} sets guest {each.guest} to {each.value}; a die shows {LOWEST} to {HIGHEST}."
    return None


@rule(GameRule.PUT_BACK_CARD)
def a_card_puts_each_guest_back(game: Game, event: PutGuestsBack) -> Told:
    """A Ticket Agent each, and the administrator one of its colour, however many events tell it."""
    player = game.by_id[event.by]
    back = (*player.back, *event.guests)
    agents = sum(each.by is Returner.TICKET_AGENT for each in back)
    played = ticket_agents(game, player)
    if agents > played:
        told = f"{event.by} puts back {count(agents, 'guest')} by Ticket Agents and played {played}."
        return Cited(told, "swapped") if player.swapped is not None else told
    by_administrator = [each.guest for each in back if each.by is Returner.ADMINISTRATOR]
    if not any(each.by is Returner.ADMINISTRATOR for each in event.guests):
        return None
    colour = returned_colour(position_of(game, player))
    if colour is None:
        return Cited(f"{event.by} has no administrator that puts guests back.", "administrator")
    if game.last_round and game.table.says(Ruling.END_ADMINISTRATOR, Choice.NO):
        told = f"Before ties are settled only Ticket Agents put guests back (ruling {Ruling.END_ADMINISTRATOR})."
        return Cited(told, "end")
    wrong = [guest for guest in player.guests if guest.id in by_administrator and guest.colour is not colour]
    if len(by_administrator) > 1 or wrong:
        return Cited(f"The administrator of {event.by} puts back one {colour} guest a round.", "administrator")
    return None


def ticket_agents(game: Game, player: Player) -> int:
    """Ticket Agents that work for a player; a card swapped in Upkeep does by the ruling ``staff.swapped-ability``."""
    lie = game.table.says(Ruling.STAFF_SWAPPED_ABILITY, Choice.CARDS_SWAPPED)
    return (player.played if lie else player.planned).count(Staff.TICKET_AGENT)


def put_back(game: Game, event: PutGuestsBack) -> Game:
    """The guests stand on the Entrance with their new values."""
    player = game.by_id[event.by]
    table = {each.guest: each for each in event.guests}
    keeps = game.table.says(Ruling.VIP_PUT_BACK, Choice.KEEPS_TOKEN)
    guests = tuple(
        Guest(guest.id, guest.colour, table[guest.id].value, ENTRANCE, guest.vip and keeps)
        if guest.id in table
        else guest
        for guest in player.guests
    )
    return game.with_player(changed(player, guests=guests, back=(*player.back, *event.guests)))


def ones_leave(game: Game) -> bool:
    """Whether value-1 guests leave: to prepare the next round, or to settle ties, which the solo game has none of."""
    last_solo = game.table.solo and game.last_round
    return not last_solo or game.table.says(Ruling.SOLO_LAST_VALUE_ONE, Choice.YES)


def discard_value_one(game: Game) -> Game:
    """Value-1 guests leave (rulebook, Value 1 Dice); those just put back at 1 by choice stay."""
    if not ones_leave(game):
        return game
    for player in game.players:
        kept = {each.guest for each in player.back}
        leaving = [guest for guest in player.guests if guest.value == LOWEST and guest.id not in kept]
        stay = tuple(guest for guest in player.guests if guest not in leaving)
        game = discard(game, (guest.colour for guest in leaving))
        game = game.with_player(changed(player, guests=stay, discards=(*player.discards, *leaving)))
    return game


@rule(GameRule.SWAP_STAFF)
def an_administrator_swaps_a_card(game: Game, event: SwapStaff) -> str | None:
    """A card played for one in the hand, by that administrator, once in the game."""
    player = game.by_id[event.by]
    if not player.has(AdministratorKind.SWAP_STAFF_CARD):
        gone = " any more: it leaves the game with its one swap" if _had(player) else ""
        return f"{event.by} has no administrator that swaps staff cards{gone}."
    if event.give not in player.played:
        return f"{event.by} swaps a {event.give}, which was not played."
    return None if event.take in player.hand else f"{event.by} swaps for a {event.take}, which is not in the hand."


def _had(player: Player) -> bool:
    return player.administrator is None and any(
        card.kind is AdministratorKind.SWAP_STAFF_CARD for card in player.dealt_administrators
    )


def swap_staff(game: Game, event: SwapStaff) -> Game:
    """The cards change places and the administrator leaves the game."""
    player = game.by_id[event.by]
    played = Counter(player.played) - Counter([event.give]) + Counter([event.take])
    hand = Counter(player.hand) - Counter([event.take]) + Counter([event.give])
    return game.change(
        event.by,
        played=tuple(sorted(played.elements())),
        hand=tuple(sorted(hand.elements())),
        swapped=(event.give, event.take),
        administrator=None,
    )


def pass_staff(game: Game) -> Game:
    """Played cards go to the left; a Consultant leaves the game, in the solo game every card does."""
    if game.table.solo:
        gone = game.players[0].played
        return changed(game.change(game.players[0].id, played=()), out_of_game=(*game.out_of_game, *gone))
    passed: dict[PlayerId, tuple[Staff, ...]] = {}
    gone = ()
    for player in game.players:
        passed[game.table.next_to[player.id]] = tuple(card for card in player.played if card is not Staff.CONSULTANT)
        gone += tuple(card for card in player.played if card is Staff.CONSULTANT)
    players = tuple(
        changed(player, hand=tuple(sorted((*player.hand, *passed[player.id]))), played=()) for player in game.players
    )
    return changed(game, players=players, out_of_game=(*game.out_of_game, *gone))


def close_round(game: Game) -> Game:
    """The rows of the round are written; what lasts a round is over (rulebook, Maps & Mascots, Round Marker)."""
    number = game.round + 1
    players = tuple(
        changed(
            player,
            rows=(*player.rows, written(player)),
            row=Row(number, money=player.money, total=player.stars),
            lowered=0,
            swapped=None,
            guests_at_start=(),
            operated=None,
            discards=(),
            did=(),
            back=(),
            once=frozenset(),
        )
        for player in game.players
    )
    return changed(game, players=players, round=number, filled=False, displayed=False, done=frozenset())


def written(player: Player) -> Row:
    """The player's row of this round as it stands."""
    return changed(player.row, money=player.money, total=player.stars)


FAMILIES: dict[type, EventFamily[Any]] = {
    Earn: EventFamily((the_earnings_are_right,), announce_earnings),
    PutGuestsBack: EventFamily((value_one_guests_are_put_back, a_card_puts_each_guest_back), put_back),
    SwapStaff: EventFamily((an_administrator_swaps_a_card,), swap_staff),
}
