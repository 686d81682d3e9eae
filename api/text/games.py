"""Verdicts on whole games as text: what is wrong first, then the score sheet."""

from collections.abc import Iterator

from api.text.answers import wrapped
from models.theme_park.game.head import HEAD_RULES
from models.theme_park.game.sheet import Row, Source, Spent
from models.theme_park.game.validate import GameVerdict, GameViolation
from models.theme_park.wording import count, listing

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


def game_text(verdict: GameVerdict, width: int) -> str:
    """The whole answer."""
    parts = ["\n".join([*wrapped(_headline(verdict), width), *_violation(verdict.violation, width)])]
    for player, rows in verdict.sheet:
        if rows:
            parts.append("\n".join([player, *_table(rows), *_spent(rows, width)]))
    parts.append("\n".join(wrapped(_end(verdict), width)))
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
    what += "" if violation.move is None else f", move {violation.move + 1}"
    yield from wrapped(f"{when}{who}, {what}: {violation.message}", width)
    yield from wrapped(f"Rule {violation.rule} ({violation.source}).", width)


def _table(rows: tuple[Row, ...]) -> Iterator[str]:
    used = [source for source in COLUMNS if any(dict(row.stars).get(source) for row in rows)]
    heads = ["round", "sum", "place", "income", "earned", "spent", *(COLUMNS[source] for source in used), "stars"]
    heads += ["total", "money left"]
    lines = [heads, *(_cells(row, used) for row in rows)]
    wide = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    for line in lines:
        yield "  " + "  ".join(cell.rjust(size) for cell, size in zip(line, wide, strict=True))


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
