"""Rulings of any game: named switches for what its rulebook leaves open, and which of them a verdict asked about.

A game has an enum of the questions and one of their choices, a table of both (a file of ``fixtures``), and a subclass of
``Rulings`` that names the table.
"""

from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cached_property
from typing import Generic, NamedTuple, Self, TypeVar

from models.shared.data import read_json

Q = TypeVar("Q", bound=StrEnum)
C = TypeVar("C", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Question(Generic[Q, C]):
    """One row of a table: the question, its choices with the default first, and why that one.

    ``note``: what the choices mean, where their names do not say it all.
    """

    id: Q
    question: str
    choices: tuple[C, ...]
    why: str
    note: str | None = None

    @property
    def default(self) -> C:
        """The choice that holds unless a document says otherwise."""
        return self.choices[0]

    @property
    def is_switch(self) -> bool:
        """Whether a table may choose; a question of one choice records how it is decided, and why."""
        return len(self.choices) > 1


def read_questions(file: str, ids: type[Q], choices: type[C]) -> Mapping[Q, Question[Q, C]]:
    """The table in a catalogue ``file`` of rulings, by id."""
    return {
        ids(row["id"]): Question(
            ids(row["id"]),
            row["question"],
            tuple(choices(choice) for choice in row["choices"]),
            row["why"],
            row.get("note"),
        )
        for row in read_json(file)["rulings"]
    }


@dataclass(frozen=True, eq=False)
class Rulings(ABC, Generic[Q, C]):
    """The choices in force, as those that differ from the defaults, so that equal rulings are equal values.

    ``asked``: where it is a set, every question that was put is added to it. Such watched rulings are equal to
    themselves alone, so that nothing remembered for other rulings answers in their place.
    """

    changed: tuple[tuple[Q, C], ...] = ()
    asked: set[Q] | None = field(default=None, init=False, compare=False, repr=False)

    @classmethod
    @abstractmethod
    def questions(cls) -> Mapping[Q, Question[Q, C]]:
        """The game's table of questions, by their ids."""

    @classmethod
    def of(cls, choices: Mapping[Q, C]) -> Self:
        """Rulings from any choices."""
        return cls().choosing(choices)

    def choosing(self, choices: Mapping[Q, C]) -> Self:
        """The same but for the choices, which are ``choices``, and none asked about."""
        table = self.questions()
        changed = tuple(sorted((id, choice) for id, choice in choices.items() if choice is not table[id].default))
        return replace(self, changed=changed)

    @cached_property
    def in_force(self) -> Mapping[Q, C]:
        """Every ruling with its choice."""
        return {id: row.default for id, row in self.questions().items()} | dict(self.changed)

    def says(self, id: Q, choice: C) -> bool:
        """Whether ``choice`` is in force for the ruling ``id``, which is now asked."""
        if self.asked is not None:
            self.asked.add(id)
        return self.in_force[id] is choice

    def watched(self) -> Self:
        """The same choices, of which none was asked yet."""
        watched = replace(self)
        object.__setattr__(watched, "asked", set())
        return watched

    def others(self, asked: Container[Q]) -> Iterator[tuple[Q, C, Self]]:
        """Every choice of the ``asked`` rulings that is not in force, with the rulings in which that one is changed.

        A ruling that no rule asks about while moves are judged cannot change the verdict, and need not be tried.
        """
        in_force = self.in_force
        for id, question in self.questions().items():
            for choice in question.choices if id in asked else ():
                if choice is not in_force[id]:
                    yield id, choice, self.choosing({**in_force, id: choice})

    def __eq__(self, other: object) -> bool:
        if self is other or not isinstance(other, type(self)) or self.asked is not None or other.asked is not None:
            return self is other
        return all(getattr(self, each.name) == getattr(other, each.name) for each in fields(self) if each.compare)

    def __hash__(self) -> int:
        return hash(self.changed) if self.asked is None else id(self)


class UnderRuling(NamedTuple, Generic[Q, C]):
    """The verdict if ``ruling`` were ``choice``: legal, or violated at ``step`` (from 0).

    ``move``: where a step is a whole phase of moves, the move (from 0) of it.
    """

    ruling: Q
    choice: C
    legal: bool
    step: int | None
    move: int | None = None


def relied_on(rulings: Rulings[Q, C], others: Iterable[UnderRuling[Q, C]]) -> tuple[tuple[Q, C], ...]:
    """Of legal moves: the choices in force of which some other choice would make them illegal."""
    broken = {other.ruling for other in others if not other.legal}
    return tuple((id, choice) for id, choice in rulings.in_force.items() if id in broken)
