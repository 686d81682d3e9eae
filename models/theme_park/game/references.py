"""Names in a record that its head does not know: faults of the document, each with its place."""

from collections.abc import Collection, Iterable, Iterator

from models.fault import Fault, FaultCode, named, pointer, shown
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
            reader = NAMES.get(field.kind)
            if reader is None or value is None:
                continue
            what, known = _known(table, reader)
            for place, word in _words(value):
                if word not in known:
                    detail = f"Found {shown(word)}, which is no {what} of this record; accepted: {named(known)}."
                    yield Fault(pointer("events", number, name, *place), detail, FaultCode.SHAPE)


NAMES: dict[Kind, str] = {
    Kind.PLAYER: "player",
    Kind.PLAYERS: "player",
    Kind.AMOUNTS: "player",
    Kind.OBJECTIVES: "objective",
    Kind.GOAL: "goal",
    Kind.PLACED_GOALS: "goal",
    Kind.TILE: "tile",
    Kind.TILES: "tile",
    Kind.LYING: "lying tile",
    Kind.MONORAIL: "monorail",
    Kind.SOLO_CARD: "solo card",
}
"""Kinds of fields that hold names of the head, and of what."""


def _known(table: Table, what: str) -> tuple[str, Collection[str]]:
    box = table.box
    known: dict[str, Collection[str]] = {
        "player": table.players,
        "objective": box.objectives,
        "goal": box.goals,
        "tile": box.tiles,
        "lying tile": (ENTRANCE, *box.tiles),
        "monorail": box.monorails,
        "solo card": box.solo_cards,
    }
    return what.removeprefix("lying "), known[what]


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
