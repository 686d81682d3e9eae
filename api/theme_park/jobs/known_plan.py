"""The plan that an earlier attempt of a search had found, to begin from."""

from api.problems.bad_input import BadInput
from api.schemas.describing import Document
from api.theme_park.schemas.loading import load_moves
from models.theme_park.operate.moves import Move
from models.theme_park.operate.position import Position


def known_plan(position: Position, answer: Document | None) -> tuple[tuple[Move, ...], ...]:
    """One sequence, or one for each face of a die; empty where nothing is known, or not under today's schema."""
    if answer is None:
        return ()
    chance = answer.get("chance")
    listed = [branch["moves"] for branch in chance["branches"]] if chance else [answer["moves"]]
    try:
        return tuple(tuple(load_moves(moves, position)) for moves in listed)
    except BadInput:
        return ()
