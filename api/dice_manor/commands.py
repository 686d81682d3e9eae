"""Commands of Dice Manor, by verb: what the command line does with a document ``"of": "dice-manor"``."""

import click

from api.cli.documents import (
    DOCUMENT,
    game_option,
    json_option,
    one_standard_input,
    position_argument,
    standard_input,
    time_limit_option,
)
from api.cli.output import Exit, examples, say, say_json, text_width
from api.dice_manor.answers import (
    check_document,
    moves_document,
    rule_document,
    rules_document,
    score_document,
    solve_document,
)
from api.dice_manor.bid_answers import bid_document, read_weights
from api.dice_manor.building import building_document, layouts_document, load_builds, load_site
from api.dice_manor.loading import load_end, load_seat, load_table, load_to_list, load_to_solve, load_turns, phase_of
from api.dice_manor.records import game_document, load_record
from api.dice_manor.schemas.bids import BidTable
from api.dice_manor.schemas.fields import HIGHEST_SEED, Phase
from api.dice_manor.text import (
    bid_text,
    building_text,
    check_text,
    game_text,
    layouts_text,
    moves_text,
    rule_text,
    rules_text,
    score_text,
    solve_text,
)
from api.games import Verb
from api.json_input import read_document
from api.problems.bad_input import located
from api.schemas.describing import Document
from models.dice_manor.turn import Seat
from models.shared.deadline import Patience
from solver.dice_manor.bid_values import Weights
from solver.dice_manor.grand_opening import MOST_TARGET
from solver.dice_manor.time_limits import COMMAND

MOST_MOVES = 10_000
PATIENCE = Patience(work=30.0, seconds=60.0)


GOES_WITH = {"target": Phase.GRAND_OPENING, "seed": Phase.GRAND_OPENING, "weights": Phase.BID}
"""Options of solve that one phase alone heeds."""


def _weights(_context: click.Context, _option: click.Parameter, value: str | None) -> Weights | None:
    try:
        return None if value is None else read_weights(value)
    except ValueError as wrong:
        raise click.BadParameter(str(wrong)) from None


@click.command(
    short_help="The best policy of a Grand Opening, with its proof.",
    epilog=examples("park-advisor solve manor.json", "park-advisor solve manor.json --target 30 --json"),
)
@position_argument
@click.option(
    "--target", type=click.IntRange(0, MOST_TARGET), metavar="N", help="Also maximise the chance of N prestige to come."
)
@time_limit_option(COMMAND, "Seconds of an estimate, where the manor is too large to be solved exactly.")
@click.option(
    "--weights",
    metavar="NAME=NUMBER,...",
    callback=_weights,
    help="What things are worth in the Bid phase, as token=0.5.",
)
@click.option(
    "--seed", type=click.IntRange(0, HIGHEST_SEED), metavar="N", help="Random seed of an estimate; 0 unless told."
)
@json_option
def solve(
    position: str, target: int | None, time_limit: float, weights: Weights | None, seed: int | None, as_json: bool
) -> int:
    """Find what to do with a roll: in the Grand Opening the best policy and its worth, in the Bid phase turns ranked."""
    with located(position):
        read = read_document(position, standard_input())
        _refuse_unheeded(phase_of(read), target=target, weights=weights, seed=seed)
        if phase_of(read) == Phase.BID:
            return _solve_bid(load_table(read), weights or Weights(), time_limit, as_json=as_json)
        if phase_of(read) == Phase.BUILD:
            document = layouts_document(load_site(read), seconds=time_limit)
            _tell(document, layouts_text(document), as_json=as_json)
            return Exit.FINE
        seat = load_to_solve(read)
    document = solve_document(seat, target=target, seconds=time_limit, seed=seed or 0)
    _tell(document, solve_text(seat, document, text_width()), as_json=as_json)
    return Exit.FINE


