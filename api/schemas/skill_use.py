"""``skill`` of a mascot move: how its skill card is used (contract, section 2, Cards)."""

from api.schemas.fields import Inside, Many, Pick, Strict, Whole, Word
from models.theme_park.guests import GUEST_COLOURS, HIGHEST, LOWEST

BY = 5
MOST_STEPS = 2


class TurnSchema(Strict):
    """One die turned."""

    what = "a die and its step"

    guest = Word("the id of a guest", required=True)
    by = Whole(-BY, BY, but_not=0, required=True)


class WalkSchema(Strict):
    """One die moved."""

    what = "a die and where it goes"

    guest = Word("the id of a guest", required=True)
    to = Word("the id of a tile", required=True)


class SkillUseSchema(Strict):
    """The fields of every kind of skill; which belong together depends on the card."""

    what = "the use of a skill"

    guest = Word("the id of a guest")
    by = Whole(-BY, BY, but_not=0)
    result = Whole(LOWEST, HIGHEST)
    to = Word("the id of a tile")
    to_colour = Pick(GUEST_COLOURS)
    guests = Many(Inside(TurnSchema), "dice", MOST_STEPS, least=1)
    moves = Many(Inside(WalkSchema), "moves", MOST_STEPS, least=1)
