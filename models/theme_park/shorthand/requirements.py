"""Requirements: dice with the relation between them, such as ``bo+e`` or ``a>a``."""

import re

from models.theme_park.guests import GUEST_COLOURS, HIGHEST, LOWEST, Colour
from models.theme_park.operate.notation.fields import COLOUR_LETTERS
from models.theme_park.requirement import ANY_VALUE, NAMED_VALUES, Relation, Requirement, Slot
from models.theme_park.shorthand.faults import cannot_read
from models.theme_park.shorthand.letters import GUEST_LETTERS, GUEST_WORDS

JOINERS: dict[str, Relation] = {
    "+": Relation.ANY,
    "=": Relation.EQUAL,
    "~": Relation.CONSECUTIVE,
    ">": Relation.HIGHER,
    "<": Relation.LOWER,
}
JOINER_OF = {relation: joiner for joiner, relation in JOINERS.items()}
MOST_DICE = 3
EVEN, ODD = NAMED_VALUES["even"], NAMED_VALUES["odd"]
VALUE_LETTERS = {"e": EVEN, "o": ODD}

A_SLOT = (
    f"a die: {GUEST_LETTERS} or a (any); then e (even), o (odd) or the digits it accepts such as 246 or 1-3; "
    "then r for the reroll symbol, and / with the name of an administrator's symbol such as /key"
)
A_REQUIREMENT = "one to three dice joined by + (and), = (equal), ~ (consecutive), > (higher) or < (lower), such as bo+e"
ALIKE = "the same sign between all dice, or a + behind the second die after > or <"

_JOINER = re.compile(r"[+=~<>]")
_COMPACT = re.compile(
    r"(?P<colour>[abgy])?(?P<values>e|o|[0-9]-[0-9]|[0-9]+)?(?P<reroll>r)?(?:/(?P<symbol>[a-z0-9-]{1,40}))?|(?P<word>blue|green|yellow|any|even|odd|die|dice|reroll)"
)


def read_requirement(text: str) -> Requirement:
    """The requirement that ``text`` says; raises ``Unreadable``."""
    if not text.strip():
        raise cannot_read("", A_REQUIREMENT, 1)
    pieces, signs, at = [], [], 0
    for sign in _JOINER.finditer(text):
        pieces.append((text[at : sign.start()], at))
        signs.append((sign[0], sign.start()))
        at = sign.end()
    pieces.append((text[at:], at))
    if len(pieces) > MOST_DICE:
        raise cannot_read(text[signs[MOST_DICE - 1][1] :], f"at most {MOST_DICE} dice", signs[MOST_DICE - 1][1] + 1)
    relation = JOINERS[signs[0][0]] if signs else Relation.ANY
    for sign_, place in signs[1:]:
        if JOINERS[sign_] is not (Relation.ANY if relation.ordered else relation):
            raise cannot_read(sign_, ALIKE, place + 1)
    return Requirement(tuple(_slot(piece, place) for piece, place in pieces), relation)


def _slot(text: str, begin: int) -> Slot:
    colour: Colour | None = None
    values, reroll, said = ANY_VALUE, False, False
    symbol: str | None = None
    for token in re.finditer(r"\S+", text):
        place = begin + token.start() + 1
        found = _COMPACT.fullmatch(token[0].casefold())
        if found is None:
            raise cannot_read(token[0], A_SLOT, place)
        word = found["word"]
        letter = word if word in GUEST_WORDS else found["colour"]
        if letter in GUEST_WORDS:
            if colour is not None:
                raise cannot_read(token[0], "one colour for a die", place)
            colour = GUEST_WORDS[letter]
        which = {"even": "e", "odd": "o"}.get(word or "", found["values"])
        if which is not None:
            if values != ANY_VALUE:
                raise cannot_read(token[0], "the values of a die once", place)
            values = _values(which, token[0], place)
        reroll = reroll or bool(found["reroll"]) or word == "reroll"
        if found["symbol"] is not None:
            if symbol is not None:
                raise cannot_read(token[0], "one symbol for a die", place)
            symbol = found["symbol"]
        said = True
    if not said:
        raise cannot_read("", A_SLOT, begin + len(text) + 1)
    return Slot(colour, values, reroll, symbol)


def _values(written: str, token: str, place: int) -> frozenset[int]:
    if written in VALUE_LETTERS:
        return VALUE_LETTERS[written]
    digits = [int(digit) for digit in written if digit != "-"]
    ordered = "-" not in written or digits[0] < digits[1]
    if len(set(digits)) < len(digits) or not ordered or not all(LOWEST <= digit <= HIGHEST for digit in digits):
        raise cannot_read(
            token, f"different values from {LOWEST} to {HIGHEST}, such as 246, or from low to high, such as 1-3", place
        )
    return frozenset(range(digits[0], digits[1] + 1)) if "-" in written else frozenset(digits)


def write_requirement(requirement: Requirement) -> str:
    """Such as ``bo+e``; what ``read_requirement`` reads as the same. Raises ValueError for a slot that no die fits."""
    slots = [_written(slot) for slot in requirement.slots]
    joiner = JOINER_OF[requirement.relation]
    later = JOINER_OF[Relation.ANY] if requirement.relation.ordered else joiner
    first, *rest = slots
    return first + "".join((joiner if index == 0 else later) + slot for index, slot in enumerate(rest))


def _written(slot: Slot) -> str:
    if not slot.values or not slot.values <= ANY_VALUE or slot.colour not in (None, *GUEST_COLOURS):
        raise ValueError(f"{slot} cannot be written")
    names = {values: letter for letter, values in VALUE_LETTERS.items()}
    values = "" if slot.values == ANY_VALUE else names.get(slot.values, "".join(map(str, sorted(slot.values))))
    colour = COLOUR_LETTERS[slot.colour] if slot.colour else "" if values else "a"
    return f"{colour}{values}{'r' if slot.reroll else ''}{f'/{slot.symbol}' if slot.symbol else ''}"
