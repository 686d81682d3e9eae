"""Printed facts of the box as a record gives them: the name of a box of the catalogue, or the facts inline."""

from collections.abc import Iterator, Mapping
from operator import attrgetter, itemgetter
from typing import Any

from marshmallow import ValidationError, post_load, pre_load, validates_schema

from api.schemas.describing import ABSENT
from api.schemas.fields import (
    BoundedInt,
    BoundedList,
    EnumField,
    FlagField,
    MappingField,
    NestedObject,
    StrictSchema,
    TextField,
)
from api.theme_park.input_limits import MOST_COST
from api.theme_park.schemas.attraction import AttractionField
from api.theme_park.schemas.cards import AdministratorSchema, SkillSchema
from api.theme_park.schemas.rules import RoundField
from api.theme_park.schemas.start_board import FIRST_HEXES, StartBoardSchema, box_faults, nested, where_known
from models.shared.fault import found, named
from models.shared.phrases import listing
from models.theme_park.attraction import ENTRANCE_NAME, Upgrade, names_the_entrance
from models.theme_park.cards import Staff
from models.theme_park.catalogue import entrance
from models.theme_park.game.box.printed import MOST_SPACES, Entered, printed_faults, requirement_faults
from models.theme_park.game.box.printed_facts import (
    DIE_VALUES,
    NARROWED,
    Box,
    Goal,
    Measure,
    Objective,
    Overlay,
    PrintedTile,
    Quantity,
    SoloCard,
    StartBoard,
)
from models.theme_park.game.set_up.setup_rules import SPACES_ON_A_MONORAIL
from models.theme_park.game.variant import Stack
from models.theme_park.guests import HIGHEST, LOWEST, Colour, TileId
from models.theme_park.operate.position import Expansion

MOST_CARDS = 40


class MeasureSchema(StrictSchema):
    """What an objective or a goal counts."""

    what = "a measure"

    quantity = EnumField(Quantity, required=True)
    colour = EnumField(Colour, load_default=None, of=lambda measure: measure.colour or ABSENT)

    @validates_schema
    def narrows(self, data: dict[str, Any], **_: Any) -> None:
        """Only some quantities have a colour; no guest is grey."""
        quantity, colour = data["quantity"], data["colour"]
        if colour is None or colour in NARROWED.get(quantity, ()):
            return
        if quantity in NARROWED:
            raise ValidationError(found(colour, f"for {quantity} {listing(NARROWED[quantity], 'or')}"), "colour")
        raise ValidationError(f"{quantity} has no colour; a colour goes with {named(sorted(NARROWED))}.", "colour")

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Measure:
        """Makes the measure of the loaded fields."""
        return Measure(**data)


class ObjectiveSchema(StrictSchema):
    """An objective card: a name, a colour code, and what it counts."""

    what = "an objective"

    name = TextField("a name", 80, required=True)
    code = TextField("a colour code", required=True)
    measure = NestedObject(MeasureSchema, required=True)
    fewest = FlagField(load_default=False)
    expansion = EnumField((Expansion.PROMO,), load_default=None, of=lambda objective: objective.expansion or ABSENT)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Objective:
        """Makes the objective of the loaded fields."""
        return Objective(**data)


class GoalSchema(StrictSchema):
    """A solo goal: its deck, its stars, what it counts and the limits."""

    what = "a goal"

    name = TextField("a name", 80, required=True)
    deck = EnumField(Stack, required=True)
    stars = BoundedInt(0, MOST_COST, required=True)
    measure = NestedObject(MeasureSchema, required=True)
    least = BoundedInt(0, 999, load_default=None, allow_none=True)
    most = BoundedInt(0, 999, load_default=None, allow_none=True)

    @validates_schema
    def asks(self, data: dict[str, Any], **_: Any) -> None:
        """What is counted has a limit; what is judged by hand has none."""
        by_hand = data["measure"].quantity is Quantity.BY_HAND
        if by_hand == (data["least"] is not None or data["most"] is not None):
            wants = "none, as it is judged by hand" if by_hand else "least, most or both"
            raise ValidationError(f"Of the limits of a goal accepted here: {wants}.", "least")

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Goal:
        """Makes the goal of the loaded fields."""
        return Goal(**data)


