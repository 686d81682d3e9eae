"""Numbers with their nouns, and lists, in sentences for players."""

from collections.abc import Iterable
from fractions import Fraction


def listing(words: Iterable[object], joiner: str = "and", none: str = "") -> str:
    """Words joined for a sentence: "a, b and c"; ``none`` where there are none."""
    items = [str(word) for word in words]
    if len(items) < 2:
        return items[0] if items else none
    return f"{', '.join(items[:-1])} {joiner} {items[-1]}"


def count(number: int, noun: str, many: str | None = None) -> str:
    """A number with its noun: "1 die", "2 dice"; ``many``: the words behind other numbers than 1, where they differ."""
    return f"{number} {plural(number, noun) if many is None or abs(number) == 1 else many}"


def plural(number: int | Fraction, noun: str) -> str:
    """The noun, its last word in the plural, as it stands behind a number, whatever the sign."""
    if abs(number) == 1:
        return noun
    return f"{noun[:-3]}dice" if noun == "die" or noun.endswith(" die") else f"{noun}s"
