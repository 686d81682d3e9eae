"""Which game is played, in which edition, and what follows from that: rounds, dice, stacks, steps."""

from enum import StrEnum

from models.theme_park.guests import DICE_PER_COLOUR, SOLO_DICE_PER_COLOUR


class Variant(StrEnum):
    """The games of the rulebook's introduction, and the solo game."""

    INTRODUCTORY = "introductory"
    SHORT = "short"
    FULL = "full"
    SOLO = "solo"

    @property
    def has_cards(self) -> bool:
        """Whether administrators and skills are in play (rulebook, Introduction)."""
        return self is not Variant.INTRODUCTORY

    @property
    def rounds(self) -> int:
        """Rounds played (rulebook, Introduction; Solo Rules, Set Up)."""
        return 5 if self in (Variant.FULL, Variant.SOLO) else 4


class Edition(StrEnum):
    """Texts of the rules; ``fixtures/theme_park/catalogue/editions.json`` compares them clause by clause."""

    RULEBOOK = "rulebook"
    DRAFT = "draft-3.1"


class Stack(StrEnum):
    """The two stacks of attraction tiles, and the two decks of goals."""

    A = "A"
    B = "B"


class Phase(StrEnum):
    """Parts of a game: before round 1, the six phases of a round, and the end."""

    SET_UP = "set-up"
    PLAN = "plan"
    WELCOME = "welcome"
    EXPAND = "expand"
    IMPROVE = "improve"
    OPERATE = "operate"
    UPKEEP = "upkeep"
    END = "end"


class Step(StrEnum):
    """Parts of the phases in the order they are played."""

    MAIN_BOARD = "main-board"
    HANDS = "hands"
    ADMINISTRATORS = "administrators"
    SKILLS = "skills"
    FIRST_ATTRACTIONS = "first-attractions"
    DISPLAY = "display"
    PLAN = "plan"
    SOLO_CARD = "solo-card"
    ANNOUNCE = "announce"
    WELCOME = "welcome"
    EXTRA_GUEST = "extra-guest"
    EXPAND = "expand"
    IMPROVE = "improve"
    OPERATE = "operate"
    EARN = "earn"
    OBJECTIVE = "objective"
    VALUE_ONE = "value-one"
    STAFF = "staff"
    REFILL = "refill"
    NEW_DISPLAY = "new-display"
    GOAL = "goal"
    END = "end"


SET_UP = (
    Step.MAIN_BOARD,
    Step.HANDS,
    Step.ADMINISTRATORS,
    Step.SKILLS,
    Step.FIRST_ATTRACTIONS,
    Step.DISPLAY,
)
UPKEEP = (Step.EARN, Step.OBJECTIVE, Step.VALUE_ONE, Step.STAFF, Step.REFILL, Step.NEW_DISPLAY, Step.GOAL)
PHASES: dict[Step, Phase] = {
    **dict.fromkeys(SET_UP, Phase.SET_UP),
    Step.PLAN: Phase.PLAN,
    Step.SOLO_CARD: Phase.PLAN,
    Step.ANNOUNCE: Phase.PLAN,
    Step.WELCOME: Phase.WELCOME,
    Step.EXTRA_GUEST: Phase.WELCOME,
    Step.EXPAND: Phase.EXPAND,
    Step.IMPROVE: Phase.IMPROVE,
    Step.OPERATE: Phase.OPERATE,
    **dict.fromkeys(UPKEEP, Phase.UPKEEP),
    Step.END: Phase.END,
}
"""The phase each step belongs to."""
STEPS = tuple(PHASES)
"""Every step in the order played."""

DICE_OF_EACH_COLOUR: dict[int, int] = {1: SOLO_DICE_PER_COLOUR, 2: 11, 3: 16, 4: DICE_PER_COLOUR}
"""Dice of each colour in the bag by number of players (rulebook, Setup 5; Solo Rules)."""
SEATS_OF_SOLO = 2
"""The solo game is set up as for two players (rulebook, Solo Rules, Set Up)."""
