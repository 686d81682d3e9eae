"""The game record as a document: its head, its printed facts, its events."""

from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Any

from marshmallow import EXCLUDE, ValidationError

from api.problems.bad_input import BadInput
from api.schemas.describing import ABSENT, Describer, Description, Document
from api.schemas.fields import (
    BoundedInt,
    BoundedList,
    DescribedField,
    EnumField,
    NestedObject,
    StrictSchema,
    TextField,
)
from api.schemas.loading import flat
from api.theme_park.schemas.box import PrintedSchema
from api.theme_park.schemas.events import EventDocument
from api.theme_park.schemas.position import VERSION, Of
from api.theme_park.schemas.rules import RulingsField
from models.shared.fault import Fault, found, named, pointer
from models.theme_park.game.box.box_catalogue import BOXES, box_named
from models.theme_park.game.box.printed_facts import Box, Side
from models.theme_park.game.events import Event
from models.theme_park.game.record.references import record_faults
from models.theme_park.game.set_up.setup_rules import MOST_PLAYERS
from models.theme_park.game.set_up.start_boards import PLACE_OF_THE_ENTRANCE
from models.theme_park.game.table import Table
from models.theme_park.game.validate import GameRecord
from models.theme_park.game.variant import SEATS_OF_SOLO, Edition, Variant
from models.theme_park.operate.position import Expansion
from models.theme_park.rulings import Ruling, Rulings

MOST_EVENTS = 2000


class PrintedField(DescribedField[Any]):
    """The name of a box of the catalogue, or printed facts."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            f"an object with the printed facts, {named(BOXES)}, over HTTP the slug of a saved box, "
            "or on the command line the name of a file with printed facts",
            **kwargs,
        )

    def shape(self, describer: Describer) -> Description:
        """A name, or printed facts."""
        name = {"type": "string", "description": f"{', '.join(BOXES)}, or the slug of a saved box."}
        return {"anyOf": [name, describer.resolve_nested_schema(PrintedSchema)]}

    def write(self, value: Box | str) -> Any:
        """The name of a box of the catalogue, or printed facts."""
        return value if isinstance(value, str) else value.name or PrintedSchema.write(value)

    def read(self, value: Any) -> Box | str:
        """Reads the box, or its name; raises ValidationError for anything else."""
        if isinstance(value, str) and value in BOXES:
            return value
        if not isinstance(value, dict):
            raise self.refusal(value)
        box: Box = PrintedSchema().load(value)
        return box


def _side(table: Table) -> Any:
    """The side of the overlay of a box of the catalogue."""
    return table.box.overlay.side or ABSENT if table.box.name and table.box.overlay else ABSENT


class HeadSchema(StrictSchema):
    """The head of a record: who plays which game by which rules."""

    what = "the head of a record"

    variant = EnumField(Variant, required=True)
    players = BoundedList(
        TextField("a player"),
        "players, each sitting to the left of the one before",
        MOST_PLAYERS,
        least=1,
        required=True,
    )
    expansions = BoundedList(
        EnumField(Expansion), "expansions", len(Expansion), load_default=(), of=lambda table: sorted(table.expansions)
    )
    edition = EnumField(Edition, load_default=Edition.RULEBOOK)
    rulings = RulingsField(load_default=Rulings())
    overlay = EnumField(Side, load_default=Side.NORMAL, of=_side)


class RecordSchema(StrictSchema):
    """A whole game record: head, printed facts, events."""

    what = "a game record"

    of = EnumField(Of, load_default=Of.THEME_PARK, of=lambda _: ABSENT)
    version = BoundedInt(VERSION, VERSION, required=True, of=lambda _: VERSION)
    game = NestedObject(HeadSchema, required=True, of=attrgetter("table"))
    printed = PrintedField(required=True, of=attrgetter("table.box"))
    events = BoundedList(EventDocument(), "events", MOST_EVENTS, required=True)


def dump_record(record: GameRecord) -> Document:
    """The document of a game record, as ``load_record`` reads it."""
    return RecordSchema.write(record)


def load_record(document: object, *, prefix: str = "") -> GameRecord:
    """The record of a document; raises ``BadInput`` with every fault, at ``prefix`` and below."""
    try:
        data = RecordSchema().load(document)  # type: ignore[arg-type]  # the schema refuses what is no object
    except ValidationError as error:
        faults = [Fault(at, detail) for at, detail in flat(error.messages)]
        faults += _names_of_the_rest(document)
    else:
        record = GameRecord(_table(data), data["events"])
        faults = list(_names(record.table, enumerate(record.events)))
        if not faults:
            return record
    raise BadInput([Fault(prefix + fault.pointer, fault.detail, fault.code) for fault in faults])


def _names_of_the_rest(document: object) -> Iterator[Fault]:
    """Names that the head does not know, in those events of a faulty document that can be read."""
    if not isinstance(document, dict) or not isinstance(document.get("events"), list):
        return
    try:
        data = RecordSchema(only=("game", "printed"), unknown=EXCLUDE).load(document)
    except ValidationError:
        return
    yield from _names(_table(data), _readable(document["events"][:MOST_EVENTS]))


def _names(table: Table, events: Iterable[tuple[int, Event]]) -> Iterator[Fault]:
    """An outline without the Entrance; players that sit twice, or else every name of an event that the head does not know."""
    yield from _outline_faults(table)
    twice = list(_head_faults(table))
    yield from twice or record_faults(table, events)


def _readable(raw: list[object]) -> Iterator[tuple[int, Event]]:
    field = EventDocument()
    for number, each in enumerate(raw):
        try:
            event = field.deserialize(each)
        except ValidationError:
            continue
        assert event is not None
        yield number, event


def _table(data: Any) -> Table:
    head, box = data["game"], data["printed"]
    expansions = frozenset(head["expansions"])
    solo = head["variant"] is Variant.SOLO
    if isinstance(box, str):
        box = box_named(
            box, SEATS_OF_SOLO if solo else len(head["players"]), expansions, head["overlay"] if solo else None
        )
    return Table(
        players=head["players"],
        variant=head["variant"],
        box=box,
        expansions=expansions,
        edition=head["edition"],
        rulings=head["rulings"],
    )


def _head_faults(table: Table) -> Iterator[Fault]:
    for index, player in enumerate(table.players):
        if player in table.players[:index]:
            yield Fault(f"/game/players/{index}", found(player, "a player that does not sit there already"))


def _outline_faults(table: Table) -> Iterator[Fault]:
    outline, entrance = table.rulings.outline, PLACE_OF_THE_ENTRANCE
    if outline is not None and entrance not in outline:
        at = f"[{entrance.q}, {entrance.r}]"
        detail = f"Found an outline without {at}, where the Park Entrance lies; accepted: hexes with {at} among them."
        yield Fault(pointer("game", "rulings", Ruling.BOARD_BOUNDARY), detail)
