"""Validating a game record: played while legal, with the score sheet of what was judged."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from models.shared.verdict import Violation
from models.theme_park.game.conservation import check_conserved
from models.theme_park.game.events import Event
from models.theme_park.game.ids import PlayerId
from models.theme_park.game.judging import judge, reach
from models.theme_park.game.phases.upkeep import written
from models.theme_park.game.rules import GameBroken, GameRule, game_catalogue
from models.theme_park.game.set_up.setting_up import begin
from models.theme_park.game.set_up.setup_rules import head_broken
from models.theme_park.game.sheet import Row
from models.theme_park.game.state import Game
from models.theme_park.game.steps import as_told
from models.theme_park.game.table import Table
from models.theme_park.game.variant import Phase


@dataclass(frozen=True, slots=True)
class GameViolation(Violation):
    """Why a game stops being legal: ``step`` is the event (from 0), ``move`` one of an Operate phase (from 0).

    ``line``: where the event stands in the text form (from 1), of a record that was read from it.
    """

    round: int = 0
    phase: Phase = Phase.SET_UP
    player: PlayerId | None = None
    move: int | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A head and what happened; ``lines``: where each event stands in the text form, if it was read from that."""

    table: Table
    events: tuple[Event, ...]
    lines: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class GameVerdict:
    """How far a record is legal, the state that the last legal event led to, and the rows of the score sheet by player."""

    reached: Game
    played: int
    sheet: tuple[tuple[PlayerId, tuple[Row, ...]], ...]
    violation: GameViolation | None = None

    @property
    def legal(self) -> bool:
        """Whether every event was legal."""
        return self.violation is None

    @property
    def over(self) -> bool:
        """Whether the game was played to its end."""
        return self.reached.winners is not None


def check_game(record: GameRecord) -> GameVerdict:
    """Judge a whole record; stops at the first event that is not legal."""
    game = begin(record.table)
    broken = head_broken(record.table)
    if broken is not None:
        return _verdict(game, 0, _violation(game, 0, None, broken))
    verdict = check_rest(game, record.events)
    if verdict.violation is None or not record.lines:
        return verdict
    return replace(verdict, violation=replace(verdict.violation, line=record.lines[verdict.violation.step]))


def check_rest(game: Game, events: Sequence[Event], first: int = 0) -> GameVerdict:
    """Judge the events from number ``first`` on, where ``game`` is what those before them lead to."""
    for number, event in enumerate(events[first:], first):
        reached = reach(game, event)
        if isinstance(reached, GameBroken):
            return _verdict(game, number, _violation(game, number, event, reached))
        played = judge(reached, event)
        if isinstance(played, GameBroken):  # it ends no step: what it would have ended may still go on
            return _verdict(game, number, _violation(reached, number, event, played))
        game = played
    check_conserved(game)
    return _verdict(game, len(events), None)


def _violation(game: Game, number: int, event: Event | None, broken: GameBroken) -> GameViolation:
    source, page = broken.source, broken.page
    if source is None:
        entry = game_catalogue()[GameRule(broken.rule)]
        source, page = entry.source, entry.page
    return GameViolation(
        step=number,
        rule=broken.rule,
        message=broken.message,
        source=source,
        page=page,
        round=game.round,
        phase=game.phase,
        player=getattr(event, "by", None),
        move=broken.move,
    )


def _verdict(game: Game, played: int, violation: GameViolation | None) -> GameVerdict:
    game = as_told(game)
    rows = tuple(
        (player.id, player.rows if not game.round else (*player.rows, written(player))) for player in game.players
    )
    return GameVerdict(game, played, rows, violation)
