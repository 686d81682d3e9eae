"""A whole game record judged: legal, or the first event that breaks a rule."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from models.dice_manor.game.events import Event, play
from models.dice_manor.game.state import Game
from models.dice_manor.rules import catalogue
from models.dice_manor.rulings import Choice, ManorRulings, Ruling
from models.shared.rulebook import Broken
from models.shared.rulings import UnderRuling, relied_on
from models.shared.verdict import Violation


@dataclass(frozen=True, slots=True)
class GameVerdict:
    """The games before the first event and after each legal one, and what the verdict hangs on."""

    games: tuple[Game, ...]
    violation: Violation | None = None
    under: tuple[UnderRuling[Ruling, Choice], ...] = ()
    relies_on: tuple[tuple[Ruling, Choice], ...] = ()

    @property
    def reached(self) -> Game:
        """The game after the last legal event."""
        return self.games[-1]


def replay_game(game: Game, events: Sequence[Event]) -> GameVerdict:
    """The verdict on ``events``, without what other rulings would make of it."""
    games = [game]
    for number, event in enumerate(events):
        after = play(games[-1], event)
        if isinstance(after, Broken):
            cited = catalogue()[after.rule].cited(after.case)
            return GameVerdict(tuple(games), Violation(number, after.rule.value, after.message, *cited))
        games.append(after)
    return GameVerdict(tuple(games))


def judge_game(game: Game, events: Sequence[Event]) -> GameVerdict:
    """The verdict on ``events`` with the rulings that it hangs on."""
    watched = game.rulings.watched()
    verdict = replay_game(_under(game, watched), events)
    others = []
    for id, choice, rulings in game.rulings.others(watched.asked or ()):
        other = replay_game(_under(game, rulings), events)
        others.append(
            UnderRuling(id, choice, other.violation is None, other.violation.step if other.violation else None)
        )
    if verdict.violation is None:
        return replace(verdict, relies_on=relied_on(game.rulings, others))
    at = verdict.violation.step
    return replace(verdict, under=tuple(one for one in others if one.step is None or one.step > at))


def _under(game: Game, rulings: ManorRulings) -> Game:
    players = tuple(replace(player, grid=replace(player.grid, rulings=rulings)) for player in game.players)
    return replace(game, rulings=rulings, players=players)
