"""Moves (models/theme_park/README.md, Moves): one flat object whose ``do`` says which fields belong to it.

Whether a move is legal is not asked here: an empty party, a mascot that is not there or a step of
two pips are answers of the referee.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from typing import Any

from marshmallow import ValidationError, post_load, validates_schema

from api.schemas.describing import ABSENT, Document, unless_empty
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
from api.theme_park.schemas.skill_use import BY, SkillUseSchema
from models.shared.fault import found, named
from models.theme_park.guests import DICE, GUEST_COLOURS, HIGHEST, LOWEST
from models.theme_park.operate.moves import (
    AdjustColour,
    Adjustment,
    AdjustValue,
    GuideMove,
    MapMove,
    MascotMove,
    Move,
    OperateMove,
)

HIGHEST_MASCOT = 99
MOST_ADJUSTMENTS = 20
MOST_ASIDES = 20


class Do(StrEnum):
    """Kinds of moves, as ``do`` names them."""

    MAP = "map"
    GUIDE = "guide"
    MASCOT = "mascot"
    OPERATE = "operate"


ASIDES = (Do.MAP, Do.GUIDE, Do.MASCOT)
"""What may be done in the middle of an operation (ruling ``timing.between-operations``)."""
WORDS: Mapping[type[Move], Do] = {
    MapMove: Do.MAP,
    GuideMove: Do.GUIDE,
    MascotMove: Do.MASCOT,
    OperateMove: Do.OPERATE,
}
NEEDED: dict[Do, tuple[str, ...]] = {
    Do.MAP: ("guest", "to"),
    Do.GUIDE: ("guest", "to"),
    Do.MASCOT: ("mascot", "tile"),
    Do.OPERATE: ("tile", "party"),
}
OPTIONAL: dict[Do, tuple[str, ...]] = {
    Do.MAP: (),
    Do.GUIDE: (),
    Do.MASCOT: ("adjust", "skill", "skill_after"),
    Do.OPERATE: ("mover", "to", "manager", "keep", "reroll", "assembled", "pipped"),
}


class AdjustmentSchema(StrictSchema):
    """One die turned by some pips, or treated as another colour."""

    what = "an adjustment"

    guest = TextField("the id of a guest", required=True)
    by = BoundedInt(-BY, BY, but_not=0, of=lambda adjustment: getattr(adjustment, "by", ABSENT))
    as_ = EnumField(GUEST_COLOURS, data_key="as", of=lambda adjustment: getattr(adjustment, "colour", ABSENT))

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def either(self, _data: dict[str, Any], original: dict[str, Any], **_: Any) -> None:
        """A die is adjusted in value or in colour."""
        if ("by" in original) == ("as" in original):
            both = "both" if "by" in original else "neither"
            raise ValidationError(f'Found {both} of by and as; accepted: either "by", a step, or "as", a colour.')

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Adjustment:
        """Makes the adjustment of the loaded fields."""
        if "by" in data:
            return AdjustValue(data["guest"], data["by"])
        return AdjustColour(data["guest"], data["as_"])


class AsideSchema(StrictSchema):
    """A map, guide or mascot move."""

    what = "a map, guide or mascot move"
    written_last = ("adjust",)

    do = EnumField(ASIDES, required=True, of=lambda move: WORDS[type(move)])
    guest = TextField("the id of a guest")
    to = TextField("the id of a tile", allow_none=True)
    mascot = BoundedInt(0, HIGHEST_MASCOT)
    tile = TextField("the id of a tile")
    adjust = BoundedList(NestedObject(AdjustmentSchema), "adjustments", MOST_ADJUSTMENTS)
    skill = NestedObject(SkillUseSchema, allow_none=True, of=lambda move: ABSENT if move.skill is None else move.skill)
    skill_after = BoundedInt(0, MOST_ADJUSTMENTS, of=unless_empty("skill_after"))

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def belongs(self, data: dict[str, Any], original: Any, **_: Any) -> None:
        """The fields given are those of the kind of move."""
        do = data.get("do")
        if do is None:
            return
        errors: dict[str, list[str]] = {}
        for name in NEEDED[do]:
            if name not in original or (name == "to" and original[name] is None):
                errors[name] = [f"Missing; {_fields_of(do)}."]
        belonging = {"do", *NEEDED[do], *OPTIONAL[do]}
        for name in original:
            if name in self.load_fields and name not in belonging:
                errors[name] = [f"Unknown field here; {_fields_of(do)}."]
        if errors:
            raise ValidationError(errors)

    @validates_schema
    def extras_come_before(self, data: dict[str, Any], **_: Any) -> None:
        """``skill_after`` counts extra adjustments, which a skill has around it."""
        if "skill_after" not in data or data["do"] is not Do.MASCOT:
            return
        if data.get("skill") is None:
            raise ValidationError(found(data["skill_after"], "this field only beside a skill"), "skill_after")
        extras = len(data.get("adjust", ()))
        if data["skill_after"] > extras:
            accepts = f"0 to {extras}, how many of the adjustments come before the skill"
            raise ValidationError(found(data["skill_after"], accepts), "skill_after")

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Move:
        """Makes the move of the loaded fields."""
        return BUILDERS[data["do"]](data)

    def dump(self, obj: Any, *, many: bool | None = None) -> Any:
        """The document of a move: the fields of its kind, in their order."""
        return super().dump(obj, many=many) if self.only else _of_kind(type(self), WORDS[type(obj)]).dump(obj)


class MoveSchema(AsideSchema):
    """A move of any kind; ``do`` says which fields belong to it."""

    what = "a move"

    do = EnumField(Do, required=True, of=lambda move: WORDS[type(move)])
    party = BoundedList(TextField("the id of a guest"), "ids of guests", DICE)
    mover = TextField("the id of a guest", allow_none=True)
    manager = FlagField(of=unless_empty("manager"))
    keep = TextField("the id of a guest", allow_none=True, of=unless_empty("keep"))
    reroll = MappingField(
        TextField("the id of a guest"),
        BoundedInt(LOWEST, HIGHEST),
        "guest ids and results",
        allow_none=True,
        of=lambda move: dict(move.rerolls) or ABSENT,
    )
    assembled = BoundedList(
        NestedObject(AsideSchema), "map, guide and mascot moves", MOST_ASIDES, of=unless_empty("assembled")
    )
    pipped = BoundedList(
        NestedObject(AsideSchema), "map, guide and mascot moves", MOST_ASIDES, of=unless_empty("pipped")
    )


class LikeSchema(MoveSchema):
    """An unfinished move: any fields of a move, none of them needed."""

    what = "an unfinished move"

    do = EnumField(Do)

    def belongs(self, *_: Any, **__: Any) -> None:
        """Fields of an unfinished move are still to come."""

    def extras_come_before(self, *_: Any, **__: Any) -> None:
        """Adjustments that come before the skill may still follow."""

    @post_load(pass_original=True)
    def build(self, _data: dict[str, Any], original: dict[str, Any], **_: Any) -> dict[str, Any]:
        """The fields as they were given."""
        return original


@cache
def _of_kind(schema: type[AsideSchema], do: Do) -> AsideSchema:
    """What writes the moves of one kind."""
    return schema(only=("do", *NEEDED[do], *OPTIONAL[do]))


def dump_move(move: Move) -> Document:
    """A move document (models/theme_park/README.md, Moves), as ``load_moves`` reads it."""
    return MoveSchema.write(move)


def _fields_of(do: Do) -> str:
    needed, optional = named(NEEDED[do]), named(OPTIONAL[do])
    return f"a move that does {do} has {needed}" + (f", and may have {optional}" if OPTIONAL[do] else "")


def _mascot(data: dict[str, Any]) -> Move:
    return MascotMove(
        data["mascot"], data["tile"], data.get("adjust", ()), data.get("skill"), data.get("skill_after", 0)
    )


def _operate(data: dict[str, Any]) -> Move:
    return OperateMove(
        tile=data["tile"],
        party=tuple(sorted(data["party"])),
        mover=data.get("mover"),
        to=data.get("to"),
        manager=data.get("manager", False),
        keep=data.get("keep"),
        rerolls=tuple(sorted((data.get("reroll") or {}).items())),
        assembled=data.get("assembled", ()),
        pipped=data.get("pipped", ()),
    )


BUILDERS: dict[Do, Callable[[dict[str, Any]], Move]] = {
    Do.MAP: lambda data: MapMove(data["guest"], data["to"]),
    Do.GUIDE: lambda data: GuideMove(data["guest"], data["to"]),
    Do.MASCOT: _mascot,
    Do.OPERATE: _operate,
}
