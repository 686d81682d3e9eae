"""``check``: what the referee says, without any search."""

import click

from api.cli.documents import DOCUMENT, json_option, one_standard_input, position_argument
from api.cli.output import Exit, examples, say, say_json, text_width
from api.theme_park.commands.documents import read_moves, read_position
from api.theme_park.text.disputes import comparison_text, verdict_text
from models.theme_park.operate.disputes import compare, judge

MOST_SEQUENCES = 2


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
            from api.theme_park.answers import comparison_document  # noqa: PLC0415  loads what text does without

            say_json(comparison_document(comparison))
        else:
            say(comparison_text(comparison, moves, text_width()))
    elif as_json:
        from api.theme_park.answers import check_document  # noqa: PLC0415  loads what text does without

        say_json(check_document(judgements[0]))
    else:
        say(verdict_text(judgements[0], text_width()))
    return Exit.FINE if legal else Exit.ILLEGAL
