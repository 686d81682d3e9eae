"""Objectives: places, and the stars of tied places shared out."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from models.shared.phrases import count, listing
from models.shared.rulebook import rule
from models.theme_park.game.events import Amounts, ScoreObjective
from models.theme_park.game.frozen import changed
from models.theme_park.game.ids import PlayerId
from models.theme_park.game.rules import EventFamily, GameRule
from models.theme_park.game.scoring.quantities import amount
from models.theme_park.game.sheet import Source
from models.theme_park.game.state import Game
from models.theme_park.rulings import Choice, Ruling

AWARDS: dict[int, tuple[int, ...]] = {1: (4,), 2: (4,), 3: (6, 3), 4: (8, 4, 2)}
"""Stars of 1st, 2nd, 3rd place by number of players (rulebook, Evaluate Objective); a solo game is set up as for two."""


def shares(amounts: Mapping[PlayerId, int], *, fewest: bool = False, nothing: bool = True) -> dict[PlayerId, int]:
    """The stars of each player: those of tied places added up and shared, rounded up (rulebook, Evaluate Objective).

    ``nothing``: whether a player with none of the quantity takes a place (ruling ``objective.nothing``).
    """
    awards = AWARDS[len(amounts)]
    stars = dict.fromkeys(amounts, 0)
    ranked = sorted(amounts, key=lambda player: amounts[player], reverse=not fewest)
    place = 0
    for number, group in groupby(ranked, key=lambda player: amounts[player]):
        tied = list(group)
        pot = sum(awards[place : place + len(tied)])
        place += len(tied)
        if number or nothing or fewest:
            stars.update(dict.fromkeys(tied, -(-pot // len(tied))))
    return stars


def amounts_now(game: Game, by_hand: Amounts | None) -> dict[PlayerId, int] | None:
    """What each player has of the objective's quantity; None when it is counted by hand and not entered."""
    objective = game.objective
    assert objective is not None
    counted = {player.id: amount(game, player, objective.measure) for player in game.players}
    known = {player: number for player, number in counted.items() if number is not None}
    if len(known) == len(counted):
        return known
    return None if by_hand is None else dict(by_hand)


def stars_of(game: Game, amounts: Mapping[PlayerId, int]) -> dict[PlayerId, int]:
    """The shares of this round's objective."""
    objective = game.objective
    assert objective is not None
    nothing = game.table.says(Ruling.OBJECTIVE_NOTHING, Choice.YES)
    return shares(amounts, fewest=objective.fewest, nothing=nothing)


@rule(GameRule.OBJECTIVE_AMOUNTS)
def the_amounts_are_right(game: Game, event: ScoreObjective) -> str | None:
    """What can be counted must agree; what cannot is entered for every player."""
    objective = game.objective
    assert objective is not None  # only rounds with one have the step
    must = amounts_now(game, event.amounts)
    if must is None:
        return f"The objective {objective.name} is counted by hand: enter the amount of each player."
    if set(must) != set(game.table.players):
        return f"Amounts are entered for {listing(must)}; every player has one."
    for player, number in event.amounts or ():
        if must.get(player) != number:
            return f"{player} is said to have {number} ({objective.measure.quantity}); it is {must.get(player)}."
    return None


@rule(GameRule.OBJECTIVE_SHARES)
def the_shares_are_right(game: Game, event: ScoreObjective) -> str | None:
    """What is told of an objective agrees with its places and ties."""
    amounts = amounts_now(game, event.amounts)
    if event.stars is None or amounts is None:
        return None
    must = stars_of(game, amounts)
    for player, number in event.stars:
        if must[player] != number:
            everyone = listing(f"{each} {stars}" for each, stars in must.items())
            return f"{player} took {count(number, 'star')} for the objective; with {listing(f'{each} {has}' for each, has in amounts.items())} the stars are {everyone}."
    return None


def score(game: Game, event: ScoreObjective) -> Game:
    """The amounts are known; stars are given when the step ends."""
    return changed(game, amounts=event.amounts or ())


def award(game: Game) -> Game:
    """The stars of this round's objective."""
    amounts = amounts_now(game, game.amounts)
    assert amounts is not None
    stars = stars_of(game, amounts)
    players = tuple(
        changed(
            player, stars=player.stars + stars[player.id], row=player.row.gains({Source.OBJECTIVE: stars[player.id]})
        )
        for player in game.players
    )
    return changed(game, players=players, amounts=None)


FAMILIES: dict[type, EventFamily[Any]] = {
    ScoreObjective: EventFamily((the_amounts_are_right, the_shares_are_right), score)
}
