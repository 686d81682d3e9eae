"""Events of a game record: one flat object whose ``do`` says which fields belong to it."""

from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any

from marshmallow import Schema, ValidationError, fields, missing

from api.schemas.describing import Describer, Description, Document
from api.schemas.fields import (
    BoundedInt,
    BoundedList,
    DescribedField,
    EnumField,
    FlagField,
    HexField,
    MappingField,
    NestedObject,
    StrictSchema,
    TextField,
)
from api.theme_park.input_limits import MOST_MOVES
from api.theme_park.schemas.cards import AdministratorSchema, SkillSchema
from api.theme_park.schemas.moves import MoveSchema
from api.theme_park.schemas.rules import RoundField
from models.shared.fault import found, named
from models.theme_park.attraction import Innovation, Upgrade
from models.theme_park.cards import Staff
from models.theme_park.game.events import DO, WORDS, Boost, Die, Event, PutBack, Returner
from models.theme_park.game.record.fields import FIELDS, EventField, Kind, given
from models.theme_park.game.set_up.setup_rules import MOST_PLAYERS, SPACES_ON_A_MONORAIL
from models.theme_park.guests import GUEST_COLOURS, HIGHEST, LOWEST, Colour

MOST_NUMBER = 999
MOST_MONORAILS = MOST_PLAYERS + 1
MOST_IN_A_ROW = 16


class DieField(DescribedField[Die]):
    """A die in one word: colour and value, such as "blue-4"."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__('a colour and a value, such as "blue-4"', {"type": "string"}, **kwargs)

    def shape(self, _describer: Describer) -> Description:
        """Every word that names a die."""
        dice = [f"{colour.value}-{value}" for colour in GUEST_COLOURS for value in range(LOWEST, HIGHEST + 1)]
        return {"type": "string", "enum": dice}

    def read(self, value: Any) -> Die:
        """Reads the die; raises ValidationError for anything else."""
        colour, _, pips = value.rpartition("-") if isinstance(value, str) else ("", "", "")
        if colour in GUEST_COLOURS and pips in {str(number) for number in range(LOWEST, HIGHEST + 1)}:
            return Die(Colour(colour), int(pips))
        raise self.refusal(value)

    def write(self, value: Die) -> str:
        """Colour and value in one word."""
        return f"{value.colour.value}-{value.value}"


class BoostSchema(StrictSchema):
    """A die of a monorail raised by a Concierge."""

    what = "a die raised"

    die = BoundedInt(0, SPACES_ON_A_MONORAIL - 1, required=True)
    by = BoundedInt(0, HIGHEST, required=True)


class PutBackSchema(StrictSchema):
    """A guest put back on the Entrance."""

    what = "a guest put back"

    guest = TextField("the id of a guest", required=True)
    value = BoundedInt(LOWEST, HIGHEST, required=True)
    with_ = TextField("ticket-agent or administrator", data_key="with", required=True, of=attrgetter("by.value"))


class PutBackField(DescribedField[PutBack]):
    """A guest put back, and by whom."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__('an object such as {"guest": "g3", "value": 6, "with": "ticket-agent"}', **kwargs)

    def shape(self, describer: Describer) -> Description:
        """The description of ``PutBackSchema``."""
        return dict(describer.resolve_nested_schema(PutBackSchema))

    def read(self, value: Any) -> PutBack:
        """Reads the guest put back; raises ValidationError for anything else."""
        data = PutBackSchema().load(value)
        if data["with_"] not in tuple(Returner):
            raise ValidationError({"with": [found(data["with_"], " or ".join(Returner))]})
        return PutBack(data["guest"], data["value"], Returner(data["with_"]))

    def write(self, value: PutBack) -> Document:
        """The guest, what it shows, and by whom."""
        return PutBackSchema.write(value)


