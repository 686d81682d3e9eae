"""Numbers of stars that may be averages: two places of them, so rounded that what is said of them stays true."""

import math
from fractions import Fraction

from models.shared.phrases import plural

PLACES = 100


def exactly(value: int | Fraction) -> str:
    """The number, or "about" and two places of it."""
    told = _written(round(value * PLACES))
    return told if value * PLACES == int(value * PLACES) else f"about {told}"


def at_least(value: int | Fraction) -> str:
    """What is exceeded or reached: rounded down."""
    return f"at least {_written(math.floor(value * PLACES))}"


def at_most(value: int | Fraction) -> str:
    """What is not exceeded: rounded up."""
    return f"at most {_written(math.ceil(value * PLACES))}"


def stars(value: int | Fraction) -> str:
    """Stars with their noun."""
    return f"{exactly(value)} {noun(value)}"


def noun(value: int | Fraction) -> str:
    """What follows the number of stars."""
    return plural(1 if value == 1 else 2, "star")


def _written(hundredths: int) -> str:
    whole, rest = divmod(hundredths, PLACES)
    return f"{whole}.{rest:02}".rstrip("0") if rest else str(whole)
