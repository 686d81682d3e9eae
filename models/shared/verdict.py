"""What a replay answers: the steps accepted, and the first violation if there is one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

M = TypeVar("M")
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Violation:
    """Why a sequence stops being legal: the step (from 0), the rule's id, a sentence, the source.

    ``page``: the page or pages of the printed rulebook on which the source stands, such as "11-13".
    """

    step: int
    rule: str
    message: str
    source: str
    page: str | None = None


@dataclass(frozen=True, slots=True)
class Step(Generic[M, S]):
    """One accepted move: the state it left, what it earned, and a sentence about it."""

    move: M
    after: S
    stars: int
    money: int
    text: str


@dataclass(frozen=True, slots=True)
class Verdict(Generic[M, S]):
    """The outcome of replaying a sequence of moves.

    ``stars`` and ``money`` are those of the whole phase in the state reached, cubes that lay there
    before the first move included; ``breakdown`` splits the stars by where they come from.
    """

    steps: tuple[Step[M, S], ...]
    reached: S
    stars: int
    money: int
    breakdown: Mapping[str, int]
    violation: Violation | None = None

    @property
    def legal(self) -> bool:
        """Whether every move was legal."""
        return self.violation is None
