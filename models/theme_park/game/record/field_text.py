"""How each kind of field is written in the text form of a record, how it is read, and what is accepted there."""

from collections.abc import Callable
from typing import Any

from models.shared.hexgrid import Hex
from models.theme_park.attraction import Innovation, Upgrade
from models.theme_park.cards import Administrator, AdministratorKind, Skill, SkillKind, Staff
from models.theme_park.game.events import Boost, Die, PutBack, Returner
from models.theme_park.game.record.fields import Kind
from models.theme_park.guests import GUEST_COLOURS, HIGHEST, LOWEST, Colour, GuestId
from models.theme_park.operate.notation.fields import (
    COLOUR_LETTERS,
    COLOURS,
    Field,
    NotationError,
    shortened,
    write_text,
)
from models.theme_park.operate.notation.moves import parse_moves, print_moves

NOTHING, HYPHEN = "-", "_2d_"
LONGEST_SHOWN = 40
Codec = tuple[Callable[[Any], str], Callable[[str], Any]]


def _number(text: str) -> int:
    """A whole number in plain digits: ``int`` would take "1_0" and " 1" as well."""
    return Field(text, 1).number()


def _word(text: str) -> str:
    return Field(text, 1).words()


def _name(name: str) -> str:
    """Writes a name; one that is just a hyphen by its code, as that stands for nothing."""
    return HYPHEN if name == NOTHING else write_text(name)


def _split(text: str, separator: str = ",") -> list[str]:
    return text.split(separator) if text else []


def write_hex(place: Hex) -> str:
    """Writes a hex as ``q,r``, two whole numbers."""
    return f"{place.q},{place.r}"


def read_hex(text: str) -> Hex:
    """The hex of ``q,r``; raises ValueError."""
    q, r = text.split(",")
    return Hex(_number(q), _number(r))


def _die(die: Die) -> str:
    return f"{COLOUR_LETTERS[die.colour]}{die.value}"


def _read_die(text: str) -> Die:
    colour, value = COLOURS[text[:1]], _number(text[1:])
    if colour not in GUEST_COLOURS or not LOWEST <= value <= HIGHEST:
        raise ValueError(f"{text!r} is no die")
    return Die(colour, value)


def _card(card: Skill | Administrator) -> str:
    shows = card.colour or (card.symbol if isinstance(card, Administrator) else None)
    return f"{card.kind}:{shows}" if shows else card.kind.value


def _skill(text: str) -> Skill:
    kind, _, colour = text.partition(":")
    return Skill(SkillKind(kind), Colour(colour) if colour else None)


def _administrator(text: str) -> Administrator:
    kind, _, shows = text.partition(":")
    if kind == AdministratorKind.REROLL:
        return Administrator(AdministratorKind.REROLL, symbol=shows or None)
    return Administrator(AdministratorKind(kind), Colour(shows) if shows else None)


def _amounts(text: str) -> tuple[tuple[str, int], ...]:
    pairs = (part.rpartition(":") for part in _split("" if text == NOTHING else text))
    amounts = tuple((_word(name), _number(number)) for name, _, number in pairs)
    if len(dict(amounts)) < len(amounts):
        raise ValueError("a player stands there twice")
    return amounts


def _goals(text: str) -> tuple[tuple[int, str], ...]:
    pairs = (part.partition(":") for part in _split(text))
    return tuple((_number(number), _word(goal)) for number, _, goal in pairs)


def _boost(text: str) -> Boost:
    die, by = text.split("+")
    return Boost(_number(die), _number(by))


def _put_back(text: str) -> PutBack:
    guest, value, by = text.split(":")
    return PutBack(GuestId(Field(guest, 1).words()), _number(value), Returner(by))


def _flag(text: str) -> bool:
    return {"yes": True, "no": False}[text]


def _many(one: Codec, separator: str = ",") -> Codec:
    """A list; a list with one empty entry is written with a separator behind that entry, to tell it from an empty list."""
    write, read = one
    lone = NOTHING + separator

    def written(values: Any) -> str:
        text = separator.join(write(value) or NOTHING for value in values)
        return lone if text == NOTHING else text

    def many(text: str) -> tuple[Any, ...]:
        parts = [NOTHING] if text == lone else _split(text, separator)
        return tuple(read("" if part == NOTHING else part) for part in parts)

    return written, many


