"""The Collect phase: Blueprints, Advertising with its bonus dice, manors (Rulebook, Phase 2: Collect)."""

from dataclasses import replace

from models.dice_manor.bids import advertising_order, blueprint_order
from models.dice_manor.game.state import Game, Phase, Player
from models.dice_manor.manor import NUMBERS
from models.dice_manor.replay import gained_tokens
from models.dice_manor.rulings import Choice, Ruling
from models.dice_manor.turn import Board

ADVANCES = (2, 1)
"""Spaces that the markers of the 1st and the 2nd move."""


def collect(game: Game) -> Game:
    """The game after Collect, in its fixed order."""
    return _manors(_advertising(_blueprints(game)))


def _blueprints(game: Game) -> Game:
    """From the lowest number to the highest; under a Blueprint without a tile the top bid takes nothing."""
    for number in NUMBERS:
        tile, bids = game.shown.get(number), blueprint_order(game.board.blueprints.get(number, ()))
        if tile is not None and bids:
            player = game.by_id[bids[0].player]
            game = game.with_player(replace(player, won=(*player.won, tile)))
            game = replace(game, taken=game.taken | {tile})
        elif tile is not None:
            game = replace(game, discarded=(*game.discarded, tile))
        for bid in bids[1:]:
            game = _token(game, game.by_id[bid.player])
    return game


def _token(game: Game, player: Player) -> Game:
    """The game once ``player`` gained a token, if the supply has one."""
    gained = gained_tokens(1, game.supply, game.rulings)
    return game.with_player(replace(player, tokens=player.tokens + gained))


def _advertising(game: Game) -> Game:
    bids = advertising_order(game.board.advertising, game.rulings)
    for place, bid in enumerate(bids):
        player = game.by_id[bid.player]
        spaces = ADVANCES[place] if place < len(ADVANCES) else 0
        game = game.with_player(_advanced(game, player, spaces)) if spaces else _token(game, player)
    for bid in bids:
        game = game.with_player(_bonus_moved(game.by_id[bid.player], bid.dice))
    return game


def _advanced(game: Game, player: Player, spaces: int) -> Player:
    """The marker moves space by space, earns each, and claims the dice that it meets; at the end of the track it stops."""
    passing = game.rulings.says(Ruling.MARKER_PASSES_DIE, Choice.CLAIMED)
    end = min(len(game.box.track), player.marker + spaces)
    for space in range(player.marker + 1, end + 1):
        player = replace(player, marker=space, prestige=player.prestige + game.box.track[space - 1])
        if passing or space == end:
            player = _claimed(player)
    beyond = spaces - (end - game.by_id[player.id].marker)
    if beyond and game.rulings.says(Ruling.MARKER_AT_THE_END, Choice.EARNS_THE_LAST_AGAIN):
        player = replace(player, prestige=player.prestige + beyond * game.box.track[-1])
    return player


def _bonus_moved(player: Player, steps: int) -> Player:
    """The nearest bonus die moves towards the marker, one space for each die bid; what is left moves the other one."""
    for _ in range(steps):
        if not player.bonus:
            break
        die, *others = player.bonus
        towards = 1 if die < player.marker else -1
        player = _claimed(replace(player, bonus=(die + towards, *others)))
    return player


def _claimed(player: Player) -> Player:
    """Bonus dice in the marker's space are the player's."""
    left = tuple(space for space in player.bonus if space != player.marker)
    return replace(player, bonus=left, owned=player.owned + len(player.bonus) - len(left))


def _manors(game: Game) -> Game:
    """One prestige for each die in a manor; all dice come back."""
    players = tuple(
        replace(player, prestige=player.prestige + len(player.dice), dice={}, unplaced=player.owned, rolled=None)
        for player in game.players
    )
    return replace(game, players=players, board=Board(), shown={}, phase=Phase.BUILD)
