"""Answers on the rules and rulings of Dice Manor."""

from collections.abc import Sequence
from typing import NamedTuple

from api.schemas.describing import Answer, Document, kept_as, many
from api.schemas.rulebook import RulebookEntry


class ManorRuleAnswer(RulebookEntry):
    """A rule or a ruling of Dice Manor."""


class EveryManorRule(NamedTuple):
    """The rules and rulings, each as ``ManorRuleAnswer`` writes it."""

    rules: Sequence[Document]
    rulings: Sequence[Document]


class ManorRulesAnswer(Answer):
    """Every rule and ruling of Dice Manor."""

    rules = many(kept_as(ManorRuleAnswer), "The rules.")
    rulings = many(kept_as(ManorRuleAnswer), "What the rulebook leaves open.")
