"""No rule is forgotten by the model: each is encoded, or holds by construction for a stated reason."""

import importlib
import importlib.util
import pkgutil
from dataclasses import replace
from enum import StrEnum
from typing import Any

import pytest

from models.theme_park.cards import Administrator, AdministratorKind, Skill, SkillKind
from models.theme_park.guests import Colour
from models.theme_park.operate.notation import parse_position
from models.theme_park.operate.position import RuleSet
from models.theme_park.operate.rules import Rule
from models.theme_park.operate.skills import SKILL_CARDS
from solver.theme_park.operate import cpsat, skill_uses
from solver.theme_park.operate.cards import CardTable
from solver.theme_park.operate.cpsat import constraints
from solver.theme_park.operate.cpsat.by_construction import BY_CONSTRUCTION
from solver.theme_park.operate.cpsat.encoded_cards import ENCODED, IDLE, RULES
from solver.theme_park.operate.cpsat.skills import encoding
from solver.theme_park.operate.flow.counting import COUNTED, counts
from solver.theme_park.operate.flow.relaxed_cards import RELAXED, covers
from solver.theme_park.operate.layered.encoding.park import PLAYED, exact_stages
from solver.theme_park.operate.settings import Objective
from solver.theme_park.operate.supported import unsolved
from solver.theme_park.operate.tables import Tables
from solver.theme_park.operate.trivial_bounds import CARD_GAINS
from solver.theme_park.operate.warm_up import SMALL

MODULES = [
    importlib.import_module(f"{constraints.__name__}.{each.name}")
    for each in pkgutil.iter_modules(constraints.__path__)
]
ENCODED_RULES = {rule for module in (*MODULES, encoding) for rule in module.ENCODES}


@pytest.mark.parametrize("rule", list(Rule))
def test_every_rule_is_encoded_or_holds_by_construction(rule: Rule) -> None:
    assert (rule in ENCODED_RULES) != (rule in BY_CONSTRUCTION)


def test_what_holds_by_construction_says_why() -> None:
    assert all(len(reason) > 20 for reason in BY_CONSTRUCTION.values())


def test_every_skill_card_is_known_to_the_referee_and_to_the_model() -> None:
    assert set(SKILL_CARDS) == set(encoding.ENCODERS) == set(skill_uses.USES) == set(SkillKind)


TABLES: dict[str, CardTable[Any]] = {
    "limits without a search": CARD_GAINS,
    "relaxation": RELAXED,
    "counting": COUNTED,
    "layered search": PLAYED,
    "CP-SAT": ENCODED,
}
PARK = replace(
    parse_position(SMALL),
    game=RuleSet.FULL,
    mascots=(Skill(SkillKind.STARS_PER_GUEST, Colour.BLUE),),
    administrator=Administrator(AdministratorKind.MASCOTS),
)


@pytest.mark.parametrize("table", TABLES)
def test_every_card_has_an_entry_in_the_table_of_every_engine(table: str) -> None:
    assert TABLES[table].lacking() == ()


@pytest.mark.parametrize("where", sorted({where for _, where in ENCODED.everything()} - {IDLE, RULES}))
def test_a_card_is_encoded_by_a_module_that_is_there(where: str) -> None:
    assert importlib.util.find_spec(f"{cpsat.__name__}.{where}") is not None


def without(monkeypatch: pytest.MonkeyPatch, table: CardTable[Any], kinds: str, kind: StrEnum) -> None:
    entries = {each: entry for each, entry in getattr(table, kinds).items() if each is not kind}
    monkeypatch.setitem(table.__dict__, kinds, entries)


@pytest.mark.parametrize(
    ("kinds", "kind"), [("skills", SkillKind.STARS_PER_GUEST), ("administrators", AdministratorKind.MASCOTS)]
)
def test_an_engine_covers_no_position_with_a_card_that_its_table_lacks(
    monkeypatch: pytest.MonkeyPatch, kinds: str, kind: StrEnum
) -> None:
    plain = replace(PARK, mascots=())
    assert covers(Tables(PARK))
    assert counts(Tables(plain))
    assert exact_stages(Tables(plain), Objective.STARS) > 0
    assert unsolved(PARK) == ()
    for table in TABLES.values():
        without(monkeypatch, table, kinds, kind)
    assert not covers(Tables(PARK))
    assert not counts(Tables(PARK))
    assert exact_stages(Tables(PARK), Objective.STARS) == 0
    assert [kind.value in part.detail for part in unsolved(PARK)] == [True]
