"""Verdicts on whole games as text: what is wrong first, then the score sheet."""

from collections.abc import Iterator

from api.theme_park.text.answers import wrapped
from models.shared.phrases import count, listing
from models.theme_park.game.disputes import GameJudgement
from models.theme_park.game.events import WORDS
from models.theme_park.game.next_events.next_event import NextEvent, next_events
from models.theme_park.game.record.field_text import write_value
from models.theme_park.game.record.fields import FIELDS
from models.theme_park.game.set_up.setup_rules import HEAD_RULES
from models.theme_park.game.sheet import Row, Source, Spent
from models.theme_park.game.state import Game
from models.theme_park.game.validate import GameVerdict, GameViolation

COLUMNS: dict[Source, str] = {
    Source.ATTRACTIONS: "attr.",
    Source.SPECIAL_EFFECTS: "effects",
    Source.SKILLS: "skills",
    Source.ADMINISTRATOR: "admin.",
    Source.VIP: "VIP",
    Source.STATUES: "statues",
    Source.OBJECTIVE: "objective",
    Source.MONEY: "money",
}
"""Headings of the stars."""


MOST_NEXT, MOST_CHOICES = 12, 8


def game_text(judgement: GameJudgement, width: int) -> str:
    """Writes the referee's answer on a whole game."""
    verdict = judgement.verdict
    about = [*wrapped(_headline(verdict), width), *_violation(verdict.violation, width), *_rulings(judgement, width)]
    parts = ["\n".join(about)]
    for player, rows in verdict.sheet:
        if rows:
            parts.append("\n".join([player, *_table(rows, width), *_spent(rows, width)]))
    parts.append("\n".join(wrapped(_end(verdict), width)))
    if judgement.playable:
        parts.append("\n".join(next_text(judgement.games[-1], width)))
    return "\n\n".join(part for part in parts if part)


def _headline(verdict: GameVerdict) -> str:
    table = verdict.reached.table
    extra = f" with {listing(sorted(table.expansions))}" if table.expansions else ""
    game = f"{table.variant.capitalize()} game of {count(len(table.players), 'player')}{extra}, edition {table.edition}"
    if not verdict.legal:
        return f"{game}: illegal after {count(verdict.played, 'event')}."
    how = "legal to the end" if verdict.over else f"legal so far, {_where(verdict)}"
    return f"{game}: {how} ({count(verdict.played, 'event')})."


def _where(verdict: GameVerdict) -> str:
    game = verdict.reached
    return f"in {game.phase}" + (f" of round {game.round}" if game.round else "")


def _violation(violation: GameViolation | None, width: int) -> Iterator[str]:
    if violation is None:
        return
    when = f"Round {violation.round}, {violation.phase}" if violation.round else violation.phase.capitalize()
    who = f", {violation.player}" if violation.player else ""
    what = "the head of the record" if violation.rule in HEAD_RULES else f"event {violation.step + 1}"
    what += "" if violation.line is None else f" (line {violation.line})"
    what += "" if violation.move is None else f", move {violation.move + 1}"
    yield from wrapped(f"{when}{who}, {what}: {violation.message}", width)
    page = f", page {violation.page}" if violation.page else ""
    yield from wrapped(f"Rule {violation.rule} ({violation.source}{page}).", width)


def _rulings(judgement: GameJudgement, width: int) -> Iterator[str]:
    for other in judgement.under:
        upto = f"up to event {other.step}" if other.step is not None else ""
        if other.move is not None:
            upto = f"up to move {other.move} of event {(other.step or 0) + 1}"
        gets = "would be legal" if other.legal else f"would be legal {upto}"
        yield from wrapped(f"The record {gets} under the ruling {other.ruling} = {other.choice}.", width)
    if judgement.relies_on:
        choices = listing(f"{ruling} = {choice}" for ruling, choice in judgement.relies_on)
        yield from wrapped(f"It relies on the ruling{'s' * (len(judgement.relies_on) > 1)} {choices}.", width)


def _table(rows: tuple[Row, ...], width: int) -> Iterator[str]:
    """The rounds as a table; where it is wider than ``width``, further columns stand below, each part with its rounds."""
    used = [source for source in COLUMNS if any(dict(row.stars).get(source) for row in rows)]
    heads = ["round", "sum", "place", "income", "earned", "spent", *(COLUMNS[source] for source in used), "stars"]
    heads += ["total", "money left"]
    lines = [heads, *(_cells(row, used) for row in rows)]
    wide = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    for part in _parts(wide, width):
        yield from ("".join(f"  {line[column].rjust(wide[column])}" for column in part) for line in lines)


def _parts(wide: list[int], width: int) -> Iterator[tuple[int, ...]]:
    """The columns, of these sizes, in as few parts as fit ``width``; each begins with the first column."""
    part: tuple[int, ...] = (0,)
    for column in range(1, len(wide)):
        if len(part) > 1 and sum(wide[each] + 2 for each in (*part, column)) > width:
            yield part
            part = (0,)
        part = (*part, column)
    yield part


def _cells(row: Row, used: list[Source]) -> list[str]:
    stars = dict(row.stars)
    paid = sum(number for _, number in row.spent)
    return [
        str(row.round),
        "-" if row.sum is None else str(row.sum),
        "-" if row.place is None else str(row.place),
        f"${row.income}",
        f"${row.earned}",
        f"${paid}",
        *(str(stars.get(source, 0)) for source in used),
        str(row.earned_stars),
        str(row.total),
        f"${row.money}",
    ]


def _spent(rows: tuple[Row, ...], width: int) -> list[str]:
    totals = {what: sum(dict(row.spent).get(what, 0) for row in rows) for what in Spent}
    paid = listing(f"${number} on {what}" for what, number in totals.items() if number)
    return wrapped(f"Spent {paid}.", width, "  ") if paid else []


def _end(verdict: GameVerdict) -> str:
    game = verdict.reached
    target = f" The target is {game.target}." if game.table.solo else ""
    if game.winners is None:
        return target.strip()
    if not game.winners:
        return f"The target is not beaten.{target}"
    return f"{'Winner' if len(game.winners) == 1 else 'Joint winners'}: {listing(game.winners)}.{target}"


def next_text(game: Game, width: int) -> list[str]:
    """The events that may come next, as lines of the text form: those of the first phase that has any, then words for the rest."""
    events = next_events(game)
    if not events:
        return []
    first = events[0].phase
    now = [event for event in events if event.phase is first]
    lines = [
        f"Next ({first}), in the text form, with | between what may be chosen and ... for what is to be filled in:"
    ]
    for event in now[:MOST_NEXT]:
        lines += wrapped(_line(event), width, "  ")
    if len(now) > MOST_NEXT:
        lines += wrapped(f"and {len(now) - MOST_NEXT} more, which --json lists.", width, "  ")
    later = dict.fromkeys(f"{WORDS[event.kind]} ({event.phase})" for event in events if event.phase is not first)
    return lines + (wrapped(f"Or, which ends {first}: {listing(later, 'or')}.", width) if later else [])


def _line(event: NextEvent) -> str:
    words = [WORDS[event.kind]]
    for name, field in FIELDS[event.kind].items():
        if name in event.given:
            text = write_value(field.kind, event.given[name])
        elif name in event.choose:
            shown = [write_value(field.kind, value) for value in event.choose[name][:MOST_CHOICES]]
            text = "|".join([*shown, *(["..."] if len(event.choose[name]) > MOST_CHOICES else [])])
        elif name in event.fill:
            text = "..."
        else:
            continue
        words.append(text if name == "by" else f"{name}={text}")
    return " ".join(words)
