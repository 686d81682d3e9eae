"""Events of a game: what each is, the rules it keeps, and what it does."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from models.dice_manor.building import placings
from models.dice_manor.building_replay import Build, broken_by
from models.dice_manor.game.collecting import collect
from models.dice_manor.game.state import ROUNDS, Game, Phase, Player, Rolling
from models.dice_manor.manor import NUMBERS
from models.dice_manor.phrases import room_text
from models.dice_manor.replay import transition
from models.dice_manor.rules import Rule
from models.dice_manor.rulings import Choice, Ruling
from models.dice_manor.scoring import EndOfGame, Finisher, scores, winners
from models.dice_manor.turn import Board, Seat, Turn
from models.shared.phrases import count, listing
from models.shared.rulebook import Broken


@dataclass(frozen=True, slots=True)
class Reveal:
    """A round begins: the tile that is turned up at each Blueprint number."""

    tiles: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class PlayerTurn:
    """A turn of the Bid phase, or of a player's Grand Opening; ``then``: the roll at its end, by the optional rule."""

    player: str
    turn: Turn
    then: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Collect:
    """The Collect phase; ``prestige``: what players say that they have after it, where they do."""

    prestige: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class BuildTile:
    """A player builds a tile won this round."""

    player: str
    build: Build


@dataclass(frozen=True, slots=True)
class Reset:
    """Building is over: the next round, or after the last the Grand Opening."""


@dataclass(frozen=True, slots=True)
class End:
    """The bonuses; ``totals`` and ``winners``: what players say, where they do."""

    totals: Mapping[str, int] | None = None
    winners: tuple[str, ...] | None = None


Event: TypeAlias = Reveal | PlayerTurn | Collect | BuildTile | Reset | End
PHASES: Mapping[type[Event], tuple[Phase, ...]] = {
    Reveal: (Phase.REVEAL,),
    PlayerTurn: (Phase.BID, Phase.OPENING),
    Collect: (Phase.COLLECT,),
    BuildTile: (Phase.BUILD,),
    Reset: (Phase.BUILD,),
    End: (Phase.END,),
}
"""The phases that an event belongs to."""


def play(game: Game, event: Event) -> Game | Broken[Rule]:
    """The game after ``event``, or the first rule that it breaks."""
    if game.phase not in PHASES[type(event)]:
        due = ", ".join(kind.__name__.lower() for kind, phases in PHASES.items() if game.phase in phases) or "nothing"
        return Broken(Rule.GAME_PHASE, f"The game is in the phase {game.phase}; what may come: {due}.")
    return _PLAYED[type(event)](game, event)


def _reveal(game: Game, event: Reveal) -> Game | Broken[Rule]:
    for number in NUMBERS:
        due, tile = game.next_tiles(number), event.tiles.get(number)
        if tile is None and due:
            stack = [each for each in game.box.stack(number) if each not in game.taken]
            return Broken(
                Rule.GAME_REVEAL, f"Blueprint {number} gets no tile, though its stack has {count(len(stack), 'tile')}."
            )
        if tile is not None and tile not in due:
            return Broken(Rule.GAME_REVEAL, _not_due(game, number, tile))
    empty = frozenset(NUMBERS) - frozenset(event.tiles)
    left = tuple(tile for tile in game.discarded if tile not in event.tiles.values())
    board = Board(empty=empty)
    return replace(game, shown=dict(event.tiles), discarded=left, board=board, phase=Phase.BID, active=game.first)


def _not_due(game: Game, number: int, tile: str) -> str:
    due = listing(list(game.next_tiles(number)), none="nothing")
    if tile in game.discarded and tile in game.box.stack(number):
        return f"{tile!r} was discarded to the bottom of the stack of Blueprint {number}; above it: {due}."
    return f"{tile!r} is not in the stack of Blueprint {number}; there: {due}."


def _turn(game: Game, event: PlayerTurn) -> Game | Broken[Rule]:
    player = game.by_id[event.player]
    if game.phase is Phase.BID and game.players[game.active].id != event.player:
        due = game.players[game.active].id
        return Broken(Rule.GAME_TURN, f"It is the turn of {due}, not of {event.player}.")
    foreign = _foreign_room(player, event.turn)
    if foreign is not None:
        return Broken(Rule.TOUR_DOOR, foreign)
    played = transition(game.seat(player), event.turn)
    if isinstance(played, Broken):
        return played
    wrong = _roll_at_end(game, played.after, event.then)
    if wrong is not None:
        return Broken(Rule.GAME_ROLL_AT_END, wrong)
    after = played.after
    player = replace(
        player,
        rolled=event.then,
        dice=after.dice,
        unplaced=after.unplaced,
        tokens=after.tokens,
        unhappy=after.unhappy,
        prestige=player.prestige + played.prestige,
    )
    game = game.with_player(player)
    if game.phase is Phase.OPENING:
        over = not any(each.unplaced for each in game.players)
        return replace(game, phase=Phase.END) if over else game
    assert after.board is not None
    game = replace(game, board=after.board)
    seats = [(game.active + step) % len(game.players) for step in range(1, len(game.players) + 1)]
    waiting = [seat for seat in seats if game.players[seat].unplaced]
    return replace(game, active=waiting[0]) if waiting else replace(game, phase=Phase.COLLECT)


