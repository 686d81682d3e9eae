"""The text form of a game record: a head, then one line an event, with headings that a reader skips.

Every event is its word, the player if it has one, and its fields as ``name=value``. Reading what was written
gives an equal record; lines that begin with "#" and empty lines say nothing.
"""

from collections.abc import Callable, Iterator
from typing import Any

from models.hexgrid import Hex
from models.theme_park.attraction import Innovation, Upgrade
from models.theme_park.cards import Administrator, AdministratorKind, Skill, SkillKind, Staff
from models.theme_park.game.boxes import empty_box
from models.theme_park.game.events import DO, WORDS, Boost, Die, Display, Event, FillMonorails, Plan, PutBack
from models.theme_park.game.fields import FIELDS, EventField, Kind, given
from models.theme_park.game.names import PlayerId
from models.theme_park.game.steps import STEP_OF
from models.theme_park.game.table import Table
from models.theme_park.game.variant import PHASES, Edition, Phase, Variant
from models.theme_park.guests import GUEST_COLOURS, Colour
from models.theme_park.notation.fields import COLOUR_LETTERS, COLOURS, Field, NotationError, write_text
from models.theme_park.notation.moves import parse_moves, print_moves
from models.theme_park.position import Expansion
from models.theme_park.rulings import Choice, Ruling, Rulings, questions

FIRST_LINE = "park-advisor game 1"
NOTHING = "-"
BY_AGENT, BY_ADMINISTRATOR = "ticket-agent", "administrator"


class LineError(ValueError):
    """A line of the text form cannot be read: its number (from 1) and what is wrong."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line, self.message = line, message


def print_game(table: Table, events: tuple[Event, ...], printed: str) -> str:
    """The text of a record; ``printed`` is one line that stands for the printed facts."""
    return "\n".join([*_head(table), f"printed {printed}", *_events(events)]) + "\n"


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
        yield f"outline {' '.join(_hex(place) for place in sorted(table.rulings.outline))}"


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
    """The line of an event."""
    words = [WORDS[type(event)]]
    for name, field in FIELDS[type(event)].items():
        if given(event, name, field):
            text = CODECS[field.kind][0](getattr(event, name)) or NOTHING
            words.append(text if name == "by" else f"{name}={text}")
    return " ".join(words)


def parse_game(text: str, read_printed: Callable[[str, Table], Table]) -> tuple[Table, tuple[Event, ...]]:
    """The record of a text; ``read_printed`` adds the printed facts to a head. Raises LineError and nothing else."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if not lines or lines[0][1] != FIRST_LINE:
        raise LineError(lines[0][0] if lines else 1, f"the text begins with {FIRST_LINE!r}")
    head: dict[str, Any] = {"choices": {}}
    printed: tuple[int, str] | None = None
    at = 1
    while at < len(lines) and printed is None:
        number, line = lines[at]
        word, _, rest = line.partition(" ")
        if word == "printed":
            printed = number, rest
        else:
            _guarded(number, lambda word=word, rest=rest: _read_head(head, word, rest))  # type: ignore[misc]
        at += 1
    if printed is None or not {"variant", "players"} <= set(head):
        raise LineError(lines[-1][0], "the head has lines for variant, players and, last, printed")
    table = _guarded(printed[0], lambda: read_printed(printed[1], _table(head)))
    return table, tuple(_guarded(number, lambda line=line: parse_event(line)) for number, line in lines[at:])  # type: ignore[misc]


def _guarded(line: int, read: Callable[[], Any]) -> Any:
    try:
        return read()
    except (NotationError, ValueError, KeyError, TypeError) as error:
        if isinstance(error, LineError):
            raise
        raise LineError(line, str(error) or "cannot be read") from error


def _read_head(head: dict[str, Any], word: str, rest: str) -> None:
    parts = rest.split()
    match word:
        case "variant":
            head[word] = Variant(rest)
        case "players":
            head[word] = tuple(PlayerId(Field(part, 1).words()) for part in parts)
        case "expansions":
            head[word] = frozenset(Expansion(part) for part in parts)
        case "edition":
            head[word] = Edition(rest)
        case "ruling":
            ruling, choice = Ruling(parts[0]), Choice(parts[1])
            if choice not in questions()[ruling].choices:
                raise ValueError(f"{choice} is no choice of {ruling}")
            head["choices"][ruling] = choice
        case "outline":
            head[word] = frozenset(_read_hex(part) for part in parts)
        case _:
            raise ValueError(f"{word!r} is no line of a head")


def _table(head: dict[str, Any]) -> Table:
    return Table(
        players=head["players"],
        variant=head["variant"],
        box=empty_box(),
        expansions=head.get("expansions", frozenset()),
        edition=head.get("edition", Edition.RULEBOOK),
        rulings=Rulings.of(head["choices"], head.get("outline")),
    )


def parse_event(line: str) -> Event:
    """The event of a line; raises ValueError."""
    word, *parts = line.split()
    if word not in DO:
        raise ValueError(f"{word!r} is no event; events are {', '.join(DO)}")
    kind = DO[word]
    values: dict[str, Any] = {}
    for part in parts:
        name, is_named, text = part.partition("=")
        if not is_named:
            name, text = "by", part
        field = FIELDS[kind].get(name)
        if field is None or name in values:
            raise ValueError(f"{part!r}: {word} takes {', '.join(FIELDS[kind])}, each once")
        values[name] = _read(field, text)
    missing = [name for name, field in FIELDS[kind].items() if field.needed and name not in values]
    if missing:
        raise ValueError(f"{word} lacks {', '.join(missing)}")
    return kind(**values)


