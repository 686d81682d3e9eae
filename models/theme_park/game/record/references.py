"""Names in a record that its head does not know: faults of the document, each with its place."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from models.shared.fault import Fault, FaultCode, named, pointer, shown
from models.theme_park.game.events import Event
from models.theme_park.game.record.fields import FIELDS, EventField, Kind
from models.theme_park.game.state import ENTRANCE
from models.theme_park.game.table import Table
from models.theme_park.names import names_in


def record_faults(table: Table, events: Iterable[tuple[int, Event]]) -> Iterator[Fault]:
    """Every name of an event that the head of the record does not have; events come with their numbers (from 0)."""
    for number, event in events:
        kinds = FIELDS[type(event)]
        for place, names, name in names_in(event, partial(_names_of, kinds)):
            known = names.known(table)
            if name not in known:
                detail = f"Found {shown(name)}, which is no {names.what} of this record; accepted: {named(known)}."
                yield Fault(pointer("events", number, *place), detail, FaultCode.SHAPE)


def _names_of(kinds: Mapping[str, EventField], field: str, _: object) -> "Names | None":
    return NAMES.get(kinds[field].kind)


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
