"""Whole game records: documents read into events, and the referee's answer (models/dice_manor/README.md, Game records)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from marshmallow import Schema, ValidationError, post_load

from api.dice_manor.building import has_entrance, tile_faults
from api.dice_manor.consistency import turn_faults
from api.dice_manor.schemas.answers.games import JudgedGame, ManorGameAnswer
from api.dice_manor.schemas.building import BuildMoveSchema, TileSchema
from api.dice_manor.schemas.fields import (
    HIGH,
    LOW,
    MOST_PLAYERS,
    MOST_PRESTIGE,
    PLAYER,
    NumberKey,
    Of,
    RulingsField,
    TypesKey,
)
from api.dice_manor.schemas.turns import ManorTurnSchema
from api.problems.bad_input import BadInput
from api.schemas.describing import Document
from api.schemas.fields import (
    BoundedInt,
    BoundedList,
    DescribedField,
    EnumField,
    MappingField,
    NestedObject,
    StrictSchema,
    TextField,
)
from api.schemas.loading import load
from models.dice_manor.building_replay import Build
from models.dice_manor.game.events import BuildTile, Collect, End, Event, PlayerTurn, Reset, Reveal
from models.dice_manor.game.judging import judge_game
from models.dice_manor.game.state import Box, Game, Rolling, begun
from models.dice_manor.manor import DICE, RoomType
from models.dice_manor.rulings import ManorRulings
from models.dice_manor.turn import Turn
from models.shared.data import read_json
from models.shared.fault import Fault, found, named, pointer, shown

MOST_EVENTS = 1000
MOST_TILES = 60
LONGEST_TRACK = 30
BOXES = ("made-up",)
"""Boxes that come with the project, by name; what they hold is made up."""


class TypeKey(DescribedField[RoomType]):
    """A type of room as the key of an object."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(f"a type of room: {named(each.value for each in RoomType)}", {"type": "string"}, **kwargs)

    def read(self, value: Any) -> RoomType:
        """Reads the room type; raises ValidationError for anything else."""
        if value in {each.value for each in RoomType}:
            return RoomType(value)
        raise self.refusal(value)


class BoxSchema(StrictSchema):
    """The printed facts of a box of Dice Manor."""

    what = "a box"

    name = TextField("a name", required=True)
    entrance = NestedObject(TileSchema, required=True)
    tiles = BoundedList(NestedObject(TileSchema), "tiles", MOST_TILES, required=True)
    blueprints = MappingField(
        TypeKey(), BoundedInt(LOW, HIGH), "types of rooms and the numbers of their Blueprints", required=True
    )
    track = BoundedList(
        BoundedInt(0, MOST_PRESTIGE), "numbers, the prestige of each space", LONGEST_TRACK, least=2, required=True
    )
    diversity = MappingField(TypesKey(), BoundedInt(0, MOST_PRESTIGE), "numbers of types and prestige", required=True)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Box:
        """Makes the box of the loaded fields."""
        return Box(**data)


class BoxField(DescribedField[Box]):
    """A box: the name of one that comes with the project, or what is printed."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(f"one of {', '.join(BOXES)}, or an object with what is printed", **kwargs)

    def read(self, value: Any) -> Box:
        """Reads the box or its name; raises ValidationError for anything else."""
        if isinstance(value, str) and value in BOXES:
            value = read_json(f"dice_manor/boxes/{value}.json")
        if not isinstance(value, dict):
            raise self.refusal(value)
        box: Box = BoxSchema().load(value)
        return box


class HeadSchema(StrictSchema):
    """Who plays, under which rulings."""

    what = "the head of a record"

    players = BoundedList(PLAYER, "players, clockwise from the first player", MOST_PLAYERS, least=2, required=True)
    rulings = RulingsField(load_default=ManorRulings)
    rolling = EnumField(Rolling, load_default=Rolling.AT_START)


class RevealSchema(StrictSchema):
    """The event that begins a round: a tile at each Blueprint number."""

    what = "an event"
    do = TextField('"reveal"', required=True)
    tiles = MappingField(NumberKey(), TextField("the id of a tile"), "Blueprint numbers and tiles", required=True)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Reveal:
        """Makes the event of the loaded fields."""
        return Reveal(data["tiles"])


class PlayerTurnSchema(ManorTurnSchema):
    """The event of a player's turn in the Bid phase."""

    what = "an event"
    player = TextField("the id of a player", required=True)
    then = BoundedList(
        BoundedInt(LOW, HIGH), "numbers that the dice left show", DICE, load_default=None, allow_none=True
    )

    @post_load
    def build(self, data: dict[str, Any], **rest: Any) -> PlayerTurn:
        """Makes the event of the loaded fields."""
        player, then = data.pop("player"), data.pop("then")
        turn = Turn(**{name: value for name, value in data.items() if name != "do"})
        return PlayerTurn(player, turn, then)


class CollectSchema(StrictSchema):
    """The event of the Collect phase, and what players say that they have then."""

    what = "an event"
    do = TextField('"collect"', required=True)
    prestige = MappingField(PLAYER, BoundedInt(0, MOST_PRESTIGE), "players and prestige", load_default=None)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Collect:
        """Makes the event of the loaded fields."""
        return Collect(data["prestige"])