def _read(field: EventField, text: str) -> Any:
    try:
        return CODECS[field.kind][1]("" if text == NOTHING else text)
    except (NotationError, IndexError, KeyError) as error:
        raise ValueError(f"{text!r} is no {field.kind.replace('_', ' ')}") from error


def _word(text: str) -> str:
    return Field(text, 1).words()


def _split(text: str, separator: str = ",") -> list[str]:
    return text.split(separator) if text else []


def _hex(place: Hex) -> str:
    return f"{place.q},{place.r}"


def _read_hex(text: str) -> Hex:
    q, r = text.split(",")
    return Hex(int(q), int(r))


def _die(die: Die) -> str:
    return f"{COLOUR_LETTERS[die.colour]}{die.value}"


def _read_die(text: str) -> Die:
    colour, value = COLOURS[text[:1]], int(text[1:])
    if colour not in GUEST_COLOURS or not 1 <= value <= 6:
        raise ValueError(f"{text!r} is no die")
    return Die(colour, value)


def _card(card: Skill | Administrator) -> str:
    return f"{card.kind}:{card.colour}" if card.colour else card.kind.value


def _skill(text: str) -> Skill:
    kind, _, colour = text.partition(":")
    return Skill(SkillKind(kind), Colour(colour) if colour else None)


def _administrator(text: str) -> Administrator:
    kind, _, colour = text.partition(":")
    return Administrator(AdministratorKind(kind), Colour(colour) if colour else None)


def _amounts(text: str) -> tuple[tuple[str, int], ...]:
    pairs = (part.rpartition(":") for part in _split(text))
    return tuple((_word(name), int(number)) for name, _, number in pairs)


def _goals(text: str) -> tuple[tuple[int, str], ...]:
    pairs = (part.partition(":") for part in _split(text))
    return tuple((int(number), _word(goal)) for number, _, goal in pairs)


def _boost(text: str) -> Boost:
    die, by = text.split("+")
    return Boost(int(die), int(by))


def _put_back(text: str) -> PutBack:
    guest, value, by = text.split(":")
    if by not in (BY_AGENT, BY_ADMINISTRATOR):
        raise ValueError(f"{by!r} puts no guest back")
    return PutBack(Field(guest, 1).words(), int(value), by == BY_ADMINISTRATOR)  # type: ignore[arg-type]


def _flag(text: str) -> bool:
    return {"yes": True, "no": False}[text]


Codec = tuple[Callable[[Any], str], Callable[[str], Any]]


def _many(one: Codec, separator: str = ",") -> Codec:
    write, read = one
    return (
        lambda values: separator.join(write(value) or NOTHING for value in values),
        lambda text: tuple(read("" if part == NOTHING else part) for part in _split(text, separator)),
    )


NAME: Codec = (write_text, _word)
NUMBER: Codec = (str, int)
STAFF: Codec = (str, Staff)
ADMINISTRATOR: Codec = (_card, _administrator)
SKILL: Codec = (_card, _skill)
CODECS: dict[Kind, Codec] = {
    Kind.PLAYER: NAME,
    Kind.PLAYERS: _many(NAME),
    Kind.OBJECTIVES: _many(NAME),
    Kind.GOAL: NAME,
    Kind.PLACED_GOALS: _many((lambda pair: f"{pair[0]}:{write_text(pair[1])}", lambda text: _goals(text)[0])),
    Kind.DICE: _many(_many((_die, _read_die), "."), "/"),
    Kind.STAFF: STAFF,
    Kind.STAFF_CARDS: _many(STAFF),
    Kind.ADMINISTRATOR: ADMINISTRATOR,
    Kind.ADMINISTRATORS: _many(ADMINISTRATOR),
    Kind.SKILL: SKILL,
    Kind.SKILLS: _many(SKILL),
    Kind.TILE: NAME,
    Kind.TILES: _many(NAME),
    Kind.LYING: NAME,
    Kind.HEX: (_hex, _read_hex),
    Kind.MONORAIL: NAME,
    Kind.SOLO_CARD: NAME,
    Kind.NUMBER: NUMBER,
    Kind.AMOUNTS: _many((lambda pair: f"{write_text(pair[0])}:{pair[1]}", lambda text: _amounts(text)[0])),
    Kind.BOOSTS: _many(_many((lambda boost: f"{boost.die}+{boost.by}", _boost)), "/"),
    Kind.PLACES: _many(NUMBER),
    Kind.GUEST: NAME,
    Kind.COLOUR: (str, Colour),
    Kind.UPGRADE: (str, Upgrade),
    Kind.INNOVATION: (str, Innovation),
    Kind.MOVES: (print_moves, lambda text: parse_moves(text) if text else ()),
    Kind.PUT_BACKS: _many(
        (
            lambda each: (
                f"{write_text(each.guest)}:{each.value}:{BY_ADMINISTRATOR if each.administrator else BY_AGENT}"
            ),
            _put_back,
        )
    ),
    Kind.FLAG: (lambda flag: "yes" if flag else "no", _flag),
}
"""How each kind of field is written and read."""
