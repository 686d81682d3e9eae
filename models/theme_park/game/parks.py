"""The parks of a game as positions: what ``solve`` and ``review`` take."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import attrgetter

from models.theme_park.game.events import OperatePark
from models.theme_park.game.ids import PlayerId
from models.theme_park.game.judging import after, reach
from models.theme_park.game.phases.operating import position_of, resumed
from models.theme_park.game.rules import GameBroken
from models.theme_park.game.scoring.quantities import cubes
from models.theme_park.game.set_up.setting_up import begin
from models.theme_park.game.set_up.setup_rules import head_broken
from models.theme_park.game.state import Game, Player
from models.theme_park.game.steps import close_step, missing
from models.theme_park.game.validate import GameRecord
from models.theme_park.game.variant import STEPS, Step
from models.theme_park.operate.mid_phase import under_way
from models.theme_park.operate.moves import Move
from models.theme_park.operate.position import Position


@dataclass(frozen=True, slots=True)
class OperatedPark:
    """One player's Operate phase in a record: the park as it was found, the moves, and the events (from 0) that tell them.

    The bag is as full of each colour as before any of these events: others draw from it and discard into it meanwhile. Without events the
    player let the phase pass.
    """

    round: int
    player: PlayerId
    position: Position
    moves: tuple[Move, ...]
    events: tuple[int, ...]


def games_of(record: GameRecord) -> tuple[Game, ...]:
    """The game after none, one, two ... of its events, as far as they are legal: after none where the head is not."""
    games = [begin(record.table)]
    if head_broken(record.table) is not None:
        return tuple(games)
    for event in record.events:
        game = after(games[-1], event)
        if isinstance(game, GameBroken):
            break
        games.append(game)
    return tuple(games)


def park_now(game: Game, player: Player) -> Position:
    """The park of a player at any moment, as a position.

    While the Operate phase lasts, and until its earnings are taken: with its cubes and the cards of its Plan, without the
    Guides used, with the maps and mascots used told as such, and with the money that skills and cable cars brought in hand.
    A colour adjustment that waits for its operation cannot be told so.
    """
    position = replace(position_of(game, player), round=max(1, game.round))
    if game.step not in (Step.OPERATE, Step.EARN):
        return position
    position = replace(position, staff=player.planned)
    if player.operated is None:
        return position
    return replace(under_way(position, player.operated.reached), cubes=tuple(cubes(player).items()))


def operate_phases(record: GameRecord, games: Sequence[Game]) -> tuple[OperatedPark, ...]:
    """Every Operate phase of a record whose games after each event are ``games``, in the order they began.

    One that a player let pass without an event comes last in its round.
    """
    told = _told_phases(record, games)
    return tuple(sorted((*told, *_skipped_phases(told, games)), key=attrgetter("round")))


def _told_phases(record: GameRecord, games: Sequence[Game]) -> tuple[OperatedPark, ...]:
    found: dict[tuple[int, PlayerId], OperatedPark] = {}
    for number, (game, event) in enumerate(zip(games[:-1], record.events, strict=False)):
        if not isinstance(event, OperatePark):
            continue
        ready = reach(game, event)
        assert isinstance(ready, Game)  # the event is legal
        key = ready.round, event.by
        position, _ = resumed(ready, ready.by_id[event.by])
        before = found.get(key, OperatedPark(*key, position, (), ()))
        found[key] = OperatedPark(
            *key,
            position=_with_fuller_bag(before.position, position),
            moves=(*before.moves, *event.moves),
            events=(*before.events, number),
        )
    return tuple(found.values())


def _skipped_phases(told: Sequence[OperatedPark], games: Sequence[Game]) -> tuple[OperatedPark, ...]:
    """The Operate phases that are over and are not ``told``. Others draw from the bag and discard into it meanwhile."""
    known = {(each.round, each.player) for each in told}
    last, found = games[-1], list[OperatedPark]()
    over = last.round if STEPS.index(last.step) > STEPS.index(Step.OPERATE) else last.round - 1
    for number in range(1, over + 1):
        before = _up_to_operate(games, number)
        operated = [game for game in before if game.step is Step.OPERATE]
        moments = [_at_operate(before[-len(operated) - 1]), *operated]
        for player in last.players:
            if (number, player.id) not in known:
                parks = [position_of(game, game.by_id[player.id]) for game in moments if isinstance(game, Game)]
                found.append(OperatedPark(number, player.id, reduce(_with_fuller_bag, parks), (), ()))
    return tuple(found)


def _up_to_operate(games: Sequence[Game], number: int) -> list[Game]:
    """Of the moments of a round those until its Operate phase is over."""
    last = STEPS.index(Step.OPERATE)
    return [game for game in games if game.round == number and STEPS.index(game.step) <= last]


def _at_operate(game: Game) -> Game | str:
    """A game on its way to the Operate phase once it is there, or what must be done before."""
    while game.step is not Step.OPERATE:
        why = missing(game)
        if why is not None:
            return why
        game = close_step(game)
    return game


def _with_fuller_bag(first: Position, later: Position) -> Position:
    """The first of two moments of a phase, with each colour in the bag as often as at either."""
    assert first.bag is not None
    assert later.bag is not None  # a game knows its bag
    then = dict(later.bag)
    return replace(first, bag=tuple((colour, max(number, then[colour])) for colour, number in first.bag))


def park_to_operate(record: GameRecord, games: Sequence[Game], player: PlayerId, number: int) -> Position | str:
    """The park as the Operate phase of round ``number`` finds it, or a sentence on why there is none."""
    for phase in operate_phases(record, games):
        if (phase.round, phase.player) == (number, player):
            return phase.position
    before = _up_to_operate(games, number)
    if not before:
        reached = games[-1].round
        rounds = f"rounds 1 to {reached}" if reached > 1 else "round 1" if reached else "no round"
        return f"The record, as far as it is legal, has {rounds}."
    game = _at_operate(before[-1])
    if isinstance(game, str):
        return f"Round {number} has not come to its Operate phase: {game}."
    return position_of(game, game.by_id[player])
