"""What answers tell as text: sequences of moves, what they bring, and lines that fit."""

import textwrap
from fractions import Fraction

from api.text_layout import TOGETHER, held_together
from api.theme_park.text.averages import exactly
from models.shared.phrases import count, listing, plural
from models.theme_park.guests import TileId
from models.theme_park.operate.disputes import Difference
from models.theme_park.operate.earnings import earnings
from models.theme_park.operate.end_of_phase import constant_stars, guests_left, pips_left, returned_colour
from models.theme_park.operate.phrases import die, tile_name
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import OperateVerdict
from models.theme_park.operate.state import GuestNow, State, start


def worth(verdict: OperateVerdict) -> str:
    """Writes the stars and dollars that a sequence brings."""
    return f"{count(verdict.stars, 'star')} and ${verdict.money}"


def amounts(difference: Difference) -> str:
    """A difference in words, with signs."""
    each = (("star", difference.stars), ("guest", difference.guests), ("pip", difference.pips))
    parts = [f"{_signed(number)}{TOGETHER}{plural(number, noun)}" for noun, number in each]
    parts.insert(1, _signed(difference.money, "$"))
    return ", ".join(parts)


def _signed(number: int | Fraction, unit: str = "") -> str:
    """The number with its sign: "+2", "about -0.33"; the unit stands between the two."""
    about, _, size = exactly(-number if number < 0 else number).rpartition(" ")
    sign = "-" if number < 0 else "+" if number else ""
    return f"{about} {sign}{unit}{size}".lstrip()


def sequence(position: Position, verdict: OperateVerdict, width: int, first: int = 0, last: int | None = None) -> str:
    """The moves from step ``first`` up to ``last`` (from 0), numbered, with running totals where one earns something."""
    before = earnings(position, start(position))
    stars, money = before.stars, before.money
    lines: list[str] = []
    if (stars or money) and not first:
        lines.append(f"    Cubes placed before: {count(stars, 'star')} and ${money}")
    for number, step in enumerate(verdict.steps[:last], 1):
        stars, money = stars + step.stars, money + step.money
        if number <= first:
            continue
        total = f"  [{stars}★{TOGETHER}${money}]" if step.stars or step.money else ""
        lines += wrapped(step.text + total, width, f"{number:>3}. ")
    return "\n".join(lines) or "    No move."


def summary(position: Position, verdict: OperateVerdict, width: int) -> list[str]:
    """Where the stars come from, the guests at the end, and the rulings in force."""
    from_where = [f"{stars} from {name.replace('_', ' ')}" for name, stars in verdict.breakdown.items() if stars]
    return [
        f"Stars: {listing(from_where) or 'none'}.",
        *wrapped(_upkeep(position), width),
        *wrapped(_guests(position, verdict.reached), width),
        *wrapped(f"{_when_guests_stay(position)} {staying(position, verdict.reached)}.", width),
        *wrapped(_rulings(position), width),
    ]


def staying(position: Position, state: State) -> str:
    """The guests that stay, in words."""
    stay, pips = guests_left(position, state), pips_left(position, state)
    return f"{count(stay, 'guest')} stay{'s' if stay == 1 else ''}, with {count(pips, 'pip')}"


def _when_guests_stay(position: Position) -> str:
    """In a last round rulings of whole games may let guests of value 1 stay (``solo.last-value-one``), or none return (``end.administrator-returns``)."""
    as_ever = not position.in_last_round or not (position.solo or returned_colour(position))
    return "After Upkeep" if as_ever else "After an Upkeep like that of other rounds"


def _guests(position: Position, state: State) -> str:
    here: dict[TileId, list[GuestNow]] = {}
    for now in state.guests:
        if now is not None:
            here.setdefault(now.at, []).append(now)
    places = [
        f"{listing(die(now) for now in sorted(guests, key=lambda now: (now.colour, -now.value)))} "
        f"on {tile_name(position, tile)}"
        for tile, guests in sorted(here.items())
    ]
    gone = sum(now is None for now in state.guests)
    left = f" Left the park: {count(gone, 'guest')}." if gone else ""
    return f"Guests at the end: {'; '.join(places) or 'none'}.{left}"


def _upkeep(position: Position) -> str:
    from_where = [f"{stars} from {name}" for name, stars in constant_stars(position).items() if stars]
    return f"Upkeep brings more that is not counted here: {listing(from_where)}." if from_where else ""


def _rulings(position: Position) -> str:
    rulings = position.rulings
    changed = [f"{ruling} = {choice}" for ruling, choice in rulings.changed]
    if rulings.outline is not None:
        changed.append(f"board.boundary = {len(rulings.outline)} listed hexes")
    return f"Rulings that differ from the defaults: {', '.join(changed) or 'none'}."


def wrapped(text: str, width: int, lead: str = "") -> list[str]:
    """``text`` in lines of at most ``width``; the first begins with ``lead``, the others are as far in; none for "".

    No line is broken within an id or within a die treated as another colour.
    """
    if not text:
        return []
    further = " " * len(lead)
    lines = textwrap.wrap(
        held_together(text), width, initial_indent=lead, subsequent_indent=further, break_on_hyphens=False
    )
    return [line.replace(TOGETHER, " ") for line in lines]
