"""Attractions: a slug from the catalogue, or the printed facts of a tile inline."""

from operator import attrgetter
from typing import Any, NamedTuple

from marshmallow import ValidationError, post_load

from api.schemas.describing import ABSENT, Describer, Description, Document, unless_empty
from api.schemas.fields import (
    LONGEST_NAME,
    BoundedInt,
    BoundedList,
    DescribedField,
    EnumField,
    FlagField,
    NestedObject,
    StrictSchema,
    Symbol,
    TextField,
    is_whole,
)
from models.shared.fault import found, named, shown
from models.theme_park.attraction import Attraction, Upgrade
from models.theme_park.catalogue import CatalogueEntry, attractions
from models.theme_park.guests import GUEST_COLOURS, HIGHEST, LOWEST, Colour
from models.theme_park.requirement import ANY_VALUE, NAMED_VALUES, Relation, Requirement, Slot

MOST_SLOTS = 3
MOST_STARS = MOST_INCOME = 99


class ValuesField(DescribedField[frozenset[int]]):
    """The values a slot accepts: a list, or one of the names of the rulebook."""

    def __init__(self, **kwargs: Any) -> None:
        names = named(f'"{name}"' for name in NAMED_VALUES)
        super().__init__(f"a list of different whole numbers from {LOWEST} to {HIGHEST}, or one of {names}", **kwargs)

    def shape(self, _describer: Describer) -> Description:
        """A name, or a list of values."""
        values = {"type": "integer", "minimum": LOWEST, "maximum": HIGHEST}
        return {
            "anyOf": [
                {"type": "string", "enum": list(NAMED_VALUES)},
                {"type": "array", "items": values, "minItems": 1, "maxItems": HIGHEST, "uniqueItems": True},
                {"type": "null"},
            ]
        }

    def read(self, value: Any) -> frozenset[int]:
        """Reads the values; raises ValidationError for anything else."""
        if isinstance(value, str) and value in NAMED_VALUES:
            return NAMED_VALUES[value]
        if not isinstance(value, list) or not value:
            raise self.refusal(value)
        faults = {
            index: [found(each, self.accepts)]
            for index, each in enumerate(value)
            if not (is_whole(each) and LOWEST <= each <= HIGHEST) or each in value[:index]
        }
        if faults:
            raise ValidationError(faults)
        return frozenset(value)

    def write(self, value: frozenset[int]) -> list[int]:
        """The values in order."""
        return sorted(value)


class SlotSchema(StrictSchema):
    """One printed die of a requirement."""

    what = "a die"

    colour = EnumField(GUEST_COLOURS, load_default=None, of=unless_empty("colour"))
    values = ValuesField(
        load_default=ANY_VALUE, allow_none=True, of=lambda slot: ABSENT if slot.values == ANY_VALUE else slot.values
    )
    reroll = FlagField(load_default=False, of=unless_empty("reroll"))
    symbol = Symbol(load_default=None, of=unless_empty("symbol"))

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Slot:
        """Makes the slot of the loaded fields."""
        return Slot(data["colour"], data["values"] or ANY_VALUE, data["reroll"], data["symbol"])


class RequirementSchema(StrictSchema):
    """An operation requirement."""

    what = "a requirement"

    dice = BoundedList(NestedObject(SlotSchema), "dice", MOST_SLOTS, least=1, required=True, of=attrgetter("slots"))
    relation = EnumField(Relation, load_default=Relation.ANY)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Requirement:
        """Makes the requirement of the loaded fields."""
        return Requirement(data["dice"], data["relation"])


class AttractionSchema(StrictSchema):
    """The printed facts of a tile."""

    what = "an attraction"
    written_last = ("requirement",)

    name = TextField("a name", LONGEST_NAME, required=True)
    colour = EnumField(Colour, required=True)
    stars = BoundedInt(0, MOST_STARS, required=True)
    requirement = NestedObject(RequirementSchema, required=True)
    income = BoundedInt(0, MOST_INCOME, load_default=0)
    amenity = TextField("a name", load_default=None)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Attraction:
        """Makes the attraction of the loaded fields."""
        return Attraction(**data)


class Named(NamedTuple):
    """An attraction and the upgrades printed on it."""

    attraction: Attraction
    printed: frozenset[Upgrade]


class AttractionField(DescribedField[Named]):
    """A slug whose printed facts are all known, or the facts inline."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("a slug of the catalogue, or an object with the printed facts", **kwargs)

    def shape(self, describer: Describer) -> Description:
        """A slug, or printed facts."""
        slug = {"type": "string", "description": "A slug of the catalogue, or of a club's own tile."}
        return {"anyOf": [slug, describer.resolve_nested_schema(AttractionSchema)]}

    def write(self, value: Attraction | Named) -> Document:
        """The facts inline; the upgrades printed on a tile of the catalogue stand beside them."""
        return AttractionSchema.write(value.attraction if isinstance(value, Named) else value)

    def read(self, value: Any) -> Named:
        """Reads the attraction; raises ValidationError for anything else."""
        if isinstance(value, dict):
            return Named(AttractionSchema().load(value), frozenset())
        if not isinstance(value, str):
            raise self.refusal(value)
        entry = attractions().get(value)
        if entry is None:
            complete = named(slug for slug, other in attractions().items() if other.attraction)
            raise ValidationError(
                f"Found {shown(value)}, which is no slug we know; accepted: {complete}, or the printed facts inline."
            )
        return _known(entry)


def _known(entry: CatalogueEntry) -> Named:
    if entry.attraction is not None:
        return Named(entry.attraction, entry.printed_upgrades)
    raise ValidationError(
        f"Found {shown(entry.slug)}, of which the catalogue lacks: {named(entry.missing)}; "
        "accepted: an object with the facts printed on the tile in its place."
    )
