"""Words made to fit into a space, of characters or of letters in a picture."""

from collections.abc import Iterable

TOGETHER = "\N{NO-BREAK SPACE}"
"""A space at which no line is broken."""


def held_together(sentence: str) -> str:
    """The sentence with no line break within a die treated as another colour, such as "yellow 5 (as blue)"."""
    return sentence.replace(" (as ", f"{TOGETHER}(as{TOGETHER}")


def cut(text: str, width: int) -> str:
    """``text`` shortened to ``width`` with an ellipsis."""
    return text if len(text) <= width else text[: max(0, width - 1)].rstrip() + "…"


def packed(words: Iterable[str], width: int) -> list[str]:
    """Words in lines of at most ``width``; a longer word keeps a line of its own."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
