"""How you ask: documents, the command line, the JSON API."""

from api.documents import check_document, moves_document, rule_document, rules_document, solve_document
from api.faults import BadInput, problem
from api.reading import parse_document, read_document
from api.schemas.dumping import dump_move, dump_position
from api.schemas.loading import load_moves, load_position

__all__ = [
    "BadInput",
    "check_document",
    "dump_move",
    "dump_position",
    "load_moves",
    "load_position",
    "moves_document",
    "parse_document",
    "problem",
    "read_document",
    "rule_document",
    "rules_document",
    "solve_document",
]