def _refuse_unheeded(phase: object, **given: object) -> None:
    """Raises UsageError for options that another phase alone heeds; of a phase without decisions its loader has words."""
    for option, heeds in GOES_WITH.items():
        if given[option] is not None and phase != heeds and phase in (Phase.GRAND_OPENING, Phase.BID, Phase.BUILD):
            raise click.UsageError(f"--{option} goes with the phase {heeds} only; found the phase {phase}.")


def _solve_bid(table: BidTable, weights: Weights, seconds: float, *, as_json: bool) -> int:
    document = bid_document(table, weights, seconds=seconds)
    _tell(document, bid_text(document, text_width()), as_json=as_json)
    return Exit.FINE


@click.command(short_help="Judge turns.", epilog=examples("park-advisor check manor.json turns.json"))
@position_argument
@click.argument("moves", metavar="MOVES.json", type=DOCUMENT)
@json_option
def check(position: str, moves: str, as_json: bool) -> int:
    """Judge the turns of MOVES from POSITION, one after another."""
    one_standard_input(position, moves)
    with located(position):
        read = read_document(position, standard_input())
        building = load_site(read) if phase_of(read) == Phase.BUILD else None
        seat = None if building else load_seat(read)
    with located(moves):
        told = read_document(moves, standard_input())
        if building:
            document = building_document(building, load_builds(told))
        else:
            assert seat is not None
            document = check_document(seat, load_turns(told, seat))
    text = building_text(document, text_width()) if building else check_text(document, text_width())
    _tell(document, text, as_json=as_json)
    return Exit.FINE if document["legal"] else Exit.ILLEGAL


def _tell(document: Document, text: str, *, as_json: bool) -> None:
    if as_json:
        say_json(document)
    else:
        say(text)


@click.command(epilog=examples("park-advisor moves manor.json"))
@position_argument
@json_option
def moves(position: str, as_json: bool) -> int:
    """List every legal turn on the roll that POSITION shows, tokens left aside; cut at 10,000 or half a minute."""
    document = moves_document(_seat(position), most=MOST_MOVES, patience=PATIENCE)
    _tell(document, moves_text(document), as_json=as_json)
    return Exit.FINE


@click.command(short_help="The final score, by player.", epilog=examples("park-advisor score end.json"))
@click.argument("position", metavar="END.json", type=DOCUMENT)
@json_option
def score(position: str, as_json: bool) -> int:
    """Count everybody's points at the end of a game, and tell who wins."""
    with located(position):
        end = load_end(read_document(position, standard_input()))
    document = score_document(end)
    _tell(document, score_text(document), as_json=as_json)
    return Exit.FINE


@click.command(short_help="Judge a whole game.", epilog=examples("park-advisor game record.json"))
@click.argument("record", metavar="RECORD.json", type=DOCUMENT)
@json_option
def game(record: str, as_json: bool) -> int:
    """Validate the game of RECORD event by event: legal or the first violation, and the score."""
    with located(record):
        document = game_document(load_record(read_document(record, standard_input())))
    _tell(document, game_text(document, text_width()), as_json=as_json)
    return Exit.FINE if document["legal"] else Exit.ILLEGAL


@click.command(short_help="The rules and rulings, with their sources.")
@click.argument("rule_id", required=False)
@game_option
@json_option
def rules(rule_id: str | None, as_json: bool) -> int:
    """List the rules and rulings of Dice Manor, or show the one with RULE_ID in full."""
    document = rules_document() if rule_id is None else rule_document(rule_id)
    text = rules_text(document) if rule_id is None else rule_text(document, text_width())
    _tell(document, text, as_json=as_json)
    return Exit.FINE


def _seat(source: str) -> Seat:
    """The position in a file, or on standard input; raises ``BadInput``."""
    with located(source):
        return load_to_list(read_document(source, standard_input()))


COMMANDS = {
    Verb.SOLVE: solve,
    Verb.CHECK: check,
    Verb.MOVES: moves,
    Verb.SCORE: score,
    Verb.GAME: game,
    Verb.RULES: rules,
}