class BuildEventSchema(BuildMoveSchema):
    """The event by which a player builds a tile."""

    what = "an event"
    player = TextField("the id of a player", required=True)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> BuildTile:
        """Makes the event of the loaded fields."""
        return BuildTile(data["player"], Build(data["tile"], data["at"], data["turn"]))


class ResetSchema(StrictSchema):
    """The event that ends the Build phase."""

    what = "an event"
    do = TextField('"reset"', required=True)

    @post_load
    def build(self, _data: dict[str, Any], **_: Any) -> Reset:
        """Makes the event of the loaded fields."""
        return Reset()


class EndSchema(StrictSchema):
    """The event that ends the game: bonuses, totals, winners."""

    what = "an event"
    do = TextField('"end"', required=True)
    totals = MappingField(PLAYER, BoundedInt(0, MOST_PRESTIGE), "players and their prestige in all", load_default=None)
    winners = BoundedList(PLAYER, "players", MOST_PLAYERS, load_default=None, allow_none=True)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> End:
        """Makes the event of the loaded fields."""
        return End(data["totals"], data["winners"])


EVENTS: Mapping[str, type[Schema]] = {
    "reveal": RevealSchema,
    "turn": PlayerTurnSchema,
    "collect": CollectSchema,
    "build": BuildEventSchema,
    "reset": ResetSchema,
    "end": EndSchema,
}


class EventField(DescribedField[Event]):
    """An event; its field ``do`` says of which kind."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(f"an event, an object whose do is one of {', '.join(EVENTS)}", **kwargs)

    def read(self, value: Any) -> Event:
        """Reads the event; raises ValidationError for anything else."""
        if not isinstance(value, dict):
            raise self.refusal(value)
        if not isinstance(value.get("do"), str) or value["do"] not in EVENTS:
            raise ValidationError({"do": [found(value.get("do"), f"one of {', '.join(EVENTS)}")]})
        event: Event = EVENTS[value["do"]]().load(value)
        return event


class RecordSchema(StrictSchema):
    """A whole record of a game of Dice Manor."""

    what = "a game record"

    of = EnumField(Of, load_default=Of.DICE_MANOR)
    version = BoundedInt(1, 1, load_default=1)
    game = NestedObject(HeadSchema, required=True)
    box = BoxField(required=True)
    events = BoundedList(EventField(), "events", MOST_EVENTS, required=True)


@dataclass(frozen=True, slots=True)
class Record:
    """A game to be judged: how it begins, and its events."""

    begun: Game
    events: tuple[Event, ...]


def load_record(document: object, *, prefix: str = "") -> Record:
    """The record of a document; raises ``BadInput`` with every fault, at ``prefix`` and below."""
    data, wrong = load(RecordSchema(), document, prefix)
    faults = wrong or [Fault(prefix + each.pointer, each.detail) for each in _faults(data, document)]
    if faults:
        raise BadInput(faults)
    return Record(
        begun(data["box"], data["game"]["players"], data["game"]["rulings"], data["game"]["rolling"]), data["events"]
    )


def _faults(data: Mapping[str, Any], document: Any) -> Iterator[Fault]:
    """Players that sit twice or are unknown, rooms twice in the box, and rooms that no tile has."""
    players, box = data["game"]["players"], data["box"]
    for at, name in enumerate(players):
        if name in players[:at]:
            yield Fault(pointer("game", "players", at), f"Found {shown(name)} twice; accepted: different players.")
    yield from _box_faults(box)
    rooms = {each.room.id: len(each.room.slots) for tile in (box.entrance, *box.tiles) for each in tile.rooms}
    for at, event in enumerate(data["events"]):
        here = pointer("events", at)
        told = [(here + "/player", event.player)] if isinstance(event, PlayerTurn | BuildTile) else []
        if isinstance(event, Collect):
            told = [(f"{here}/prestige/{name}", name) for name in event.prestige or {}]
        if isinstance(event, End):
            told = [(f"{here}/totals/{name}", name) for name in event.totals or {}]
            told += [(f"{here}/winners/{number}", name) for number, name in enumerate(event.winners or ())]
        for where, name in told:
            if name not in players:
                yield Fault(where, f"Found {shown(name)}; accepted: a player, {named(players)}.")
        if isinstance(event, PlayerTurn):
            yield from turn_faults(document["events"][at], rooms, here)


def _box_faults(box: Box) -> Iterator[Fault]:
    """Entrances missing or in the stacks, and faults of the tiles themselves."""
    if not has_entrance(box.entrance):
        yield Fault("/box/entrance/rooms/0/type", 'Found no entrance; accepted: a room of type "entrance".')
    for at, tile in enumerate(box.tiles):
        if has_entrance(tile):
            yield Fault(
                pointer("box", "tiles", at),
                "Found another entrance; accepted: the entrance of the box alone, as entrance.",
            )
    yield from tile_faults(
        [("/box/entrance", box.entrance), *((pointer("box", "tiles", at), tile) for at, tile in enumerate(box.tiles))]
    )


def game_document(record: Record) -> Document:
    """The referee's answer: legal or the first violation, what hangs on rulings, and how the table stands."""
    return ManorGameAnswer.write(JudgedGame(judge_game(record.begun, record.events), record.begun.rulings))
