"""The text form of a game record: a head, then one line an event, with headings that a reader skips.

Every event is its word, the player if it has one, and its fields as ``name=value``. Reading what was written
gives an equal record; lines that begin with "#" and empty lines say nothing.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from models.theme_park.game.box.box_catalogue import empty_box
from models.theme_park.game.events import DO, WORDS, Display, Event, FillMonorails, Plan
from models.theme_park.game.ids import PlayerId
from models.theme_park.game.record.field_text import read_hex, read_value, refusal, write_hex, write_value
from models.theme_park.game.record.fields import FIELDS, given
from models.theme_park.game.steps import STEP_OF
from models.theme_park.game.table import Table
from models.theme_park.game.variant import PHASES, Edition, Phase, Variant
from models.theme_park.operate.notation.fields import Field, NotationError, write_text
from models.theme_park.operate.position import Expansion
from models.theme_park.rulings import Choice, Ruling, Rulings, questions

FIRST_LINE = "park-advisor game 1"
HEADING = "#"
LINE_END = re.compile("\r\n|\r|\n")
"""As editors count lines; ``splitlines`` ends one within a heading too, at a form feed for instance."""


class LineError(ValueError):
    """A line of the text form cannot be read: its number (from 1) and what is wrong."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line, self.message = line, message


class LineErrors(ValueError):
    """All lines of a text form that cannot be read."""

    def __init__(self, lines: Iterable[LineError]) -> None:
        self.lines = tuple(lines)
        super().__init__("; ".join(str(line) for line in self.lines))


def print_game(table: Table, events: tuple[Event, ...], printed: str) -> str:
    """The text of a record; ``printed`` is one line that stands for the printed facts."""
    return "\n".join([*_head(table), f"printed {printed}", *_events(events)]) + "\n"


def is_game(text: str) -> bool:
    """Whether ``text`` begins as the text form does, rather than being a document."""
    lines = (line.strip() for line in LINE_END.split(text))
    return next((line for line in lines if line and not line.startswith(HEADING)), "").startswith(FIRST_LINE)


def _head(table: Table) -> Iterator[str]:
    yield FIRST_LINE
    yield f"variant {table.variant}"
    yield f"players {' '.join(write_text(player) for player in table.players)}"
    if table.expansions:
        yield f"expansions {' '.join(sorted(table.expansions))}"
    yield f"edition {table.edition}"
    for ruling, choice in table.rulings.changed:
        yield f"ruling {ruling} {choice}"
    if table.rulings.outline is not None:
        yield f"{OUTLINE} {' '.join(write_hex(place) for place in sorted(table.rulings.outline))}"


def _events(events: tuple[Event, ...]) -> Iterator[str]:
    number, before = 0, None
    for event in events:
        phase = _phase(event, number)
        number += isinstance(event, Plan) and before is not Phase.PLAN
        if phase is not before:
            yield f"\n# {phase}" if phase in (Phase.SET_UP, Phase.END) else f"\n# Round {number}: {phase}"
        before = phase
        yield print_event(event)


def _phase(event: Event, number: int) -> Phase:
    if isinstance(event, FillMonorails | Display):
        return Phase.UPKEEP if number else Phase.SET_UP
    return PHASES[STEP_OF[type(event)][0]]


def print_event(event: Event) -> str:
    """Writes an event as one line of the text form."""
    words = [WORDS[type(event)]]
    for name, field in FIELDS[type(event)].items():
        if given(event, name, field):
            text = write_value(field.kind, getattr(event, name))
            words.append(text if name == "by" else f"{name}={text}")
    return " ".join(words)


class GameText(NamedTuple):
    """What a text form says, and on which line (from 1) each event and each word of the head stands."""

    table: Table
    events: tuple[Event, ...]
    lines: tuple[int, ...]
    head: Mapping[str, int]


