"""Adjusting one die, by a mascot or by the extra adjustment of a Mascot card."""

from collections.abc import Iterator
from typing import NamedTuple

from models.shared.phrases import listing
from models.shared.rulebook import Cited, Told, rule
from models.theme_park.guests import GUEST_COLOURS, HIGHEST, LOWEST, Colour, TileId
from models.theme_park.operate.moves import AdjustColour, Adjustment, AdjustValue
from models.theme_park.operate.phrases import guest_name, tile_name
from models.theme_park.operate.position import Position
from models.theme_park.operate.rules import Rule
from models.theme_park.operate.state import GuestNow, State, guest_now, guests_on, with_guest
from models.theme_park.rulings import Choice, Ruling, Rulings


class Adjusting(NamedTuple):
    """An adjustment by a mascot that stands on ``tile``."""

    tile: TileId
    change: Adjustment


def turned(position: Position, value: int, by: int) -> int | None:
    """The value after turning a die ``by`` pips, or None when it cannot be."""
    return turned_under(position.rulings, value, by)


def turned_under(rulings: Rulings, value: int, by: int) -> int | None:
    """The same wherever dice are turned (ruling ``value.bounds``)."""
    if LOWEST <= value + by <= HIGHEST:
        return value + by
    if rulings.says(Ruling.VALUE_BOUNDS, Choice.WRAP):
        return (value + by - LOWEST) % HIGHEST + LOWEST
    return None


def value_fault(position: Position, name: str, value: int, by: int) -> Told:
    """What is wrong with turning the die ``name`` (already worded) from ``value`` by ``by``."""
    if turned(position, value, by) is not None:
        return None
    return Cited(f"{name} cannot be adjusted by {by:+d}: a die shows {LOWEST} to {HIGHEST}.", "bounds")


@rule(Rule.MASCOT_GUEST)
def the_guest_is_with_the_mascot(position: Position, state: State, item: Adjusting) -> str | None:
    """The die adjusted is on the attraction the mascot was placed on."""
    name = guest_name(position, state, item.change.guest)
    now = guest_now(position, state, item.change.guest)
    if now is None:
        return f"{name} has left the park and cannot be adjusted."
    if now.at != item.tile:
        return f"{name} is on {tile_name(position, now.at)}, not with the mascot on {tile_name(position, item.tile)}."
    return None


@rule(Rule.MASCOT_VALUE_STEP)
def values_turn_by_one(position: Position, state: State, item: Adjusting) -> str | None:
    """An adjustment of the value is +1 or -1."""
    if isinstance(item.change, AdjustColour) or abs(item.change.by) == 1:
        return None
    name = guest_name(position, state, item.change.guest)
    return f"{name} can be adjusted by +1 or -1, not by {item.change.by:+d}."


@rule(Rule.MASCOT_VALUE_RANGE)
def values_stay_on_the_die(position: Position, state: State, item: Adjusting) -> Told:
    """No adjustment leaves 1..6 (ruling ``value.bounds``)."""
    now = guest_now(position, state, item.change.guest)
    if now is None or isinstance(item.change, AdjustColour):
        return None
    return value_fault(position, guest_name(position, state, item.change.guest), now.value, item.change.by)


@rule(Rule.MASCOT_COLOUR)
def colours_are_of_guests(position: Position, state: State, item: Adjusting) -> str | None:
    """A die is treated as a colour of guest; one it already counts as is wasted (ruling ``mascot.same-colour``)."""
    now = guest_now(position, state, item.change.guest)
    if now is None or isinstance(item.change, AdjustValue):
        return None
    name = guest_name(position, state, item.change.guest)
    if item.change.colour not in GUEST_COLOURS:
        return f"{name} cannot be treated as {item.change.colour}: guests are {listing(GUEST_COLOURS, 'or')}."
    refused = position.rulings.says(Ruling.MASCOT_SAME_COLOUR, Choice.REFUSE)
    if refused and item.change.colour is now.counts_as:
        return f"{name} already counts as {item.change.colour}, which the ruling {Ruling.MASCOT_SAME_COLOUR} refuses."
    return None


ADJUSTMENT_CHECKS = (
    the_guest_is_with_the_mascot,
    values_turn_by_one,
    values_stay_on_the_die,
    colours_are_of_guests,
)


def adjust(position: Position, state: State, item: Adjusting) -> State:
    """The state after a legal adjustment."""
    now = guest_now(position, state, item.change.guest)
    assert now is not None
    if isinstance(item.change, AdjustColour):
        after = recoloured(position, now, item.change.colour, item.tile)
    else:
        value = turned(position, now.value, item.change.by)
        assert value is not None
        after = now._replace(value=value)
    return with_guest(position, state, item.change.guest, after)


def recoloured(position: Position, now: GuestNow, colour: Colour, tile: TileId) -> GuestNow:
    """The die treated as ``colour`` until its operation (ruling ``mascot.colour-lasts``)."""
    if colour is now.colour:
        return now._replace(treated_as=None, treated_at=None)
    by_die = position.rulings.says(Ruling.MASCOT_COLOUR_LASTS, Choice.NEXT_OPERATION_OF_DIE)
    return now._replace(treated_as=colour, treated_at=None if by_die else tile)


def adjustment_candidates(position: Position, state: State, tile: TileId) -> Iterator[Adjustment]:
    """Every single adjustment worth checking on ``tile``."""
    for guest in guests_on(position, state, tile):
        yield from (AdjustValue(guest, by) for by in (1, -1))
        yield from (AdjustColour(guest, colour) for colour in GUEST_COLOURS)
