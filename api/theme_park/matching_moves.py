"""Legal moves that continue an unfinished one: what a form may still offer."""

from collections.abc import Iterator, Mapping
from typing import Any

from api.schemas.describing import Document
from api.theme_park.schemas.moves import WORDS, dump_move
from models.shared.deadline import spend
from models.theme_park.operate.moves import Move
from models.theme_park.operate.phase import FAMILIES, broken_rule
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import State

MOST_LISTED = 1000
"""Moves that a list of those like another holds at most."""
KINDS: Mapping[str, type[Move]] = {do.value: kind for kind, do in WORDS.items()}
PLAIN = frozenset({"guest", "to", "mascot", "tile", "mover", "manager", "keep"})
"""Fields that a move and its document name and write alike, so that most moves are set aside undumped."""
IN_ANY_ORDER = "party"


def continuations(position: Position, state: State, like: Document) -> Iterator[Move]:
    """Legal moves in ``state`` whose documents agree with ``like`` (see ``agrees``); every one when it is empty.

    Raises TimeOver where somebody waits (``models.shared.deadline``).
    """
    plain = {name: like[name] for name in PLAIN & like.keys()}
    wanted = KINDS.get(like.get("do", ""))
    for kind in FAMILIES if wanted is None else (wanted,):
        for move in FAMILIES[kind].candidates(position, state):
            spend()
            alike = all(getattr(move, name, None) == value for name, value in plain.items())
            if alike and (not like or agrees(like, dump_move(move))) and broken_rule(position, state, move) is None:
                yield move


def agrees(part: Any, whole: Any, name: str = "") -> bool:
    """Whether ``whole`` is ``part`` with more said.

    Objects have the fields of ``part``, lists begin as it does, a party holds its guests; null is "none".
    """
    if isinstance(part, Mapping):
        return isinstance(whole, Mapping) and all(agrees(part[key], whole.get(key), key) for key in part)
    if isinstance(part, list):
        given = whole or []
        if name == IN_ANY_ORDER:
            return set(part) <= set(given)
        return len(part) <= len(given) and all(map(agrees, part, given))
    return bool(part == whole) or not (part or whole or isinstance(whole, Mapping))
