"""Rulings: named switches for what the rulebook leaves open; the table is ``fixtures/dice_manor/rulings.json``."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from models.shared.rulings import Question, Rulings, read_questions


class Ruling(StrEnum):
    """Ids of the questions that the rulebook leaves open."""

    PATH_CONTINUED = "path-continued"
    PASS_WITHOUT_DIE = "pass-without-die"
    START_IN_OCCUPIED_ROOM = "start-in-occupied-room"
    UNHAPPY_ON_PURPOSE = "unhappy-on-purpose"
    ADVERTISING_EQUAL_COUNTS = "advertising-equal-counts"
    MARKER_PASSES_DIE = "marker-passes-die"
    DINING_KITCHEN_TYPES = "dining-kitchen-types"
    MAGIC_IS_COLOUR = "magic-is-colour"
    MAJORITY_WITHOUT_ROOM = "majority-without-room"
    SECOND_OF_TWO_PLAYERS = "second-of-two-players"
    TILE_NOT_PLACED = "tile-not-placed"
    FRONT_CELL = "front-cell"
    TRUNK_OF_BRANCHES = "trunk-of-branches"
    SECOND_SLOT_ON_PATH = "second-slot-on-path"
    RAISED_TO_EQUAL_COUNT = "raised-to-equal-count"
    MARKER_AT_THE_END = "marker-at-the-end"
    TOKENS_IN_THE_BOX = "tokens-in-the-box"
    EMPTY_BLUEPRINT = "empty-blueprint"
    ENTRANCE_FRONT = "entrance-front"
    WALLS_SIDE_BY_SIDE = "walls-side-by-side"
    OPENING_BID_OF_TWO = "opening-bid-of-two"


class Choice(StrEnum):
    """Answers a ruling may take; which ruling takes which is in the table."""

    YES = "yes"
    NO = "no"
    SAME_PATH = "same-path"
    OWN_PATH = "own-path"
    TOUCHING_ANOTHER = "touching-another"
    ALWAYS = "always"
    HIGHER_NUMBER_AHEAD = "higher-number-ahead"
    EARLIER_AHEAD = "earlier-ahead"
    CLAIMED = "claimed"
    ONLY_ON_ITS_SPACE = "only-on-its-space"
    ONE_TYPE = "one-type"
    TWO_TYPES = "two-types"
    PAYS = "pays"
    PAYS_NOTHING = "pays-nothing"
    WHERE_IT_FITS = "where-it-fits"
    MAY_BE_LEFT = "may-be-left"
    ONLY_THE_CELL = "only-the-cell"
    AND_ITS_NEIGHBOURS = "and-its-neighbours"
    AS_DECLARED = "as-declared"
    LONGEST_BRANCH = "longest-branch"
    NEXT_DIE = "next-die"
    NOT_ON_THE_PATH = "not-on-the-path"
    PASSES = "passes"
    STAYS_BEHIND = "stays-behind"
    STOPS = "stops"
    EARNS_THE_LAST_AGAIN = "earns-the-last-again"
    UNLIMITED = "unlimited"
    THIRTY_TWO = "thirty-two"
    TAKES_BIDS = "takes-bids"
    CLOSED = "closed"
    AS_ENTERED = "as-entered"
    SOUTH = "south"
    MAY_TOUCH = "may-touch"
    MAY_NOT_TOUCH = "may-not-touch"
    DICE_ARE_COUNTED = "dice-are-counted"


@cache
def questions() -> Mapping[Ruling, Question[Ruling, Choice]]:
    """The whole table by ruling id."""
    return read_questions("dice_manor/rulings.json", Ruling, Choice)


@dataclass(frozen=True, eq=False)
class ManorRulings(Rulings[Ruling, Choice]):
    """The choices in force in a game of Dice Manor."""

    @classmethod
    def questions(cls) -> Mapping[Ruling, Question[Ruling, Choice]]:
        """The questions of Dice Manor with their choices, by id."""
        return questions()
