"""The end: money turns into stars, ties are broken, the solo player meets the target."""

from typing import Any

from models.shared.phrases import count, listing
from models.shared.rulebook import Cited, Told, rule
from models.theme_park.cards import AdministratorKind
from models.theme_park.game.events import EndGame
from models.theme_park.game.frozen import changed
from models.theme_park.game.ids import PlayerId
from models.theme_park.game.phases.operating import position_of
from models.theme_park.game.rules import EventFamily, GameRule, cited_by
from models.theme_park.game.sheet import Source
from models.theme_park.game.state import Game, Player
from models.theme_park.operate.earnings import stars_for_money


def money_stars(game: Game, player: Player) -> int:
    """A star for every full $3, or $2 with that administrator."""
    return stars_for_money(position_of(game, player), player.money)


def final_stars(game: Game) -> dict[PlayerId, int]:
    """The stars of each player with those of the money."""
    return {player.id: player.stars + money_stars(game, player) for player in game.players}


def winners(game: Game) -> tuple[PlayerId, ...]:
    """Most stars, then most guests, then most money; those still tied win together (rulebook, End of the Game).

    The solo player wins above the target only; nobody may win then.
    """
    stars = final_stars(game)
    if game.table.solo:
        assert game.target is not None
        return tuple(player for player, number in stars.items() if number > game.target)
    worth = {player.id: (stars[player.id], len(player.guests), player.money) for player in game.players}
    best = max(worth.values())
    return tuple(player for player, value in worth.items() if value == best)


@rule(GameRule.END_STARS)
def the_final_stars_are_right(game: Game, event: EndGame) -> Told:
    """Stars of the track and of the money."""
    must = final_stars(game)
    for player, number in event.stars or ():
        if number != must[player]:
            money = money_stars(game, game.by_id[player])
            told = f"{player} is said to end with {count(number, 'star')}; it is {must[player]}, {money} of them for ${game.by_id[player].money}."
            return Cited(told, "administrator") if game.by_id[player].has(AdministratorKind.MONEY_WORTH_MORE) else told
    return None


@cited_by(lambda game, event: "solo" if game.table.solo else None)
@rule(GameRule.END_WINNERS)
def the_winners_are_right(game: Game, event: EndGame) -> str | None:
    """Ties are broken by guests, then money."""
    must = winners(game)
    if event.winners is None or sorted(event.winners) == sorted(must):
        return None
    worth = listing(
        f"{player.id} has {count(final_stars(game)[player.id], 'star')}, {count(len(player.guests), 'guest')}, ${player.money}"
        for player in game.players
    )
    target = f"; the target is {game.target}" if game.table.solo else ""
    return f"The winner is said to be {listing(event.winners) or 'nobody'}; it is {listing(must) or 'nobody'}: {worth}{target}."


def end(game: Game, event: EndGame) -> Game:
    """Money is counted and the winners are known."""
    won = winners(game)
    players = tuple(
        changed(
            player,
            stars=player.stars + money_stars(game, player),
            row=player.row.gains({Source.MONEY: money_stars(game, player)}),
        )
        for player in game.players
    )
    return changed(game, players=players, winners=won)


FAMILIES: dict[type, EventFamily[Any]] = {EndGame: EventFamily((the_final_stars_are_right, the_winners_are_right), end)}
