"""Skill cards of mascots and administrators."""

from collections.abc import Collection
from typing import Any

from marshmallow import ValidationError, post_load, validates_schema

from api.schemas.describing import Document, unless_empty
from api.schemas.fields import EnumField, NestedObject, StrictSchema, Symbol
from models.shared.fault import found, named
from models.theme_park.cards import (
    COLOURED_ADMINISTRATORS,
    COLOURED_SKILLS,
    Administrator,
    AdministratorKind,
    Skill,
    SkillKind,
)
from models.theme_park.guests import GUEST_COLOURS, Colour

ADMINISTRATOR_COLOURS: dict[AdministratorKind, tuple[Colour, ...]] = dict.fromkeys(
    COLOURED_ADMINISTRATORS, GUEST_COLOURS
) | {AdministratorKind.ATTRACTIONS_OF_COLOUR: tuple(Colour)}
"""Colours that administrators depict: those of guests, or those of attractions."""


def _colour_fits(kind: SkillKind | AdministratorKind, colour: Colour | None, depicted: Collection[Colour]) -> None:
    """A card has one of the colours it may be ``depicted`` in; none where there are none."""
    if depicted and colour is None:
        raise ValidationError(f"Missing; a {kind} card depicts a colour: {named(depicted)}.", "colour")
    if not depicted and colour is not None:
        raise ValidationError(found(colour, f"no colour, as a {kind} card depicts none"), "colour")
    if colour is not None and colour not in depicted:
        raise ValidationError(found(colour, f"one of {named(depicted)}, as a {kind} card depicts a guest"), "colour")


class SkillSchema(StrictSchema):
    """A skill card: its kind, and its colour where it depicts one."""

    what = "a skill card"

    kind = EnumField(SkillKind, required=True)
    colour = EnumField(GUEST_COLOURS, load_default=None, of=unless_empty("colour"))

    @validates_schema
    def fits(self, data: dict[str, Any], **_: Any) -> None:
        """The colour goes with the kind."""
        _colour_fits(data["kind"], data["colour"], GUEST_COLOURS if data["kind"] in COLOURED_SKILLS else ())

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Skill:
        """Makes the card of the loaded fields."""
        return Skill(**data)


class MascotSchema(StrictSchema):
    """A mascot, with the skill card below it if there is one."""

    what = "a mascot"

    skill = NestedObject(SkillSchema, load_default=None, of=lambda skill: skill)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Skill | None:
        """The skill card it stands on, if any."""
        skill: Skill | None = data["skill"]
        return skill


class MascotField(NestedObject):
    """A mascot, which is known by its skill card alone: None where it stands on none."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(MascotSchema, **kwargs)

    def _serialize(self, nested_obj: Any, *_: Any, **__: Any) -> Document:  # type: ignore[override]  # as Nested has it
        return MascotSchema.write(nested_obj)


class AdministratorSchema(StrictSchema):
    """An administrator: its kind, and the colour or symbol that it prints."""

    what = "an administrator"

    kind = EnumField(AdministratorKind, required=True)
    colour = EnumField(Colour, load_default=None, of=unless_empty("colour"))
    symbol = Symbol(load_default=None, of=unless_empty("symbol"))

    @validates_schema
    def fits(self, data: dict[str, Any], **_: Any) -> None:
        """The colour goes with the kind, and so does the symbol."""
        _colour_fits(data["kind"], data["colour"], ADMINISTRATOR_COLOURS.get(data["kind"], ()))
        if data["symbol"] is not None and data["kind"] is not AdministratorKind.REROLL:
            only = f"no symbol, as only the {AdministratorKind.REROLL} card prints one"
            raise ValidationError(found(data["symbol"], only), "symbol")

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Administrator:
        """Makes the card of the loaded fields."""
        return Administrator(**data)