class SoloCardSchema(StrictSchema):
    """A solo card: its value, and the shaded place of each row."""

    what = "a solo card"

    value = BoundedInt(0, 30, required=True)
    monorail = BoundedInt(0, 2, load_default=None, allow_none=True)
    attraction = BoundedInt(0, 2, load_default=None, allow_none=True)
    skill = BoundedInt(0, 2, load_default=None, allow_none=True)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> SoloCard:
        """Makes the card of the loaded fields."""
        return SoloCard(**data)


class OverlaySpaceSchema(StrictSchema):
    """A marked space of the overlay."""

    what = "a marked space"

    deck = EnumField(Stack, required=True, of=itemgetter(0))
    stars = BoundedInt(0, MOST_COST, required=True, of=itemgetter(1))

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> tuple[Stack, int]:
        """The deck of its goals and its red stars."""
        return data["deck"], data["stars"]


class OverlaySchema(StrictSchema):
    """A side of the solo overlay."""

    what = "an overlay"

    target = BoundedInt(0, 999, required=True)
    spaces = MappingField(RoundField(), NestedObject(OverlaySpaceSchema), "rounds and marked spaces", required=True)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Overlay:
        """Makes the overlay of the loaded fields."""
        return Overlay(data["target"], data["spaces"])


class PrintedTileSchema(StrictSchema):
    """An attraction tile of the box: its facts, stack, build cost, and the cost of each upgrade space."""

    what = "a printed tile"

    attraction = AttractionField(required=True)
    stack = EnumField(Stack, required=True)
    cost = BoundedInt(0, MOST_COST, required=True)
    spaces = BoundedList(BoundedInt(0, MOST_COST), "costs of upgrade spaces", MOST_SPACES, load_default=())


class EntranceSchema(StrictSchema):
    """The Park Entrance and the cost of each of its upgrade spaces."""

    what = "the Park Entrance"

    attraction = AttractionField(required=True, of=attrgetter("entrance"))
    upgrades = BoundedList(
        EnumField(Upgrade),
        "upgrades printed on it",
        len(Upgrade),
        load_default=None,
        of=lambda box: sorted(box.entrance_upgrades),
    )
    spaces = BoundedList(
        BoundedInt(0, MOST_COST),
        "costs of upgrade spaces",
        MOST_SPACES,
        load_default=(),
        of=attrgetter("entrance_spaces"),
    )

    @pre_load
    def brings_what_the_rulebook_says(self, data: Any, **_: Any) -> Any:
        """An Entrance of which no income is told has the rulebook's (Income)."""
        told, known = data.get("attraction") if isinstance(data, dict) else None, entrance().attraction
        if not isinstance(told, dict) or known is None:
            return data
        return {**data, "attraction": {"income": known.income, **told}}

    @validates_schema
    def has_its_name(self, data: dict[str, Any], **_: Any) -> None:
        """The Park Entrance is known by its printed name."""
        printed = data["attraction"].attraction
        if not names_the_entrance(printed.name):
            raise ValidationError(nested([(("attraction", "name"), found(printed.name, f'"{ENTRANCE_NAME}"'))]))

    @validates_schema
    def has_a_requirement_that_can_be_met(self, data: dict[str, Any], **_: Any) -> None:
        """Its relation has the dice that it compares."""
        faults = [*requirement_faults(("attraction",), data["attraction"].attraction)]
        if faults:
            raise ValidationError(nested(faults))


