"""What several answers on Dice Manor hold: uses of tokens, paths, worths, rulings."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from marshmallow import fields
from marshmallow.fields import Field

from api.dice_manor.schemas.fields import SLUG
from api.dice_manor.schemas.manors import DieSchema, PlaceSchema
from api.schemas.describing import ABSENT, Answer, many, number, one_of, table, text, whole
from models.dice_manor.rulings import Ruling
from solver.dice_manor.decisions import Worth

DECIMALS = 9


class RollAgain(NamedTuple):
    """A token by which dice are to be rolled again; what they show then is not known yet."""

    dice: tuple[int, ...]


class ManorTokenUse(Answer):
    """What a token does: it turns a die by 1, or rolls dice again."""

    die = whole("The die that is turned.", x_optional=True)
    by = whole("1 or -1.", x_optional=True)
    reroll = many(
        fields.Integer(), "The dice rolled again.", x_optional=True, of=lambda use: getattr(use, "dice", ABSENT)
    )
    result = many(fields.Integer(), "What they show then, where that is known.", x_optional=True)


class ManorDice(Answer):
    """The dice in a manor, each with its place."""

    dice = many(DieSchema, "The dice.", of=lambda seat: seat.dice.items())


class ManorRulesInForce(Answer):
    """The game and every ruling with its choice."""

    of = text("The game.", of=lambda _: SLUG)
    rulings = table(
        fields.String(),
        "The choice in force for each ruling.",
        of=lambda rulings: {ruling.value: choice.value for ruling, choice in rulings.in_force.items()},
    )


class ManorRulingChoice(Answer):
    """A ruling and a choice of it."""

    ruling = one_of(Ruling, "Id of the ruling.")
    choice = text("The choice.")


class ManorFurtherUnder(ManorRulingChoice):
    """A ruling under whose other choice the moves get further."""

    step = whole("Where a rule is then broken, from 0.", minimum=0)


def paths_field(**more: Any) -> Field[Any]:
    """Describes paths through a manor, each a list of places."""
    return many(many(PlaceSchema, "Its places."), "Paths through the manor.", **more)


def worth_fields(worth: Callable[[Any], Worth], told: str, *, null: bool = False) -> tuple[Field[Any], Field[Any]]:
    """Fields that tell a worth: as a number, and as a fraction where it is known as one."""
    return (
        number(told, null=null, of=lambda source: decimal(worth(source))),
        text("The same as a fraction, where it is known as one.", null=True, of=lambda source: exactly(worth(source))),
    )


def decimal(worth: Worth) -> float:
    """A worth as a decimal number."""
    return round(float(worth), DECIMALS)


def exactly(worth: Worth) -> str | None:
    """A worth as a fraction, where it is known as one."""
    return str(worth) if isinstance(worth, Fraction) else None


def by_name(worths: Mapping[Any, Any]) -> dict[str, Any]:
    """Worths under names as JSON has them."""
    return {str(name): worth for name, worth in worths.items()}
