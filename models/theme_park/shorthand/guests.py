"""Guests: a colour and a value each, such as ``g3 b4``."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from models.theme_park.guests import DICE, HIGHEST, LOWEST, Colour
from models.theme_park.operate.notation.fields import COLOUR_LETTERS
from models.theme_park.shorthand.faults import ShorthandFault, Unreadable, cannot_read
from models.theme_park.shorthand.letters import GUEST_LETTERS, GUEST_WORDS

_GAP = re.compile(r"[\s,;]+")
_GUEST = re.compile(r"(?P<colour>blue|green|yellow|[bgy])[ -]?(?P<value>[0-9])(?P<vip>v)?(?![0-9])", re.IGNORECASE)
A_GUEST = f"a die: {GUEST_LETTERS}, then its value from {LOWEST} to {HIGHEST}, then v for a VIP; such as g3 b4"


@dataclass(frozen=True, slots=True)
class WrittenGuest:
    """A die with the energy it has left."""

    colour: Colour
    value: int
    vip: bool = False


def read_guests(text: str) -> tuple[WrittenGuest, ...]:
    """The guests that ``text`` names, in its order; raises ``Unreadable``, for more than there are dice too."""
    guests: list[WrittenGuest] = []
    at = 0
    while at < len(text):
        if gap := _GAP.match(text, at):
            at = gap.end()
            continue
        found = _GUEST.match(text, at)
        if found is None or not LOWEST <= int(found["value"]) <= HIGHEST:
            raise cannot_read(re.split(r"[\s,;]", text[at:])[0], A_GUEST, at + 1)
        if len(guests) == DICE:
            raise Unreadable(ShorthandFault("here is one guest too many", f"{DICE}, as many as there are dice", at + 1))
        guests.append(WrittenGuest(GUEST_WORDS[found["colour"].casefold()], int(found["value"]), bool(found["vip"])))
        at = found.end()
    return tuple(guests)


def write_guests(guests: Iterable[WrittenGuest]) -> str:
    """Writes guests in shorthand, such as ``g3 b4``."""
    return " ".join(f"{COLOUR_LETTERS[each.colour]}{each.value}{'v' if each.vip else ''}" for each in guests)
