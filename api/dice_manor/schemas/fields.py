"""Fields of Dice Manor's documents, and how large they may be."""

from enum import StrEnum
from typing import Any

from marshmallow import ValidationError

from api.schemas.fields import (
    BoundedInt,
    DescribedField,
    MappingField,
    TextField,
    read_each,
)
from models.dice_manor.manor import ANY, MOST_ROOMS, NUMBERS
from models.dice_manor.rulings import Choice, ManorRulings, Ruling, questions
from models.shared.fault import found, named

VERSION = 1
SLUG = "dice-manor"
LOW, HIGH = min(NUMBERS), max(NUMBERS)
MOST_TOKENS = 99
MOST_PRESTIGE = 999
MOST_PLAYERS = 4
MOST_COLOURS = 6
MOST_DOORS = MOST_ROOMS
MOST_TYPES = 12
HIGHEST_SEED = 2**31 - 1


class Phase(StrEnum):
    """What a document tells of."""

    GRAND_OPENING = "grand-opening"
    BID = "bid"
    BUILD = "build"
    END = "end"


class Of(StrEnum):
    """The game that a document is of."""

    DICE_MANOR = SLUG


class SlotField(DescribedField[frozenset[int]]):
    """The numbers that a slot accepts: ``"any"``, or a list of them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(f'"any", or a list of 1 to {HIGH} different numbers from {LOW} to {HIGH}', **kwargs)

    def read(self, value: Any) -> frozenset[int]:
        """Reads the numbers; raises ValidationError for anything else."""
        if value == "any":
            return ANY
        if not isinstance(value, list) or not 1 <= len(value) <= HIGH:
            raise self.refusal(value)
        numbers = read_each(enumerate(value), BoundedInt(LOW, HIGH)).values()
        if len(set(numbers)) < len(numbers):
            raise self.refusal(value)
        return frozenset(numbers)

    def write(self, value: frozenset[int]) -> str | list[int]:
        """The numbers in their order, or that it accepts any."""
        return "any" if value == ANY else sorted(value)


class RulingsField(DescribedField[ManorRulings]):
    """Choices that differ from the defaults, by ruling."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("an object of rulings and their choices", {"type": "object"}, **kwargs)

    def read(self, value: Any) -> ManorRulings:
        """Reads the choices in force; raises ValidationError for anything else."""
        if not isinstance(value, dict):
            raise self.refusal(value)
        errors, choices = {}, dict[Ruling, Choice]()
        for name, choice in value.items():
            if name not in {ruling.value for ruling in Ruling}:
                errors[name] = [f"Unknown ruling; accepted here: {named(ruling.value for ruling in Ruling)}."]
            elif choice not in [each.value for each in questions()[Ruling(name)].choices]:
                errors[name] = [found(choice, named(each.value for each in questions()[Ruling(name)].choices))]
            else:
                choices[Ruling(name)] = Choice(choice)
        if errors:
            raise ValidationError(errors)
        return ManorRulings.of(choices)


ROLLED = BoundedInt(LOW, HIGH)


class NumberKey(DescribedField[int]):
    """A number of a die as the key of an object."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(f'a number of a die, "{LOW}" to "{HIGH}"', {"type": "string"}, **kwargs)

    def read(self, value: Any) -> int:
        """Reads the number; raises ValidationError for anything else."""
        if value in {str(number) for number in NUMBERS}:
            return int(value)
        raise self.refusal(value)


PLAYER = TextField("the id of a player")


class TypesKey(DescribedField[int]):
    """A number of room types as the key of an object."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(f'a number of room types, "0" to "{MOST_TYPES}"', {"type": "string"}, **kwargs)

    def read(self, value: Any) -> int:
        """Reads the number; raises ValidationError for anything else."""
        if value in {str(number) for number in range(MOST_TYPES + 1)}:
            return int(value)
        raise self.refusal(value)


DIVERSITY = MappingField(
    TypesKey(), BoundedInt(0, MOST_PRESTIGE), "numbers of room types and their prestige", load_default=dict
)
