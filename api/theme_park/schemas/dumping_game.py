"""Records as documents: what is loaded from the outcome equals the record dumped."""

from collections.abc import Callable, Iterable
from typing import Any

from api.theme_park.schemas.dumping import Document, dump_attraction, dump_card, dump_move, dump_rulings
from api.theme_park.schemas.position import VERSION
from models.shared.hexgrid import Hex
from models.theme_park.game.events import WORDS, Event
from models.theme_park.game.fields import FIELDS, Kind, given
from models.theme_park.game.next_event import NextEvent
from models.theme_park.game.printed_facts import Box, Measure, StartBoard
from models.theme_park.game.table import Table
from models.theme_park.game.validate import GameRecord


def dump_record(record: GameRecord) -> Document:
    """Writes a game record as its document."""
    return {
        "version": VERSION,
        "game": dump_head(record.table),
        "printed": record.table.box.name or dump_box(record.table.box),
        "events": [dump_event(event) for event in record.events],
    }


def dump_head(table: Table) -> Document:
    """Writes who plays what, the head of a record."""
    head: Document = {
        "variant": table.variant.value,
        "players": list(table.players),
        "expansions": sorted(expansion.value for expansion in table.expansions),
        "edition": table.edition.value,
        "rulings": dump_rulings(table.rulings),
    }
    if table.box.name and table.box.overlay and table.box.overlay.side:
        head["overlay"] = table.box.overlay.side.value
    return head


def dump_event(event: Event) -> Document:
    """An event with the fields that say something."""
    document: Document = {"do": WORDS[type(event)]}
    for name, field in FIELDS[type(event)].items():
        if given(event, name, field):
            document[name] = dump_value(field.kind, getattr(event, name))
    return document


def dump_decided(event: NextEvent) -> Document:
    """Writes an event that may come next as far as it is decided."""
    decided: Document = {"do": WORDS[event.kind]}
    return decided | {name: dump_value(_kind(event, name), value) for name, value in event.given.items()}


def dump_choices(event: NextEvent) -> Document:
    """Writes the fields of an event that may come next which are chosen, each with the values to choose from."""
    return {name: [dump_value(_kind(event, name), value) for value in values] for name, values in event.choose.items()}


def _kind(event: NextEvent, name: str) -> Kind:
    return FIELDS[event.kind][name].kind


def dump_value(kind: Kind, value: Any) -> Any:
    """The value of a field of an event."""
    writer = WRITERS.get(kind)
    if writer is not None:
        return writer(value)
    return [_text(each) for each in value] if isinstance(value, tuple) else _text(value)


def _text(value: Any) -> Any:
    return value.value if hasattr(value, "value") else value


def _goals(placed: Any) -> Document:
    table: Document = {}
    for number, goal in placed:
        table.setdefault(str(number), []).append(goal)
    return table


WRITERS: dict[Kind, Callable[[Any], Any]] = {
    Kind.DICE: lambda rows: [[f"{die.colour.value}-{die.value}" for die in row] for row in rows],
    Kind.PLACED_GOALS: _goals,
    Kind.ADMINISTRATOR: dump_card,
    Kind.SKILL: dump_card,
    Kind.ADMINISTRATORS: lambda cards: [dump_card(card) for card in cards],
    Kind.SKILLS: lambda cards: [dump_card(card) for card in cards],
    Kind.HEX: list,
    Kind.AMOUNTS: dict,
    Kind.BOOSTS: lambda uses: [[{"die": boost.die, "by": boost.by} for boost in use] for use in uses],
    Kind.MOVES: lambda moves: [dump_move(move) for move in moves],
    Kind.PUT_BACKS: lambda guests: [
        {"guest": each.guest, "value": each.value, "with": each.by.value} for each in guests
    ],
}
"""How kinds that are no plain words, numbers or lists of words are written."""


def dump_box(box: Box) -> Document:
    """Writes the printed facts of a box, attractions inline."""
    document: Document = {
        "entrance": {
            "attraction": dump_attraction(box.entrance),
            "upgrades": sorted(upgrade.value for upgrade in box.entrance_upgrades),
            "spaces": list(box.entrance_spaces),
        },
        "attractions": {
            name: {
                "attraction": dump_attraction(tile.attraction),
                "stack": tile.stack.value,
                "cost": tile.cost,
                "spaces": list(tile.spaces),
            }
            for name, tile in box.tiles.items()
        },
        "monorails": {name: list(values) for name, values in box.monorails.items()},
        "staff_money": {card.value: money for card, money in box.staff_money.items()},
        "staff_dice": {card.value: value for card, value in box.staff_dice.items()},
        "objectives": {
            name: {"name": each.name, "code": each.code, "measure": _measure(each.measure), "fewest": each.fewest}
            | ({"expansion": each.expansion.value} if each.expansion else {})
            for name, each in box.objectives.items()
        },
    }
    return document | _solo(box) | _decks(box)


def _solo(box: Box) -> Document:
    document: Document = {
        "goals": {
            name: {
                "name": goal.name,
                "deck": goal.deck.value,
                "stars": goal.stars,
                "measure": _measure(goal.measure),
                "least": goal.least,
                "most": goal.most,
            }
            for name, goal in box.goals.items()
        },
        "solo_cards": {
            name: {
                "value": card.value,
                "monorail": card.monorail,
                "attraction": card.attraction,
                "skill": card.skill,
            }
            for name, card in box.solo_cards.items()
        },
    }
    if box.overlay is not None:
        document["overlay"] = {
            "target": box.overlay.target,
            "spaces": {
                str(number): {"deck": deck.value, "stars": stars}
                for number, (deck, stars) in box.overlay.spaces.items()
            },
        }
    return document


def _decks(box: Box) -> Document:
    document: Document = {}
    if box.administrators is not None:
        document["administrators"] = [dump_card(card) for card in box.administrators]
    if box.skills is not None:
        document["skills"] = [dump_card(card) for card in box.skills]
    if box.first_hexes is not None:
        document["first_hexes"] = _hexes(box.first_hexes)
    if box.start_board is not None:
        document["start_board"] = dump_board(box.start_board)
    if box.start_boards:
        document["start_boards"] = {name: dump_board(board) for name, board in box.start_boards.items()}
    return document


def dump_board(board: StartBoard) -> Document:
    """What a park board shows beside the Entrance."""
    document: Document = {
        "tiles": [
            {
                "id": tile.id,
                "hex": list(tile.hex),
                "attraction": dump_attraction(tile.attraction),
                "upgrades": sorted(upgrade.value for upgrade in tile.upgrades),
                "spaces": list(tile.spaces),
            }
            for tile in board.tiles
        ]
    }
    return document | ({"first_hexes": _hexes(board.first_hexes)} if board.first_hexes is not None else {})


def _hexes(places: Iterable[Hex]) -> list[list[int]]:
    return [list(place) for place in sorted(places)]


def _measure(measure: Measure) -> Document:
    return {"quantity": measure.quantity.value} | ({"colour": measure.colour.value} if measure.colour else {})
