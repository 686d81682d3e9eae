"""How long a whole game of four players over five rounds takes: ``python -m tests.theme_park.game.bench [GAMES] [--keep]``.

``--keep`` writes ``bench.json``, from which ``python -m tests.figures`` writes README.md.
"""

import json
import platform
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

from api import check_game_document, dump_record, parse_document
from models.theme_park.game.variant import Variant
from models.theme_park.operate.position import Expansion
from models.theme_park.rulings import Rulings
from solver.theme_park.players.play import play_game
from solver.theme_park.players.player import RandomPlayer
from solver.theme_park.players.sensible import SensiblePlayer
from tests.commands import reader
from tests.theme_park.game.games import table_of

KEPT = Path(__file__).with_name("bench.json")
TIMES = 9
"""How often each record is judged; its best time counts, as what else the machine does only adds."""


def four_players(seed: int) -> bytes:
    """The record of a full game of four, every expansion in play, as bytes of JSON."""
    rng = Random(seed)
    table = table_of(Variant.FULL, 4, frozenset(Expansion), Rulings())
    kind = SensiblePlayer if seed % 2 else RandomPlayer
    return json.dumps(dump_record(play_game(table, {name: kind(rng) for name in table.players}, rng))).encode()


def milliseconds(record: bytes) -> float:
    """Processor time from the bytes to the answer document."""
    taken = []
    for _ in range(TIMES):
        began = process_time()
        answer = check_game_document(parse_document(record))
        taken.append(1000 * (process_time() - began))
        assert answer["legal"]
        assert answer["over"]
    return min(taken)


def main(games: int, *, keep: bool) -> None:
    """Print the figures."""
    records = [four_players(seed) for seed in range(games)]
    milliseconds(records[0])  # catalogues are read and schemas made once
    taken = [milliseconds(record) for record in records]
    found = {
        "games": games,
        "events": median(len(json.loads(record)["events"]) for record in records),
        "median": median(taken),
        "slowest": max(taken),
        "machine": f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
    }
    print(json.dumps(found))
    if keep:
        KEPT.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    parser = reader("tests.theme_park.game.bench", __doc__)
    parser.add_argument("games", type=int, nargs="?", default=20)
    parser.add_argument("--keep", action="store_true")
    asked = parser.parse_args()
    main(asked.games, keep=asked.keep)
