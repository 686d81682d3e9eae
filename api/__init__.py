"""How you ask: documents, the command line, the JSON API.

The names are loaded when they are first used, so that the command line answers early.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from api.app import create_app
    from api.documents import (
        check_document,
        comparison_document,
        moves_document,
        rule_document,
        rules_document,
        solve_document,
    )
    from api.faults import BadInput, problem
    from api.games import check_game_document, game_document
    from api.reading import parse_document, read_document
    from api.records import parse_record, read_record, record_text
    from api.schemas.dumping import dump_move, dump_position
    from api.schemas.dumping_game import dump_record
    from api.schemas.loading import load_moves, load_position
    from api.schemas.record import load_record

_HOME = {
    "BadInput": "api.faults",
    "check_document": "api.documents",
    "check_game_document": "api.games",
    "comparison_document": "api.documents",
    "create_app": "api.app",
    "dump_move": "api.schemas.dumping",
    "dump_position": "api.schemas.dumping",
    "dump_record": "api.schemas.dumping_game",
    "game_document": "api.games",
    "load_moves": "api.schemas.loading",
    "load_position": "api.schemas.loading",
    "load_record": "api.schemas.record",
    "moves_document": "api.documents",
    "parse_document": "api.reading",
    "parse_record": "api.records",
    "problem": "api.faults",
    "read_document": "api.reading",
    "read_record": "api.records",
    "record_text": "api.records",
    "rule_document": "api.documents",
    "rules_document": "api.documents",
    "solve_document": "api.documents",
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
