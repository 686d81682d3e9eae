"""Regenerates the records under ``fixtures/theme_park/games``: ``python -m tests.theme_park.tools.golden_games`` from the project's root.

Whole games of every variant by the players that play, and the rulebook's worked examples as parts of games.
Review a changed record as you would a changed rule.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from api import dump_record, record_text
from models.shared.hexgrid import Hex
from models.theme_park.attraction import Attraction
from models.theme_park.cards import Staff
from models.theme_park.game.box.printed_facts import (
    Box,
    Goal,
    Measure,
    Objective,
    Overlay,
    Quantity,
    Side,
    StartBoard,
    StartTile,
)
from models.theme_park.game.events import Announce, Event, ScoreObjective
from models.theme_park.game.ids import GoalId, ObjectiveId, PlayerId
from models.theme_park.game.record.fields import FIELDS
from models.theme_park.game.state import Game, Player
from models.theme_park.game.table import Table
from models.theme_park.game.validate import GameRecord
from models.theme_park.game.variant import Edition, Stack, Variant
from models.theme_park.guests import Colour, TileId
from models.theme_park.operate.moves import Move
from models.theme_park.operate.position import Expansion, Position
from models.theme_park.requirement import Requirement, Slot
from models.theme_park.rulings import Choice, Ruling, Rulings
from solver.theme_park.players.play import Playing, play_game
from solver.theme_park.players.player import RandomPlayer
from solver.theme_park.players.sensible import SensiblePlayer
from tests.commands import reader
from tests.theme_park.game.games import table_of

FOLDER = Path(__file__).parents[3] / "fixtures" / "theme_park" / "games"
NONE: frozenset[Expansion] = frozenset()
ALL = frozenset(Expansion)
SEED = 11
SEEDS = {"full-4-all-random": 15, "full-2-rulings-random": 13}
"""Seeds of games in which upgrades are moved, cards swapped and guests put back, which the common seed does not bring."""
SECONDS = 1.0
"""What the solver gets for each Operate phase of a sensible player."""
IN_TEXT = "introductory-2-random"
"""The record that is kept in the text form too."""

RANDOM: dict[str, Callable[[], Table]] = {
    "introductory-2-random": lambda: table_of(Variant.INTRODUCTORY, 2, NONE, Rulings()),
    "short-3-surprises-random": lambda: table_of(Variant.SHORT, 3, frozenset({Expansion.SURPRISES}), Rulings()),
    "full-4-all-random": lambda: table_of(Variant.FULL, 4, ALL, Rulings()),
    "solo-promo-random": lambda: table_of(Variant.SOLO, 1, frozenset({Expansion.PROMO}), Rulings()),
    "short-2-draft-random": lambda: replace(table_of(Variant.SHORT, 2, NONE, Rulings()), edition=Edition.DRAFT),
    "full-2-rulings-random": lambda: table_of(Variant.FULL, 2, ALL, OTHER_RULINGS),
}
"""Games of random players: the same seed gives the same record."""
SENSIBLE: dict[str, Callable[[], Table]] = {
    "introductory-4-sensible": lambda: table_of(Variant.INTRODUCTORY, 4, NONE, Rulings()),
    "short-3-innovations-sensible": lambda: table_of(Variant.SHORT, 3, frozenset({Expansion.INNOVATIONS}), Rulings()),
    "full-4-promo-sensible": lambda: table_of(Variant.FULL, 4, frozenset({Expansion.PROMO}), Rulings()),
    "solo-hard-sensible": lambda: table_of(Variant.SOLO, 1, NONE, Rulings(), Side.HARD),
}
"""Games of sensible players, who ask the solver: what they do may change with it, that it is legal may not."""
ENTRANCE_ALONE = {"short-2-draft-random"}
"""Games in which nobody takes a start board."""
FIRST_HEXES = frozenset({Hex(1, 0), Hex(0, 1), Hex(-1, 1)})
"""Where the first attraction goes on a start board that is entered here."""
OTHER_RULINGS: Rulings = Rulings.of(
    {
        Ruling.EXPAND_TURNS: Choice.BUILD_THEN_RECRUIT,
        Ruling.UPGRADE_MOVE_BY: Choice.INNOVATOR,
        Ruling.INNOVATOR_EXTRA: Choice.UPGRADE_OR_INNOVATION,
        Ruling.AMENITY_TWO: Choice.NO,
        Ruling.INNOVATION_COST: Choice.HIGHEST_SPACE,
    }
)


class Scripted(RandomPlayer):
    """Plays the cards it is told to and operates as it is told to; the rest is random."""

    def __init__(self, rng: Random, cards: Mapping[int, tuple[Staff, ...]], *, idle: Iterable[int] = ()) -> None:
        super().__init__(rng)
        self.cards, self.idle, self.round = cards, set(idle), 0

    def plan(self, game: Game, me: Player) -> tuple[Staff, ...]:
        self.round = game.round
        return self.cards.get(game.round) or super().plan(game, me)

    def operate(self, position: Position) -> tuple[Move, ...]:
        return () if self.round in self.idle else super().operate(position)


def random_record(name: str) -> GameRecord:
    """The game of random players of that name."""
    table, rng = RANDOM[name](), Random(SEEDS.get(name, SEED))
    players = {player: RandomPlayer(rng) for player in table.players}
    return play_game(table, players, rng, entrance_alone=name in ENTRANCE_ALONE)


def sensible_record(name: str) -> GameRecord:
    """The game of sensible players of that name."""
    table, rng = SENSIBLE[name](), Random(SEED)
    return play_game(table, {player: SensiblePlayer(rng, SECONDS) for player in table.players}, rng)


def turn_order_and_income() -> GameRecord:
    """Rulebook, Turn Order and Income: Blue 3, Green 7 and Yellow 7, Green with fewer stars; Yellow takes $8.

    That Helter Skelter is printed on the park board is inferred; it is a board for everyone here.
    """
    names = [PlayerId(name) for name in ("blue", "green", "yellow")]
    base = replace(table_of(Variant.INTRODUCTORY, 3, NONE, Rulings()), players=tuple(names))
    ride = Attraction("Helter Skelter", Colour.GREY, 2, Requirement((Slot(),)), 1, None)
    lawn = Attraction("Made-up Picnic Lawn", Colour.GREY, 1, Requirement((Slot(), Slot())))
    board = StartBoard(
        (
            StartTile(TileId("helter-skelter"), Hex(1, -1), ride, spaces=(1,)),
            StartTile(TileId("lawn"), Hex(0, -1), lawn),
        )
    )
    table = replace(base, box=replace(base.box, start_board=board, start_boards={}, first_hexes=FIRST_HEXES, name=None))
    manager, agent = Staff.MANAGER, Staff.TICKET_AGENT
    cards = {
        "blue": {1: (manager, Staff.BUILDER), 2: (agent, Staff.CONCIERGE)},
        "green": {1: (manager, Staff.GUIDE), 2: (Staff.CONCIERGE, Staff.BUILDER)},
        "yellow": {1: (manager, agent), 2: (Staff.GUIDE, Staff.MASCOT)},
    }
    for seed in range(10_000):
        rng = Random(seed)
        players = {name: Scripted(rng, cards[name], idle=[1] if name == "green" else []) for name in names}
        playing = Playing(table, players, rng)
        playing.set_up()
        playing.round()
        playing.upkeep()
        playing.plan()
        yellow = playing.game.by_id[names[2]]
        if yellow.stars > 0 and sum(each.attraction.income for each in yellow.tiles) == 2:
            return until(playing.events, table, Announce, 2)
    raise AssertionError("no seed plays the example")


def tied_objective() -> GameRecord:
    """Rulebook, Evaluate Objective: Yellow $9, Blue and Green $5, Grey $4 share 8, 3, 3 and 0 stars."""
    names = tuple(PlayerId(name) for name in ("yellow", "blue", "green", "grey"))
    base = replace(table_of(Variant.INTRODUCTORY, 4, NONE, Rulings()), players=names)
    by_hand = {
        ObjectiveId("most-money"): Objective("Most money, as the table counted it", "red", Measure(Quantity.BY_HAND)),
        ObjectiveId("most-guests"): Objective("Most guests", "white", Measure(Quantity.GUESTS)),
    }
    table = replace(base, box=replace(base.box, objectives=by_hand, name=None))
    for seed in range(10_000):
        rng = Random(seed)
        playing = Playing(table, {name: RandomPlayer(rng) for name in names}, rng)
        playing.set_up()
        if playing.game.objectives[0] == "most-money":
            playing.by_hand = dict(zip(names, (9, 5, 5, 4), strict=True))
            for _ in range(3):
                playing.round()
                playing.upkeep()
            return until(playing.events, table, ScoreObjective, 1)
    raise AssertionError("no seed deals the example")


def growing_target() -> GameRecord:
    """Rulebook, Goals: the goal of round 2 is achieved, that of round 3 is not, and 160 becomes 171."""
    base = table_of(Variant.SOLO, 1, NONE, Rulings())
    goals = {
        GoalId("any"): Goal("Own money", Stack.A, 2, Measure(Quantity.MONEY), least=0),
        GoalId("one-ride-three-times"): Goal(
            "Operate one attraction three times", Stack.B, 1, Measure(Quantity.OPERATIONS_OF_ONE), least=3
        ),
    }
    overlay = Overlay(160, {2: (Stack.A, 5), 3: (Stack.B, 10)})
    table = replace(base, box=replace(base.box, goals=goals, overlay=overlay, name=None))
    rng = Random(SEED)
    playing = Playing(table, {name: Scripted(rng, {}, idle=[3]) for name in table.players}, rng)
    playing.set_up()
    for _ in range(3):
        playing.round()
        playing.upkeep()
    return GameRecord(table, tuple(playing.events))


def until(events: Iterable[Event], table: Table, kind: type[Event], number: int) -> GameRecord:
    """The record up to and with the event of ``kind`` of that number."""
    kept: list[Event] = []
    for event in events:
        kept.append(event)
        number -= isinstance(event, kind)
        if not number:
            break
    return GameRecord(table, tuple(kept))


EXAMPLES: dict[str, Callable[[], GameRecord]] = {
    "rulebook-turn-order-and-income": turn_order_and_income,
    "rulebook-tied-objective": tied_objective,
    "rulebook-growing-target": growing_target,
}


def pruned(record: GameRecord) -> GameRecord:
    """Without the printed facts that no event names, where facts are given inline."""
    box = record.table.box
    if box.name is not None:
        return record
    named: set[str] = set()
    for event in record.events:
        for name in FIELDS[type(event)]:
            named |= set(_words(getattr(event, name)))
    slim: Box = replace(
        box,
        tiles={name: tile for name, tile in box.tiles.items() if name in named},
        objectives={name: each for name, each in box.objectives.items() if name in named},
        goals={name: each for name, each in box.goals.items() if name in named},
        solo_cards={name: each for name, each in box.solo_cards.items() if name in named},
        start_boards={name: each for name, each in box.start_boards.items() if name in named},
    )
    return GameRecord(replace(record.table, box=slim), record.events)


def _words(value: object) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _words(each)


def written(document: Mapping[str, Any]) -> str:
    """A record document with one event a line."""
    rows = [f" {json.dumps(name)}: {json.dumps(value)}" for name, value in document.items() if name != "events"]
    events = ",\n".join(f"  {json.dumps(event)}" for event in document["events"])
    return "{\n" + ",\n".join([*rows, f' "events": [\n{events}\n ]']) + "\n}\n"


def main() -> None:
    """Write every record, and one of them as text too."""
    FOLDER.mkdir(exist_ok=True)
    records = {name: random_record(name) for name in RANDOM} | {name: sensible_record(name) for name in SENSIBLE}
    records |= {name: pruned(make()) for name, make in EXAMPLES.items()}
    for name, record in records.items():
        (FOLDER / f"{name}.json").write_text(written(dump_record(record)), encoding="utf-8")
    (FOLDER / f"{IN_TEXT}.txt").write_text(record_text(records[IN_TEXT]), encoding="utf-8")


if __name__ == "__main__":
    reader("tests.theme_park.tools.golden_games", __doc__).parse_args()
    main()
