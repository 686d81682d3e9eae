"""A verdict on a whole game with what a table that disagrees wants to know: the rulings it hangs on."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from models.shared.rulings import relied_on
from models.theme_park.game.events import Event
from models.theme_park.game.frozen import changed
from models.theme_park.game.judging import judge, reach
from models.theme_park.game.rules import GameBroken, GameRule
from models.theme_park.game.set_up.setting_up import begin
from models.theme_park.game.set_up.setup_rules import HEAD_RULES, head_broken
from models.theme_park.game.state import Game
from models.theme_park.game.table import Table
from models.theme_park.game.validate import GameRecord, GameVerdict, check_game
from models.theme_park.rulings import Choice, Ruling, Rulings, UnderRuling


@dataclass(frozen=True)
class GameJudgement:
    """A verdict on a record; ``games`` after none, one, two ... of its legal events, no step ended for the next yet.

    Of an illegal record: ``under``, single rulings under whose other choice it gets further. Of a legal one:
    ``relies_on``, the choices in force whose opposite would make it illegal.
    """

    record: GameRecord
    verdict: GameVerdict
    games: tuple[Game, ...]
    under: tuple[UnderRuling, ...] = ()
    relies_on: tuple[tuple[Ruling, Choice], ...] = ()

    @property
    def playable(self) -> bool:
        """Whether the head allows any event at all."""
        return self.verdict.violation is None or self.verdict.violation.rule not in HEAD_RULES


class Moment(NamedTuple):
    """How far a record is legal: up to this event (from 0), and within an Operate phase up to this move.

    An event that comes too soon or too late is judged before its moves, and what the table claims of it after them.
    """

    event: int
    at: int
    move: int | None


@dataclass
class _Line:
    """The record as played under the rulings in force: the game before each event, and what was asked meanwhile.

    ``games`` has one more than the legal events; ``asked`` one for each event judged.
    """

    games: list[Game]
    asked: list[frozenset[Ruling]] = field(default_factory=list)
    ends: Moment | None = None


def judge_game(record: GameRecord) -> GameJudgement:
    """The verdict on a record and what a dispute about it needs."""
    verdict = check_game(record)
    if head_broken(record.table) is not None:  # no ruling has a say there
        return GameJudgement(record, verdict, (verdict.reached,))
    line = _played(record)
    others = list(_under_other_choices(record, line))
    if verdict.legal:
        relies_on = relied_on(record.table.rulings, (other for other, _ in others))
        return GameJudgement(record, verdict, tuple(line.games), relies_on=relies_on)
    assert line.ends is not None
    further = tuple(other for other, ends in others if ends is None or ends[:2] > line.ends[:2])
    return GameJudgement(record, verdict, tuple(line.games), under=further)


def _played(record: GameRecord) -> _Line:
    watched = record.table.rulings.watched()
    assert watched.asked is not None
    game = begin(replace(record.table, rulings=watched))
    line = _Line([_at(game, record.table)])
    for number, event in enumerate(record.events):
        watched.asked.clear()
        result = _next(game, number, event)
        line.asked.append(frozenset(watched.asked))
        if isinstance(result, Moment):
            line.ends = result
            break
        game = result
        line.games.append(_at(game, record.table))
    return line


def _at(game: Game, table: Table) -> Game:
    """The same moment at a table that differs in its rulings."""
    return changed(game, table=table)


def _next(game: Game, number: int, event: Event) -> Game | Moment:
    """The game after ``event``, or the moment at which the record ends there."""
    reached = reach(game, event)
    if isinstance(reached, GameBroken):
        return Moment(number, -1, None)
    result = judge(reached, event)
    if not isinstance(result, GameBroken):
        return result
    moves = len(getattr(event, "moves", ()))
    after_moves = moves if result.rule == GameRule.OPERATE_CLAIM else 0
    return Moment(number, after_moves if result.move is None else result.move, result.move)


def _under_other_choices(record: GameRecord, line: _Line) -> Iterator[tuple[UnderRuling, Moment | None]]:
    """The verdict under every choice that is not in force, one ruling changed at a time, and where the record ends then."""
    for ruling, choice, rulings in record.table.rulings.others(frozenset().union(*line.asked)):
        ends = _ends(record, line, ruling, rulings)
        at = (None, None) if ends is None else (ends.event, ends.move)
        yield UnderRuling(ruling, choice, ends is None, *at), ends


def _ends(record: GameRecord, line: _Line, ruling: Ruling, rulings: Rulings) -> Moment | None:
    """Where the record ends with ``ruling`` changed as in ``rulings``; None where it is legal.

    Only what asks the ruling is judged again, and what follows from there until the game is as it was.
    """
    table = replace(record.table, rulings=rulings)
    number, game = 0, None
    while number < len(record.events):
        if game is None:
            asking = (each for each in range(number, len(line.asked)) if ruling in line.asked[each])
            following = next(asking, None)
            if following is None:
                return line.ends
            number, game = following, _at(line.games[following], table)
        result = _next(game, number, record.events[number])
        if isinstance(result, Moment):
            return result
        number += 1
        as_before = number < len(line.games) and _at(result, record.table) == line.games[number]
        game = None if as_before else result
    return None
