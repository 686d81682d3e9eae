"""Cards: staff, skills of the mascots, administrators. Colours are parameters, never baked in."""

from dataclasses import dataclass
from enum import StrEnum

from models.theme_park.guests import Colour


class Staff(StrEnum):
    """Staff cards, two of which are played each round (rulebook, Staff Member; expansions)."""

    TICKET_AGENT = "ticket-agent"
    CONCIERGE = "concierge"
    GUIDE = "guide"
    MASCOT = "mascot"
    BUILDER = "builder"
    MANAGER = "manager"
    INNOVATOR = "innovator"
    CONSULTANT = "consultant"
    CHAPERONE = "chaperone"


class SkillKind(StrEnum):
    """Skills a mascot may stand on (rulebook, Skills; Surprises)."""

    VALUE_BY_TWO = "value-by-two"
    TWO_FIVE = "two-five"
    MONEY_PER_GUEST = "money-per-guest"
    STARS_PER_GUEST = "stars-per-guest"
    TWO_BY_ONE = "two-by-one"
    MOVE_OUT = "move-out"
    MOVE_IN = "move-in"
    MOVE_TWO = "move-two"
    SWAP_COLOUR = "swap-colour"
    REROLL = "reroll"


COLOURED_SKILLS: frozenset[SkillKind] = frozenset(
    {
        SkillKind.VALUE_BY_TWO,
        SkillKind.TWO_FIVE,
        SkillKind.MONEY_PER_GUEST,
        SkillKind.STARS_PER_GUEST,
        SkillKind.REROLL,
    }
)
"""Skills that depict a colour."""


COPIES_OF_A_SKILL = 2  # rulebook, Solo Rules, Set Up: what the skills deck holds of each card


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill card with the colour it depicts, if any."""

    kind: SkillKind
    colour: Colour | None = None


class AdministratorKind(StrEnum):
    """Administrators (rulebook, Administrators; Surprises; Innovations, by the ruling ``upgrade.move-by``)."""

    KEEP_PIPS = "keep-pips"
    ATTRACTIONS_OF_COLOUR = "attractions-of-colour"
    RETURN_DISCARDED = "return-discarded"
    ATTRACTIONS = "attractions"
    MASCOTS = "mascots"
    WELCOME_EXTRA_GUEST = "welcome-extra-guest"
    MONEY_WORTH_MORE = "money-worth-more"
    CHEAPER_MASCOTS = "cheaper-mascots"
    CHEAPER_MAPS = "cheaper-maps"
    SWAP_STAFF_CARD = "swap-staff-card"
    LOWER_TURN_SUM = "lower-turn-sum"
    REROLL = "reroll"
    MOVE_UPGRADE = "move-upgrade"


COLOURED_ADMINISTRATORS: frozenset[AdministratorKind] = frozenset(
    {
        AdministratorKind.KEEP_PIPS,
        AdministratorKind.ATTRACTIONS_OF_COLOUR,
        AdministratorKind.RETURN_DISCARDED,
    }
)
"""Administrators that depict a colour."""


@dataclass(frozen=True, slots=True)
class Administrator:
    """An administrator card with the colour it depicts, if any.

    ``symbol``: the symbol printed on the card of Surprises, by the name that slots print it under; None is the
    symbol of the Surprises attractions themselves.
    """

    kind: AdministratorKind
    colour: Colour | None = None
    symbol: str | None = None
