"""How any game states its rules: ids with entries, a rule as a function, and what is told of a broken one.

A rule is one function that answers None, or a sentence saying what is wrong. What it is asked about differs by game
and by kind of move: ``Check`` takes functions of any arguments. Titles, wording and sources are data, a file of
``fixtures`` for each list of rules.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, NamedTuple, TypeAlias, TypeVar, TypeVarTuple

from models.shared.data import read_json
from models.shared.deadline import spend

R = TypeVar("R", bound=StrEnum)
A = TypeVarTuple("A")


class Citation(NamedTuple):
    """Where the sentence stands that decides: the section, and its page or pages in the printed rulebook."""

    source: str
    page: str | None


@dataclass(frozen=True, slots=True)
class RuleEntry(Generic[R]):
    """What a catalogue says of a rule; ``page`` of the printed rulebook where it is known.

    ``examples``: files of ``fixtures`` with moves that keep and break it; ``rulings``: switches that touch it;
    ``citations``: what is cited instead where another sentence than that of ``source`` decides, by a name of the case.
    """

    id: R
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


def read_entries(file: str, ids: type[R]) -> Mapping[R, RuleEntry[R]]:
    """The entries in a catalogue ``file`` of rules, by id."""
    return {
        ids(row["id"]): RuleEntry(
            ids(row["id"]),
            row["title"],
            row["wording"],
            row["source"],
            row.get("page"),
            tuple(row.get("rulings", ())),
            tuple(row.get("examples", ())),
            {case: Citation(**citation) for case, citation in row.get("citations", {}).items()},
        )
        for row in read_json(file)["rules"]
    }


class Cited(NamedTuple):
    """A sentence on how a rule is broken, and the case under which the rule's entry says what decides it."""

    message: str
    case: str


Told: TypeAlias = str | Cited | None
"""What a rule says of a move: nothing, or how it is broken."""


class Broken(NamedTuple, Generic[R]):
    """A rule that a move breaks, with the sentence that says how, and the case that tells what is cited."""

    rule: R
    message: str
    case: str | None = None


@dataclass(frozen=True, slots=True)
class Check(Generic[R, *A]):
    """A rule id and the function that states the rule for one kind of move."""

    rule: R
    fault: Callable[[*A], Told]


def rule(id: R) -> Callable[[Callable[[*A], Told]], Check[R, *A]]:
    """Decorator: the function below states the rule ``id``; it answers None or a sentence."""

    def wrap(function: Callable[[*A], Told]) -> Check[R, *A]:
        return Check(id, function)

    return wrap


def first_broken(checks: Iterable[Check[R, *A]], *asked: *A) -> Broken[R] | None:
    """The first of ``checks`` that is broken, in their order; raises TimeOver (``models.shared.deadline``)."""
    spend()
    for check in checks:
        told = check.fault(*asked)
        if told is not None:
            return Broken(check.rule, *told) if isinstance(told, Cited) else Broken(check.rule, told)
    return None
