"""The picture of the park: cells whose edges touch are neighbours, and no fact of a tile is lost."""

from random import Random

import pytest

from api import load_moves, load_position
from api.theme_park.text.board import board
from models.theme_park.operate.phase import play
from models.theme_park.operate.state import start
from tests.api.documents import MOVES, park, spoilt
from tests.theme_park.parks import random_position

PICTURE = """\
┌───────────────────────┬───────────────────────┐
│ Park Entrance    grey │ Ferris Wheel   yellow │
│ any                   │ odd yellow + even     │
│ 1★ $2              □□ │ 4★ +2★             □□ │
│ y5                    │ b4                    │
└───────────┬───────────┴───────────┬───────────┘
            │ Duck Pond       green │
            │ any < blue            │
            │ 3★                  □ │
            └───────────────────────┘"""


def test_a_park_is_drawn_as_rows_shifted_by_half_a_cell() -> None:
    position = load_position(park())
    assert board(position, start(position)) == PICTURE


def test_cubes_and_guests_are_drawn_where_they_are_now() -> None:
    position = load_position(park())
    state = start(position)
    for move in load_moves(MOVES, position):
        state = play(position, state, move)
    drawn = board(position, state)
    assert "■□ │ 4★ +2★             ■□ │" in drawn
    assert "│                       │ y2                    │" in drawn


def test_a_colour_for_one_operation_and_a_vip_are_marked() -> None:
    position = load_position(spoilt(("rules/expansions", ["promo"]), ("park/guests/0/vip", True)))
    change = {"do": "mascot", "mascot": 0, "tile": "ferris", "adjust": [{"guest": "g2", "as": "green"}]}
    state = play(position, start(position), load_moves([change], position)[0])
    assert "│ y5v                   │ b4>g                  │" in board(position, state)


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("seed", range(20))
def test_a_park_fits_and_shows_every_tile(seed: int, width: int) -> None:
    position = random_position(Random(seed), tiles=9, guests=12)
    drawn = board(position, start(position), width)
    assert max(map(len, drawn.splitlines())) <= max(width, 9 * 12)
    assert drawn.count("★") >= len(position.tiles)
    assert sum(drawn.count(f"{colour}{value}") for colour in "bgy" for value in range(1, 7)) == len(position.guests)
