"""The class that describes an answer writes it."""

from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from api.schemas.describing import ABSENT, Answer, inside, many, number, text, whole


class Part(NamedTuple):
    """A made-up value."""

    name: str
    worth: Any


class PartAnswer(Answer):
    """A made-up answer."""

    worth = number("What it is worth.", null=True)
    name = text("Its name.", of=lambda part: part.name.upper())
    note = text("Something else.", x_optional=True, of=lambda part: "none" if part.worth is None else ABSENT)


class WholeAnswer(Answer):
    """A made-up answer of parts."""

    count = whole("How many.", of=len)
    parts = many(PartAnswer, "The parts.", of=sorted)
    first = inside(PartAnswer, null=True, of=lambda parts: parts[0] if parts else None)


def test_fields_are_written_in_the_order_of_the_description() -> None:
    assert list(PartAnswer.write(Part("a", 1)).items()) == [("worth", 1), ("name", "A")]


def test_an_optional_field_stands_only_where_it_is_told() -> None:
    assert PartAnswer.write(Part("a", None)) == {"worth": None, "name": "A", "note": "none"}


@pytest.mark.parametrize(("worth", "told"), [(Fraction(4, 2), "2"), (Fraction(1, 4), "0.25"), (3, "3"), (3.0, "3.0")])
def test_fractions_are_written_as_json_numbers_and_others_as_they_are(worth: object, told: str) -> None:
    assert repr(PartAnswer.write(Part("a", worth))["worth"]) == told


def test_answers_hold_answers() -> None:
    parts = [Part("b", 2), Part("a", 1)]
    a, b = {"worth": 1, "name": "A"}, {"worth": 2, "name": "B"}
    assert WholeAnswer.write(parts) == {"count": 2, "parts": [a, b], "first": b}
    assert WholeAnswer.write([]) == {"count": 0, "parts": [], "first": None}


def test_a_field_without_a_source_is_a_fault_of_ours() -> None:
    with pytest.raises(AttributeError, match=r"PartAnswer\.worth of SimplePart"):
        PartAnswer.write(type("SimplePart", (), {"name": "a"})())