class PrintedSchema(StrictSchema):
    """The printed facts of the parts in play."""

    what = "printed facts"

    entrance = NestedObject(EntranceSchema, of=lambda box: box)
    attractions = MappingField(
        TextField("a tile"),
        NestedObject(PrintedTileSchema),
        "tile ids and printed tiles",
        required=True,
        of=attrgetter("tiles"),
    )
    monorails = MappingField(
        TextField("a monorail"),
        BoundedList(BoundedInt(LOWEST, HIGHEST), "values", SPACES_ON_A_MONORAIL, least=1),
        "monorail ids and lists of values",
        required=True,
    )
    staff_money = MappingField(EnumField(Staff), BoundedInt(0, MOST_COST), "staff cards and dollars", required=True)
    staff_dice = MappingField(
        EnumField(Staff), BoundedInt(0, MOST_COST), "staff cards and die values", load_default=dict
    )
    objectives = MappingField(
        TextField("an objective"), NestedObject(ObjectiveSchema), "ids and objectives", load_default=dict
    )
    goals = MappingField(TextField("a goal"), NestedObject(GoalSchema), "ids and goals", load_default=dict)
    solo_cards = MappingField(
        TextField("a solo card"), NestedObject(SoloCardSchema), "ids and solo cards", load_default=dict
    )
    overlay = NestedObject(OverlaySchema, load_default=None, of=lambda box: box.overlay or ABSENT)
    administrators = BoundedList(
        NestedObject(AdministratorSchema),
        "administrators",
        MOST_CARDS,
        load_default=None,
        of=lambda box: where_known(box.administrators),
    )
    skills = BoundedList(
        NestedObject(SkillSchema),
        "skill cards, one of each",
        MOST_CARDS,
        load_default=None,
        of=lambda box: where_known(box.skills),
    )
    first_hexes = FIRST_HEXES
    start_board = NestedObject(StartBoardSchema, load_default=None, of=lambda box: where_known(box.start_board))
    start_boards = MappingField(
        TextField("a start board"),
        NestedObject(StartBoardSchema),
        "names and start boards",
        load_default=dict,
        of=lambda box: box.start_boards or ABSENT,
    )

    @validates_schema(skip_on_field_errors=False)
    def are_as_the_rulebook_says(self, data: dict[str, Any], **_: Any) -> None:
        """Names, incomes and amenities where the rulebook knows them."""
        faults = [*printed_faults(_entered(data))]
        if faults:
            raise ValidationError(nested(faults))

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Box:
        """Makes the box of the loaded fields."""
        faults = [*box_faults(data)]
        if faults:
            raise ValidationError(nested(faults))
        hexes = data["first_hexes"]
        return Box(
            tiles=_tiles(data["attractions"]),
            monorails=data["monorails"],
            staff_money=data["staff_money"],
            staff_dice={**DIE_VALUES, **data["staff_dice"]},
            first_hexes=None if hexes is None else frozenset(hexes),
            **_entrance(data.get("entrance")),
            **{name: data[name] for name in PLAIN},
        )


def _entered(data: Mapping[str, Any]) -> Iterator[Entered]:
    """The attractions of printed facts, as far as they can be read."""
    for name, row in data.get("attractions", {}).items():
        yield Entered(("attractions", name, "attraction"), row["attraction"].attraction, row["stack"])
    boards: dict[tuple[str, ...], StartBoard]
    boards = {("start_boards", name): board for name, board in data.get("start_boards", {}).items()}
    one = data.get("start_board")
    if isinstance(one, StartBoard):  # and not what is left of one with faults
        boards["start_board",] = one
    for place, board in boards.items():
        for number, tile in enumerate(board.tiles):
            yield Entered((*place, "tiles", number, "attraction"), tile.attraction, None)


def _tiles(rows: Mapping[TileId, Any]) -> dict[TileId, PrintedTile]:
    return {
        name: PrintedTile(name, row["attraction"].attraction, row["stack"], row["cost"], row["spaces"])
        for name, row in rows.items()
    }


def _entrance(printed: dict[str, Any] | None) -> dict[str, Any]:
    """The Entrance as entered, or as the catalogue has it."""
    entry = entrance()
    if printed is None:
        return {"entrance": entry.attraction, "entrance_upgrades": entry.printed_upgrades}
    listed = printed["upgrades"]
    return {
        "entrance": printed["attraction"].attraction,
        "entrance_upgrades": entry.printed_upgrades if listed is None else frozenset(listed),
        "entrance_spaces": printed["spaces"],
    }


PLAIN = (
    "objectives",
    "goals",
    "solo_cards",
    "overlay",
    "administrators",
    "skills",
    "start_board",
    "start_boards",
)
"""Parts of the printed facts that are read as the box holds them."""
