"""No rule is forgotten by the model: each is encoded, or holds by construction for a stated reason."""

import importlib
import pkgutil

import pytest

from models.theme_park.cards import SkillKind
from models.theme_park.operate.rules import Rule
from models.theme_park.operate.skills import SKILL_CARDS
from solver.theme_park.operate import skill_uses
from solver.theme_park.operate.cpsat import constraints
from solver.theme_park.operate.cpsat.by_construction import BY_CONSTRUCTION
from solver.theme_park.operate.cpsat.skills import encoding

MODULES = [
    importlib.import_module(f"{constraints.__name__}.{each.name}")
    for each in pkgutil.iter_modules(constraints.__path__)
]
ENCODED = {rule for module in (*MODULES, encoding) for rule in module.ENCODES}


@pytest.mark.parametrize("rule", list(Rule))
def test_every_rule_is_encoded_or_holds_by_construction(rule: Rule) -> None:
    assert (rule in ENCODED) != (rule in BY_CONSTRUCTION)


def test_what_holds_by_construction_says_why() -> None:
    assert all(len(reason) > 20 for reason in BY_CONSTRUCTION.values())


def test_every_skill_card_is_known_to_the_referee_and_to_the_model() -> None:
    assert set(SKILL_CARDS) == set(encoding.ENCODERS) == set(skill_uses.USES) == set(SkillKind)
