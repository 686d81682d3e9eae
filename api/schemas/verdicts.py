"""What a referee's answers tell in every game: the rule that is broken, and the rulings on which a verdict hangs."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, NamedTuple

from marshmallow.fields import Field

from api.schemas.describing import Answer, many, text, whole


class Violation(Answer):
    """The rule that a sequence breaks."""

    step = whole("Which move, from 0.", minimum=0)
    rule = text("Id of the rule, as the list of the game's rules has it.")
    message = text("What is wrong, for a player.")
    source = text("Where the sentence stands that decides.")
    page = text("Page or pages of the printed rulebook.", null=True)


class InForce(NamedTuple):
    """A ruling with the choice that is in force."""

    ruling: StrEnum
    choice: StrEnum


def hanging_fields(
    subject: str, choice: type[Answer], further: type[Answer], judgement: Callable[[Any], Any]
) -> tuple[Field[Any], Field[Any], Field[Any]]:
    """Fields that tell on which rulings a ``judgement`` hangs: legal_under, further_under, relies_on.

    ``choice`` describes a ruling of the game with a choice, ``further`` also the step at which a rule is then broken.
    """
    return (
        many(
            choice,
            f"Rulings under whose other choice the {subject} would be legal.",
            of=lambda judged: [other for other in judgement(judged).under if other.legal],
        ),
        many(
            further,
            "Rulings under whose other choice it would get further.",
            of=lambda judged: [other for other in judgement(judged).under if not other.legal],
        ),
        many(
            choice,
            "Choices in force without which it would be illegal.",
            of=lambda judged: [InForce(*each) for each in judgement(judged).relies_on],
        ),
    )
