"""Verdicts as text, with what a table that disagrees wants to know; two sequences side by side."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from api.text_layout import cut
from api.theme_park.text.answers import amounts, sequence, staying, summary, worth, wrapped
from models.shared.phrases import count, listing
from models.theme_park.operate.disputes import Comparison, Judgement
from models.theme_park.operate.next_round import GAME_OVER

BETWEEN = " │ "


def verdict_text(judgement: Judgement, width: int) -> str:
    """Writes the referee's answer on a sequence."""
    position, verdict = judgement.position, judgement.verdict
    moves = sequence(position, verdict, width)
    return "\n".join(
        [*_verdict(judgement, width), "", moves, "", *summary(position, verdict, width), *_notes(judgement, width)]
    )


def _notes(judgement: Judgement, width: int) -> Iterator[str]:
    position = judgement.position
    for note in (*position.notes, *[GAME_OVER] * position.in_last_round):
        yield from wrapped(note, width)


def _verdict(judgement: Judgement, width: int) -> Iterator[str]:
    verdict = judgement.verdict
    violation = verdict.violation
    if violation is None:
        yield f"Legal: {count(len(verdict.steps), 'move')}, {worth(verdict)}."
        if judgement.relies_on:
            choices = listing(f"{ruling} = {choice}" for ruling, choice in judgement.relies_on)
            yield from wrapped(f"It relies on the ruling{'s' * (len(judgement.relies_on) > 1)} {choices}.", width)
        return
    yield f"Illegal: move {violation.step + 1} breaks the rule {violation.rule}."
    yield from wrapped(violation.message, width, "    ")
    page = f", page {violation.page}" if violation.page else ""
    yield from wrapped(f"Source: {violation.source}{page}", width, "    ")
    yield from _rulings(judgement, width)
    if judgement.instead:
        yield f"Legal as move {violation.step + 1} instead, the nearest first:"
        for step in judgement.instead:
            yield from wrapped(step.text, width, "  * ")
    yield f"Legal up to there: {worth(verdict)}."


def _rulings(judgement: Judgement, width: int) -> Iterator[str]:
    for other in judgement.under:
        gets = "would be legal" if other.step is None else f"would be legal up to move {other.step}"
        yield from wrapped(f"The sequence {gets} under the ruling {other.ruling} = {other.choice}.", width)


def comparison_text(comparison: Comparison, names: Sequence[str], width: int) -> str:
    """Both sequences beside each other, what differs, then each verdict."""
    half = (width - len(BETWEEN)) // 2
    one, two = comparison.judgements
    rows = [
        *beside([_tail("A: ", names[0], half)], [_tail("B: ", names[1], half)], half),
        *beside(_outcome(one, half), _outcome(two, half), half),
        *_moves(comparison, half),
    ]
    parts = ["\n".join(rows), "\n".join(wrapped(_difference(comparison), width))]
    for letter, judgement in zip("AB", comparison.judgements, strict=True):
        parts.append("\n".join([f"Sequence {letter}", *_verdict(judgement, width)]))
    parts.extend(["\n".join(_notes(one, width))] * one.position.in_last_round)
    return "\n\n".join(parts)


def _outcome(judgement: Judgement, width: int) -> list[str]:
    position, verdict = judgement.position, judgement.verdict
    violation = verdict.violation
    return [
        "legal" if violation is None else f"illegal at move {violation.step + 1}",
        worth(verdict),
        *wrapped(staying(position, verdict.reached), width),
        "",
    ]


def _moves(comparison: Comparison, half: int) -> Iterator[str]:
    """The moves row by row; from the first that differs on, rows are marked."""
    one, two = comparison.judgements
    for number in range(max(len(one.moves), len(two.moves))):
        differs = comparison.differ_at is not None and number >= comparison.differ_at
        mark = f"{number + 1:>3}{'!' if number == comparison.differ_at else ':' if differs else '.'} "
        yield from beside(_move(one, number, half, mark), _move(two, number, half, mark), half)


def _move(judgement: Judgement, number: int, half: int, mark: str) -> list[str]:
    steps = judgement.verdict.steps
    if number < len(steps):
        return wrapped(steps[number].text, half, mark)
    violation = judgement.verdict.violation
    if violation is not None and number == violation.step:
        return wrapped(f"illegal: {violation.rule}", half, mark)
    return wrapped("not played" if number < len(judgement.moves) else "-", half, mark)


def _difference(comparison: Comparison) -> str:
    if comparison.differ_at is None:
        return "The sequences are the same."
    return f"They differ from move {comparison.differ_at + 1} on. B less A: {amounts(comparison.difference)}."


def beside(left: Sequence[str], right: Sequence[str], half: int) -> list[str]:
    """Two columns of ``half`` characters; longer lines are cut."""
    return [
        f"{cut(one, half):<{half}}{BETWEEN}{cut(two, half)}".rstrip()
        for one, two in zip_longest(left, right, fillvalue="")
    ]


def _tail(lead: str, name: str, width: int) -> str:
    """A file's name; of a long path the end."""
    room = width - len(lead)
    return lead + (name if len(name) <= room else f"…{name[1 - room :]}")