class BoostField(DescribedField[Boost]):
    """A die of a monorail, and by how many pips it is raised."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__('an object such as {"die": 0, "by": 2}', **kwargs)

    def shape(self, describer: Describer) -> Description:
        """The description of ``BoostSchema``."""
        return dict(describer.resolve_nested_schema(BoostSchema))

    def read(self, value: Any) -> Boost:
        """Reads the die raised; raises ValidationError for anything else."""
        return Boost(**BoostSchema().load(value))

    def write(self, value: Boost) -> Document:
        """The die, and by how much."""
        return BoostSchema.write(value)


class AmountsField(DescribedField[Any]):
    """A number for each of some players."""

    def __init__(self, **kwargs: Any) -> None:
        self.table = MappingField(TextField("a player"), BoundedInt(-MOST_NUMBER, MOST_NUMBER), "players and numbers")
        super().__init__(self.table.accepts, {"type": "object"}, **kwargs)

    def shape(self, describer: Describer) -> Description:
        """The description of the table of players."""
        return self.table.shape(describer)

    def read(self, value: Any) -> Any:
        """Reads the pairs; raises ValidationError for anything else."""
        return tuple(self.table.read(value).items())

    def write(self, value: Any) -> Document:
        """Gives the pairs as an object by player."""
        return dict(value)


class PlacedGoalsField(DescribedField[Any]):
    """Goals by round, as pairs in the order given."""

    def __init__(self, **kwargs: Any) -> None:
        self.table = MappingField(
            RoundField(), BoundedList(TextField("a goal"), "goals", 3), "rounds and lists of goals"
        )
        super().__init__(self.table.accepts, {"type": "object"}, **kwargs)

    def shape(self, describer: Describer) -> Description:
        """The description of the table of rounds."""
        return self.table.shape(describer)

    def read(self, value: Any) -> Any:
        """The pairs of a round and a goal."""
        return tuple((number, goal) for number, goals in self.table.read(value).items() for goal in goals)

    def write(self, value: Any) -> Document:
        """Gives the lists of goals by round."""
        goals: dict[int, list[str]] = {}
        for number, goal in value:
            goals.setdefault(number, []).append(goal)
        return self.table.write(goals)


MAKERS: dict[Kind, Callable[..., fields.Field[Any]]] = {
    Kind.PLAYER: lambda **kw: TextField("a player", **kw),
    Kind.PLAYERS: lambda **kw: BoundedList(TextField("a player"), "players", MOST_PLAYERS, **kw),
    Kind.OBJECTIVES: lambda **kw: BoundedList(TextField("an objective"), "objectives", MOST_PLAYERS, **kw),
    Kind.GOAL: lambda **kw: TextField("a goal", **kw),
    Kind.PLACED_GOALS: PlacedGoalsField,
    Kind.DICE: lambda **kw: BoundedList(
        BoundedList(DieField(), "dice", SPACES_ON_A_MONORAIL), "monorails", MOST_MONORAILS, **kw
    ),
    Kind.STAFF: lambda **kw: EnumField(Staff, **kw),
    Kind.STAFF_CARDS: lambda **kw: BoundedList(EnumField(Staff), "staff cards", MOST_IN_A_ROW, **kw),
    Kind.ADMINISTRATOR: lambda **kw: NestedObject(AdministratorSchema, **kw),
    Kind.ADMINISTRATORS: lambda **kw: BoundedList(
        NestedObject(AdministratorSchema), "administrators", MOST_IN_A_ROW, **kw
    ),
    Kind.SKILL: lambda **kw: NestedObject(SkillSchema, **kw),
    Kind.SKILLS: lambda **kw: BoundedList(NestedObject(SkillSchema), "skill cards", MOST_IN_A_ROW, **kw),
    Kind.TILE: lambda **kw: TextField("a tile", **kw),
    Kind.TILES: lambda **kw: BoundedList(TextField("a tile"), "tiles", MOST_IN_A_ROW, **kw),
    Kind.LYING: lambda **kw: TextField("a tile", **kw),
    Kind.HEX: HexField,
    Kind.MONORAIL: lambda **kw: TextField("a monorail", **kw),
    Kind.BOARD: lambda **kw: TextField("a start board", **kw),
    Kind.SOLO_CARD: lambda **kw: TextField("a solo card", **kw),
    Kind.NUMBER: lambda **kw: BoundedInt(-MOST_NUMBER, MOST_NUMBER, **kw),
    Kind.AMOUNTS: AmountsField,
    Kind.BOOSTS: lambda **kw: BoundedList(
        BoundedList(BoostField(), "dice raised", SPACES_ON_A_MONORAIL), "uses", MOST_IN_A_ROW, **kw
    ),
    Kind.PLACE: lambda **kw: BoundedInt(0, MOST_NUMBER, **kw),
    Kind.PLACES: lambda **kw: BoundedList(
        BoundedInt(0, SPACES_ON_A_MONORAIL - 1), "places of dice", SPACES_ON_A_MONORAIL, **kw
    ),
    Kind.SPACE: lambda **kw: BoundedInt(0, MOST_NUMBER, **kw),
    Kind.GUEST: lambda **kw: TextField("the id of a guest", **kw),
    Kind.COLOUR: lambda **kw: EnumField(GUEST_COLOURS, **kw),
    Kind.UPGRADE: lambda **kw: EnumField(Upgrade, **kw),
    Kind.INNOVATION: lambda **kw: EnumField(Innovation, **kw),
    Kind.MOVES: lambda **kw: BoundedList(NestedObject(MoveSchema), "moves", MOST_MOVES, **kw),
    Kind.PUT_BACKS: lambda **kw: BoundedList(PutBackField(), "guests put back", MOST_IN_A_ROW, **kw),
    Kind.FLAG: FlagField,
}
"""What reads, writes and describes each kind of field."""


def _field(field: EventField) -> fields.Field[Any]:
    return MAKERS[field.kind](**({"required": True} if field.needed else {"allow_none": True}))


@cache
def _writer(kind: Kind) -> fields.Field[Any]:
    return MAKERS[kind]()


def dump_value(kind: Kind, value: Any) -> Any:
    """The value of a field of an event."""
    return _writer(kind)._serialize(value, None, None)


def dump_event(event: Event) -> Document:
    """An event with the fields that say something."""
    of_kind = FIELDS[type(event)].items()
    told = {name: dump_value(field.kind, getattr(event, name)) for name, field in of_kind if given(event, name, field)}
    return {"do": WORDS[type(event)], **told}


@cache
def schema_of(do: str) -> Schema:
    """The schema of the fields of one kind of event."""
    made: dict[str, Any] = {name: _field(field) for name, field in FIELDS[DO[do]].items()}
    made["what"] = f'an event that does "{do}"'
    made["do"] = fields.String(required=True, metadata={"enum": [do]})
    schema: Schema = type(f"{DO[do].__name__}Schema", (StrictSchema,), made)()
    return schema


class EventDocument(DescribedField[Event]):
    """An event of any kind; ``do`` says which fields belong to it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__('an object with a "do" and its fields', {"type": "object"}, **kwargs)

    def shape(self, describer: Describer) -> Description:
        """One of the kinds of events."""
        return {"type": "object", "oneOf": [describer.resolve_nested_schema(schema_of(do)) for do in DO]}

    def write(self, value: Event) -> Document:
        """Its kind, and the fields that say something."""
        return dump_event(value)

    def read(self, value: Any) -> Event:
        """Reads the event; raises ValidationError for anything else."""
        if not isinstance(value, dict):
            raise self.refusal(value)
        do = value.get("do")
        if not isinstance(do, str) or do not in DO:
            raise ValidationError(
                {
                    "do": [
                        found(do, f"one of {named(DO)}") if "do" in value else f"Missing; accepted: one of {named(DO)}."
                    ]
                }
            )
        data = _read_fields(schema_of(do), value)
        return DO[do](**{name: each for name, each in data.items() if each is not None})


def _read_fields(schema: Schema, value: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of an event but its ``do``: what ``schema.load`` reads, at half its price for a flat object."""
    data: dict[str, Any] = {}
    errors: dict[str, Any] = {name: [schema.error_messages["unknown"]] for name in value if name not in schema.fields}
    for name, field in schema.load_fields.items():
        if name == "do":
            continue
        try:
            read = field.deserialize(value.get(name, missing))
        except ValidationError as error:
            errors[name] = error.messages
        else:
            if read is not missing:
                data[name] = read
    if errors:
        raise ValidationError(errors)
    return data
