"""Rulings: named switches for what the rulebook leaves open, and questions of one choice, which record a decision.

The table itself (questions, choices, reasons) is data: ``fixtures/theme_park/catalogue/rulings.json``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache
from typing import Self, TypeAlias

from models.shared import rulings as shared
from models.shared.data import read_json
from models.shared.hexgrid import Hex
from models.shared.rulings import Question, read_questions


class Ruling(StrEnum):
    """Ids of the questions that the rulebook leaves open."""

    TIMING_BETWEEN_OPERATIONS = "timing.between-operations"
    PARTY_SIZE = "party.size"
    MOVE_SOLE_KEPT_DIE = "move.sole-kept-die"
    MOVE_KEPT_DIE = "move.kept-die"
    MOVE_REROLLED_DIE = "move.rerolled-die"
    MOVE_NONE_LEFT = "move.none-left"
    VALUE_BOUNDS = "value.bounds"
    MASCOT_COLOUR_LASTS = "mascot.colour-lasts"
    MASCOT_SAME_COLOUR = "mascot.same-colour"
    MASCOT_EXTRA_WITH_SKILL = "mascot.extra-with-skill"
    MASCOT_EXTRA_ONLY = "mascot.extra-only"
    MASCOT_EXTRA_ORDER = "mascot.extra-order"
    MASCOT_TWO_CARDS_COLOUR = "mascot.two-cards-colour"
    MASCOT_TWO_CARDS_ONE_DIE = "mascot.two-cards-one-die"
    MANAGER_FULL_ONLY = "manager.full-only"
    MANAGER_TWICE_SAME_TILE = "manager.twice-same-tile"
    GUIDE_ENTRANCE = "guide.entrance"
    MOVE_TO_ENTRANCE = "move.to-entrance"
    CUBES_LIMIT = "cubes.limit"
    ADMINISTRATOR_COUNTS_ENTRANCE = "administrator.counts-entrance"
    ADMINISTRATOR_COLOUR_OF_DIE = "administrator.colour-of-die"
    ADMINISTRATOR_REROLL = "administrator.reroll"
    SKILL_THIS_ATTRACTION = "skill.this-attraction"
    SKILL_TWICE_SAME_DIE = "skill.twice-same-die"
    SKILL_UP_TO_TWO_AWAY = "skill.up-to-two-away"
    SKILL_TWO_BY_ONE_SIGNS = "skill.two-by-one-signs"
    SKILL_SWAP_FROM_BAG = "skill.swap-from-bag"
    CABLE_CAR_MAP = "cable-car.map"
    CABLE_CAR_DOLLAR = "cable-car.dollar"
    PHOTO_BOOTH_WHICH = "photo-booth.which"
    VIP_STAR = "vip.star"
    OBJECTIVE_TIE_ROUNDING = "objective.tie-rounding"
    RANGE_3_6 = "range.3-6"
    BOARD_BOUNDARY = "board.boundary"
    AMENITY_TWO = "amenity.two"
    DISCOUNT_BELOW_ZERO = "discount.below-zero"
    SHORT_STACKS = "short.stacks"
    SURPRISES_SKILLS = "surprises.skills"
    SKILLS_DECK_EMPTY = "skills.deck-empty"
    BAG_EMPTY = "bag.empty"
    TURN_SUM_BELOW_ZERO = "turn-sum.below-zero"
    AMENITY_OTHERS = "amenity.others"
    INNOVATION_COST = "innovation.cost"
    INNOVATION_WITHOUT_SPACE = "innovation.without-space"
    INNOVATOR_EXTRA = "innovator.extra"
    UPGRADE_MOVE_BY = "upgrade.move-by"
    EXPAND_TURNS = "expand.turns"
    OBJECTIVE_NOTHING = "objective.nothing"
    VIP_PUT_BACK = "vip.put-back"
    END_ADMINISTRATOR = "end.administrator-returns"
    SOLO_LOWERED_SUM = "solo.lowered-sum"
    SOLO_LAST_VALUE_ONE = "solo.last-value-one"
    CHEAPER_MAPS_PHASE = "administrator.cheaper-maps-phase"
    SOLO_GOALS_OF_ONE_SPACE = "solo.goals-of-one-space"
    SOLO_OBJECTIVES = "solo.objectives"
    PROMO_OBJECTIVES = "promo.objectives"
    STAFF_SWAPPED_ABILITY = "staff.swapped-ability"
    VIP_TOKENS = "vip.tokens"


class Choice(StrEnum):
    """Answers a ruling may take; which ruling takes which is in the table."""

    YES = "yes"
    NO = "no"
    ONLY_BETWEEN = "only-between"
    ANY_STEP = "any-step"
    EXACT = "exact"
    SUPERSET = "superset"
    MUST_MOVE = "must-move"
    STAYS = "stays"
    NO_MOVE = "no-move"
    REFUSE = "refuse"
    WRAP = "wrap"
    NEXT_OPERATION_OF_DIE = "next-operation-of-die"
    NEXT_OPERATION_OF_TILE = "next-operation-of-tile"
    ONLY_ON_ITS_TILE = "only-on-its-tile"
    AFTER = "after"
    ANY = "any"
    PRINTED = "printed"
    PRINTED_SYMBOL = "printed-symbol"
    ANY_DIE = "any-die"
    ADJUSTED = "adjusted"
    WHERE_THE_MASCOT_STANDS = "where-the-mascot-stands"
    EACH_STEP_HERE = "each-step-here"
    EITHER = "either"
    SAME_DIE = "same-die"
    INDEPENDENT = "independent"
    SAME = "same"
    ALLOW = "allow"
    PLAYER_CHOOSES_EACH_TIME = "player-chooses-each-time"
    UP = "up"
    UNBOUNDED = "unbounded"
    FLOOR_AT_ZERO = "floor-at-zero"
    AS_INTRODUCTORY = "as-introductory"
    AS_FULL = "as-full"
    TWO_COPIES = "two-copies"
    ONE_COPY = "one-copy"
    RESHUFFLE = "reshuffle"
    DEAL_WHAT_IS_LEFT = "deal-what-is-left"
    LEAVE_EMPTY = "leave-empty"
    ALLOWED = "allowed"
    LOWEST_SPACE = "lowest-space"
    HIGHEST_SPACE = "highest-space"
    FREE = "free"
    UPGRADE = "upgrade"
    UPGRADE_OR_INNOVATION = "upgrade-or-innovation"
    ADMINISTRATOR = "administrator"
    INNOVATOR = "innovator"
    EACH_PLAYER_BOTH = "each-player-both"
    BUILD_THEN_RECRUIT = "build-then-recruit"
    KEEPS_TOKEN = "keeps-token"
    LOSES_TOKEN = "loses-token"
    IMPROVE = "improve"
    EACH_FAILED_GOAL = "each-failed-goal"
    ONCE = "once"
    ONCE_UNLESS_COVERED = "once-unless-covered"
    GOALS_ONLY = "goals-only"
    GOALS_AND_OBJECTIVES = "goals-and-objectives"
    SHUFFLED_IN = "shuffled-in"
    ONLY_NEW = "only-new"
    CARDS_PLANNED = "cards-planned"
    CARDS_SWAPPED = "cards-swapped"
    EIGHT_FOR_EACH = "eight-for-each"
    EIGHT_IN_ALL = "eight-in-all"


@dataclass(frozen=True, slots=True)
class ParkQuestion(Question[Ruling, Choice]):
    """One row of the table.

    ``takes_hexes``: whether it is answered with hexes, the outline of the park. ``operate`` is false where the Operate
    phase never asks it: it then belongs to the game around that phase.
    """

    takes_hexes: bool = False
    operate: bool = True


@cache
def questions() -> Mapping[Ruling, ParkQuestion]:
    """The whole table by ruling id."""
    file = "theme_park/catalogue/rulings.json"
    rows = {Ruling(row["id"]): row for row in read_json(file)["rulings"]}
    return {
        id: ParkQuestion(
            **{each.name: getattr(question, each.name) for each in fields(question)},
            takes_hexes=rows[id].get("also") == "hexes",
            operate=rows[id].get("of") != "game",
        )
        for id, question in read_questions(file, Ruling, Choice).items()
    }


@dataclass(frozen=True, eq=False)
class Rulings(shared.Rulings[Ruling, Choice]):
    """The choices in force: those that differ from the defaults, and the park outline if one is given."""

    outline: frozenset[Hex] | None = None

    @classmethod
    def questions(cls) -> Mapping[Ruling, ParkQuestion]:
        """The table of Dice Theme Park."""
        return questions()

    @classmethod
    def of(cls, choices: Mapping[Ruling, Choice], outline: frozenset[Hex] | None = None) -> Self:
        """Rulings from any choices; defaults are dropped so that equal rulings are equal values."""
        return cls(outline=outline).choosing(choices)


UnderRuling: TypeAlias = shared.UnderRuling[Ruling, Choice]
"""What another choice of one ruling would make of a verdict."""
