"""Hypothesis strategies for parks that are consistent, and for sequences of legal moves in them."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from models.theme_park.cards import Staff
from models.theme_park.operate.between import BETWEEN
from models.theme_park.operate.moves import Move, OperateMove
from models.theme_park.operate.phase import FAMILIES, broken_rule, legal_moves_of, play
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import State, start
from models.theme_park.rulings import Choice, Ruling, Rulings, questions
from tests.theme_park.parks import random_position

MOST_ADJUSTED = 3
"""Guests beside which two Mascot cards are left out: their uses are too many to list in a moment."""
TRIES = 5
"""Moves that are tried in the midst of an operation."""
SEEDS = st.integers(0, 2**32 - 1)
OPEN = {ruling: question.choices for ruling, question in questions().items() if question.operate}


@st.composite
def any_rulings(draw: st.DrawFn) -> Rulings:
    """Choices for a few rulings of the phase."""
    chosen = draw(st.lists(st.sampled_from(sorted(OPEN)), max_size=4, unique=True))
    return Rulings.of({ruling: draw(st.sampled_from(OPEN[ruling])) for ruling in chosen})


@st.composite
def parks(draw: st.DrawFn, tiles: int = 5, guests: int = 5) -> Position:
    """A park of the introductory game or of the full one with every expansion, under any rulings."""
    position = random_position(
        Random(draw(SEEDS)),
        tiles=draw(st.integers(1, tiles)),
        guests=draw(st.integers(0, guests)),
        rulings=draw(any_rulings()),
        full=draw(st.booleans()),
    )
    if position.played[Staff.MASCOT] > 1 and len(position.guests) > MOST_ADJUSTED:
        position = replace(position, staff=(Staff.MASCOT,))
    return position


@st.composite
def played_parks(draw: st.DrawFn, most: int = 6) -> tuple[Position, tuple[Move, ...]]:
    """A park and legal moves in it; each kind of move is as likely as another, and now and then one is in another's midst."""
    position, rng = draw(parks()), Random(draw(SEEDS))
    state, moves = start(position), list[Move]()
    for _ in range(draw(st.integers(0, most))):
        kinds = rng.sample(list(FAMILIES), len(FAMILIES))
        listed: list[Move] = next(
            (found for kind in kinds if (found := list(legal_moves_of(kind, position, state)))), []
        )
        if not listed:
            break
        move = _with_a_move_in_its_midst(position, state, rng, rng.choice(listed))
        moves.append(move)
        state = play(position, state, move)
    return position, tuple(moves)


def _with_a_move_in_its_midst(position: Position, state: State, rng: Random, move: Move) -> Move:
    if not isinstance(move, OperateMove) or position.rulings.says(
        Ruling.TIMING_BETWEEN_OPERATIONS, Choice.ONLY_BETWEEN
    ):
        return move
    asides = [aside for kind in BETWEEN for aside in legal_moves_of(kind, position, state)]
    for aside in rng.sample(asides, min(TRIES, len(asides))):
        assert not isinstance(aside, OperateMove)
        richer = replace(move, assembled=(aside,))
        if broken_rule(position, state, richer) is None:
            return richer
    return move


def renamed(
    position: Position, moves: tuple[Move, ...], name: Callable[[str], str]
) -> tuple[Position, tuple[Move, ...]]:
    """The park and moves with every guest and tile under another name; the park's documents say how."""
    from api import dump_move, dump_position, load_moves, load_position  # noqa: PLC0415

    ids = {tile.id for tile in position.tiles} | {guest.id for guest in position.guests}

    def translate(value: object) -> object:
        if isinstance(value, dict):
            return {name(key) if key in ids else key: translate(each) for key, each in value.items()}
        if isinstance(value, list):
            return [translate(each) for each in value]
        return name(value) if isinstance(value, str) and value in ids else value

    park = load_position(translate(dump_position(position)))
    return park, load_moves(translate([dump_move(move) for move in moves]), park)
