"""``review`` of a whole game: every Operate phase of its record against the best."""

import click

from api.cli.documents import standard_input
from api.cli.output import Exit, say, say_json, text_width
from api.problems.bad_input import BadInput
from api.theme_park.commands.live import live_game_review
from api.theme_park.input_limits import LONGEST_REVIEW
from api.theme_park.records import read_record
from models.theme_park.game.validate import GameRecord
from solver.theme_park.operate.settings import Settings

OF_A_POSITION = "/park"
"""A pointer that only faults of positions have: no record has a park."""


def review_game(source: str, settings: Settings, *, as_json: bool) -> int:
    """Review the record in ``source``; returns the exit code."""
    from api.theme_park.game_reviews import GameReviewing  # noqa: PLC0415  the search is loaded only where it is used
    from api.theme_park.text.game_reviews import game_review_text  # noqa: PLC0415
    from solver.runtime.process import lent_or_own  # noqa: PLC0415
    from solver.theme_park.operate.search_process import PRELOAD  # noqa: PLC0415

    record = _record(source)
    with live_game_review() as tell:
        reviewing = GameReviewing(record, settings, LONGEST_REVIEW, {}, news=lambda told, _: tell(told))
        with lent_or_own(None, PRELOAD) as child:
            reviewing.search(child)
    answer = reviewing.document()
    if as_json:
        say_json(answer)
    else:
        say(game_review_text(answer, text_width()))
    if reviewing.stopped:
        return Exit.INTERRUPTED
    return Exit.FINE if reviewing.legal else Exit.ILLEGAL


def _record(source: str) -> GameRecord:
    try:
        return read_record(source, standard_input())
    except BadInput as bad:
        if any(fault.pointer == OF_A_POSITION for fault in bad.faults):
            raise click.UsageError("Missing argument 'MOVES.json': only a whole game is reviewed without.") from bad
        raise