def _foreign_room(player: Player, turn: Turn) -> str | None:
    """Why a path goes nowhere: it names a room that is not in the manor, or not yet."""
    rooms = player.grid.manor.by_id
    for path in turn.paths:
        for place in path:
            if place.room not in rooms:
                return f"{room_text(place.room)} is no room of {player.id} now; there: {listing(list(rooms))}."
    return None


def _roll_at_end(game: Game, after: Seat, then: tuple[int, ...] | None) -> str | None:
    """Why the roll at the end of a turn is none; hidden rolls need not be told."""
    if game.phase is not Phase.BID or game.rolling is Rolling.AT_START:
        return None if then is None else "Dice are rolled at the start of a turn here, none at its end."
    if then is None:
        missing = game.rolling is Rolling.AT_END_OPEN and after.unplaced
        return f"The turn ends with a roll of the dice that are left, {after.unplaced} of them." if missing else None
    if len(then) == after.unplaced:
        return None
    return (
        f"{count(len(then), 'die')} rolled at the end of the turn; {count(after.unplaced, 'die is', 'dice are')} left."
    )


def _collect(game: Game, event: Collect) -> Game | Broken[Rule]:
    after = collect(game)
    for name, told in (event.prestige or {}).items():
        if told != after.by_id[name].prestige:
            return Broken(
                Rule.GAME_COLLECT, f"{name} has {after.by_id[name].prestige} prestige after Collect, not {told}."
            )
    return after


def _build(game: Game, event: BuildTile) -> Game | Broken[Rule]:
    player = game.by_id[event.player]
    tiles = [game.box.by_id[tile] for tile in player.won]
    found = broken_by(player.grid, tiles, event.build)
    if isinstance(found, Broken):
        return found
    won = tuple(tile for tile in player.won if tile != event.build.tile)
    return game.with_player(replace(player, grid=player.grid.with_tile(found), won=won))


def _reset(game: Game) -> Game | Broken[Rule]:
    for player in game.players:
        left = _fitting(player, game)
        if left is not None and game.rulings.says(Ruling.TILE_NOT_PLACED, Choice.WHERE_IT_FITS):
            return Broken(Rule.GAME_BUILD_ALL, f"{player.id} has not built {left!r}, which fits the manor.")
    players = tuple(replace(player, won=()) for player in game.players)
    if game.round == ROUNDS:
        return replace(game, players=players, phase=Phase.OPENING)
    first = (game.first + 1) % len(players)
    return replace(game, players=players, phase=Phase.REVEAL, round=game.round + 1, first=first)


def _fitting(player: Player, game: Game) -> str | None:
    """A tile won that fits somewhere, None where there is none."""
    return next((tile for tile in player.won if next(placings(player.grid, game.box.by_id[tile]), None)), None)


def end_of(game: Game) -> EndOfGame:
    """What the final score depends on."""
    players = tuple(
        Finisher(player.id, player.prestige, player.tokens, player.unhappy, len(player.dice), player.grid.manor.rooms)
        for player in game.players
    )
    return EndOfGame(players, game.box.diversity, game.rulings)


def _end(game: Game, event: End) -> Game | Broken[Rule]:
    end = end_of(game)
    for score in scores(end):
        told = (event.totals or {}).get(score.id, score.total)
        if told != score.total:
            return Broken(Rule.GAME_TOTALS, f"{score.id} has {score.total} prestige in all, not {told}.")
    won = winners(end)
    if event.winners is not None and sorted(event.winners) != sorted(won):
        return Broken(Rule.GAME_WINNERS, f"{listing(won)} won, not {listing(event.winners, none='nobody')}.")
    return replace(game, phase=Phase.OVER)


_PLAYED: Mapping[type[Event], Callable[[Game, Any], Game | Broken[Rule]]] = {
    Reveal: _reveal,
    PlayerTurn: _turn,
    Collect: _collect,
    BuildTile: _build,
    Reset: lambda game, _: _reset(game),
    End: _end,
}
