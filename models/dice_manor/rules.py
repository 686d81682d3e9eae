"""Rule ids; titles, wording and sources are data: ``fixtures/dice_manor/rules.json``."""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache

from models.shared.rulebook import RuleEntry, read_entries


class Rule(StrEnum):
    """Ids of the rules of turns in the Bid phase and in the Grand Opening, of building, and of whole games."""

    ROLL_ALL = "roll.all-unplaced"
    ROLL_KNOWN = "roll.as-rolled"
    TOKENS_ENOUGH = "tokens.enough"
    NUMBER_SHOWN = "number.shown"
    DICE_OF_NUMBER = "dice.of-the-number"
    BID_ALL_PLACED = "bid.all-placed"
    ADVERTISING_NUMBER = "bid.advertising-number"
    BLUEPRINT_EMPTY = "bid.blueprint-empty"
    OPENING_MANOR_ONLY = "opening.manor-only"
    OPENING_ALL_THAT_FIT = "opening.all-that-fit"
    OPENING_UNHAPPY_TOLD = "opening.unhappy-told"
    SLOT_FREE = "tour.slot-free"
    SLOT_NUMBER = "tour.slot-number"
    TOUR_ENTRANCE = "tour.entrance-first"
    TOUR_START = "tour.start"
    TOUR_CONTINUED = "tour.path-continued"
    TOUR_BRANCH = "tour.branch"
    TOUR_DOOR = "tour.door"
    TOUR_RETURN = "tour.no-return"
    BUILD_TILE = "build.tile"
    BUILD_FREE = "build.free"
    BUILD_FRONT = "build.front-door"
    BUILD_WALL = "build.door-to-wall"
    BUILD_DOOR = "build.door-to-door"
    GAME_PHASE = "game.phase"
    GAME_REVEAL = "game.reveal"
    GAME_TURN = "game.turn"
    GAME_ROLL_AT_END = "game.roll-at-end"
    GAME_COLLECT = "game.collect"
    GAME_BUILD_ALL = "game.build-all"
    GAME_TOTALS = "game.totals"
    GAME_WINNERS = "game.winners"


@cache
def catalogue() -> Mapping[Rule, RuleEntry[Rule]]:
    """Every rule with its entry."""
    return read_entries("dice_manor/rules.json", Rule)
