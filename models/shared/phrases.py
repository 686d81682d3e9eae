"""Numbers with their nouns, and lists, in sentences for players."""

from collections.abc import Iterable


def listing(words: Iterable[str], joiner: str = "and") -> str:
    """Words joined for a sentence: "a, b and c"."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {joiner} {items[-1]}"


def count(number: int, noun: str) -> str:
    """A number with its noun: "1 die", "2 dice"."""
    return f"{number} {plural(number, noun)}"


def plural(number: int, noun: str) -> str:
    """The noun, its last word in the plural, as it stands behind a number, whatever the sign."""
    if abs(number) == 1:
        return noun
    return f"{noun[:-3]}dice" if noun == "die" or noun.endswith(" die") else f"{noun}s"
