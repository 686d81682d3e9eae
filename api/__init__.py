"""How you ask: documents, the command line, the JSON API.

The names are loaded when they are first used, so that the command line answers early.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from api.app import create_app
    from api.json_input import parse_document, read_document
    from api.problems.document import BadInput, problem
    from api.theme_park.answers import (
        check_document,
        comparison_document,
        moves_document,
        rule_document,
        rules_document,
        solve_document,
    )
    from api.theme_park.game_answers import check_game_document, game_document
    from api.theme_park.records import parse_record, read_record, record_text
    from api.theme_park.schemas.dumping import dump_move, dump_position
    from api.theme_park.schemas.dumping_game import dump_record
    from api.theme_park.schemas.loading import load_moves, load_position
    from api.theme_park.schemas.record import load_record

_HOME = {
    "BadInput": "api.problems.document",
    "check_document": "api.theme_park.answers",
    "check_game_document": "api.theme_park.game_answers",
    "comparison_document": "api.theme_park.answers",
    "create_app": "api.app",
    "dump_move": "api.theme_park.schemas.dumping",
    "dump_position": "api.theme_park.schemas.dumping",
    "dump_record": "api.theme_park.schemas.dumping_game",
    "game_document": "api.theme_park.game_answers",
    "load_moves": "api.theme_park.schemas.loading",
    "load_position": "api.theme_park.schemas.loading",
    "load_record": "api.theme_park.schemas.record",
    "moves_document": "api.theme_park.answers",
    "parse_document": "api.json_input",
    "parse_record": "api.theme_park.records",
    "problem": "api.problems.document",
    "read_document": "api.json_input",
    "read_record": "api.theme_park.records",
    "record_text": "api.theme_park.records",
    "rule_document": "api.theme_park.answers",
    "rules_document": "api.theme_park.answers",
    "solve_document": "api.theme_park.answers",
}

__all__ = [
    "BadInput",
    "check_document",
    "check_game_document",
    "comparison_document",
    "create_app",
    "dump_move",
    "dump_position",
    "dump_record",
    "game_document",
    "load_moves",
    "load_position",
    "load_record",
    "moves_document",
    "parse_document",
    "parse_record",
    "problem",
    "read_document",
    "read_record",
    "record_text",
    "rule_document",
    "rules_document",
    "solve_document",
]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
