"""Whole games drawn from seeds: any variant, number of players, expansions and rulings."""

from dataclasses import replace
from random import Random
from typing import Any

from api import dump_record
from models.shared.hexgrid import Hex
from models.theme_park.game.box.box_catalogue import MADE_UP, box_named
from models.theme_park.game.box.printed_facts import Side
from models.theme_park.game.ids import PlayerId
from models.theme_park.game.table import Table
from models.theme_park.game.validate import GameRecord
from models.theme_park.game.variant import Edition, Variant
from models.theme_park.operate.position import Expansion
from models.theme_park.rulings import Rulings, questions
from solver.theme_park.players.play import play_game
from solver.theme_park.players.player import RandomPlayer
from solver.theme_park.players.sensible import SensiblePlayer

NAMES = tuple(PlayerId(name) for name in ("ann", "bob", "cleo", "dan"))
OUTLINE = frozenset(Hex(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2)
"""A made-up outline: everything up to two steps from the Entrance."""
GAME_RULINGS = [ruling for ruling, row in questions().items() if not row.operate and len(row.choices) > 1]


def table_of(
    variant: Variant, players: int, expansions: frozenset[Expansion], rulings: Rulings, side: Side = Side.NORMAL
) -> Table:
    """A table with the made-up box."""
    solo = variant is Variant.SOLO
    box = box_named(MADE_UP, 2 if solo else players, expansions, side if solo else None)
    return Table(NAMES[:players], variant, box, expansions, rulings=rulings)


def any_table(rng: Random) -> Table:
    """Any table; half of them by the default rulings, one in five with an outline, some by the draft's edition."""
    variant = rng.choice(list(Variant))
    players = 1 if variant is Variant.SOLO else rng.randint(2, 4)
    expansions = frozenset(each for each in Expansion if rng.random() < 0.5)
    chosen = {ruling: rng.choice(questions()[ruling].choices) for ruling in GAME_RULINGS if rng.random() < 0.5}
    outline = OUTLINE if rng.random() < 0.2 else None
    rulings = Rulings.of(chosen if rng.random() < 0.5 else {}, outline)
    table = table_of(variant, players, expansions, rulings, rng.choice(list(Side)))
    is_base = variant is not Variant.SOLO and not expansions
    return replace(table, edition=rng.choice(list(Edition))) if is_base else table


def random_game(seed: int) -> GameRecord:
    """The game of a seed: random players, one in five sensible.

    One in five starts with the Entrance alone, one in five with one board for everyone, one in ten with two kinds.
    """
    rng = Random(seed)
    table = any_table(rng)
    players = {name: (SensiblePlayer if rng.random() < 0.2 else RandomPlayer)(rng) for name in table.players}
    chance = rng.random()
    if chance < 0.2:
        return play_game(table, players, rng, entrance_alone=True)
    return play_game(table if chance < 0.7 else entered(table, 1 if chance < 0.9 else 2), players, rng)


def entered(table: Table, number: int) -> Table:
    """The table with printed facts of its own, as a club enters them: ``number`` of the made-up start boards."""
    boards = dict(list(table.box.start_boards.items())[:number])
    one = next(iter(boards.values())) if number == 1 else None
    box = replace(table.box, start_board=one, start_boards={} if one else boards, name=None)
    return replace(table, box=box)


def random_document(seed: int) -> Any:
    """The game of a seed as a document."""
    return dump_record(random_game(seed))
