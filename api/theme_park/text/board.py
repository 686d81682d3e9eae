"""A picture of the park in text: rows of hexes, each row shifted by half a cell against the next.

Cells whose edges touch are neighbours. Rows are the ``r`` of the axial coordinates from the top
down; in a row ``q`` grows to the right.
"""

from collections import defaultdict

from api.theme_park.text.cell import cell
from models.theme_park.attraction import Tile
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import State

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
LINES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""Line characters by the sum of the directions they reach to."""
WIDEST, NARROWEST = 24, 12

Canvas = dict[tuple[int, int], str]


def board(position: Position, state: State, width: int = 100) -> str:
    """The park in at most ``width`` columns where its shape allows it."""
    left = min(_half(tile) for tile in position.tiles)
    span = max(_half(tile) for tile in position.tiles) - left + 2
    across = max(NARROWEST, min(WIDEST, (width - 1) * 2 // span // 2 * 2))
    rows: dict[int, list[tuple[Tile, list[str]]]] = defaultdict(list)
    for tile in position.tiles:
        rows[tile.hex.r].append((tile, cell(position, state, tile, across - 3)))
    edges: dict[tuple[int, int], int] = defaultdict(int)
    canvas: Canvas = {}
    top = 0
    for _, row in sorted(rows.items()):
        bottom = top + 1 + max(len(lines) for _, lines in row)
        for tile, lines in row:
            at = (_half(tile) - left) * across // 2
            _frame(edges, top, bottom, at, at + across)
            _write(canvas, lines, top + 1, at + 2)
        top = bottom
    return _drawn(canvas | {place: LINES[reach] for place, reach in edges.items()})


def _half(tile: Tile) -> int:
    """How many half cells the tile lies to the right."""
    return 2 * tile.hex.q + tile.hex.r


def _frame(edges: dict[tuple[int, int], int], top: int, bottom: int, left: int, right: int) -> None:
    for y in (top, bottom):
        for x in range(left, right):
            edges[y, x] |= RIGHT
            edges[y, x + 1] |= LEFT
    for x in (left, right):
        for y in range(top, bottom):
            edges[y, x] |= DOWN
            edges[y + 1, x] |= UP


def _write(canvas: Canvas, lines: list[str], top: int, left: int) -> None:
    for y, line in enumerate(lines, top):
        for x, character in enumerate(line, left):
            canvas[y, x] = character


def _drawn(canvas: Canvas) -> str:
    bottom = max(y for y, _ in canvas)
    right = max(x for _, x in canvas)
    rows = ("".join(canvas.get((y, x), " ") for x in range(right + 1)) for y in range(bottom + 1))
    return "\n".join(row.rstrip() for row in rows)
