"""Skill cards by kind, and the rules that all of them keep through their hooks."""

from models.theme_park.cards import SkillKind
from models.theme_park.operate.skills.card import SkillCard, Using
from models.theme_park.operate.skills.colours import SwapColour
from models.theme_park.operate.skills.rewards import MoneyPerGuest, StarsPerGuest
from models.theme_park.operate.skills.values import Reroll, TwoByOne, TwoFive, ValueByTwo
from models.theme_park.operate.skills.walks import MoveIn, MoveOut, MoveTwo
from models.theme_park.operate.state import State
from models.theme_park.position import Position
from models.theme_park.rules import Check, Rule

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


def _hook(rule: Rule, name: str) -> Check[Using]:
    """The check of ``rule`` that asks the card's hook ``name``."""

    def fault(position: Position, state: State, item: Using) -> str | None:
        answer: str | None = getattr(SKILL_CARDS[item.skill.kind], name)(position, state, item)
        return answer

    return Check(rule, fault)


SKILL_CHECKS: tuple[Check[Using], ...] = (
    _hook(Rule.SKILL_CHOICES, "choices_fault"),
    _hook(Rule.SKILL_GUEST, "guest_fault"),
    _hook(Rule.SKILL_COLOUR, "colour_fault"),
    _hook(Rule.SKILL_VIP, "vip_fault"),
    _hook(Rule.SKILL_VALUE, "value_fault"),
    _hook(Rule.SKILL_SIGNS, "signs_fault"),
    _hook(Rule.SKILL_TWICE, "twice_fault"),
    _hook(Rule.SKILL_WALK, "walk_fault"),
    _hook(Rule.SKILL_BAG, "bag_fault"),
)
