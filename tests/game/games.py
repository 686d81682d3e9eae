"""Whole games drawn from seeds: any variant, number of players, expansions and rulings."""

from random import Random
from typing import Any

from api import dump_record
from models.theme_park.game.boxes import MADE_UP, SIDES, box_named
from models.theme_park.game.names import PlayerId
from models.theme_park.game.table import Table
from models.theme_park.game.validate import GameRecord
from models.theme_park.game.variant import Variant
from models.theme_park.position import Expansion
from models.theme_park.rulings import Rulings, questions
from solver.game.play import play_game
from solver.game.player import RandomPlayer
from solver.game.sensible import SensiblePlayer

NAMES = tuple(PlayerId(name) for name in ("ann", "bob", "cleo", "dan"))
GAME_RULINGS = [ruling for ruling, row in questions().items() if not row.operate and len(row.choices) > 1]


def table_of(
    variant: Variant, players: int, expansions: frozenset[Expansion], rulings: Rulings, side: str = SIDES[0]
) -> Table:
    """A table with the made-up box."""
    solo = variant is Variant.SOLO
    box = box_named(MADE_UP, 2 if solo else players, expansions, side if solo else None)
    return Table(NAMES[:players], variant, box, expansions, rulings=rulings)


def any_table(rng: Random) -> Table:
    """Any table; half of them by the default rulings."""
    variant = rng.choice(list(Variant))
    players = 1 if variant is Variant.SOLO else rng.randint(2, 4)
    expansions = frozenset(each for each in Expansion if rng.random() < 0.5)
    chosen = {ruling: rng.choice(questions()[ruling].choices) for ruling in GAME_RULINGS if rng.random() < 0.5}
    rulings = Rulings.of(chosen) if rng.random() < 0.5 else Rulings()
    return table_of(variant, players, expansions, rulings, rng.choice(SIDES))


def random_game(seed: int) -> GameRecord:
    """The game of a seed: random players, one in five sensible."""
    rng = Random(seed)
    table = any_table(rng)
    players = {name: (SensiblePlayer if rng.random() < 0.2 else RandomPlayer)(rng) for name in table.players}
    return play_game(table, players, rng)


def random_document(seed: int) -> Any:
    """The game of a seed as a document."""
    return dump_record(random_game(seed))
