"""Names in a record that its head does not know: faults of the document, each with its place."""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple

from models.shared.fault import Fault, FaultCode, named, pointer, shown
from models.theme_park.game.events import Event
from models.theme_park.game.fields import FIELDS, Kind
from models.theme_park.game.state import ENTRANCE
from models.theme_park.game.table import Table

Place = tuple[tuple[str | int, ...], str]


def record_faults(table: Table, events: Iterable[tuple[int, Event]]) -> Iterator[Fault]:
    """Every name of an event that the head of the record does not have; events come with their numbers (from 0)."""
    for number, event in events:
        for name, field in FIELDS[type(event)].items():
            value = getattr(event, name)
            names = NAMES.get(field.kind)
            if names is None or value is None:
                continue
            what, known = names.what, names.known(table)
            for place, word in _words(value):
                if word not in known:
                    detail = f"Found {shown(word)}, which is no {what} of this record; accepted: {named(known)}."
                    yield Fault(pointer("events", number, name, *place), detail, FaultCode.SHAPE)


class Names(NamedTuple):
    """Names that the head of a record has: of what, and which."""

    what: str
    known: Callable[[Table], Collection[str]]


PLAYER = Names("player", lambda table: table.players)
OBJECTIVE = Names("objective", lambda table: table.box.objectives)
GOAL = Names("goal", lambda table: table.box.goals)
TILE = Names("tile", lambda table: table.box.tiles)
LYING = Names("tile", lambda table: (ENTRANCE, *table.box.start_tiles, *table.box.tiles))
BOARD = Names("start board", lambda table: table.box.start_boards)
MONORAIL = Names("monorail", lambda table: table.box.monorails)
SOLO_CARD = Names("solo card", lambda table: table.box.solo_cards)
NAMES: dict[Kind, Names] = {
    Kind.PLAYER: PLAYER,
    Kind.PLAYERS: PLAYER,
    Kind.AMOUNTS: PLAYER,
    Kind.OBJECTIVES: OBJECTIVE,
    Kind.GOAL: GOAL,
    Kind.PLACED_GOALS: GOAL,
    Kind.TILE: TILE,
    Kind.TILES: TILE,
    Kind.LYING: LYING,
    Kind.MONORAIL: MONORAIL,
    Kind.BOARD: BOARD,
    Kind.SOLO_CARD: SOLO_CARD,
}
"""Kinds of fields that hold names of the head."""


def _words(value: object) -> Iterator[Place]:
    """The names in a value: itself, those of a list, or those of pairs with a number."""
    if isinstance(value, str):
        yield (), value
    elif isinstance(value, tuple):
        for index, each in enumerate(value):
            if isinstance(each, str):
                yield (index,), each
            elif isinstance(each, tuple):
                first, second = each
                if isinstance(first, str):
                    yield (first,), first
                else:
                    yield (str(first),), second
