"""Ids of the rules around the Operate phase, and what an event is judged by.

Titles, wording and sources are data: ``fixtures/theme_park/catalogue/game_rules.json``.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from models.shared import rulebook
from models.shared.rulebook import Check, Cited, RuleEntry, Told, read_entries
from models.theme_park.game.state import Game


class GameRule(StrEnum):
    """Ids of the rules of set-up, of the phases around Operate, and of the end."""

    PLAYERS = "game.setup.players"
    EDITION = "game.setup.edition"
    BOX = "game.setup.box"
    OBJECTIVES = "game.setup.objectives"
    OBJECTIVE_DECK = "game.setup.objective-deck"
    OBJECTIVE_CODES = "game.setup.objective-codes"
    START_ORDER = "game.setup.order"
    DEAL = "game.setup.deal"
    KEEP = "game.setup.keep"
    FIRST_PLACE = "game.setup.first-place"
    START_BOARD = "game.setup.start-board"
    PHASE = "game.phase.order"
    MISSING = "game.phase.missing"
    ONCE = "game.phase.once"
    TURN = "game.turn"
    FILL = "game.fill.spaces"
    FILL_VALUE = "game.fill.value"
    BAG = "game.dice.bag"
    DISPLAY = "game.display.number"
    STACK = "game.display.stack"
    SKILL_DECK = "game.display.skills"
    PLAN_TWO = "game.plan.two-cards"
    PLAN_HAND = "game.plan.hand"
    LOWER_SUM = "game.plan.lower"
    TURN_ORDER = "game.plan.turn-order"
    INCOME = "game.plan.income"
    MONORAIL = "game.welcome.monorail"
    CONCIERGE = "game.welcome.concierge"
    CHAPERONE = "game.welcome.chaperone"
    EXTRA_GUEST = "game.welcome.extra-guest"
    PRICE = "game.money.price"
    MONEY = "game.money.enough"
    BUILD_ONCE = "game.expand.build-once"
    BUILD_TILE = "game.expand.tile"
    BUILD_PLACE = "game.expand.place"
    OUTLINE = "game.expand.outline"
    AMENITY_EARNED = "game.expand.amenity-earned"
    AMENITY_BONUS = "game.expand.amenity-bonus"
    AMENITY_TAKEN = "game.expand.amenity-taken"
    RECRUIT_ONCE = "game.expand.recruit-once"
    SKILL_CHOICE = "game.expand.skill"
    MAP_ONCE = "game.improve.map-once"
    BUILDER = "game.improve.builder"
    BUILDER_FIRST = "game.improve.builder-first"
    SPACE = "game.improve.space"
    UPGRADE_LIMIT = "game.improve.upgrade-limit"
    UPGRADE_SUPPLY = "game.improve.upgrade-supply"
    UPGRADE_TWICE = "game.improve.upgrade-twice"
    MOVE_UPGRADE = "game.improve.move-upgrade"
    INNOVATION_LIMIT = "game.improve.innovation-limit"
    INNOVATION_SUPPLY = "game.improve.innovation-supply"
    INNOVATION_ONE = "game.improve.innovation-one"
    STATUE_ORDER = "game.improve.statue-order"
    OPERATE_NAMES = "game.operate.names"
    OPERATE_CLAIM = "game.operate.claim"
    OPERATE_BAG = "game.operate.bag"
    EARN = "game.upkeep.earn"
    OBJECTIVE_AMOUNTS = "game.objective.amounts"
    OBJECTIVE_SHARES = "game.objective.shares"
    PUT_BACK_DIE = "game.upkeep.put-back-die"
    PUT_BACK_CARD = "game.upkeep.put-back-card"
    SWAP_STAFF = "game.upkeep.swap-staff"
    SOLO_HAND = "game.solo.hand"
    SOLO_CARD = "game.solo.card"
    SOLO_SHADED = "game.solo.shaded"
    SOLO_GOALS = "game.solo.goals"
    SOLO_GOAL = "game.solo.goal"
    END_STARS = "game.end.stars"
    END_WINNERS = "game.end.winners"


@cache
def game_catalogue() -> Mapping[GameRule, RuleEntry[GameRule]]:
    """Every rule with its entry."""
    return read_entries("theme_park/catalogue/game_rules.json", GameRule)


E = TypeVar("E")


class GameBroken(NamedTuple):
    """A rule that an event breaks, the sentence that says how, and the move of an Operate phase (from 0)."""

    rule: str
    message: str
    move: int | None = None
    source: str | None = None
    page: str | None = None


EventCheck: TypeAlias = Check[GameRule, Game, E]
"""A rule for one kind of event."""


def cited_by(case: Callable[[Game, E], str | None]) -> Callable[[EventCheck[E]], EventCheck[E]]:
    """Decorator: where the rule below is broken, ``case`` names what the rule's entry cites (None: what it cites in general)."""

    def wrap(check: EventCheck[E]) -> EventCheck[E]:
        def fault(game: Game, event: E) -> Told:
            told, name = check.fault(game, event), case(game, event)
            return told if told is None or isinstance(told, Cited) or name is None else Cited(told, name)

        return Check(check.rule, fault)

    return wrap


def always(case: str) -> Callable[[Game, Any], str]:
    """For ``cited_by``: the same case whatever the event is."""
    return lambda game, event: case


def in_upkeep(game: Game, event: object) -> str | None:
    """For ``cited_by``: what is done in set-up, and again in Upkeep by another sentence."""
    return "upkeep" if game.round else None


def broken_in(case: str | None, rule: GameRule, message: str) -> GameBroken:
    """A rule broken in a case that its entry knows."""
    return GameBroken(rule, message, None, *game_catalogue()[rule].cited(case))


def first_broken(checks: Iterable[EventCheck[Any]], game: Game, event: Any) -> GameBroken | None:
    """The first of ``checks`` that ``event`` breaks, in their order; raises TimeOver (``models.shared.deadline``)."""
    broken = rulebook.first_broken(checks, game, event)
    if broken is None:
        return None
    cited = game_catalogue()[broken.rule].cited(broken.case)
    return GameBroken(broken.rule, broken.message, None, cited.source, cited.page)


@dataclass(frozen=True, slots=True)
class EventFamily(Generic[E]):
    """What is known of one kind of event: the rules it keeps, and what it does.

    ``play`` may refuse too, where another judge has the word: the Operate phase's replay.
    """

    checks: tuple[EventCheck[E], ...]
    play: Callable[[Game, E], Game | GameBroken]
