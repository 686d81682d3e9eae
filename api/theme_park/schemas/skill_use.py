"""``skill`` of a mascot move: how its skill card is used (models/theme_park/README.md, Moves).

Which fields belong together depends on the card the mascot stands on, so it is the referee who
judges that.
"""

from typing import Any

from marshmallow import post_load

from api.schemas.describing import ABSENT, unless_empty
from api.schemas.fields import BoundedInt, BoundedList, EnumField, NestedObject, StrictSchema, TextField
from models.theme_park.guests import GUEST_COLOURS, HIGHEST, LOWEST
from models.theme_park.operate.moves import AdjustValue, SkillUse, Walk

BY = 5
MOST_STEPS = 2


class TurnSchema(StrictSchema):
    """A guest that a skill turns, and by how many pips."""

    what = "a die and its step"

    guest = TextField("the id of a guest", required=True)
    by = BoundedInt(-BY, BY, but_not=0, required=True)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> AdjustValue:
        """Makes the turn of the loaded fields."""
        return AdjustValue(**data)


class WalkSchema(StrictSchema):
    """A guest that a skill moves, and where to."""

    what = "a die and where it goes"

    guest = TextField("the id of a guest", required=True)
    to = TextField("the id of a tile", required=True)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Walk:
        """Makes the walk of the loaded fields."""
        return Walk(**data)


class SkillUseSchema(StrictSchema):
    """The fields of every kind of skill; an empty object is the use of a skill without a choice."""

    what = "the use of a skill"
    written_last = ("result", "guests", "moves")

    guest = TextField("the id of a guest", of=unless_empty("guest"))
    by = BoundedInt(-BY, BY, but_not=0, of=lambda use: ABSENT if use.by is None else use.by)
    result = BoundedInt(LOWEST, HIGHEST, of=unless_empty("result"))
    to = TextField("the id of a tile", of=unless_empty("to"))
    to_colour = EnumField(GUEST_COLOURS, of=unless_empty("to_colour"))
    guests = BoundedList(NestedObject(TurnSchema), "dice", MOST_STEPS, least=1, of=unless_empty("guests"))
    moves = BoundedList(NestedObject(WalkSchema), "moves", MOST_STEPS, least=1, of=unless_empty("moves"))

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> SkillUse:
        """Makes what was chosen of the loaded fields."""
        return SkillUse(**data)
