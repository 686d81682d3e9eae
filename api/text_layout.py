"""Words made to fit into a space, of characters or of letters in a picture."""

from collections.abc import Iterable


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
