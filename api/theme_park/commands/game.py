"""``game``: a whole game record validated, with its score sheet; the parks and moves that it tells of."""

from collections.abc import Sequence
from typing import Any

import click

from api.cli.documents import DOCUMENT, json_option, standard_input
from api.cli.output import Exit, examples, say, say_json, text_width
from api.theme_park.game_answers import game_document
from api.theme_park.records import read_record, record_text
from api.theme_park.schemas.moves import dump_move
from api.theme_park.schemas.position import dump_position
from api.theme_park.schemas.record import dump_record
from api.theme_park.text.games import game_text
from models.shared.fault import named
from models.theme_park.game.disputes import judge_game
from models.theme_park.game.ids import PlayerId
from models.theme_park.game.parks import games_of, operate_phases, park_now, park_to_operate
from models.theme_park.game.state import Game
from models.theme_park.game.steps import as_told
from models.theme_park.game.validate import GameRecord
from models.theme_park.operate.position import Position

FORMS = ("json", "text")


@click.command(
    short_help="Judge a whole game, with its score sheet.",
    epilog=examples(
        "park-advisor game record.json",
        "park-advisor game --as text record.json",
        "park-advisor game record.json --park ann --round 3",
        "park-advisor game record.json --moves ann --round 3",
    ),
)
@click.argument("record", metavar="RECORD.json", type=DOCUMENT)
@click.option(
    "--as", "form", type=click.Choice(FORMS), help="Print the record itself in this form instead of judging it."
)
@click.option("--park", metavar="PLAYER", help="Print a player's park as a position document instead.")
@click.option("--moves", metavar="PLAYER", help="Print the moves of a player's last Operate phase instead.")
@click.option("--round", "number", type=int, metavar="N", help="The park as the Operate phase of round N finds it.")
@click.option(
    "--at", type=int, metavar="EVENTS", help="The park after so many events; without, after the last legal one."
)
@json_option
def game(
    record: str,
    form: str | None,
    park: str | None,
    moves: str | None,
    number: int | None,
    at: int | None,
    as_json: bool,
) -> int:
    """Validate the game of RECORD (JSON, or its text form): legal or the first violation, and the score sheet.

    With --park or --moves print what solve, check and review take: the park that the Operate phase of a round found, or
    as it stands after some event, and the moves made.
    """
    _one_of({"--as": form, "--park": park, "--moves": moves}, {"--round": number, "--at": at})
    if as_json and form == "text":
        raise click.UsageError("Found --json and --as text; accepted: one of them, or --as json.")
    read = read_record(record, standard_input())
    if form is not None:
        return _as(read, form)
    if park is not None:
        say_json(dump_position(_park(read, _player(read, park, "--park"), number, at)))
        return Exit.FINE
    if moves is not None:
        say_json({"moves": _moves(read, _player(read, moves, "--moves"), number, at)})
        return Exit.FINE
    judgement = judge_game(read)
    if as_json:
        say_json(game_document(judgement))
    else:
        say(game_text(judgement, text_width()))
    return Exit.FINE if judgement.verdict.legal else Exit.ILLEGAL


def _one_of(ways: dict[str, Any], moments: dict[str, Any]) -> None:
    """Raises UsageError for options that do not go together."""
    for options in (ways, moments):
        given = [name for name, value in options.items() if value is not None]
        if len(given) > 1:
            raise click.UsageError(f"Found {' and '.join(given)}; accepted: one of {named(options)}.")
    moment = next((name for name, value in moments.items() if value is not None), None)
    if moment and ways["--park"] is None and ways["--moves"] is None:
        raise click.UsageError(f"Found {moment} alone; accepted: beside --park or --moves.")


def _as(record: GameRecord, form: str) -> int:
    if form == "text":
        say(record_text(record))
    else:
        say_json(dump_record(record))
    return Exit.FINE


def _player(record: GameRecord, name: str, option: str) -> PlayerId:
    if name in record.table.players:
        return PlayerId(name)
    raise _refused(option, f"Found {name!r}; accepted: {named(record.table.players)}.")


def _park(record: GameRecord, player: PlayerId, number: int | None, at: int | None) -> Position:
    games = games_of(record)
    if number is not None:
        found = park_to_operate(record, games, player, number)
        if isinstance(found, str):
            raise _refused("--round", found)
        return found
    game = as_told(games[_events(at, games)])
    return park_now(game, game.by_id[player])


def _moves(record: GameRecord, player: PlayerId, number: int | None, at: int | None) -> list[Any]:
    games = games_of(record)
    upto = games[: _events(at, games) + 1]
    told = [each for each in operate_phases(record, games) if each.player == player and each.events]
    phases = [
        each
        for each in operate_phases(record, upto)
        if each.player == player and number in (None, each.round) and each.events
    ]
    if phases:
        return [dump_move(move) for move in phases[-1].moves]
    when = f"in round {number}" if number is not None else "so far"
    rounds = [str(each.round) for each in told]
    accepted = f"accepted: one of the rounds {', '.join(rounds)}" if rounds else "no round has such moves"
    raise _refused("--moves", f"{player} has no moves of an Operate phase {when}; {accepted}.")


def _events(at: int | None, games: Sequence[Game]) -> int:
    last = len(games) - 1
    if at is None:
        return last
    if not 0 <= at <= last:
        raise _refused("--at", f"Found {at}; accepted: 0 to {last}, the number of legal events.")
    return at


def _refused(option: str, why: str) -> click.BadParameter:
    return click.BadParameter(why, param_hint=f"'{option}'")
