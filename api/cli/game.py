"""``game``: a whole game record validated, with its score sheet."""

import click

from api.cli.documents import DOCUMENT, json_option, standard_input
from api.cli.output import Exit, examples, say, say_json, text_width
from api.games import game_document
from api.records import read_record, record_text
from api.schemas.dumping_game import dump_record
from api.text.games import game_text
from models.theme_park.game.validate import check_game

FORMS = ("json", "text")


@click.command(
    short_help="Judge a whole game, with its score sheet.",
    epilog=examples("park-advisor game record.json", "park-advisor game --as text record.json"),
)
@click.argument("record", metavar="RECORD.json", type=DOCUMENT)
@click.option(
    "--as", "form", type=click.Choice(FORMS), help="Print the record itself in this form instead of judging it."
)
@json_option
def game(record: str, form: str | None, as_json: bool) -> int:
    """Validate the game of RECORD (JSON, or its text form): legal or the first violation, and the score sheet."""
    read = read_record(record, standard_input())
    if form is not None:
        if form == "text":
            say(record_text(read))
        else:
            say_json(dump_record(read))
        return Exit.FINE
    verdict = check_game(read)
    if as_json:
        say_json(game_document(verdict))
    else:
        say(game_text(verdict, text_width()))
    return Exit.FINE if verdict.legal else Exit.ILLEGAL
