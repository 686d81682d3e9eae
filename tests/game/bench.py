"""How long a whole game of four players over five rounds takes: ``python -m tests.game.bench [GAMES]``."""

import json
import sys
from random import Random
from statistics import median
from time import process_time

from api import check_game_document, dump_record, parse_document
from models.theme_park.game.variant import Variant
from models.theme_park.position import Expansion
from models.theme_park.rulings import Rulings
from solver.game.play import play_game
from solver.game.player import RandomPlayer
from solver.game.sensible import SensiblePlayer
from tests.game.games import table_of

TIMES = 5
"""How often each record is judged; the median of the processor's time counts."""


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
    return median(taken)


def main(games: int) -> None:
    """Print the figures."""
    records = [four_players(seed) for seed in range(games)]
    milliseconds(records[0])  # catalogues are read and schemas made once
    taken = [milliseconds(record) for record in records]
    events = median(len(json.loads(record)["events"]) for record in records)
    print(
        f"{games} records of 4 players and 5 rounds, {events:.0f} events each: "
        f"median {median(taken):.0f} ms, slowest {max(taken):.0f} ms from JSON to the answer"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
