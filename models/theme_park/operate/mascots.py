"""Mascots: each adjusts a die on the attraction it is placed on; Mascot staff cards add to every use."""

from collections.abc import Iterator
from itertools import product

from models.theme_park.cards import Staff
from models.theme_park.guests import GUEST_COLOURS, HIGHEST, LOWEST, Colour, TileId
from models.theme_park.moves import AdjustColour, Adjustment, AdjustValue, MascotMove
from models.theme_park.operate.state import GuestNow, State, guest_now, guests_on, with_guest
from models.theme_park.position import Position
from models.theme_park.rules import Check, Rule, states
from models.theme_park.rulings import Choice, Ruling
from models.theme_park.wording import count, guest_name, listing, mascot_name, tile_name


def adjustments_allowed(position: Position) -> int:
    """How many adjustments one use of a mascot brings: its own, and one a Mascot card played."""
    return 1 + position.played[Staff.MASCOT]


def turned(position: Position, value: int, by: int) -> int | None:
    """The value after turning a die ``by`` pips, or None when it cannot be (ruling ``value.bounds``)."""
    if LOWEST <= value + by <= HIGHEST:
        return value + by
    if position.rulings.says(Ruling.VALUE_BOUNDS, Choice.WRAP):
        return (value + by - LOWEST) % HIGHEST + LOWEST
    return None


def recoloured(position: Position, now: GuestNow, colour: Colour, tile: TileId) -> GuestNow:
    """The die treated as ``colour`` until its operation (ruling ``mascot.colour-lasts``)."""
    by_tile = position.rulings.says(Ruling.MASCOT_COLOUR_LASTS, Choice.NEXT_OPERATION_OF_TILE)
    if colour is now.colour:
        return now._replace(treated_as=None, treated_at=None)
    return now._replace(treated_as=colour, treated_at=tile if by_tile else None)


@states(Rule.MASCOT_READY)
def the_mascot_is_ready(position: Position, state: State, move: MascotMove) -> str | None:
    """Each mascot is used once a round."""
    if not 0 <= move.mascot < len(state.mascots):
        return f"There is no {mascot_name(move.mascot)}: the park has {count(len(state.mascots), 'mascot')}."
    if state.mascots[move.mascot]:
        return None
    return f"{mascot_name(move.mascot).capitalize()} has already been used this round."


@states(Rule.MASCOT_USE)
def the_mascot_adjusts_something(position: Position, state: State, move: MascotMove) -> str | None:
    """A mascot is placed to adjust a die."""
    if move.adjust:
        return None
    return f"{mascot_name(move.mascot).capitalize()} is placed on {tile_name(position, move.tile)} but adjusts nothing."


@states(Rule.MASCOT_EXTRA)
def extras_come_from_mascot_cards(position: Position, state: State, move: MascotMove) -> str | None:
    """Beyond the mascot's own adjustment, each Mascot card played allows one more."""
    allowed = adjustments_allowed(position)
    if len(move.adjust) <= allowed:
        return None
    cards = count(position.played[Staff.MASCOT], "Mascot card")
    return f"{mascot_name(move.mascot).capitalize()} makes {len(move.adjust)} adjustments; with {cards} played it may make {allowed}."


@states(Rule.MASCOT_EXTRA_COLOUR)
def extras_may_change_colours(position: Position, state: State, move: MascotMove) -> str | None:
    """Only under the ruling ``mascot.two-cards-colour`` = no is one colour the most for the extras."""
    colours = sum(isinstance(adjustment, AdjustColour) for adjustment in move.adjust[1:])
    if colours <= 1 or position.rulings.says(Ruling.MASCOT_TWO_CARDS_COLOUR, Choice.YES):
        return None
    return f"The extra adjustments of {mascot_name(move.mascot)} change {colours} colours; the ruling {Ruling.MASCOT_TWO_CARDS_COLOUR} allows one."


@states(Rule.MASCOT_GUEST)
def the_guests_are_with_the_mascot(position: Position, state: State, move: MascotMove) -> str | None:
    """The dice adjusted are on the attraction the mascot was placed on."""
    for adjustment in move.adjust:
        now = guest_now(position, state, adjustment.guest)
        if now is None:
            return f"{guest_name(position, state, adjustment.guest)} has left the park and cannot be adjusted."
        if now.at != move.tile:
            return (
                f"{guest_name(position, state, adjustment.guest)} is on {tile_name(position, now.at)}, "
                f"not with the mascot on {tile_name(position, move.tile)}."
            )
    return None


