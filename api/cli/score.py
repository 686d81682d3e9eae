"""``score``: the points at the end of a game that has a score of its own."""

from typing import NoReturn

import click

from api.cli.documents import DOCUMENT, json_option
from api.cli.output import examples
from api.games import DEFAULT, GAMES, Verb
from api.problems.bad_input import BadInput
from models.shared.fault import Fault, found, named


@click.command(short_help="The final score, by player.", epilog=examples("park-advisor score end.json"))
@click.argument("position", metavar="END.json", type=DOCUMENT)
@json_option
def score(position: str, as_json: bool) -> NoReturn:
    """Count everybody's points at the end of a game, and tell who wins; END names its game in the field of."""
    having = [game.slug for game in GAMES.values() if game.command(Verb.SCORE) is not None]
    bad = BadInput([Fault("/of", found(DEFAULT, f"a game with a score of its own: {named(having)}"))])
    bad.where = position
    raise bad
