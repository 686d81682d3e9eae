"""``check`` and ``moves``: what the referee says, without any search."""

from collections.abc import Iterator

import click

from api.cli.documents import DOCUMENT, json_option, one_standard_input, position_argument
from api.cli.output import Exit, examples, say, say_json, text_width
from api.theme_park.answers import check_document, comparison_document, moves_document
from api.theme_park.commands.documents import read_moves, read_position
from api.theme_park.text.answers import moves_text
from api.theme_park.text.disputes import comparison_text, verdict_text
from models.shared.deadline import Patience, TimeOver, within
from models.theme_park.operate.disputes import compare, judge
from models.theme_park.operate.phase import legal_moves
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import OperateStep, step
from models.theme_park.operate.state import State, start

MOST_SEQUENCES = 2
MOST_MOVES = 10_000
PATIENCE = Patience(work=30.0, seconds=60.0)


@click.command(
    short_help="Judge a sequence of moves, or compare two.",
    epilog=examples(
        "park-advisor check position.json moves.json",
        "park-advisor check position.json moves.json other.json",
        "park-advisor check position.json - --json < moves.json",
    ),
)
@position_argument
@click.argument("moves", metavar="MOVES.json [OTHER.json]", nargs=-1, required=True, type=DOCUMENT)
@json_option
def check(position: str, moves: tuple[str, ...], as_json: bool) -> int:
    """Replay MOVES from POSITION and give the verdict; with OTHER, compare the two sequences."""
    if len(moves) > MOST_SEQUENCES:
        raise click.UsageError(f"Found {len(moves)} files of moves; accepted: one to judge, or two to compare.")
    one_standard_input(position, *moves)
    park = read_position(position)
    judgements = [judge(park, sequence) for sequence in [read_moves(source, park) for source in moves]]
    legal = all(judgement.verdict.legal for judgement in judgements)
    if len(judgements) == MOST_SEQUENCES:
        comparison = compare(judgements[0], judgements[1])
        if as_json:
            say_json(comparison_document(comparison))
        else:
            say(comparison_text(comparison, moves, text_width()))
    elif as_json:
        say_json(check_document(judgements[0]))
    else:
        say(verdict_text(judgements[0], text_width()))
    return Exit.FINE if legal else Exit.ILLEGAL


@click.command(epilog=examples("park-advisor moves position.json"))
@position_argument
@json_option
def moves(position: str, as_json: bool) -> int:
    """List every legal next move, cut at 10,000 or half a minute."""
    park = read_position(position)
    if as_json:
        say_json(moves_document(park, most=MOST_MOVES, patience=PATIENCE))
        return Exit.FINE
    before, cut = start(park), list[bool]()
    for line in moves_text(park, _steps(park, before, cut), text_width()):
        say(line)
    if cut:
        say("There may be more: the list was cut.")
    return Exit.FINE


def _steps(park: Position, before: State, cut: list[bool]) -> Iterator[OperateStep]:
    """The moves one by one; ``cut`` gets a true value when that ended too soon."""
    try:
        with within(PATIENCE):
            for number, move in enumerate(legal_moves(park, before)):
                if number == MOST_MOVES:
                    cut.append(True)
                    return
                yield step(park, before, move)
    except TimeOver:
        cut.append(True)
