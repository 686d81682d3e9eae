"""Positions and moves of Dice Theme Park that arguments name."""

from api.cli.documents import standard_input
from api.json_input import read_document
from api.problems.bad_input import located
from api.theme_park.schemas.loading import load_moves, load_position
from models.theme_park.operate.moves import Move
from models.theme_park.operate.position import Position


def read_position(source: str) -> Position:
    """The position in a file, or on standard input for "-"; raises ``BadInput``."""
    with located(source):
        return load_position(read_document(source, standard_input()))


def read_moves(source: str, position: Position) -> tuple[Move, ...]:
    """The moves in a file, or on standard input for "-"; raises ``BadInput``."""
    with located(source):
        return load_moves(read_document(source, standard_input()), position)
