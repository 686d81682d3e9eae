"""What other choices of single rulings would make of a verdict: shared by the Operate phase and whole games."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass

from models.theme_park.rulings import Choice, Ruling, Rulings, questions


@dataclass(frozen=True, slots=True)
class UnderRuling:
    """The verdict if ``ruling`` were ``choice``: legal, or violated at ``step`` (from 0).

    ``move``: of a whole game, the move (from 0) of the Operate phase that ``step`` is, where it is one.
    """

    ruling: Ruling
    choice: Choice
    legal: bool
    step: int | None
    move: int | None = None


def other_choices(rulings: Rulings, asked: Container[Ruling]) -> Iterator[tuple[Ruling, Choice, Rulings]]:
    """Every choice of the ``asked`` rulings that is not in force, with the rulings in which that one is changed.

    A ruling that no rule asks about while a record is judged cannot change the verdict, and need not be tried.
    """
    in_force = rulings.in_force
    for ruling, question in questions().items():
        for choice in question.choices if ruling in asked else ():
            if choice is not in_force[ruling]:
                yield ruling, choice, Rulings.of({**in_force, ruling: choice}, rulings.outline)


def relied_on(rulings: Rulings, others: Iterable[UnderRuling]) -> tuple[tuple[Ruling, Choice], ...]:
    """Of a legal record: the choices in force of which some other choice would make it illegal."""
    broken = {other.ruling for other in others if not other.legal}
    return tuple((ruling, rulings.in_force[ruling]) for ruling in Ruling if ruling in broken)
