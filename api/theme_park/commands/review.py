"""``review``: a submitted sequence against the best, or every Operate phase of a whole game."""

import click

from api.cli.documents import DOCUMENT, json_option, one_standard_input, time_limit_option
from api.cli.output import Exit, examples, say, say_json, text_width
from api.problems.bad_input import BadInput
from api.theme_park.commands.documents import read_moves, read_position
from api.theme_park.commands.game_review import review_game
from api.theme_park.commands.live import live_review
from api.theme_park.input_limits import LONGEST_REVIEW
from models.theme_park.operate.moves import Move
from models.theme_park.operate.position import Position
from solver.runtime.not_solved import NotSolvedYet
from solver.theme_park.operate.settings import Settings
from solver.theme_park.operate.time_limits import REVIEW_OF_A_STATE


@click.command(
    short_help="Stars lost at each move, and the better move.",
    epilog=examples(
        "park-advisor review position.json moves.json --time-limit 30",
        "park-advisor review position.json moves.json --unfinished",
        "park-advisor review record.json --time-limit 5",
    ),
)
@click.argument("reviewed", metavar="POSITION.json|RECORD.json", type=DOCUMENT)
@click.argument("moves", metavar="[MOVES.json]", type=DOCUMENT, required=False)
@time_limit_option(
    REVIEW_OF_A_STATE,
    "Seconds for each state that the moves come through; those whose best follows from others take none. An hour at most for all.",
)
@click.option("--unfinished", is_flag=True, help="More moves follow: do not judge stopping after these.")
@click.option(
    "--known",
    metavar="MOVES.json",
    type=DOCUMENT,
    help="Moves from the start that are known to be good, from any source.",
)
@json_option
def review(
    reviewed: str, moves: str | None, time_limit: float, unfinished: bool, known: str | None, as_json: bool
) -> int:
    """Tell the stars lost at each step of MOVES against the best, and the better move.

    Without MOVES the first document is the record of a whole game (JSON, or its text form), of which every Operate phase
    is reviewed, as far as the record is legal.

    A loss is told as a number only where it is proven, otherwise as at least and at most. Ctrl-C ends the searches; what is
    known so far is told.
    """
    if moves is None:
        if unfinished or known is not None:
            raise click.UsageError(
                "Found no MOVES; accepted: --unfinished and --known only beside moves of one position."
            )
        return review_game(reviewed, Settings(time_limit=time_limit), as_json=as_json)
    one_standard_input(reviewed, moves, known)
    park = read_position(reviewed)
    played = read_moves(moves, park)
    better = () if known is None else read_moves(known, park)
    return _review(park, played, better, Settings(time_limit=time_limit), complete=not unfinished, as_json=as_json)


def _review(
    park: Position,
    played: tuple[Move, ...],
    known: tuple[Move, ...],
    settings: Settings,
    *,
    complete: bool,
    as_json: bool,
) -> int:
    from api.theme_park.review_answers import review_document  # noqa: PLC0415  the search is loaded only where it is used
    from api.theme_park.text.reviews import review_text  # noqa: PLC0415
    from solver.theme_park.operate.review.review import review as reviewed  # noqa: PLC0415

    try:
        with live_review() as tell:
            told = reviewed(
                park, played, settings, complete=complete, known=known, total=LONGEST_REVIEW, on_progress=tell
            )
    except NotSolvedYet as refused:
        raise BadInput(refused.parts) from refused
    if as_json:
        say_json(review_document(told))
    else:
        say(review_text(told, text_width()))
    if told.stopped:
        return Exit.INTERRUPTED
    return Exit.FINE if told.verdict.legal else Exit.ILLEGAL
