"""``moves``: every legal next move, without any search."""

from collections.abc import Iterator

import click

from api.cli.documents import json_option, position_argument
from api.cli.output import Exit, examples, say, say_json, text_width
from api.theme_park.commands.documents import read_position
from api.theme_park.text.park import moves_text
from models.shared.deadline import Patience, TimeOver, within
from models.theme_park.operate.phase import legal_moves
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import OperateStep, step
from models.theme_park.operate.state import State, start

MOST_MOVES = 10_000
PATIENCE = Patience(work=30.0, seconds=60.0)


@click.command(epilog=examples("park-advisor moves position.json"))
@position_argument
@json_option
def moves(position: str, as_json: bool) -> int:
    """List every legal next move, cut at 10,000 or half a minute."""
    park = read_position(position)
    if as_json:
        from api.theme_park.answers import moves_document  # noqa: PLC0415  loads what text does without

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
