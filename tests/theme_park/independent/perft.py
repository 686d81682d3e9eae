"""Legal next moves and counts of legal sequences by brute force over position documents."""

from tests.theme_park.independent.game import set_up
from tests.theme_park.independent.mascots import mascots
from tests.theme_park.independent.operations import operations
from tests.theme_park.independent.walking import guides, maps


def next_moves(game):
    """Every legal next move, as documents write it, with the park after it."""
    yield from between_operations(game)
    yield from operations(game)


def between_operations(game):
    """The moves that are made between operations."""
    yield from maps(game)
    yield from guides(game)
    yield from mascots(game)


def count_sequences(document, deepest):
    """How many sequences of exactly 1, 2 … ``deepest`` moves are legal in the park of ``document`` (attractions inline)."""
    counts = [0] * deepest
    _count(set_up(document), counts, 0)
    return counts


def _count(game, counts, depth):
    for _, after in next_moves(game):
        counts[depth] += 1
        if depth + 1 < len(counts):
            _count(after, counts, depth + 1)