def parse_game(text: str, read_printed: Callable[[str, Table], Table]) -> GameText:
    """The record of a text; ``read_printed`` adds the printed facts to a head.

    Raises LineError at the first line of the head that cannot be read, LineErrors for all such events, nothing else.
    """
    lines = [(number, line.strip()) for number, line in enumerate(LINE_END.split(text), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith(HEADING)]
    if not lines or lines[0][1] != FIRST_LINE:
        number, line = lines[0] if lines else (1, "")
        raise LineError(number, refusal(line, f"{FIRST_LINE!r}, with which the text begins"))
    head: dict[str, Any] = {"choices": {}}
    printed: tuple[int, str] | None = None
    at = 1
    while at < len(lines) and printed is None:
        number, line = lines[at]
        word, _, rest = line.partition(" ")
        if word == PRINTED:
            printed = number, rest
        else:
            _guarded(number, lambda word=word, rest=rest: _read_head(head, word, rest))  # type: ignore[misc]
        at += 1
    if printed is None or not {"variant", "players"} <= set(head):
        raise LineError(lines[-1][0], "the head has lines for variant, players and, last, printed")
    table = _guarded(printed[0], lambda: read_printed(printed[1], _table(head)))
    words = {line.partition(" ")[0]: number for number, line in lines[1:at]}
    events, errors = list[Event](), list[LineError]()
    for number, line in lines[at:]:
        try:
            events.append(_guarded(number, lambda line=line: parse_event(line)))  # type: ignore[misc]
        except LineError as error:
            errors.append(error)
    if errors:
        raise LineErrors(errors)
    return GameText(table, tuple(events), tuple(number for number, _ in lines[at:]), words)


def _guarded(line: int, read: Callable[[], Any]) -> Any:
    try:
        return read()
    except (NotationError, ValueError, KeyError, TypeError) as error:
        if isinstance(error, LineError):
            raise
        raise LineError(line, str(error) or "cannot be read") from error


def _read_head(head: dict[str, Any], word: str, rest: str) -> None:
    if word == RULING:
        ruling, choice = _ruling(rest)
        if ruling in head["choices"]:
            raise ValueError(f"the ruling {ruling} is chosen twice")
        head["choices"][ruling] = choice
        return
    if word in DO:
        raise ValueError(
            f"found the event {word!r} in the head, whose last line is {PRINTED}, such as {PRINTED} made-up-box"
        )
    if word not in HEAD:
        raise ValueError(refusal(word, f"one of {', '.join((*HEAD, RULING, PRINTED))}"))
    if word in head:
        raise ValueError(f"the head has a second line for {word}")
    accepts, read = HEAD[word]
    try:
        head[word] = read(rest)
    except (NotationError, ValueError) as error:
        raise ValueError(refusal(rest, accepts)) from error


def _ruling(text: str) -> tuple[Ruling, Choice]:
    name, _, chosen = text.partition(" ")
    table = {ruling.value: row for ruling, row in questions().items()}
    if name not in table:
        raise ValueError(f"found {name!r}, which is no ruling; accepted: the ids that the list of all rulings shows")
    choices = {choice.value: choice for choice in table[name].choices}
    if chosen not in choices:
        raise ValueError(refusal(chosen, f"one of {', '.join(choices)}"))
    return table[name].id, choices[chosen]


RULING, OUTLINE, PRINTED = "ruling", "outline", "printed"
HEAD: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "variant": (f"one of {', '.join(Variant)}", Variant),
    "players": (
        "players with spaces between them",
        lambda text: tuple(PlayerId(Field(part, 1).words()) for part in text.split()),
    ),
    "expansions": (
        f"expansions of {', '.join(Expansion)}",
        lambda text: frozenset(Expansion(part) for part in text.split()),
    ),
    "edition": (f"one of {', '.join(Edition)}", Edition),
    OUTLINE: ("hexes such as 0,0 1,-1", lambda text: frozenset(read_hex(part) for part in text.split())),
}
"""Lines of the head that come once: what they accept, and how they are read."""


def _table(head: dict[str, Any]) -> Table:
    return Table(
        players=head["players"],
        variant=head["variant"],
        box=empty_box(),
        expansions=head.get("expansions", frozenset()),
        edition=head.get("edition", Edition.RULEBOOK),
        rulings=Rulings.of(head["choices"], head.get(OUTLINE)),
    )


def parse_event(line: str) -> Event:
    """The event of a line; raises ValueError."""
    word, *parts = line.split()
    if word not in DO:
        raise ValueError(refusal(word, f"an event, one of {', '.join(DO)}"))
    kind = DO[word]
    values: dict[str, Any] = {}
    for part in parts:
        name, is_named, text = part.partition("=")
        if not is_named:
            name, text = "by", part
        field = FIELDS[kind].get(name)
        if field is None or name in values:
            raise ValueError(refusal(part, f"the fields of {word}, {', '.join(FIELDS[kind])}, each once"))
        values[name] = read_value(field.kind, text)
    missing = [name for name, field in FIELDS[kind].items() if field.needed and name not in values]
    if missing:
        raise ValueError(f"{word} lacks {', '.join(missing)}")
    return kind(**values)
