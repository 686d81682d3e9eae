"""Skill cards by kind, and the rules that all of them keep through their hooks."""

from collections.abc import Callable

from models.shared.rulebook import Check, Told
from models.theme_park.cards import SkillKind
from models.theme_park.operate.position import Position
from models.theme_park.operate.rules import OperateCheck, Rule
from models.theme_park.operate.skills.card import SkillCard, Using
from models.theme_park.operate.skills.colours import SwapColour
from models.theme_park.operate.skills.rewards import MoneyPerGuest, StarsPerGuest
from models.theme_park.operate.skills.values import Reroll, TwoByOne, TwoFive, ValueByTwo
from models.theme_park.operate.skills.walks import MoveIn, MoveOut, MoveTwo
from models.theme_park.operate.state import State

SKILL_CARDS: dict[SkillKind, SkillCard] = {
    SkillKind.VALUE_BY_TWO: ValueByTwo(),
    SkillKind.TWO_FIVE: TwoFive(),
    SkillKind.MONEY_PER_GUEST: MoneyPerGuest(),
    SkillKind.STARS_PER_GUEST: StarsPerGuest(),
    SkillKind.TWO_BY_ONE: TwoByOne(),
    SkillKind.MOVE_OUT: MoveOut(),
    SkillKind.MOVE_IN: MoveIn(),
    SkillKind.MOVE_TWO: MoveTwo(),
    SkillKind.SWAP_COLOUR: SwapColour(),
    SkillKind.REROLL: Reroll(),
}


Hook = Callable[[Position, State, Using], Told]


def _asks(rule: Rule, hook: Callable[[SkillCard], Hook]) -> OperateCheck[Using]:
    """The check of ``rule`` that asks the card used through its ``hook``."""
    return Check(rule, lambda position, state, item: hook(SKILL_CARDS[item.skill.kind])(position, state, item))


SKILL_CHECKS: tuple[OperateCheck[Using], ...] = (
    _asks(Rule.SKILL_CHOICES, lambda card: card.choices_fault),
    _asks(Rule.SKILL_GUEST, lambda card: card.guest_fault),
    _asks(Rule.SKILL_COLOUR, lambda card: card.colour_fault),
    _asks(Rule.SKILL_VIP, lambda card: card.vip_fault),
    _asks(Rule.SKILL_VALUE, lambda card: card.value_fault),
    _asks(Rule.SKILL_SIGNS, lambda card: card.signs_fault),
    _asks(Rule.SKILL_TWICE, lambda card: card.twice_fault),
    _asks(Rule.SKILL_WALK, lambda card: card.walk_fault),
    _asks(Rule.SKILL_BAG, lambda card: card.bag_fault),
)