@states(Rule.MASCOT_VALUE_STEP)
def values_turn_by_one(position: Position, state: State, move: MascotMove) -> str | None:
    """An adjustment of the value is +1 or -1."""
    for adjustment in move.adjust:
        if isinstance(adjustment, AdjustValue) and abs(adjustment.by) != 1:
            return f"{guest_name(position, state, adjustment.guest)} can be adjusted by +1 or -1, not by {adjustment.by:+d}."
    return None


def _one_by_one(position: Position, state: State, move: MascotMove) -> Iterator[tuple[State, Adjustment, State | None]]:
    """The adjustments in order, each with the state before it and after it (None when impossible)."""
    for adjustment in move.adjust:
        after = adjusted(position, state, adjustment, move.tile)
        yield state, adjustment, after
        if after is None:
            return
        state = after


def adjusted(position: Position, state: State, adjustment: Adjustment, tile: TileId) -> State | None:
    """``state`` after one adjustment made on ``tile``, or None when it changes nothing or cannot be made."""
    now = guest_now(position, state, adjustment.guest)
    assert now is not None
    if isinstance(adjustment, AdjustColour):
        if adjustment.colour is now.counts_as:
            return None
        return with_guest(position, state, adjustment.guest, recoloured(position, now, adjustment.colour, tile))
    value = turned(position, now.value, adjustment.by)
    return None if value is None else with_guest(position, state, adjustment.guest, now._replace(value=value))


@states(Rule.MASCOT_VALUE_RANGE)
def values_stay_on_the_die(position: Position, state: State, move: MascotMove) -> str | None:
    """No adjustment leaves 1..6 (ruling ``value.bounds``)."""
    for before, adjustment, after in _one_by_one(position, state, move):
        if after is None and isinstance(adjustment, AdjustValue):
            return f"{guest_name(position, before, adjustment.guest)} cannot be adjusted by {adjustment.by:+d}: a die shows {LOWEST} to {HIGHEST}."
    return None


@states(Rule.MASCOT_COLOUR)
def colours_change(position: Position, state: State, move: MascotMove) -> str | None:
    """An adjustment of the colour makes the die count as another colour of guest."""
    for adjustment in move.adjust:
        if isinstance(adjustment, AdjustColour) and adjustment.colour not in GUEST_COLOURS:
            name = guest_name(position, state, adjustment.guest)
            return f"{name} cannot be treated as {adjustment.colour}: guests are {listing(GUEST_COLOURS, 'or')}."
    for before, adjustment, after in _one_by_one(position, state, move):
        if after is None and isinstance(adjustment, AdjustColour):
            return f"{guest_name(position, before, adjustment.guest)} already counts as {adjustment.colour}; an adjustment changes the colour."
    return None


MASCOT_CHECKS: tuple[Check[MascotMove], ...] = (
    the_mascot_is_ready,
    the_mascot_adjusts_something,
    extras_come_from_mascot_cards,
    extras_may_change_colours,
    the_guests_are_with_the_mascot,
    values_turn_by_one,
    values_stay_on_the_die,
    colours_change,
)


def use_mascot(position: Position, state: State, move: MascotMove) -> State:
    """The state after a legal use of a mascot."""
    for adjustment in move.adjust:
        after = adjusted(position, state, adjustment, move.tile)
        assert after is not None
        state = after
    return state._replace(mascots=tuple(ready and index != move.mascot for index, ready in enumerate(state.mascots)))


def mascot_candidates(position: Position, state: State) -> Iterator[MascotMove]:
    """Every use of a mascot worth checking."""
    for mascot, ready in enumerate(state.mascots):
        if not ready:
            continue
        for tile in position.tiles:
            single: list[Adjustment] = []
            for guest in guests_on(position, state, tile.id):
                single += [AdjustValue(guest, by) for by in (1, -1)]
                single += [AdjustColour(guest, colour) for colour in GUEST_COLOURS]
            for number in range(1, adjustments_allowed(position) + 1):
                for adjust in product(single, repeat=number):
                    yield MascotMove(mascot, tile.id, adjust)
