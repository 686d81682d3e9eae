"""Draws the parks of ``fixtures/theme_park/bench/played`` from whole games: ``python -m tests.bench.played``.

Sensible players play whole games with the made-up box, and every Operate phase they come to is a park. Seeded: the same
files on every machine.
"""

import json
from collections.abc import Iterator
from random import Random

from api import dump_position
from models.theme_park.cards import Staff
from models.theme_park.game.state import Game, Player
from models.theme_park.game.variant import Variant
from models.theme_park.operate.moves import Move
from models.theme_park.operate.position import Expansion, Position
from models.theme_park.rulings import Rulings
from solver.theme_park.players.play import play_game
from solver.theme_park.players.player import RandomPlayer
from solver.theme_park.players.sensible import SensiblePlayer
from tests.bench.positions import PLAYED
from tests.commands import reader
from tests.theme_park.game.games import table_of

SEED = 2027
TARGET = PLAYED / "positions"
KINDS = {
    "played": (Variant.INTRODUCTORY, frozenset[Expansion]()),
    "played-full": (Variant.FULL, frozenset[Expansion]()),
    "played-all": (Variant.FULL, frozenset(Expansion)),
}
GAMES = 4
"""Of each kind, for two to four players in turn; one player's parks of each are taken."""


class _Watched(SensiblePlayer):
    """Remembers the parks that it operates; plays the greedy sequence, which is the same everywhere.

    Draws its staff cards, of which a sensible player always takes the same.
    """

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.parks: list[Position] = []

    def plan(self, game: Game, me: Player) -> tuple[Staff, ...]:
        """Any two."""
        return RandomPlayer.plan(self, game, me)

    def operate(self, position: Position) -> tuple[Move, ...]:
        """The greedy sequence."""
        self.parks.append(position)
        return super().operate(position)


def parks() -> Iterator[tuple[str, Position]]:
    """Every park by name: ``played-full3-02`` is of the third round of the second full game."""
    for kind, (variant, expansions) in KINDS.items():
        for game in range(1, GAMES + 1):
            rng = Random(f"{SEED} {kind} {game}")
            table = table_of(variant, 2 + game % 3, expansions, Rulings())
            players = {name: _Watched(rng) for name in table.players}
            play_game(table, players, rng)
            chosen = rng.choice(list(players.values()))
            for number, park in enumerate(chosen.parks, start=1):
                yield f"{kind}{number}-{game:02}", park


def written(park: Position) -> str:
    """The document in one line."""
    return json.dumps(dump_position(park)) + "\n"


def main() -> None:
    """Write them all."""
    TARGET.mkdir(parents=True, exist_ok=True)
    for name, park in parks():
        (TARGET / f"{name}.json").write_text(written(park), encoding="utf-8")


if __name__ == "__main__":
    reader("tests.bench.played", __doc__).parse_args()
    main()