NAME: Codec = (_name, _word)
NUMBER: Codec = (str, _number)
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
    Kind.HEX: (write_hex, read_hex),
    Kind.MONORAIL: NAME,
    Kind.BOARD: NAME,
    Kind.SOLO_CARD: NAME,
    Kind.NUMBER: NUMBER,
    Kind.AMOUNTS: (lambda pairs: ",".join(f"{write_text(name)}:{number}" for name, number in pairs), _amounts),
    Kind.BOOSTS: _many(_many((lambda boost: f"{boost.die}+{boost.by}", _boost)), "/"),
    Kind.PLACE: NUMBER,
    Kind.PLACES: _many(NUMBER),
    Kind.SPACE: NUMBER,
    Kind.GUEST: NAME,
    Kind.COLOUR: (str, Colour),
    Kind.UPGRADE: (str, Upgrade),
    Kind.INNOVATION: (str, Innovation),
    Kind.MOVES: (print_moves, lambda text: parse_moves(text) if text else ()),
    Kind.PUT_BACKS: _many(
        (
            lambda each: f"{write_text(each.guest)}:{each.value}:{each.by}",
            _put_back,
        )
    ),
    Kind.FLAG: (lambda flag: "yes" if flag else "no", _flag),
}
"""How each kind of field is written and read."""

ACCEPTED: dict[Kind, str] = {
    Kind.PLAYER: "a player",
    Kind.PLAYERS: "players, such as ann,bob",
    Kind.OBJECTIVES: "objectives, such as o01,o07",
    Kind.GOAL: "a goal",
    Kind.PLACED_GOALS: "rounds and goals, such as 2:ga1,3:ga4",
    Kind.DICE: "the dice of each monorail, such as b4.y3.g1/b2.b5.y6",
    Kind.STAFF: f"one of {', '.join(Staff)}",
    Kind.STAFF_CARDS: f"staff cards with commas, of {', '.join(Staff)}",
    Kind.ADMINISTRATOR: f"a kind, with its colour such as keep-pips:blue, of {', '.join(AdministratorKind)}",
    Kind.ADMINISTRATORS: f"cards such as mascots,keep-pips:blue, of {', '.join(AdministratorKind)}",
    Kind.SKILL: f"a kind, with its colour such as two-five:blue, of {', '.join(SkillKind)}",
    Kind.SKILLS: f"cards such as move-in,two-five:blue, of {', '.join(SkillKind)}",
    Kind.TILE: "a tile",
    Kind.TILES: "tiles, such as a01,a12",
    Kind.LYING: "a tile",
    Kind.HEX: "two whole numbers, such as 1,-1",
    Kind.MONORAIL: "a monorail",
    Kind.BOARD: "a start board",
    Kind.SOLO_CARD: "a solo card",
    Kind.NUMBER: "a whole number",
    Kind.AMOUNTS: "players, each once, and numbers, such as ann:8,bob:3",
    Kind.BOOSTS: "for each Concierge the dice raised, such as 0+2 or 0+1,2+1 or 0+2/1+1",
    Kind.PLACE: "the place of a die from 0, such as 2",
    Kind.PLACES: "places of dice from 0, such as 0,2",
    Kind.SPACE: "an upgrade space from 0, such as 1",
    Kind.GUEST: "a guest",
    Kind.COLOUR: f"one of {', '.join(GUEST_COLOURS)}",
    Kind.UPGRADE: f"one of {', '.join(Upgrade)}",
    Kind.INNOVATION: f"one of {', '.join(Innovation)}",
    Kind.MOVES: "moves in their one-line notation",
    Kind.PUT_BACKS: f"guest, value and card, such as g3:6:{Returner.TICKET_AGENT} or g4:5:{Returner.ADMINISTRATOR}",
    Kind.FLAG: "yes or no",
}
"""What a reader of the text form is told."""


def read_value(kind: Kind, text: str) -> Any:
    """The value that ``text`` writes; raises ValueError with a sentence for people."""
    try:
        return CODECS[kind][1]("" if text == NOTHING else text)
    except NotationError as error:
        if kind is Kind.MOVES:
            raise ValueError(f"moves cannot be read, {error}") from error
        raise ValueError(refusal(text, ACCEPTED[kind])) from error
    except (ValueError, IndexError, KeyError) as error:
        raise ValueError(refusal(text, ACCEPTED[kind])) from error


def write_value(kind: Kind, value: Any) -> str:
    """Writes the value of a field of an event as text."""
    return CODECS[kind][0](value) or NOTHING


def refusal(text: str, accepts: str) -> str:
    """The sentence for a text that is not accepted."""
    return f"found {shortened(text, LONGEST_SHOWN)!r}; accepted: {accepts}"
