"""``score``: the points at the end of a game that has a score of its own."""

from typing import NoReturn

import click

from api.cli.documents import DOCUMENT, json_option, standard_input
from api.cli.output import examples
from api.games import GAMES, Verb, without_verb
from api.json_input import read_document
from api.problems.bad_input import BadInput, located


@click.command(short_help="The final score, by player.", epilog=examples("park-advisor score end.json"))
@click.argument("position", metavar="END.json", type=DOCUMENT)
@json_option
def score(position: str, as_json: bool) -> NoReturn:
    """Count everybody's points at the end of a game, and tell who wins; END names its game in the field of."""
    document = read_document(position, standard_input())
    having = [game.slug for game in GAMES.values() if game.command(Verb.SCORE) is not None]
    with located(position):
        raise BadInput([without_verb(document, Verb.SCORE, having)])
