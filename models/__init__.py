"""What the game is: frozen values and the rules. Imports neither a solver nor a web framework."""

from models.theme_park.catalogue import attractions
from models.theme_park.game.disputes import judge_game
from models.theme_park.game.validate import check_game
from models.theme_park.operate.moves import AdjustColour, AdjustValue, GuideMove, MapMove, MascotMove, Move, OperateMove
from models.theme_park.operate.notation import (
    parse_move,
    parse_moves,
    parse_position,
    print_move,
    print_moves,
    print_position,
)
from models.theme_park.operate.phase import legal_moves
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import replay
from models.theme_park.operate.state import start

__all__ = [
    "AdjustColour",
    "AdjustValue",
    "GuideMove",
    "MapMove",
    "MascotMove",
    "Move",
    "OperateMove",
    "Position",
    "attractions",
    "check_game",
    "judge_game",
    "legal_moves",
    "parse_move",
    "parse_moves",
    "parse_position",
    "print_move",
    "print_moves",
    "print_position",
    "replay",
    "start",
]
