"""``check`` and ``moves``: what the referee says, without any search."""

import click

from api.cli.documents import json_option, moves_argument, position_argument, read_moves, read_position
from api.cli.output import Exit, say, say_json, text_width
from api.documents import check_document, moves_document
from api.text.answers import moves_text, verdict_text
from models.theme_park.operate.phase import legal_moves
from models.theme_park.operate.state import start
from models.theme_park.replay import replay, step


@click.command()
@position_argument
@moves_argument
@json_option
def check(position: str, moves: str, as_json: bool) -> int:
    """Replay MOVES from POSITION and give the verdict."""
    if position == moves == "-":
        raise click.UsageError('Only one of POSITION and MOVES can be "-": standard input holds one document.')
    park = read_position(position)
    verdict = replay(park, read_moves(moves, park))
    if as_json:
        say_json(check_document(park, verdict))
    else:
        say(verdict_text(park, verdict, text_width()))
    return Exit.FINE if verdict.legal else Exit.ILLEGAL


@click.command()
@position_argument
@json_option
def moves(position: str, as_json: bool) -> int:
    """List every legal next move."""
    park = read_position(position)
    if as_json:
        say_json(moves_document(park))
        return Exit.FINE
    before = start(park)
    steps = (step(park, before, move) for move in legal_moves(park, before))
    for line in moves_text(park, steps, text_width()):
        say(line)
    return Exit.FINE
