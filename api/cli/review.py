"""``review``: a submitted sequence against the best."""

import click

from api.cli.documents import (
    DOCUMENT,
    json_option,
    one_standard_input,
    position_argument,
    read_moves,
    read_position,
    time_limit_option,
)
from api.cli.output import Exit, examples, say, say_json, text_width
from api.faults import BadInput
from api.reviews import review_document, review_text
from solver.operate.advice import Settings

DEFAULT_SECONDS = 20.0


@click.command(
    short_help="Stars lost at each move, and the better move.",
    epilog=examples("park-advisor review position.json moves.json --time-limit 10"),
)
@position_argument
@click.argument("moves", metavar="MOVES.json", type=DOCUMENT)
@time_limit_option(DEFAULT_SECONDS, "Seconds for all the searches together.")
@json_option
def review(position: str, moves: str, time_limit: float, as_json: bool) -> int:
    """Tell the stars lost at each step of MOVES against the best, and the better move."""
    one_standard_input(position, moves)
    park = read_position(position)
    played = read_moves(moves, park)
    from solver.operate.review import review as reviewed  # noqa: PLC0415  the search is loaded only where it is used
    from solver.operate.scope import NotSolvedYet  # noqa: PLC0415

    try:
        told = reviewed(park, played, Settings(time_limit=time_limit))
    except NotSolvedYet as refused:
        raise BadInput(refused.parts) from refused
    if as_json:
        say_json(review_document(told))
    else:
        say(review_text(told, text_width()))
    return Exit.FINE if told.verdict.legal else Exit.ILLEGAL
