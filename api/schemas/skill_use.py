"""``skill`` of a mascot move: how its skill card is used (README, Moves).

Which fields belong together depends on the card the mascot stands on, so it is the referee who
judges that.
"""

from typing import Any

from marshmallow import post_load

from api.schemas.fields import Inside, Many, Pick, Strict, Whole, Word
from models.theme_park.guests import GUEST_COLOURS, HIGHEST, LOWEST
from models.theme_park.moves import AdjustValue, SkillUse, Walk

BY = 5
MOST_STEPS = 2


class TurnSchema(Strict):
    """One die turned."""

    what = "a die and its step"

    guest = Word("the id of a guest", required=True)
    by = Whole(-BY, BY, but_not=0, required=True)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> AdjustValue:
        """The turn."""
        return AdjustValue(**data)


class WalkSchema(Strict):
    """One die moved."""

    what = "a die and where it goes"

    guest = Word("the id of a guest", required=True)
    to = Word("the id of a tile", required=True)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Walk:
        """The walk."""
        return Walk(**data)


class SkillUseSchema(Strict):
    """The fields of every kind of skill; an empty object is the use of a skill without a choice."""

    what = "the use of a skill"

    guest = Word("the id of a guest")
    by = Whole(-BY, BY, but_not=0)
    result = Whole(LOWEST, HIGHEST)
    to = Word("the id of a tile")
    to_colour = Pick(GUEST_COLOURS)
    guests = Many(Inside(TurnSchema), "dice", MOST_STEPS, least=1)
    moves = Many(Inside(WalkSchema), "moves", MOST_STEPS, least=1)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> SkillUse:
        """What was chosen."""
        return SkillUse(**data)
