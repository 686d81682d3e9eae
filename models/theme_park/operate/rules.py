"""Rule ids, what is known of each, and how a rule is stated.

A rule is one function that answers None, or a sentence saying what is wrong. The verdict of a
replay, the lists of legal moves and the messages all come from these functions. Titles, wording
and sources are data: ``fixtures/theme_park/catalogue/rules.json``.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from models.shared.data import read_json
from models.shared.deadline import spend
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import State


class Rule(StrEnum):
    """Ids of the rules of the Operate phase."""

    CUBE_ICON = "operate.cube.icon"
    CUBE_SUPPLY = "operate.cube.supply"
    PARTY_CHOSEN = "operate.party.chosen"
    PARTY_PRESENT = "operate.party.present"
    PARTY_SIZE = "operate.party.size"
    PARTY_REQUIREMENT = "operate.party.requirement"
    MOVER_REQUIRED = "operate.mover.required"
    MOVER_OF_PARTY = "operate.mover.of-party"
    MOVER_LEFT = "operate.mover.left"
    MOVER_ADJACENT = "operate.mover.adjacent"
    MANAGER_READY = "operate.manager.ready"
    MANAGER_ICONS_COVERED = "operate.manager.icons-covered"
    MANAGER_SAME_TILE = "operate.manager.same-tile"
    MAP_READY = "operate.map.ready"
    MAP_GUEST = "operate.map.guest"
    MAP_ADJACENT = "operate.map.adjacent"
    GUIDE_READY = "operate.guide.ready"
    GUIDE_GUEST = "operate.guide.guest"
    GUIDE_ELSEWHERE = "operate.guide.elsewhere"
    GUIDE_ENTRANCE = "operate.guide.entrance"
    MASCOT_READY = "operate.mascot.ready"
    MASCOT_USE = "operate.mascot.use"
    MASCOT_EXTRA = "operate.mascot.extra"
    MASCOT_EXTRA_COLOUR = "operate.mascot.extra-colour"
    MASCOT_EXTRA_ONE_DIE = "operate.mascot.extra-one-die"
    MASCOT_GUEST = "operate.mascot.guest"
    MASCOT_VALUE_STEP = "operate.mascot.value-step"
    MASCOT_VALUE_RANGE = "operate.mascot.value-range"
    MASCOT_COLOUR = "operate.mascot.colour"
    MASCOT_EXTRA_WITH_SKILL = "operate.mascot.extra-with-skill"
    MASCOT_EXTRA_ORDER = "operate.mascot.extra-order"
    TIMING = "operate.timing"
    KEEP_ADMINISTRATOR = "operate.keep.administrator"
    KEEP_DIE = "operate.keep.die"
    REROLL_DIE = "operate.reroll.die"
    REROLL_SYMBOL = "operate.reroll.symbol"
    REROLL_RESULT = "operate.reroll.result"
    SKILL_CARD = "operate.skill.card"
    SKILL_CHOICES = "operate.skill.choices"
    SKILL_GUEST = "operate.skill.guest"
    SKILL_COLOUR = "operate.skill.colour"
    SKILL_VALUE = "operate.skill.value"
    SKILL_SIGNS = "operate.skill.signs"
    SKILL_WALK = "operate.skill.walk"
    SKILL_TWICE = "operate.skill.twice"
    SKILL_BAG = "operate.skill.bag"
    SKILL_VIP = "operate.skill.vip"


I = TypeVar("I", bound=StrEnum)  # noqa: E741 - the ids of one list of rules


class Citation(NamedTuple):
    """Where the sentence stands that decides: the section, and its page or pages in the printed rulebook."""

    source: str
    page: str | None


@dataclass(frozen=True, slots=True)
class RuleEntry(Generic[I]):
    """What the catalogue says of a rule; ``page`` of the printed rulebook where it is known.

    ``examples``: files of ``fixtures`` with sequences that keep and break it; ``rulings``: switches that touch it;
    ``citations``: what is cited instead where another sentence than that of ``source`` decides, by a name of the case.
    """

    id: I
    title: str
    wording: str
    source: str
    page: str | None
    rulings: tuple[str, ...]
    examples: tuple[str, ...]
    citations: Mapping[str, Citation]

    def cited(self, case: str | None) -> Citation:
        """What decides in ``case``, or in general."""
        return Citation(self.source, self.page) if case is None else self.citations[case]


@cache
def catalogue() -> Mapping[Rule, RuleEntry[Rule]]:
    """Every rule with its entry."""
    return read_entries("theme_park/catalogue/rules.json", Rule)


def read_entries(file: str, ids: type[I]) -> Mapping[I, RuleEntry[I]]:
    """The entries in a catalogue ``file`` of rules, by id."""
    return {
        ids(row["id"]): RuleEntry(
            ids(row["id"]),
            row["title"],
            row["wording"],
            row["source"],
            row["page"],
            tuple(row["rulings"]),
            tuple(row["examples"]),
            {case: Citation(**citation) for case, citation in row.get("citations", {}).items()},
        )
        for row in read_json(file)["rules"]
    }


M = TypeVar("M", contravariant=True)


class Cited(NamedTuple):
    """A sentence on how a rule is broken, and the case under which the rule's entry says what decides it."""

    message: str
    case: str


Told: TypeAlias = str | Cited | None
"""What a rule says of a move: nothing, or how it is broken."""


class Broken(NamedTuple):
    """A rule that a move breaks, with the sentence that says how, and the case that tells what is cited."""

    rule: Rule
    message: str
    case: str | None = None

    @property
    def citation(self) -> Citation:
        """Where the sentence stands that decides."""
        return catalogue()[self.rule].cited(self.case)


@dataclass(frozen=True, slots=True)
class Check(Generic[M]):
    """A rule id and the function that states the rule for one kind of move."""

    rule: Rule
    fault: Callable[[Position, State, M], Told]


def states(rule: Rule) -> Callable[[Callable[[Position, State, M], Told]], Check[M]]:
    """Decorator: the function below states ``rule``; it answers None or a sentence."""

    def wrap(function: Callable[[Position, State, M], Told]) -> Check[M]:
        return Check(rule, function)

    return wrap


def first_broken(checks: Iterable[Check[M]], position: Position, state: State, move: M) -> Broken | None:
    """The first of ``checks`` that ``move`` breaks, in their order; raises TimeOver (``models.shared.deadline``)."""
    spend()
    for check in checks:
        told = check.fault(position, state, move)
        if told is not None:
            return Broken(check.rule, *told) if isinstance(told, Cited) else Broken(check.rule, told)
    return None
